//! Builds the tree of a document: keys, merges, anchors and limits.

use std::{
    collections::{BTreeMap, BTreeSet},
    ops::Range,
};

use crate::{Content, Entry, Limits, Node, Problem, ProblemKind, scalar::Scalar};

/// The builder of a document's tree.
pub(crate) struct Tree<'l> {
    limits: &'l Limits,
    open: Vec<Open>,
    root: Option<Node>,
    problems: Vec<Problem>,
    anchors: BTreeMap<usize, Anchored>,
    nodes: usize,
    decoded: Decoded,
}

/// A collection whose end has not been reached.
struct Open {
    start: usize,
    anchor: usize,
    /// Number of values that were decoded before it.
    decoded_before: usize,
    kind: OpenKind,
}

enum OpenKind {
    List(Vec<Node>),
    Map(OpenMap),
}

/// A mapping whose end has not been reached.
#[derive(Default)]
struct OpenMap {
    entries: Vec<Entry>,
    /// `true` if a key was less than the one before it.
    is_unordered: bool,
    /// The index of each key in `entries`. Empty for ordered or few keys.
    places: BTreeMap<String, usize>,
    /// Indices of entries from a merge key. Overriding such an entry is not a duplicate key.
    merged: BTreeSet<usize>,
    /// The key whose value comes next.
    key: Option<Key>,
}

enum Key {
    Text(String, Range<usize>),
    Merge,
}

/// The anchor of a complete value, if it has one.
#[derive(Default)]
struct Anchor {
    /// The number of the anchor, or 0 without an anchor.
    number: usize,
    /// The value, if it is a scalar.
    scalar: Option<Scalar>,
    /// Number of values that Go decodes for the value.
    decodes: usize,
}

/// The target of an anchor.
#[derive(Clone)]
struct Anchored {
    node: Node,
    /// The scalar before the conversion to JSON, in case an alias uses it as a key.
    scalar: Option<Scalar>,
    /// Number of values that Go decodes for the target.
    decodes: usize,
}

/// The kind of a collection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Collection {
    List,
    /// A mapping.
    Map,
}

type Step = Result<(), Problem>;

impl<'l> Tree<'l> {
    pub(crate) fn new(limits: &'l Limits) -> Self {
        let (open, problems) = (Vec::new(), Vec::new());
        let (anchors, decoded) = (BTreeMap::new(), Decoded::default());
        Tree { limits, open, root: None, problems, anchors, nodes: 0, decoded }
    }

    /// Returns `true` if there is no complete value yet.
    pub(crate) fn is_empty(&self) -> bool {
        self.root.is_none()
    }

    /// Returns the complete tree and the problems.
    pub(crate) fn finish(self) -> (Option<Node>, Vec<Problem>) {
        (self.root, self.problems)
    }

    /// Starts a list or mapping. `anchor` is the number of its anchor, or 0.
    pub(crate) fn begin(&mut self, collection: Collection, start: usize, anchor: usize) -> Step {
        if self.open.len() >= self.limits.max_depth {
            return Err(syntax(too_deep(self.limits), start..start));
        }
        if self.expects_key() {
            return Err(syntax("a key must be a scalar".to_owned(), start..start));
        }
        let kind = match collection {
            Collection::List => OpenKind::List(Vec::new()),
            Collection::Map => OpenKind::Map(OpenMap::default()),
        };
        self.open.push(Open { start, anchor, decoded_before: self.decoded.values, kind });
        // goyaml.v2 does not decode a list of mappings to merge as a value.
        let around = self.open.iter().rev().nth(1);
        let is_merged = collection == Collection::List
            && matches!(around, Some(Open { kind: OpenKind::Map(map), .. }) if map.is_merge());
        self.decoded.add(usize::from(!is_merged), 0, start)
    }

    /// Ends the innermost list or mapping. `end` is the end of its closing bracket, if any.
    pub(crate) fn end(&mut self, end: Option<usize>) -> Step {
        let Some(open) = self.open.pop() else { return Ok(()) };
        let (content, last) = match open.kind {
            OpenKind::List(items) => {
                let last = items.last().map(|item| item.span.end);
                (Content::List(items), last)
            }
            OpenKind::Map(OpenMap { entries, .. }) => {
                let last = entries.last().map(|entry| entry.value.span.end.max(entry.key_span.end));
                (Content::Map(entries.into()), last)
            }
        };
        // A block collection ends where its last part ends.
        let end = end.or(last).unwrap_or(open.start).max(open.start);
        let decodes = self.decoded.values - open.decoded_before;
        let node = Node { content, span: open.start..end };
        self.value(node, Anchor { number: open.anchor, scalar: None, decodes }, false)
    }

    /// Adds a scalar, as a value or a key. `is_merge` is `true` for a possible merge key.
    pub(crate) fn scalar(&mut self, scalar: Scalar, is_merge: bool, span: Range<usize>, anchor: usize) -> Step {
        let expects_key = self.expects_key();
        self.decoded.add(usize::from(!(expects_key && is_merge)), 0, span.start)?;
        if expects_key {
            if anchor > 0 {
                let content = scalar.clone().into_content().unwrap_or(Content::Null);
                let node = Node { content, span: span.clone() };
                self.anchors.insert(anchor, Anchored { node, scalar: Some(scalar.clone()), decodes: 1 });
            }
            return self.key(scalar, is_merge, span);
        }
        let scalar_of_anchor = (anchor > 0).then(|| scalar.clone());
        let content = scalar.into_content().unwrap_or_else(|| {
            let message = "JSON cannot represent infinity and NaN".to_owned();
            self.problems.push(Problem { kind: ProblemKind::NotJson, message, span: span.clone(), first: None });
            Content::Null
        });
        self.value(Node { content, span }, Anchor { number: anchor, scalar: scalar_of_anchor, decodes: 1 }, false)
    }

    /// Adds a number of known type.
    pub(crate) fn number(&mut self, content: Content, span: Range<usize>) -> Step {
        self.value(Node { content, span }, Anchor::default(), false)
    }

    /// Adds a copy of an anchor's value.
    pub(crate) fn alias(&mut self, anchor: usize, span: Range<usize>) -> Step {
        let Some(anchored) = self.anchors.get(&anchor) else {
            return Err(syntax("an alias is inside the value that it refers to".to_owned(), span));
        };
        self.decoded.add(1 + anchored.decodes, anchored.decodes, span.start)?;
        if self.expects_key() {
            return match anchored.scalar.clone() {
                Some(scalar) => self.key(scalar, false, span),
                None => Err(syntax("a key must be a scalar".to_owned(), span)),
            };
        }
        let size = count(&anchored.node);
        let mut node = anchored.node.clone();
        self.nodes = self.nodes.saturating_add(size);
        place(&mut node, &span);
        self.value(node, Anchor::default(), true)
    }

    fn expects_key(&self) -> bool {
        matches!(self.open.last(), Some(Open { kind: OpenKind::Map(OpenMap { key: None, .. }), .. }))
    }

    fn key(&mut self, scalar: Scalar, is_merge: bool, span: Range<usize>) -> Step {
        let Some(Open { kind: OpenKind::Map(map), .. }) = self.open.last_mut() else { return Ok(()) };
        let key = if is_merge { Some(Key::Merge) } else { scalar.into_key().map(|text| Key::Text(text, span.clone())) };
        if key.is_none() {
            return Err(syntax("a key must not be null or exceed 64 bits".to_owned(), span));
        }
        map.key = key;
        Ok(())
    }

    /// Adds a complete value to its parent.
    fn value(&mut self, node: Node, anchor: Anchor, is_alias: bool) -> Step {
        self.nodes = self.nodes.saturating_add(1);
        if anchor.number > 0 {
            // The anchor stores a copy of the value, so the nodes of the copy are counted too.
            self.nodes = self.nodes.saturating_add(count(&node));
            let Anchor { number, scalar, decodes } = anchor;
            self.anchors.insert(number, Anchored { node: node.clone(), scalar, decodes });
        }
        if self.nodes > self.limits.max_nodes {
            return Err(syntax(format!("more than {} values", self.limits.max_nodes), node.span));
        }
        match self.open.last_mut().map(|open| &mut open.kind) {
            None => self.root = Some(node),
            Some(OpenKind::List(items)) => items.push(node),
            Some(OpenKind::Map(map)) => match map.key.take() {
                Some(Key::Text(text, span)) => self.problems.extend(map.set(text, span, node)),
                Some(Key::Merge) => return map.merge(node, is_alias, &mut self.problems),
                None => {}
            },
        }
        Ok(())
    }
}

/// Number of values that Go's decoder visits. The decoder uses it to limit the expansion of aliases
/// (`allowedAliasRatio` of goyaml.v2).
#[derive(Clone, Copy, Debug, Default)]
struct Decoded {
    values: usize,
    /// Number of these values that are copies by aliases.
    by_alias: usize,
}

impl Decoded {
    /// Adds to the numbers of values. Returns a problem if too many values are copies.
    fn add(&mut self, values: usize, by_alias: usize, at: usize) -> Step {
        self.values = self.values.saturating_add(values);
        self.by_alias = self.by_alias.saturating_add(by_alias);
        // No ratio allows as few as the 100 copies that goyaml.v2 always allows.
        let is_excessive =
            self.values > 1000 && self.by_alias as f64 / self.values as f64 > Self::allowed_ratio(self.values);
        if is_excessive { Err(syntax("document contains excessive aliasing".to_owned(), at..at)) } else { Ok(()) }
    }

    /// Returns the maximum ratio of copies: 99 percent up to 400,000 values, decreasing to 10 percent at 4,000,000.
    fn allowed_ratio(values: usize) -> f64 {
        const FEW: f64 = 400_000.0;
        const MANY: f64 = 4_000_000.0;
        0.99 - 0.89 * ((values as f64 - FEW) / (MANY - FEW)).clamp(0.0, 1.0)
    }
}

/// Maximum number of entries for a linear search.
const FEW: usize = 8;

impl OpenMap {
    /// Returns `true` if the next value belongs to a merge key.
    fn is_merge(&self) -> bool {
        matches!(self.key, Some(Key::Merge))
    }

    /// Returns the index of a key, if it is set.
    fn place(&self, key: &str) -> Option<usize> {
        if !self.is_unordered {
            // The keys of generated files are sorted, so that a new key follows all others.
            let is_new = self.entries.last().is_none_or(|last| last.key.as_str() < key);
            let search = || self.entries.binary_search_by(|entry| entry.key.as_str().cmp(key)).ok();
            return if is_new { None } else { search() };
        }
        if self.places.is_empty() {
            return self.entries.iter().position(|entry| entry.key == key);
        }
        self.places.get(key).copied()
    }

    /// Adds an entry with a new key.
    fn push(&mut self, entry: Entry) {
        self.is_unordered |= self.entries.last().is_some_and(|last| last.key > entry.key);
        self.entries.push(entry);
        let new = if self.places.is_empty() { 0 } else { self.entries.len() - 1 };
        if self.is_unordered && self.entries.len() > FEW {
            let entries = self.entries.iter().enumerate().skip(new);
            self.places.extend(entries.map(|(place, entry)| (entry.key.clone(), place)));
        }
    }

    /// Sets a key. If it is already set, the later value wins, as in Go, and the duplicate is a problem.
    fn set(&mut self, key: String, key_span: Range<usize>, value: Node) -> Option<Problem> {
        let Some(index) = self.place(&key) else {
            self.push(Entry { key, key_span, value });
            return None;
        };
        let entry = self.entries.get_mut(index)?;
        let was_merged = self.merged.remove(&index);
        let problem = Problem {
            kind: ProblemKind::DuplicateKey,
            message: format!("key \"{key}\" already set in map"),
            span: key_span.clone(),
            first: Some(entry.key_span.clone()),
        };
        entry.key_span = key_span;
        entry.value = value;
        (!was_merged).then_some(problem)
    }

    /// Merges the entries of a merge key's value; of several mappings, earlier ones win. As in goyaml.v2, keys after
    /// the merge key override merged ones, and merged ones override keys before it, which is a problem if the value
    /// changes.
    fn merge(&mut self, node: Node, is_alias: bool, problems: &mut Vec<Problem>) -> Step {
        let refused = |span| Err(syntax("map merge requires map or sequence of maps as the value".to_owned(), span));
        let maps = match node.content {
            Content::Map(_) => vec![node],
            Content::List(items) if !is_alias => items,
            _ => return refused(node.span),
        };
        for map in maps.into_iter().rev() {
            let Content::Map(entries) = map.content else { return refused(map.span) };
            for Entry { key, key_span, value } in entries.into_entries() {
                let is_set = self.place(&key).and_then(|index| self.entries.get(index));
                let is_equal = is_set.is_some_and(|entry| entry.value.to_json() == value.to_json());
                problems.extend(self.set(key.clone(), key_span, value).filter(|_| !is_equal));
                self.merged.extend(self.place(&key));
            }
        }
        Ok(())
    }
}

/// Returns the message about a file that nests too deeply.
pub(crate) fn too_deep(limits: &Limits) -> String {
    format!("nested deeper than {} levels", limits.max_depth)
}

pub(crate) fn syntax(message: String, span: Range<usize>) -> Problem {
    Problem { kind: ProblemKind::Syntax, message, span, first: None }
}

/// Returns the number of nodes in the subtree. The depth limit bounds the recursion.
fn count(node: &Node) -> usize {
    match &node.content {
        Content::List(items) => items.iter().fold(1, |sum, item| sum.saturating_add(count(item))),
        Content::Map(entries) => entries.iter().fold(1, |sum, entry| sum.saturating_add(count(&entry.value))),
        _ => 1,
    }
}

/// Sets the range of a copied node, and of everything in it, to the range of the alias.
fn place(node: &mut Node, span: &Range<usize>) {
    node.span.clone_from(span);
    match &mut node.content {
        Content::List(items) => items.iter_mut().for_each(|item| place(item, span)),
        Content::Map(entries) => {
            for entry in entries.iter_mut() {
                entry.key_span.clone_from(span);
                place(&mut entry.value, span);
            }
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use crate::{Limits, load, testing::shown};

    #[test]
    fn keys() {
        let table = [
            ("1: a\nyes: b\n", r#"{"1":"a","true":"b"}"#),
            ("a: 1\nb: 2\na: 3\n", r#"{"a":3,"b":2}; key "a" already set in map at 10..11 (first at 0..1)"#),
            ("1: a\n\"1\": b\n", r#"{"1":"b"}; key "1" already set in map at 5..8 (first at 0..1)"#),
            ("? a\n: b\n? c\n", r#"{"a":"b","c":null}"#),
            ("[a]: b\n", "a key must be a scalar at 0..0"),
            ("~: b\n", "a key must not be null or exceed 64 bits at 0..1"),
            ("a: .inf\n", r#"{"a":null}; JSON cannot represent infinity and NaN at 3..7"#),
            (".inf: a\n", r#"{".inf":"a"}"#),
        ];
        for (text, expected) in table {
            assert_eq!(shown(text), [expected], "{text}");
        }
    }

    #[test]
    fn keys_of_long_mappings_are_found() {
        for count in [7, 8, 9, 10, 20] {
            let mut lines: Vec<_> = (0..count).map(|number| format!("k{number}: {number}\n")).collect();
            for is_sorted in [true, false] {
                let text = lines.concat();
                for again in 0..count {
                    let shown = shown(&format!("? k\n{text}k{again}: x\n"));
                    let place = format!("; key \"k{again}\" already set in map at ");
                    assert!(shown[0].contains(&place), "{is_sorted} {shown:?}");
                    assert!(shown[0].contains(&format!("\"k{again}\":\"x\"")), "{is_sorted} {shown:?}");
                }
                lines.reverse();
            }
        }
    }

    #[test]
    fn merges() {
        let table = [
            ("u: {<<: {x: 1, z: 2}, z: 3}", r#"{"u":{"x":1,"z":3}}"#),
            (
                "u: {z: 3, <<: {x: 1, z: 2}}",
                r#"{"u":{"x":1,"z":2}}; key "z" already set in map at 21..22 (first at 4..5)"#,
            ),
            ("u: {z: {a: [2]}, <<: {z: {a: [2]}}}", r#"{"u":{"z":{"a":[2]}}}"#),
            ("u: {<<: [{x: 1}, {x: 2, y: 3}]}", r#"{"u":{"true":3,"x":1}}"#),
            ("b: &b {x: 1}\nu:\n  <<: *b\n  w: 2\n", r#"{"b":{"x":1},"u":{"w":2,"x":1}}"#),
            ("u: {\"<<\": 1}", r#"{"u":{"<<":1}}"#),
            ("u: {<<: 1}", "map merge requires map or sequence of maps as the value at 8..9"),
            ("b: &b [{x: 1}]\nu: {<<: *b}", "map merge requires map or sequence of maps as the value at 23..25"),
            ("<<", r#""<<""#),
        ];
        for (text, expected) in table {
            let shown = shown(text);
            // The JSON value has the key order of serde_json.
            assert_eq!(shown.len(), 1);
            assert_eq!(
                shown[0].replace(r#""x":1,"true":3"#, r#""true":3,"x":1"#).replace(r#""x":1,"w":2"#, r#""w":2,"x":1"#),
                expected,
                "{text}"
            );
        }
    }

    #[test]
    fn aliases() {
        assert_eq!(
            shown("a: &x 1e6\nb: *x\n*x : c"),
            [r#"{"a":1000000,"b":1000000,"1e+06":"c"}"#.to_owned()].map(|text| sorted(&text))
        );
        assert_eq!(shown("a: &x [1]\n*x : c"), ["a key must be a scalar at 10..12"]);
        assert_eq!(shown("a: *x"), ["unknown anchor 'x' referenced at 3..5"]);
        let documents = load("a: &x {b: 1}\nc: *x\n", &Limits::default());
        let copied = documents[0].root.as_ref().and_then(|root| root.get("c")).and_then(|node| node.entry("b"));
        assert_eq!(copied.map(|entry| (entry.key_span.clone(), entry.value.span.clone())), Some((16..18, 16..18)));
    }

    fn sorted(text: &str) -> String {
        serde_json::from_str::<serde_json::Value>(text).map_or_else(|_| text.to_owned(), |value| value.to_string())
    }

    #[test]
    fn the_number_of_values_is_bounded() {
        let is_read = |text: &str, max_nodes| {
            let limits = Limits { max_nodes, ..Limits::default() };
            load(text, &limits).remove(0).problems.is_empty()
        };
        for (text, count) in [
            ("a\n", 1),
            ("- a\n- b\n", 3),
            ("{a: 1, b: [1, 2]}\n", 5),
            ("{\"a\": [1, 2]}\n", 4),
            // The value of an anchor, its copy for the alias, and the copy that the alias adds.
            ("[&a 1, *a]\n", 5),
            ("[&a [1], *a]\n", 8),
            ("[&a {b: 1, c: 2}, *a]\n", 11),
        ] {
            assert!(is_read(text, count), "{text}");
            assert!(!is_read(text, count - 1), "{text}");
        }
    }

    #[test]
    fn repetition_is_bounded() {
        let problem = |text: &str| {
            let document = load(text, &Limits::default()).remove(0);
            document.problems.first().map(|problem| problem.message.clone())
        };
        let mut bomb = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n".to_owned();
        for level in 1..10 {
            let aliases = vec![format!("*a{}", level - 1); 9].join(", ");
            let level = level.to_string();
            bomb += &["a", &level, ": &a", &level, " [", &aliases, "]\n"].concat();
        }
        assert_eq!(problem(&bomb).as_deref(), Some("document contains excessive aliasing"));
        // Every anchor stores a copy of its value.
        let nested = format!("{}{}{}", "&a [".repeat(150), "x, ".repeat(20_000), "]".repeat(150));
        assert_eq!(problem(&nested).as_deref(), Some("more than 1000000 values"));
    }

    /// Tests the limit of goyaml.v2 with a list of this many values and this many aliases of it.
    #[test]
    fn aliases_may_be_99_percent_of_few_values() {
        let is_read = |values: usize, aliases: usize| {
            let values = vec!["x"; values].join(", ");
            let text = format!("a: &a [{values}]\nb: [{}]\n", vec!["*a"; aliases].join(", "));
            load(&text, &Limits::default()).remove(0).problems.is_empty()
        };
        assert!(is_read(100, 9) && is_read(100, 50) && is_read(1000, 90));
        assert!(!is_read(1_000, 1_000) && !is_read(20, 50_000));
        // Only the values of the anchor are copied, not the values before it.
        let (before, copies) = (vec!["x"; 2_000].join(", "), vec!["*a"; 200].join(", "));
        let text = format!("z: [{before}]\na: &a [x, x, x]\nb: [{copies}]\n");
        assert_eq!(load(&text, &Limits::default()).remove(0).problems, []);
    }

    #[test]
    fn a_list_of_mappings_to_merge_is_not_a_value() {
        let is_read = |item: &str| {
            let entries: Vec<String> = (0..199).map(|number| format!("k{number}: 1")).collect();
            let text = format!("a: &a {{{}}}\nb: &b {{x: 1}}\nc:\n{}", entries.join(", "), item.repeat(300));
            load(&text, &Limits::default()).remove(0).problems.is_empty()
        };
        // 399 of 401 values are copies, if Go does not decode the list, and 399 of 403 with two more values.
        assert!(!is_read("- <<: [*a]\n"));
        assert!(!is_read("- <<: *a\n"));
        assert!(is_read("- <<: [*a]\n  x: 1\n"));
        assert!(is_read("- [[[*a]]]\n"));
    }

    #[test]
    fn of_many_values_fewer_may_be_copies() {
        for (values, ratio) in [(1_000, 0.99), (400_000, 0.99), (2_200_000, 0.545), (4_000_000, 0.1), (9_000_000, 0.1)]
        {
            assert!((super::Decoded::allowed_ratio(values) - ratio).abs() < 1e-9, "{values}");
        }
    }

    #[test]
    fn spans() {
        let text = "a:\n  b: [1, {c: \"d\"}]  # comment\n  e:\n  - f\n  - g: h\n\ni: |\n  j\n";
        let documents = load(text, &Limits::default());
        let root = documents[0].root.as_ref().expect("a value");
        let at = |node: Option<&crate::Node>| node.map(|node| &text[node.span.clone()]);
        let a = root.get("a");
        assert_eq!(at(Some(root)), Some(text.trim_end()));
        assert_eq!(at(a), Some("b: [1, {c: \"d\"}]  # comment\n  e:\n  - f\n  - g: h"));
        assert_eq!(at(a.and_then(|a| a.get("b"))), Some("[1, {c: \"d\"}]"));
        assert_eq!(at(a.and_then(|a| a.get("e"))), Some("- f\n  - g: h"));
        assert_eq!(at(root.get("i")), Some("j"));
    }
}
