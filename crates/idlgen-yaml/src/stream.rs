//! Splits files into one chunk per document, like `kubectl` does before it parses YAML: at every line that begins with
//! `---`, in any context (`YAMLReader` of `k8s.io/apimachinery/pkg/util/yaml`). Directives are part of the document
//! after them, as in an API server; `kubectl` would reject them.

use crate::{Problem, tree::syntax};

/// A chunk of a file that contains a single document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Chunk<'t> {
    /// The text to parse.
    pub(crate) text: &'t str,
    /// The offset of the text in the file.
    pub(crate) text_start: usize,
    /// The start of the document, including its `---`.
    pub(crate) start: usize,
    /// `true` if the document begins with `---`.
    pub(crate) is_begun: bool,
    /// The problem that makes the document unreadable, if any.
    pub(crate) problem: Option<Problem>,
}

/// The document separator.
const SEPARATOR: &str = "---";

/// Splits a file into chunks, starting at an offset. If `is_continued`, other documents precede the text, so its first
/// `---` is a separator and is not parsed.
pub(crate) fn chunks(text: &str, from: usize, is_continued: bool) -> Vec<Chunk<'_>> {
    let mut chunks = Vec::new();
    let (mut text_start, mut start, mut is_begun) = (from, from, false);
    // `true` if the chunk contains more than the comments, directives and blank lines that are allowed before a
    // document.
    let mut has_content = false;
    let mut at = from;
    let chunk = |text_start: usize, end: usize, start, is_begun| {
        let text = text.get(text_start..end).unwrap_or_default();
        Chunk { text, text_start, start, is_begun, problem: None }
    };
    for line in text.get(from..).unwrap_or_default().split_inclusive('\n') {
        let (begin, end) = (at, at + line.len());
        at = end;
        let Some(rest) = line.strip_prefix(SEPARATOR) else {
            has_content = has_content || !(line.starts_with(['#', '%']) || line.trim().is_empty());
            continue;
        };
        let rest = rest.trim();
        let is_separator = rest.is_empty() || rest.starts_with('#');
        if is_separator && !has_content && !is_begun {
            (start, is_begun) = (begin, true);
            if is_continued {
                text_start = end;
            }
            continue;
        }
        if has_content || is_begun {
            chunks.push(chunk(text_start, begin, start, is_begun));
        }
        if !is_separator {
            let message = format!("invalid Yaml document separator: {rest}");
            let problem = Some(syntax(message, begin..begin + line.trim_end().len()));
            chunks.push(Chunk { problem, ..chunk(begin, end, begin, true) });
        }
        (text_start, start, is_begun) = (end, if is_separator { begin } else { end }, is_separator);
        has_content = false;
    }
    if text.len() > text_start || is_begun {
        chunks.push(chunk(text_start, text.len(), start, is_begun));
    }
    chunks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn documents_are_taken_apart_at_lines() {
        let table: &[(&str, &[(&str, usize)])] = &[
            ("", &[]),
            ("a\n", &[("a\n", 0)]),
            ("---\na\n", &[("---\na\n", 0)]),
            ("a\n--- # c\nb", &[("a\n", 0), ("b", 2)]),
            ("a\n---\n---\nb", &[("a\n", 0), ("", 2), ("b", 6)]),
            ("# c\n\n---\na", &[("# c\n\n---\na", 5)]),
            ("%YAML 1.1\n---\na\n", &[("%YAML 1.1\n---\na\n", 10)]),
            ("a: '\n---\n'", &[("a: '\n", 0), ("'", 5)]),
            ("a\n --- \nb", &[("a\n --- \nb", 0)]),
            ("a\n---", &[("a\n", 0), ("", 2)]),
        ];
        for (text, expected) in table {
            let chunks = chunks(text, 0, false);
            let found: Vec<(&str, usize)> = chunks.iter().map(|chunk| (chunk.text, chunk.start)).collect();
            assert_eq!(found, *expected, "{text:?}");
        }
    }

    #[test]
    fn a_separator_is_not_parsed_if_documents_precede_it() {
        let texts = |is_continued| {
            let chunks = chunks("---\n...\n", 0, is_continued);
            chunks.iter().map(|chunk| (chunk.text, chunk.start)).collect::<Vec<_>>()
        };
        assert_eq!(texts(false), [("---\n...\n", 0)]);
        assert_eq!(texts(true), [("...\n", 0)]);
    }

    #[test]
    fn nothing_stands_behind_a_separator() {
        let chunks = chunks("a: 1\n--- b\nc: 2\n", 0, false);
        let texts: Vec<&str> = chunks.iter().map(|chunk| chunk.text).collect();
        assert_eq!(texts, ["a: 1\n", "--- b\n", "c: 2\n"]);
        let problem = chunks[1].problem.as_ref().expect("a problem");
        assert_eq!((problem.message.as_str(), problem.span.clone()), ("invalid Yaml document separator: b", 5..10));
    }
}
