//! Struct tags: `json:"name,omitempty" protobuf:"bytes,1,opt,name=name"`.

use std::collections::BTreeSet;

use crate::{
    diag::{Diagnostic, Severity},
    resolve::codes,
    source::Span,
    syntax::Identifier,
    tags::{push_character, push_escaped},
};

/// Parses a struct tag like `reflect.StructTag.Lookup`. Go programs cannot read anything after a malformed pair.
pub fn parse(tag: &Identifier) -> (Vec<(String, String)>, Vec<Diagnostic>) {
    let mut pairs: Vec<(String, String)> = Vec::new();
    let mut keys: BTreeSet<&str> = BTreeSet::new();
    let mut diagnostics = Vec::new();
    let mut rest = tag.name.trim_start_matches(' ');
    while !rest.is_empty() {
        let Some((key, value, behind)) = pair(rest) else {
            let diagnostic = Diagnostic::new(codes::STRUCT_TAG, "malformed struct tag")
                .at_with(span_of_rest(tag, rest), format!("expected `key:\"value\"` at `{}`", shortened(rest)))
                .note("the Go reflect package, and thus encoding/json, ignores this part and everything after it");
            let key = rest.split([' ', ':', '=', '"']).next().unwrap_or_default();
            let is_key = !key.is_empty() && key.chars().all(char::is_alphanumeric);
            let mut diagnostic = if is_key { diagnostic.help(format!("write `{key}:\"…\"`")) } else { diagnostic };
            // All tools read the JSON name of the field, and schemas depend on no other key.
            if keys.contains("json") {
                diagnostic.severity = diagnostic.severity.min(Severity::Warning);
            }
            diagnostics.push(diagnostic);
            break;
        };
        if keys.insert(key) {
            pairs.push((key.to_owned(), value));
        } else {
            diagnostics.push(
                Diagnostic::new(codes::STRUCT_TAG_KEY, format!("duplicate key `{key}` in the struct tag"))
                    .at_with(tag.span, "the first one applies"),
            );
        }
        rest = behind.trim_start_matches(' ');
    }
    (pairs, diagnostics)
}

/// Returns the span of the rest of a struct tag, or of the entire tag if the source contains escapes.
fn span_of_rest(tag: &Identifier, rest: &str) -> Span {
    let quotes = (tag.span.end.saturating_sub(tag.span.start) as usize).checked_sub(tag.name.len());
    match quotes {
        Some(2) => {
            let end = tag.span.end - 1;
            Span { start: end.saturating_sub(rest.len() as u32), end, ..tag.span }
        }
        _ => tag.span,
    }
}

/// Returns the first pair of a struct tag, and the rest.
fn pair(text: &str) -> Option<(&str, String, &str)> {
    let key_end = text.find(|letter: char| letter <= ' ' || letter == ':' || letter == '"' || letter == '\u{7f}')?;
    let (key, behind) = text.split_at(key_end);
    let quoted = behind.strip_prefix(":\"")?;
    if key.is_empty() {
        return None;
    }
    let mut escaped = false;
    let end = quoted.char_indices().find_map(|(index, letter)| match letter {
        _ if escaped => {
            escaped = false;
            None
        }
        '\\' => {
            escaped = true;
            None
        }
        '"' => Some(index),
        _ => None,
    })?;
    let value = unquote(quoted.get(..end)?)?;
    Some((key, value, quoted.get(end + 1..)?))
}

/// Returns the value of a Go string literal from the part between its quotes.
fn unquote(text: &str) -> Option<String> {
    if !text.contains('\\') {
        return Some(text.to_owned());
    }
    let mut bytes: Vec<u8> = Vec::with_capacity(text.len());
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        if letter == '\\' {
            push_escaped(&mut letters, &mut bytes)?;
        } else {
            push_character(&mut bytes, letter);
        }
    }
    String::from_utf8(bytes).ok()
}

/// Returns at most the first 30 characters.
fn shortened(text: &str) -> String {
    let mut short: String = text.chars().take(30).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    short
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::FileId;

    fn parsed(text: &str) -> (Vec<(String, String)>, Vec<String>) {
        let span = Span::new(FileId::from_index(0), 10, 10 + text.len());
        let (pairs, diagnostics) = parse(&Identifier { name: text.to_owned(), span });
        assert!(diagnostics.iter().all(|diagnostic| diagnostic.primary.as_ref().is_some_and(|at| at.span == span)));
        (pairs, diagnostics.into_iter().map(|diagnostic| diagnostic.code.to_string()).collect())
    }

    #[test]
    fn pairs_in_order() {
        for (text, expected) in [
            (r#"json:"a,omitempty""#, vec![("json", "a,omitempty")]),
            (r#" json:"a"  yaml:"b" "#, vec![("json", "a"), ("yaml", "b")]),
            (r#"json:"a"yaml:"b""#, vec![("json", "a"), ("yaml", "b")]),
            (r#"json:"""#, vec![("json", "")]),
            (r#"x:"\"\t\x41\u00e9\101\\""#, vec![("x", "\"\tAéA\\")]),
            ("", vec![]),
        ] {
            let expected: Vec<(String, String)> =
                expected.into_iter().map(|(key, value)| (key.to_owned(), value.to_owned())).collect();
            assert_eq!(parsed(text), (expected, vec![]), "{text}");
        }
    }

    #[test]
    fn what_cannot_be_read() {
        for (text, pairs) in [
            (r#"json: "a""#, 0),
            (r#"json:"a" yaml"#, 1),
            (r#"json:"a"#, 0),
            (r#":"a""#, 0),
            (r#"json:"\q""#, 0),
            (r#"json:"a", yaml:"b""#, 1),
        ] {
            let (read, codes) = parsed(text);
            assert_eq!((read.len(), codes), (pairs, vec![codes::STRUCT_TAG.to_string()]), "{text}");
        }
    }

    #[test]
    fn the_malformed_part() {
        for (text, quotes, start, end, help) in [
            (r#"json:"a" merge="b""#, 2, 10, 19, Some("write `merge:\"…\"`")),
            (r#"json: "a""#, 2, 1, 10, Some("write `json:\"…\"`")),
            (r#"json:"a", yaml:"b""#, 2, 9, 19, None),
            // With escapes, the positions are unknown.
            (r#"json:"a" merge="b""#, 4, 0, 22, Some("write `merge:\"…\"`")),
        ] {
            let span = Span::new(FileId::from_index(0), 0, text.len() + quotes);
            let (_, diagnostics) = parse(&Identifier { name: text.to_owned(), span });
            let found: Vec<_> = diagnostics
                .iter()
                .filter_map(|one| Some((one.primary.as_ref()?.span, one.help.first().cloned())))
                .collect();
            let expected = Span::new(FileId::from_index(0), start, end);
            assert_eq!(found, [(expected, help.map(str::to_owned))], "{text}");
        }
    }

    #[test]
    fn a_malformed_part_after_the_json_name_is_a_warning() {
        for (text, expected) in [
            (r#"json:"a" patchMergeKey="b""#, Severity::Warning),
            (r#"patchStrategy:"merge" json:"a" b"#, Severity::Warning),
            (r"json:a", Severity::Error),
            (r#"yaml="a" json:"a""#, Severity::Error),
            (r#"yaml:"a" json"#, Severity::Error),
        ] {
            let span = Span::new(FileId::from_index(0), 0, text.len() + 2);
            let (_, diagnostics) = parse(&Identifier { name: text.to_owned(), span });
            assert_eq!(diagnostics.iter().map(|one| one.severity).collect::<Vec<_>>(), [expected], "{text}");
        }
    }

    #[test]
    fn the_first_of_two_counts() {
        let (pairs, codes) = parsed(r#"json:"a" json:"b""#);
        assert_eq!(pairs, [("json".to_owned(), "a".to_owned())]);
        assert_eq!(codes, [codes::STRUCT_TAG_KEY.to_string()]);
    }
}
