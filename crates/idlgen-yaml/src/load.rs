//! Parses files to documents.

use std::ops::Range;

use crate::{Document, Limits, block, json, tree, yaml};

/// Parses all documents of a file. A document with a syntax error has a problem and no root; the documents after it are
/// still parsed.
///
/// Empty documents (nothing, or only comments between two `---`) are documents without root and without problems. If
/// the entire file is JSON (one object, or several in sequence), it is parsed as JSON, as in `kubectl`. Everything
/// else is parsed as YAML, with each document ending at a line that begins with `---`.
pub fn load(text: &str, limits: &Limits) -> Vec<Document> {
    if let Some(document) = too_long(text, limits) {
        return vec![document];
    }
    if text.trim_start().starts_with('{') {
        return json_or_yaml(text, limits);
    }
    block::documents(text, limits).unwrap_or_else(|| yaml::documents(text, 0, limits))
}

/// Parses all documents of a text that begins with the `---` after another document. Unlike the `---` at the start of a
/// file, it is not part of the parsed text: a document that consists of `...` is then an error.
pub fn load_following(text: &str, limits: &Limits) -> Vec<Document> {
    if let Some(document) = too_long(text, limits) {
        return vec![document];
    }
    block::documents(text, limits).unwrap_or_else(|| yaml::following_documents(text, limits))
}

fn too_long(text: &str, limits: &Limits) -> Option<Document> {
    let message = || format!("the input is longer than {} bytes", limits.max_bytes);
    (text.len() > limits.max_bytes).then(|| failed(message(), 0..0))
}

/// Parses a file that may be JSON. If only the first object is JSON, `kubectl` parses it as JSON, and the rest as YAML.
/// After several objects, it expects only JSON.
fn json_or_yaml(text: &str, limits: &Limits) -> Vec<Document> {
    let (mut documents, end) = json::documents(text, limits);
    let rest = text.get(end..).unwrap_or_default();
    if rest.is_empty() {
        return documents;
    }
    let white_space: usize = rest.chars().take_while(|character| character.is_whitespace()).map(char::len_utf8).sum();
    match documents.len() {
        0 => return yaml::documents(text, 0, limits),
        1 => {
            // Whitespace is only skipped up to the end of the line.
            let line = rest.find('\n').unwrap_or(rest.len());
            documents.extend(yaml::documents(text, end + white_space.min(line), limits));
        }
        _ => {
            let start = end + white_space;
            let message = "after several JSON objects, only another JSON object can follow".to_owned();
            documents.push(failed(message, start..text.trim_end().len()));
        }
    }
    documents
}

fn failed(message: String, span: Range<usize>) -> Document {
    Document { root: None, problems: vec![tree::syntax(message, span.clone())], span }
}

#[cfg(test)]
mod tests {
    use idlgen_testing::Random;

    use super::*;
    use crate::testing::shown;

    #[test]
    fn documents_are_read_one_by_one() {
        let table: &[(&str, &[&str])] = &[
            ("", &[]),
            ("a: 1\n---\n# only a comment\n---\n- x\n", &["{\"a\":1}", "empty", "[\"x\"]"]),
            ("{\"a\": [1, 2.5, \"3\", null]}", &["{\"a\":[1,2.5,\"3\",null]}"]),
            ("{\"a\": 1.0}", &["{\"a\":1.0}"]),
            ("{\"a\": 1.0}{\"b\": 1}", &["{\"a\":1.0}", "{\"b\":1}"]),
            ("{\"a\": 1.0}\n---\n{\"b\": 1.0}", &["{\"a\":1.0}", "{\"b\":1}"]),
            ("\u{feff}{\"a\": 1.0}", &["{\"a\":1}"]),
            ("{\"a\": 1.0} b: c", &["{\"a\":1.0}", "{\"b\":\"c\"}"]),
            ("{a: 1.0} b", &["{\"a\":1}; text after the end of the document is ignored at 9..10"]),
            ("a: 1\n...\nb: 2\n", &["{\"a\":1}; text after the end of the document is ignored at 9..13"]),
            ("{\"a\": 1}\t\nb: 1", &["{\"a\":1}", "{\"b\":1}"]),
            ("{}{}{", &["{}", "{}", "after several JSON objects, only another JSON object can follow at 4..5"]),
            ("{}{}\t\n a \n", &["{}", "{}", "after several JSON objects, only another JSON object can follow at 7..8"]),
            ("%YAML 1.1\n---\na: 1\n", &["{\"a\":1}"]),
            ("%YAML 1.2\n---\na: 1\n", &["found incompatible YAML document at 0..9"]),
            ("%X\n---\na: 1\n", &["found unknown directive name at 2..2"]),
            ("a: 1\n--- b\nc: 2\n", &["{\"a\":1}", "invalid Yaml document separator: b at 5..10", "{\"c\":2}"]),
            ("{a: 1.0}", &["{\"a\":1}"]),
            ("null", &["null"]),
            ("a\n...\n# end\n", &["\"a\""]),
            ("\u{feff}a: 1", &["{\"a\":1}"]),
            ("a: 1\r\nb: 2\r\n", &["{\"a\":1,\"b\":2}"]),
        ];
        for (text, expected) in table {
            assert_eq!(shown(text), *expected, "{text:?}");
        }
    }

    #[test]
    fn the_length_of_a_file_is_bounded() {
        let limits = Limits { max_bytes: 4, ..Limits::default() };
        for load in [load, load_following] {
            assert_eq!(load("a: 1", &limits)[0].problems, []);
            assert_eq!(load("a: 12", &limits)[0].problems[0].message, "the input is longer than 4 bytes");
        }
    }

    #[test]
    fn a_document_after_another_is_read_without_the_separator() {
        let shown = |text: &str| {
            let documents = load_following(text, &Limits::default());
            let shown = |document: &Document| match (&document.root, document.problems.first()) {
                (_, Some(problem)) => problem.message.clone(),
                (Some(root), None) => root.to_json().to_string(),
                (None, None) => "empty".to_owned(),
            };
            documents.iter().map(shown).collect::<Vec<_>>()
        };
        for (text, expected) in [
            ("---\n...\n", "did not find expected node content"),
            ("---\n\u{feff}", "empty"),
            ("---\n\u{feff}a: 1\n", "{\"a\":1}"),
            ("---\na: 1\n...\n", "{\"a\":1}"),
            ("---\na: [1]\n", "{\"a\":[1]}"),
            ("--- # c\n\n", "empty"),
        ] {
            assert_eq!(shown(text), [expected], "{text:?}");
        }
    }

    #[test]
    fn a_broken_document_does_not_take_the_next_one_with_it() {
        let texts = shown("a: [1\n---\nb: 2\n---\nc: &x [*x]\n---\nd: 1\n");
        assert_eq!(
            texts,
            [
                "unclosed bracket '[' at 3..3",
                "{\"b\":2}",
                "an alias is inside the value that it refers to at 26..28",
                "{\"d\":1}",
            ]
        );
    }

    #[test]
    fn sizes_are_bounded() {
        let limits = Limits { max_bytes: 10, ..Limits::default() };
        assert_eq!(load("a: 1234567890", &limits)[0].problems[0].message, "the input is longer than 10 bytes");
        for text in [
            "[".repeat(100_000),
            "- ".repeat(100_000),
            "{a: ".repeat(50_000),
            "{\"a\":".repeat(50_000),
            "? ".repeat(50_000),
        ] {
            let documents = load(&text, &Limits::default());
            assert!(documents.iter().all(|document| document.root.is_none()));
        }
    }

    #[test]
    fn long_lists_are_read_in_time() {
        for line in ["- -\n", "-\n", "- &a\n", "- {}\n", "---\n", "# c\n"] {
            let documents = load(&line.repeat(50_000), &Limits::default());
            assert!(documents.iter().all(|document| document.problems.is_empty()), "{line:?}");
        }
    }

    #[test]
    fn any_bytes_come_to_an_end() {
        let alphabet: Vec<char> = "ab:-[]{}&*!|>'\"%@`#,? \n\t\r\\01.eu\0é\u{feff}~<\u{85}\u{2028}".chars().collect();
        let mut random = Random::new(1);
        for round in 0..40_000 {
            let mut text = String::from(if round % 2 == 0 { "{\"a\":" } else { "" });
            for _ in 0..random.below(40) {
                text.push(alphabet[random.below(alphabet.len())]);
            }
            for document in load(&text, &Limits::default()) {
                assert!(text.get(document.span.clone()).is_some(), "{text:?} {:?}", document.span);
                for problem in &document.problems {
                    assert!(text.get(problem.span.clone()).is_some(), "{text:?} {problem:?}");
                }
                document.root.iter().for_each(|root| check_spans(root, &text));
            }
        }
    }

    fn check_spans(node: &crate::Node, text: &str) {
        assert!(text.get(node.span.clone()).is_some(), "{text:?} {node:?}");
        match &node.content {
            crate::Content::List(items) => items.iter().for_each(|item| check_spans(item, text)),
            crate::Content::Map(entries) => {
                for entry in entries {
                    assert!(text.get(entry.key_span.clone()).is_some(), "{text:?} {entry:?}");
                    check_spans(&entry.value, text);
                }
            }
            _ => {}
        }
    }
}
