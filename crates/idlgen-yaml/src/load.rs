//! Events to trees. The only user of granit-parser.

use std::{collections::BTreeMap, ops::Range};

use granit_parser::{Event, Options, Parser, ScalarStyle, Span, Tag};

use crate::{Content, Document, Entry, Limits, Node, Problem, ProblemKind, resolve};

/// Reads every document of a text. A document that cannot be read has a problem and no root; the ones behind it are read all the same.
///
/// Empty documents (nothing, or comments only, between two `---`) are documents without root and without problems.
pub fn load(text: &str, limits: &Limits) -> Vec<Document> {
    if text.len() > limits.max_bytes {
        let message = format!("the text is longer than {} bytes", limits.max_bytes);
        return vec![failed(message, 0..0)];
    }
    let mut options = Options::default();
    options.set_emit_comments(false);
    options.flow_nesting_limit = limits.max_depth;
    options.block_nesting_limit = limits.max_depth;
    let mut parser = Parser::new_from_str_with_options(text, options);
    let mut documents = Vec::new();
    let mut loader = Loader::new(limits);
    // Every event and every recovery moves on; this bounds the loop should one ever not.
    let mut steps = text.len().saturating_mul(4).saturating_add(64);
    while steps > 0 {
        steps -= 1;
        let event = match parser.next_event() {
            None => break,
            Some(Ok((event, span))) => loader.event(event, range(&span, text)),
            Some(Err(error)) => {
                let at = error.marker().byte_offset().unwrap_or(text.len()).min(text.len());
                Step::Failed(Problem { kind: ProblemKind::Syntax, message: error.info(), span: at..at, first: None })
            }
        };
        match event {
            Step::More => {}
            Step::Document(document) => {
                documents.push(document);
                loader = Loader::new(limits);
            }
            Step::Failed(problem) => {
                let span = loader.start..problem.span.end.max(loader.start);
                documents.push(Document { root: None, problems: vec![problem], span });
                loader = Loader::new(limits);
                if !matches!(parser.proceed_next_document(), Ok(true)) {
                    break;
                }
            }
        }
    }
    documents
}

fn failed(message: String, span: Range<usize>) -> Document {
    let problem = Problem { kind: ProblemKind::Syntax, message, span: span.clone(), first: None };
    Document { root: None, problems: vec![problem], span }
}

fn range(span: &Span, text: &str) -> Range<usize> {
    let start = span.start.byte_offset().unwrap_or(0).min(text.len());
    let end = span.end.byte_offset().unwrap_or(start).clamp(start, text.len());
    // A block collection ends where the next thing begins; white space is not part of it.
    let inside = text.get(start..end).unwrap_or("");
    start..start + inside.trim_end().len()
}

enum Step {
    More,
    Document(Document),
    Failed(Problem),
}

/// Builds one document.
struct Loader<'l> {
    limits: &'l Limits,
    start: usize,
    open: Vec<Open>,
    root: Option<Node>,
    problems: Vec<Problem>,
    anchors: BTreeMap<usize, Node>,
    nodes: usize,
}

/// A collection whose end has not been seen.
struct Open {
    start: usize,
    anchor: usize,
    kind: OpenKind,
}

enum OpenKind {
    List(Vec<Node>),
    Map { entries: Vec<Entry>, places: BTreeMap<String, usize>, merged: Vec<Entry>, key: Option<Node> },
}

impl<'l> Loader<'l> {
    fn new(limits: &'l Limits) -> Self {
        Loader {
            limits,
            start: 0,
            open: Vec::new(),
            root: None,
            problems: Vec::new(),
            anchors: BTreeMap::new(),
            nodes: 0,
        }
    }

    fn event(&mut self, event: Event<'_>, span: Range<usize>) -> Step {
        match event {
            Event::DocumentStart(..) => {
                self.start = span.start;
                Step::More
            }
            Event::DocumentEnd => {
                let root = self.root.take();
                // An empty document parses as an empty plain scalar.
                let root = root.filter(|root| root.content != Content::Null || !root.span.is_empty());
                let document =
                    Document { root, problems: std::mem::take(&mut self.problems), span: self.start..span.end };
                Step::Document(document)
            }
            Event::Scalar(text, style, anchor, tag) => {
                let content = self.scalar(&text, style, tag.as_deref(), &span);
                self.complete(Node { content, span }, anchor)
            }
            Event::SequenceStart(_, anchor, _) => self.begin(span, anchor, OpenKind::List(Vec::new())),
            Event::MappingStart(_, anchor, _) => {
                let kind =
                    OpenKind::Map { entries: Vec::new(), places: BTreeMap::new(), merged: Vec::new(), key: None };
                self.begin(span, anchor, kind)
            }
            Event::SequenceEnd | Event::MappingEnd => self.end(&span),
            Event::Alias(anchor) => match self.anchors.get(&anchor) {
                Some(node) => {
                    self.nodes = self.nodes.saturating_add(count(node));
                    if self.nodes > self.limits.max_nodes {
                        return Step::Failed(self.too_many(span));
                    }
                    let mut node = node.clone();
                    place(&mut node, &span);
                    self.complete(node, 0)
                }
                None => Step::Failed(syntax("an alias stands inside what it refers to".to_owned(), span)),
            },
            _ => Step::More,
        }
    }

    fn scalar(&mut self, text: &str, style: ScalarStyle, tag: Option<&Tag>, span: &Range<usize>) -> Content {
        let tag = tag.and_then(|tag| tag.core_suffix()).unwrap_or("");
        match (style, tag) {
            (_, "str" | "binary" | "timestamp") => Content::String(text.to_owned()),
            (ScalarStyle::Plain, _) | (_, "int" | "float" | "bool" | "null") => {
                resolve::plain(text).unwrap_or_else(|| {
                    self.problems.push(Problem {
                        kind: ProblemKind::NotJson,
                        message: format!("`{text}` has no form in JSON"),
                        span: span.clone(),
                        first: None,
                    });
                    Content::Null
                })
            }
            _ => Content::String(text.to_owned()),
        }
    }

    fn begin(&mut self, span: Range<usize>, anchor: usize, kind: OpenKind) -> Step {
        if self.open.len() >= self.limits.max_depth {
            return Step::Failed(syntax(format!("nested deeper than {} levels", self.limits.max_depth), span));
        }
        self.open.push(Open { start: span.start, anchor, kind });
        Step::More
    }

    fn end(&mut self, span: &Range<usize>) -> Step {
        let Some(open) = self.open.pop() else { return Step::More };
        let (content, last) = match open.kind {
            OpenKind::List(items) => {
                let last = items.last().map(|item| item.span.end);
                (Content::List(items), last)
            }
            OpenKind::Map { mut entries, merged, .. } => {
                let last = entries.last().map(|entry| entry.value.span.end.max(entry.key_span.end));
                // Merged entries give way to those of the mapping itself.
                for entry in merged {
                    if !entries.iter().any(|present| present.key == entry.key) {
                        entries.push(entry);
                    }
                }
                (Content::Map(entries), last)
            }
        };
        // The end of a flow collection has its bracket; that of a block collection is the end of its last part.
        let end = if span.is_empty() { last.unwrap_or(open.start) } else { span.end };
        self.complete(Node { content, span: open.start..end.max(open.start) }, open.anchor)
    }

    fn too_many(&self, span: Range<usize>) -> Problem {
        syntax(format!("more than {} values", self.limits.max_nodes), span)
    }

    /// Puts a finished node where it belongs.
    fn complete(&mut self, node: Node, anchor: usize) -> Step {
        self.nodes += 1;
        if self.nodes > self.limits.max_nodes {
            return Step::Failed(self.too_many(node.span));
        }
        if anchor > 0 {
            self.anchors.insert(anchor, node.clone());
        }
        match self.open.last_mut().map(|open| &mut open.kind) {
            None => self.root = Some(node),
            Some(OpenKind::List(items)) => items.push(node),
            Some(OpenKind::Map { entries, places, merged, key }) => match key.take() {
                None => *key = Some(node),
                Some(key) if matches!(&key.content, Content::String(text) if text == "<<") => {
                    if let Err(span) = merge(node, merged) {
                        return Step::Failed(syntax("`<<` takes a mapping or a list of mappings".to_owned(), span));
                    }
                }
                Some(key) => {
                    let Some(text) = resolve::key(&key.content) else {
                        return Step::Failed(syntax("a key must be a scalar".to_owned(), key.span));
                    };
                    if let Some(first) = places.get(&text).and_then(|index| entries.get_mut(*index)) {
                        self.problems.push(Problem {
                            kind: ProblemKind::DuplicateKey,
                            message: format!("key \"{text}\" is set already"),
                            span: key.span.clone(),
                            first: Some(first.key_span.clone()),
                        });
                        first.key_span = key.span;
                        first.value = node;
                    } else {
                        places.insert(text.clone(), entries.len());
                        entries.push(Entry { key: text, key_span: key.span, value: node });
                    }
                }
            },
        }
        Step::More
    }
}

fn syntax(message: String, span: Range<usize>) -> Problem {
    Problem { kind: ProblemKind::Syntax, message, span, first: None }
}

/// Takes over the entries of a merge key's value; of several mappings, earlier ones win.
fn merge(node: Node, merged: &mut Vec<Entry>) -> Result<(), Range<usize>> {
    match node.content {
        Content::Map(entries) => {
            merged.extend(entries);
            Ok(())
        }
        Content::List(items) => {
            for item in items {
                match item.content {
                    Content::Map(entries) => merged.extend(entries),
                    _ => return Err(item.span),
                }
            }
            Ok(())
        }
        _ => Err(node.span),
    }
}

/// The number of nodes below and with this one. Nesting is bounded by the depth limit.
fn count(node: &Node) -> usize {
    match &node.content {
        Content::List(items) => items.iter().fold(1, |sum, item| sum.saturating_add(count(item))),
        Content::Map(entries) => entries.iter().fold(1, |sum, entry| sum.saturating_add(count(&entry.value))),
        _ => 1,
    }
}

/// Gives a copied node the place of the alias that copied it.
fn place(node: &mut Node, span: &Range<usize>) {
    node.span.clone_from(span);
    match &mut node.content {
        Content::List(items) => items.iter_mut().for_each(|item| place(item, span)),
        Content::Map(entries) => {
            for entry in entries {
                entry.key_span.clone_from(span);
                place(&mut entry.value, span);
            }
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn json(text: &str) -> Vec<String> {
        load(text, &Limits::default())
            .into_iter()
            .map(|document| match (document.root, document.problems.as_slice()) {
                (Some(root), []) => root.to_json().to_string(),
                (None, []) => "empty".to_owned(),
                (root, problems) => {
                    let texts: Vec<String> =
                        problems.iter().map(|problem| format!("{} at {:?}", problem.message, problem.span)).collect();
                    format!("{}{}", if root.is_some() { "value, " } else { "" }, texts.join("; "))
                }
            })
            .collect()
    }

    #[test]
    fn documents_are_read_one_by_one() {
        assert_eq!(json(""), Vec::<String>::new());
        assert_eq!(json("a: 1\n---\n# only a comment\n---\n- x\n"), ["{\"a\":1}", "empty", "[\"x\"]"]);
        assert_eq!(json("{\"a\": [1, 2.5, \"3\", null]}"), ["{\"a\":[1,2.5,\"3\",null]}"]);
        assert_eq!(json("1: a\nyes: b\n"), ["{\"1\":\"a\",\"true\":\"b\"}"]);
    }

    #[test]
    fn a_broken_document_does_not_take_the_next_one_with_it() {
        let documents = load("a: [1\n---\nb: 2\n", &Limits::default());
        assert!(documents[0].root.is_none() && documents[0].problems.len() == 1, "{documents:?}");
        assert_eq!(documents[1].root.as_ref().map(|root| root.to_json().to_string()).as_deref(), Some("{\"b\":2}"));
    }

    #[test]
    fn repeated_keys_are_told_with_both_places() {
        let documents = load("a: 1\nb: 2\na: 3\n", &Limits::default());
        let problem = &documents[0].problems[0];
        assert_eq!(
            (problem.kind, problem.span.clone(), problem.first.clone()),
            (ProblemKind::DuplicateKey, 10..11, Some(0..1))
        );
    }

    #[test]
    fn anchors_and_merges_are_followed_within_the_limits() {
        assert_eq!(
            json("base: &b {x: 1, z: 2}\nuse:\n  <<: *b\n  z: 3\n"),
            ["{\"base\":{\"x\":1,\"z\":2},\"use\":{\"x\":1,\"z\":3}}"]
        );
        let mut bomb = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n".to_owned();
        for level in 1..10 {
            let before = level - 1;
            bomb.push_str(&format!("a{level}: &a{level} [{}]\n", vec![format!("*a{before}"); 9].join(", ")));
        }
        let documents = load(&bomb, &Limits::default());
        assert!(documents[0].problems[0].message.contains("values"), "{:?}", documents[0].problems);
    }

    #[test]
    fn depth_is_bounded() {
        for text in ["[".repeat(100_000), "- ".repeat(100_000), "{a: ".repeat(50_000)] {
            let documents = load(&text, &Limits::default());
            assert!(documents.iter().all(|document| document.root.is_none()));
        }
    }

    #[test]
    fn any_bytes_come_to_an_end() {
        let alphabet: Vec<char> = "ab:-[]{}&*!|>'\"%@`#,? \n\t\r\\0é\u{feff}~<.".chars().collect();
        let mut state = 0x2545_f491_4f6c_dd1d_u64;
        for _ in 0..20_000 {
            let mut text = String::new();
            for _ in 0..40 {
                state ^= state << 13;
                state ^= state >> 7;
                state ^= state << 17;
                text.push(alphabet[(state % alphabet.len() as u64) as usize]);
            }
            for document in load(&text, &Limits::default()) {
                assert!(text.get(document.span.clone()).is_some(), "{text:?} {:?}", document.span);
            }
        }
    }
}
