//! YAML texts to trees. The only user of granit-parser.

use std::ops::Range;

use granit_parser::{ErrorKind, Event, Options, Parser, ScalarStyle, Span, StructureStyle, Tag as WrittenTag};

use crate::{
    Content, Document, Limits, Problem,
    indented::Indented,
    scalar::{self, Tag},
    tabs::{self, Last, TAB},
    tree::{Collection, Tree, syntax, too_deep},
};

/// What the tags of YAML's own types begin with.
const CORE: &str = "tag:yaml.org,2002:";

/// Reads every document of a text.
pub(crate) fn documents(text: &str, limits: &Limits) -> Vec<Document> {
    let mut indented = Indented::new(text);
    loop {
        match read(indented.text(), limits, indented.may_insert()) {
            Ok(mut documents) => {
                indented.restore(&mut documents);
                return documents;
            }
            Err(at) => indented.insert(at),
        }
    }
}

/// Reads every document of a text, or says where a quoted scalar goes on without being indented, if `may_insert`.
fn read(text: &str, limits: &Limits, may_insert: bool) -> Result<Vec<Document>, usize> {
    let mut options = Options::default();
    options.set_emit_comments(false);
    options.emit_anchor_events = true;
    options.flow_nesting_limit = limits.max_depth;
    options.block_nesting_limit = limits.max_depth;
    let mut parser = Parser::new_from_str_with_options(text, options);
    let mut documents = Vec::new();
    let mut start = 0;
    let mut reader = DocumentReader::new(text, limits);
    // Every event and every recovery moves on; this bounds the loop should one ever not.
    let mut steps = text.len().saturating_mul(4).saturating_add(64);
    while steps > 0 {
        steps -= 1;
        let problem = match parser.next_event() {
            None => break,
            Some(Ok((Event::DocumentStart(..), span))) => {
                start = range(&span, text).start;
                // The first document may start without a mark; then white space before it is looked at, too.
                if text.get(start..).is_some_and(|rest| rest.starts_with("---")) {
                    reader.has_read(end(&span, text));
                }
                continue;
            }
            Some(Ok((Event::DocumentEnd, span))) => {
                let mut next = DocumentReader::new(text, limits);
                next.has_read(end(&span, text));
                let reader = std::mem::replace(&mut reader, next);
                let tabs = reader.refuse_tabs(text.len());
                let (root, mut problems) = reader.tree.finish();
                problems.extend(tabs.err());
                // An empty document parses as an empty plain scalar.
                let root = root.filter(|root| root.content != Content::Null || !root.span.is_empty());
                documents.push(Document { root, problems, span: start..range(&span, text).end.max(start) });
                continue;
            }
            Some(Ok((event, span))) => match reader.add(event, &span) {
                Ok(()) => continue,
                Err(problem) => problem,
            },
            Some(Err(error)) => {
                let at = error.marker().byte_offset().unwrap_or(text.len()).min(text.len());
                match error.kind() {
                    ErrorKind::InvalidQuotedScalarIndent if may_insert => return Err(at),
                    ErrorKind::RecursionLimitExceeded => syntax(too_deep(limits), at..at),
                    _ => syntax(error.info(), at..at),
                }
            }
        };
        let span = start..problem.span.end.max(start);
        let span_end = span.end;
        documents.push(Document { root: None, problems: vec![problem], span });
        reader = DocumentReader::new(text, limits);
        reader.has_read(span_end);
        if !matches!(parser.proceed_next_document(), Ok(true)) {
            break;
        }
    }
    // A text of nothing but comments and white space is no document, but tabs are looked at.
    if documents.is_empty()
        && let Some(tab) = tabs::find(text, Last::default(), text.len())
    {
        let problems = vec![syntax(TAB.to_owned(), tab..tab + 1)];
        documents.push(Document { root: None, problems, span: 0..text.len() });
    }
    Ok(documents)
}

/// The bytes of an event. A block collection's event ends where the next thing begins; white space is not part of it.
fn range(span: &Span, text: &str) -> Range<usize> {
    let start = span.start.byte_offset().unwrap_or(0).min(text.len());
    let end = span.end.byte_offset().unwrap_or(start).clamp(start, text.len());
    let inside = text.get(start..end).unwrap_or("");
    start..start + inside.trim_end().len()
}

/// Where an event ends, white space included.
fn end(span: &Span, text: &str) -> usize {
    span.end.byte_offset().unwrap_or(0).min(text.len())
}

/// Turns the events of one document into its tree.
struct DocumentReader<'a> {
    text: &'a str,
    tree: Tree<'a>,
    /// How many flow collections are open, in which tabs may stand anywhere.
    flow_depth: usize,
    /// The open collections: the columns of block collections, nothing for flow collections.
    open: Vec<Option<usize>>,
    /// The last scalar or flow collection, or where the document starts.
    last: Last,
}

impl<'a> DocumentReader<'a> {
    fn new(text: &'a str, limits: &'a Limits) -> Self {
        DocumentReader { text, tree: Tree::new(limits), flow_depth: 0, open: Vec::new(), last: Last::default() }
    }

    fn add(&mut self, event: Event<'_>, span: &Span) -> Result<(), Problem> {
        let place = range(span, self.text);
        match event {
            Event::Scalar(value, style, anchor, written) => {
                let is_plain = style == ScalarStyle::Plain;
                if !place.is_empty() {
                    self.scalar_is_read(style, &place, span)?;
                }
                let value = self.without_made_up_line_break(&value, style, span);
                let is_merge =
                    value == "<<" && written.as_deref().map_or(is_plain, |written| is_core(written, "merge"));
                let tag = tag(written.as_deref(), is_plain);
                let scalar = scalar::resolve(value, tag).map_err(|message| syntax(message, place.clone()))?;
                self.tree.scalar(scalar, is_merge, place, anchor)
            }
            Event::SequenceStart(style, anchor, _) => self.begin(Collection::List, style, place.start, anchor),
            Event::MappingStart(style, anchor, _) => self.begin(Collection::Map, style, place.start, anchor),
            Event::SequenceEnd | Event::MappingEnd => {
                if self.open.pop() == Some(None) {
                    self.flow_depth -= 1;
                    self.has_read(place.end);
                }
                self.tree.end((!place.is_empty()).then_some(place.end))
            }
            // YAML 1.1 in the form of Kubernetes' parser: letters, digits, `_` and `-`. Else `&name: value` would lose
            // its key.
            Event::Anchor(_, name)
                if !name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_-".contains(&byte)) =>
            {
                Err(syntax(format!("the anchor `&{name}` has characters that are no letters and digits"), place))
            }
            Event::Alias(anchor) => {
                self.refuse_tabs(place.start)?;
                self.has_read(place.end);
                self.tree.alias(anchor, place)
            }
            _ => Ok(()),
        }
    }

    /// Looks at how a scalar is written, and at the white space before it.
    fn scalar_is_read(&mut self, style: ScalarStyle, place: &Range<usize>, span: &Span) -> Result<(), Problem> {
        self.refuse_tabs(place.start)?;
        let written = self.text.get(place.clone()).unwrap_or_default();
        if self.flow_depth > 0
            && let Some(message) = self.refused_in_brackets(written, style, place.end)
        {
            return Err(syntax(message.to_owned(), place.clone()));
        }
        if matches!(style, ScalarStyle::Literal | ScalarStyle::Folded)
            && let Some(tab) = tabs::find_in_block_scalar(self.text, place.start)
        {
            return Err(syntax(TAB.to_owned(), tab..tab + 1));
        }
        self.has_read(end(span, self.text));
        if style == ScalarStyle::Plain {
            let around = self.open.last().copied().flatten();
            self.last.goes_on = Some(around.map_or(0, |column| column + 1));
        }
        Ok(())
    }

    /// What Kubernetes' parser, which reads YAML 1.1, does not take for a scalar in brackets.
    fn refused_in_brackets(&self, written: &str, style: ScalarStyle, end: usize) -> Option<&'static str> {
        if style == ScalarStyle::Plain {
            if written.contains('?') {
                return Some("`?` begins a key in brackets; put the text in quotes");
            }
            if written.starts_with(':') {
                return Some("`:` begins a value in brackets; put the text in quotes");
            }
        }
        let before = self.text.get(..end - written.len()).unwrap_or_default().trim_end();
        let behind = self.text.get(end..).unwrap_or_default().trim_start_matches([' ', '\t']);
        let is_key = behind.starts_with(':') && !before.ends_with('?');
        let is_long = written.contains(['\n', '\r']);
        (is_key && is_long).then_some("a key in brackets must stand in one line")
    }

    fn begin(
        &mut self,
        collection: Collection,
        style: StructureStyle,
        start: usize,
        anchor: usize,
    ) -> Result<(), Problem> {
        self.refuse_tabs(start)?;
        let is_flow = style == StructureStyle::Flow;
        // A list that stands no deeper than its key is said to begin behind the first hyphen.
        let before = self.text.get(..start).unwrap_or_default().trim_end();
        let is_behind_hyphen = !is_flow && collection == Collection::List && before.ends_with('-');
        let mut rest = self.text.get(start..).unwrap_or_default().chars();
        let is_at_hyphen = rest.next() == Some('-') && rest.next().is_none_or(char::is_whitespace);
        let start = if is_behind_hyphen && !is_at_hyphen { before.len() - 1 } else { start };
        // What is before it need not be looked at again.
        if start > self.last.end {
            self.has_read(start);
        }
        self.flow_depth += usize::from(is_flow);
        self.open.push((!is_flow).then(|| self.column(start)));
        self.tree.begin(collection, start, anchor)
    }

    /// Refuses tabs between what was read last and `until` where they would indent.
    fn refuse_tabs(&self, until: usize) -> Result<(), Problem> {
        match tabs::find(self.text, self.last, until) {
            Some(tab) if self.flow_depth == 0 => Err(syntax(TAB.to_owned(), tab..tab + 1)),
            _ => Ok(()),
        }
    }

    /// Everything before `end` was read.
    fn has_read(&mut self, end: usize) {
        self.last = Last { end, goes_on: None };
    }

    fn column(&self, at: usize) -> usize {
        let before = self.text.get(..at).unwrap_or_default();
        at - before.rfind(['\n', '\r']).map_or(0, |line_break| line_break + 1)
    }

    /// The value of a scalar without the line break that the parser gives to a block scalar at the end of a text that
    /// does not end with one.
    fn without_made_up_line_break<'v>(&self, value: &'v str, style: ScalarStyle, span: &Span) -> &'v str {
        let is_block = matches!(style, ScalarStyle::Literal | ScalarStyle::Folded);
        let is_last = span.end.byte_offset() == Some(self.text.len()) && !self.text.ends_with(['\n', '\r']);
        let Some(content) = value.strip_suffix('\n').filter(|_| is_block && is_last) else { return value };
        // A last line of nothing but spaces is none of the scalar, unless it is indented deeper.
        let is_blank = |line: Option<&str>| line.is_some_and(|line| line.bytes().all(|byte| byte == b' '));
        let is_deeper = content.rsplit('\n').next().is_some_and(|line| !line.is_empty() && is_blank(Some(line)));
        if is_blank(self.text.rsplit(['\n', '\r']).next()) && !is_deeper { value } else { content }
    }
}

/// Whether a tag is the one of YAML's own with that name.
fn is_core(tag: &WrittenTag, name: &str) -> bool {
    let (handle, suffix) = tag.parts();
    let mut whole = handle.chars().chain(suffix.chars());
    CORE.chars().all(|character| whole.next() == Some(character)) && whole.eq(name.chars())
}

/// What a written tag means. Tags of others leave a text what it is.
fn tag(written: Option<&WrittenTag>, is_plain: bool) -> Tag {
    let Some(written) = written else { return if is_plain { Tag::Plain } else { Tag::String } };
    let known = [
        ("bool", Tag::Bool),
        ("int", Tag::Int),
        ("float", Tag::Float),
        ("null", Tag::Null),
        ("timestamp", Tag::Timestamp),
        ("binary", Tag::Binary),
    ];
    known.into_iter().find(|(name, _)| is_core(written, name)).map_or(Tag::String, |(_, tag)| tag)
}

#[cfg(test)]
mod tests {
    use crate::testing::shown;

    #[test]
    fn scalars_mean_what_quotes_and_tags_say() {
        let table = [
            ("yes", "true"),
            ("'yes'", "\"yes\""),
            ("\"1\"", "\"1\""),
            ("!!str 1", "\"1\""),
            ("!!int \"1\"", "1"),
            ("!!float 1", "1"),
            ("!!bool x", "`x` is tagged as boolean, and is none at 7..8"),
            ("!<tag:yaml.org,2002:int> 1", "1"),
            ("!mine 1", "\"1\""),
            ("! 1", "\"1\""),
            ("!!binary aGVsbG8=", "\"hello\""),
            ("{!!merge <<: {a: 1}}", "{\"a\":1}"),
            ("|\n a\n b", "\"a\\nb\""),
            ("|\n a\n b\n", "\"a\\nb\\n\""),
            (">-\n a\n b\n", "\"a b\""),
            ("\"a\n  b\\x41\"", "\"a bA\""),
        ];
        for (text, expected) in table {
            assert_eq!(shown(text), [expected], "{text:?}");
        }
    }

    #[test]
    fn the_line_break_of_yaml_1_1_is_one() {
        let table = [
            ("a: b\u{85}c: d", r#"{"a":"b","c":"d"}"#),
            ("a: |\n  x\u{85}  y\n", r#"{"a":"x\ny\n"}"#),
            ("- \u{85}- 'x\u{85}y'", r#"[null,"x y"]"#),
            ("\u{85}", "null"),
        ];
        for (text, expected) in table {
            let texts = shown(text);
            assert_eq!(texts.first().map_or("null", String::as_str), expected, "{text:?}");
        }
    }

    #[test]
    fn a_blank_line_at_the_end_is_none_of_a_block_scalar() {
        let table = [
            ("a: |\n x\n ", r#"{"a":"x\n"}"#),
            ("a: |\n x\n  ", r#"{"a":"x\n "}"#),
            ("a: |\n x", r#"{"a":"x"}"#),
            ("a: |\n x\n", r#"{"a":"x\n"}"#),
        ];
        for (text, expected) in table {
            assert_eq!(shown(text), [expected], "{text:?}");
        }
    }

    #[test]
    fn a_tab_before_everything_is_refused() {
        for text in ["\t", "\n \t\n", "\t\na: 1", "\n\t\n- 1"] {
            let texts = shown(text);
            assert!(texts[0].starts_with("a tab cannot indent; use spaces at "), "{text:?}: {texts:?}");
        }
        assert_eq!(shown("[\n\t1\n]\n"), ["[1]"]);
    }

    #[test]
    fn a_line_of_tabs_is_refused_where_no_scalar_goes_on() {
        for text in [
            "a: 'b'\n\t\nc: d",
            "a: b\n\t\nc: d",
            "a:\n\t\n  b: 1",
            "a: b # x\n \t\nc: d",
            "# c\n\t\na: 1",
            "a: [1]\n \t\nb: 1",
        ] {
            let texts = shown(text);
            assert!(texts[0].starts_with("a tab cannot indent; use spaces at "), "{text:?}: {texts:?}");
        }
        for text in
            ["a: b\n \t\nc: d", "a: b\t\nc: d", "a: [\n\t\n1]", "a: |\n  x\n  \t\nb: c", "'a\n\t\nb'", "a\n\t\n"]
        {
            assert!(!shown(text)[0].contains("tab"), "{text:?}: {:?}", shown(text));
        }
    }

    #[test]
    fn quoted_scalars_may_go_on_anywhere() {
        let text = "a:\n  b: \"c\n  d\ne\"\n  f: 'g\n\nh'\n---\ni: \"j\nk\"\nl: m\n";
        assert_eq!(shown(text), ["{\"a\":{\"b\":\"c d e\",\"f\":\"g\\nh\"}}", "{\"i\":\"j k\",\"l\":\"m\"}"]);
        let documents = crate::load(text, &crate::Limits::default());
        let place = |key: &str| {
            documents[1]
                .root
                .as_ref()
                .and_then(|root| root.entry(key))
                .map(|entry| (&text[entry.key_span.clone()], &text[entry.value.span.clone()]))
        };
        assert_eq!(place("i"), Some(("i", "\"j\nk\"")));
        assert_eq!(place("l"), Some(("l", "m")));
    }

    #[test]
    fn brackets_hold_what_yaml_1_1_allows() {
        for text in ["{a? : 1}", "[a?b]", "{?a: 1}", "{:: 1}", "[:a]", "{a\n b: 1}", "{\"a\n b\": 1}"] {
            let texts = shown(text);
            assert!(texts[0].contains(" in brackets"), "{text:?}: {texts:?}");
        }
        for (text, expected) in [("['a?']", "[\"a?\"]"), ("[a\n b]", "[\"a b\"]"), ("{? a\n b\n: 1}", "{\"a b\":1}")] {
            assert_eq!(shown(text), [expected], "{text:?}");
        }
    }

    #[test]
    fn tabs_do_not_indent() {
        let refused = ["\ta: b", "a:\n\tb: c", "- \ta", "a:\n  - b\n \t- c", "?\ta", "a: b\n\tc: d"];
        for text in refused {
            let shown = shown(text);
            assert!(shown.iter().any(|shown| shown.contains("tab") || shown.contains(" at ")), "{text:?} {shown:?}");
        }
        for (text, expected) in [
            ("a:\tb", "{\"a\":\"b\"}"),
            ("[\t1,\n\t2]", "[1,2]"),
            ("a: b\t# c", "{\"a\":\"b\"}"),
            ("a: |\n  b\tc", "{\"a\":\"b\\tc\"}"),
        ] {
            assert_eq!(shown(text), [expected], "{text:?}");
        }
    }

    #[test]
    fn an_anchor_does_not_swallow_a_key() {
        assert_eq!(
            shown("a:\n  &name: b"),
            ["the anchor `&name:` has characters that are no letters and digits at 5..11"]
        );
        assert_eq!(shown("&a-1_B a: *a-1_B"), ["{\"a\":\"a\"}"]);
    }
}
