//! `field` and `fieldPath`: the property to which an error refers.

use super::codes;
use crate::{
    diag::Diagnostic,
    tags::{reader::CommentReader, source_string::SourceString},
};

/// Adds a dot before the first name of a path: `a.b` becomes `.a.b`. `['name']` is unchanged. Reports an invalid path.
/// Whether the property exists is checked later, when the types are known.
pub(super) fn normalise(reader: &mut CommentReader<'_>, path: &SourceString) -> Option<String> {
    let trimmed = path.trimmed();
    let text = if trimmed.text.starts_with(['.', '[']) { trimmed.text.clone() } else { format!(".{}", trimmed.text) };
    let shift = text.len() - trimmed.text.len();
    match check(&text) {
        Ok(()) => Some(text),
        Err((at, fault)) => {
            let span = if trimmed.text.is_empty() { path.span } else { trimmed.character(at.saturating_sub(shift)) };
            reader.diagnostics.push(
                Diagnostic::new(codes::INVALID_FIELD_PATH, format!("invalid property path: {fault}"))
                    .at(span)
                    .note("a path consists of `.name` and `['name']`")
                    .help("write, for example, `spec.replicas` or `labels['app']`"),
            );
            None
        }
    }
}

/// Checks a path that begins with a dot or a bracket. Returns the offset of the error with its message.
fn check(path: &str) -> Result<(), (usize, &'static str)> {
    let mut at = 0;
    while let Some(rest) = path.get(at..).filter(|rest| !rest.is_empty()) {
        at += match rest.strip_prefix("['") {
            Some(quoted) => 2 + quoted_length(quoted).ok_or((at, "`['` has no closing `']`"))?,
            None if rest.starts_with('[') => {
                return Err((at, "expected a name in single quotes after `[`; list items have no path"));
            }
            None => match rest.strip_prefix('.') {
                Some(name) => 1 + name_length(name).map_err(|(offset, fault)| (at + 1 + offset, fault))?,
                None => return Err((at, "expected `.` or `[`")),
            },
        };
    }
    Ok(())
}

/// Returns the length of a name up to the next `.` or `[`.
fn name_length(text: &str) -> Result<usize, (usize, &'static str)> {
    let length = text.find(['.', '[']).unwrap_or(text.len());
    let name = text.get(..length).unwrap_or("");
    if name.is_empty() {
        return Err((0, "expected a name"));
    }
    if let Some(offset) = name.find(|character: char| character.is_whitespace() || "'\"]{}()$*`,".contains(character)) {
        return Err((offset, "write a name with other characters as `['name']`"));
    }
    Ok(length)
}

/// Returns the length including the closing `']`. A backslash escapes the next character.
fn quoted_length(text: &str) -> Option<usize> {
    let mut escaped = false;
    for (at, character) in text.char_indices() {
        match character {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '\'' => return text.get(at..)?.starts_with("']").then_some(at + 2),
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths() {
        for (path, expected) in [
            (".a.b", Ok(())),
            (".a['b.c'].d", Ok(())),
            (r"['it\'s']", Ok(())),
            (".limits-x/y", Ok(())),
            (".", Err((1, "expected a name"))),
            (".a..b", Err((3, "expected a name"))),
            (".a.", Err((3, "expected a name"))),
            (".a[0]", Err((2, "expected a name in single quotes after `[`; list items have no path"))),
            (".a['b", Err((2, "`['` has no closing `']`"))),
            (".a['b'c", Err((2, "`['` has no closing `']`"))),
            (".a['b']c", Err((7, "expected `.` or `[`"))),
            (".a b", Err((2, "write a name with other characters as `['name']`"))),
            (".$.a", Err((1, "write a name with other characters as `['name']`"))),
        ] {
            assert_eq!(check(path), expected, "{path}");
        }
    }
}
