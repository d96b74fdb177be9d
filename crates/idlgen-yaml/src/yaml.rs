//! Parses YAML files to trees.

use std::ops::Range;

use crate::{
    Content, Document, Limits, Problem, ProblemKind,
    parse::{self, Event, EventKind, Parser},
    scalar::{self, Tag},
    stream::{self, Chunk},
    tree::{Collection, Tree, syntax},
};

/// The prefix of YAML's core tags.
const CORE: &str = "tag:yaml.org,2002:";

/// Parses all documents of a file from an offset on.
pub(crate) fn documents(text: &str, from: usize, limits: &Limits) -> Vec<Document> {
    read(stream::chunks(text, from, false), limits)
}

/// Parses all documents of a text that follows other documents.
pub(crate) fn following_documents(text: &str, limits: &Limits) -> Vec<Document> {
    read(stream::chunks(text, 0, true), limits)
}

fn read(chunks: Vec<Chunk<'_>>, limits: &Limits) -> Vec<Document> {
    chunks.into_iter().filter_map(|chunk| document(&chunk, limits)).collect()
}

/// Parses the document of a chunk. Returns `None` if it is empty and has no start marker.
fn document(chunk: &Chunk<'_>, limits: &Limits) -> Option<Document> {
    if let Some(problem) = chunk.problem.clone() {
        let span = chunk.start..problem.span.end;
        return Some(Document { root: None, problems: vec![problem], span });
    }
    let mut reader = Reader { tree: Tree::new(limits), base: chunk.text_start, start: None };
    let read = match parse::first_disallowed(chunk.text, chunk.text_start) {
        Some(problem) => Err(problem),
        None => reader.read(&mut Parser::new(chunk.text)),
    };
    let end = chunk.text_start + chunk.text.len();
    let start = if chunk.is_begun { Some(chunk.start) } else { reader.start };
    let (root, problems) = match read {
        Ok(rest) => {
            let (root, mut problems) = reader.tree.finish();
            problems.extend(rest.map(|at| ignored(chunk, at)));
            (root, problems)
        }
        Err(problem) => (None, vec![problem]),
    };
    // Empty text is not a null value but an empty document.
    let root = root.filter(|root| root.content != Content::Null || !root.span.is_empty());
    let span = match start {
        Some(start) => start..end.max(start),
        None if problems.is_empty() => return None,
        None => chunk.start..end,
    };
    Some(Document { root, problems, span })
}

/// Reports that text after a document is ignored.
fn ignored(chunk: &Chunk<'_>, at: usize) -> Problem {
    let rest = chunk.text.get(at..).unwrap_or_default().trim_end().len();
    let start = chunk.text_start + at;
    let message = "text after the end of the document is ignored".to_owned();
    Problem { kind: ProblemKind::Ignored, message, span: start..start + rest, first: None }
}

/// Returns a problem of the parser with its range in the file.
fn shifted(problem: Problem, by: usize) -> Problem {
    let span = problem.span.start + by..problem.span.end + by;
    Problem { span, ..problem }
}

/// Adds the events of a document to its tree.
struct Reader<'l> {
    tree: Tree<'l>,
    /// The offset of the parsed text in the file.
    base: usize,
    /// The start of the document.
    start: Option<usize>,
}

impl Reader<'_> {
    /// Parses the first document. Returns the offset of any text after it, which is ignored as in Go's decoder.
    fn read(&mut self, parser: &mut Parser<'_>) -> Result<Option<usize>, Problem> {
        loop {
            let Event { kind, span } = parser.next_event().map_err(|problem| shifted(problem, self.base))?;
            match kind {
                EventKind::DocumentStart => self.start = Some(self.base + span.start),
                EventKind::End => return Ok(None),
                EventKind::DocumentEnd => break,
                kind => self.add(kind, span)?,
            }
        }
        Ok(match parser.next_event() {
            Ok(Event { kind: EventKind::End, .. }) => None,
            Ok(event) => Some(event.span.start),
            Err(problem) => Some(problem.span.start),
        })
    }

    fn add(&mut self, kind: EventKind<'_>, span: Range<usize>) -> Result<(), Problem> {
        let span = span.start + self.base..span.end + self.base;
        match kind {
            EventKind::Scalar { value, tag, is_plain, anchor } => {
                let is_merge =
                    value == "<<" && (is_plain || tag.as_deref().is_some_and(|tag| core(tag) == Some("merge")));
                let tag = meaning(tag.as_deref(), is_plain);
                let scalar = scalar::resolve(&value, tag).map_err(|message| syntax(message, span.clone()))?;
                self.tree.scalar(scalar, is_merge, span, anchor)
            }
            EventKind::ListStart(anchor) => self.tree.begin(Collection::List, span.start, anchor),
            EventKind::MapStart(anchor) => self.tree.begin(Collection::Map, span.start, anchor),
            EventKind::CollectionEnd { is_closed } => self.tree.end(is_closed.then_some(span.end)),
            EventKind::Alias(anchor) => self.tree.alias(anchor, span),
            EventKind::DocumentStart | EventKind::DocumentEnd | EventKind::End => Ok(()),
        }
    }
}

/// Returns the name of a core tag, or `None` for other tags.
fn core(tag: &str) -> Option<&str> {
    tag.strip_prefix(CORE)
}

/// Returns the effect of a tag. An application tag does not change the value.
fn meaning(tag: Option<&str>, is_plain: bool) -> Tag {
    let Some(tag) = tag else { return if is_plain { Tag::Plain } else { Tag::String } };
    match core(tag) {
        Some("bool") => Tag::Bool,
        Some("int") => Tag::Int,
        Some("float") => Tag::Float,
        Some("null") => Tag::Null,
        Some("timestamp") => Tag::Timestamp,
        Some("binary") => Tag::Binary,
        _ => Tag::String,
    }
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
            ("!!bool x", "`x` is tagged as boolean, but has another type at 7..8"),
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
    fn problems_are_where_they_are_in_the_file() {
        let table = [
            ("a: 1\nb\nc: 2\n", "could not find expected ':' at 5..5"),
            ("a: |0\n  x", "found an indentation indicator equal to 0 at 4..4"),
            ("a: |-+\n  x", "did not find expected comment or line break at 5..5"),
            ("a: |12\n  x", "did not find expected comment or line break at 5..5"),
            ("a: |\n\t x", "a tab cannot indent; use spaces at 5..6"),
            ("a: 'b", "found unexpected end of stream at 5..5"),
            ("a: \"\\z\"", "found unknown escape character at 4..4"),
            ("a: \"\\x4g\"", "did not find expected hexdecimal number at 4..4"),
            ("a: \"\\ud800\"", "found invalid Unicode character escape code at 4..4"),
            ("a: [}", "did not find expected node content at 4..4"),
            ("a: @b", "found character that cannot start any token at 3..3"),
        ];
        for (text, expected) in table {
            assert_eq!(shown(text), [expected], "{text:?}");
        }
        // A second document has the same problems, farther on.
        assert_eq!(shown("x: 1\n---\na: @b\n")[1], "found character that cannot start any token at 12..12");
        assert_eq!(shown("x: 1\n---\na: |\n\t x\n")[1], "a tab cannot indent; use spaces at 14..15");
    }

    #[test]
    fn escapes_are_characters() {
        let text = r#""\0\a\b\t\n\v\f\r\e\N\_\L\P\ \"\'\\\x7e\u20Ac\U0001f600""#;
        let documents = crate::load(text, &crate::Limits::default());
        let value = documents[0].root.as_ref().map(crate::Node::to_json);
        let expected = "\0\u{7}\u{8}\t\n\u{b}\u{c}\r\u{1b}\u{85}\u{a0}\u{2028}\u{2029} \"'\\~\u{20ac}\u{1f600}";
        assert_eq!(value, Some(serde_json::Value::from(expected)));
    }

    #[test]
    fn directives_precede_a_document() {
        let table = [
            ("%TAG !e! tag:yaml.org,2002:\n---\n!e!str 1\n", "\"1\""),
            ("%YAML 1.1 # c\n---\n1\n", "1"),
            ("%YAML 1.1\n%TAG ! tag:yaml.org,2002:\n---\na: !str 1\n", "{\"a\":\"1\"}"),
            ("%YAML 1\n---\n1\n", "did not find expected digit or '.' character at 7..7"),
            ("%YAML x\n---\n1\n", "did not find expected version number at 6..6"),
            ("%YAML 123.1\n---\n1\n", "found extremely long version number at 9..9"),
            ("%YAML 1.1 x\n---\n1\n", "did not find expected comment or line break at 10..10"),
            ("%TAG !e!\n---\n1\n", "did not find expected whitespace at 8..8"),
            ("%TAG !e! x^\n---\n1\n", "did not find expected whitespace or line break at 10..10"),
            ("% x\n---\n1\n", "could not find expected directive name at 1..1"),
            ("%A! x\n---\n1\n", "found unexpected non-alphabetical character at 2..2"),
            ("%A x\n---\n1\n", "found unknown directive name at 3..3"),
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
        for text in ["{a? : 1}", "[a?b]", "{:: 1}", "[:a]", "{a\n b: 1}", "{\"a\n b\": 1}"] {
            let texts = shown(text);
            assert!(texts[0].contains("did not find expected"), "{text:?}: {texts:?}");
        }
        for (text, expected) in [
            ("['a?']", "[\"a?\"]"),
            ("[a\n b]", "[\"a b\"]"),
            ("{? a\n b\n: 1}", "{\"a b\":1}"),
            ("{?a: 1}", "{\"a\":1}"),
            ("[c:]", "[\"c:\"]"),
            ("{i:}", "{\"i:\":null}"),
        ] {
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
        assert_eq!(shown("a:\n  &name: b"), ["a key must not be null or exceed 64 bits at 10..10"]);
        assert_eq!(shown("&a.b c"), ["did not find expected alphabetic or numeric character at 2..2"]);
        assert_eq!(shown("&a-1_B a: *a-1_B"), ["{\"a\":\"a\"}"]);
    }
}
