//! `+default`: a JSON value, a Go constant, or an unquoted string.

use serde_json::Value as Json;

use super::{
    DefaultValue, TagKind,
    quoted::{Stop, read_bare, read_text},
    reader::CommentReader,
    registry::{ValueReader, ValueSyntax},
    source_string::SourceString,
    value::{Head, expect_end, expect_equals, missing_value},
};
use crate::{diag::Diagnostic, tags::codes};

const EXPECTED: &str = "a JSON value, unquoted text or `ref(Constant)`";

/// The syntax of its value.
pub(super) const FORM: ValueSyntax =
    ValueSyntax::Own("`=JSON`, `=TEXT`, `=ref(CONSTANT)` or `=ref(IMPORT/PATH.CONSTANT)`", ValueReader(read));

/// Reads `=value`. A value that begins like a JSON string, list or object must be valid JSON. Any other value that is
/// not JSON is a string.
fn read(reader: &mut CommentReader<'_>, head: &Head) -> Result<TagKind, Diagnostic> {
    expect_equals(reader, head, EXPECTED)?;
    reader.skip_spaces();
    if reader.rest().starts_with(['`', '\'']) || reader.rest().starts_with("\"\"\"") {
        let text = read_text(reader, Stop::EndOfLine)?;
        expect_end(reader)?;
        return Ok(TagKind::Default(DefaultValue::Json(Json::String(text.text))));
    }
    let value = read_bare(reader, Stop::EndOfLine);
    if value.text.is_empty() {
        return Err(missing_value(reader, head, EXPECTED));
    }
    if let Some(reference) = value.text.strip_prefix("ref(") {
        return parse_reference(head, &value, reference);
    }
    match serde_json::from_str(&value.text) {
        Ok(json) => Ok(TagKind::Default(DefaultValue::Json(json))),
        Err(error) if value.text.starts_with(['"', '[', '{']) => Err(invalid_json(head, &value, &error)),
        Err(_) => Ok(TagKind::Default(DefaultValue::Json(Json::String(value.text)))),
    }
}

/// Parses the part after `ref(`: `Name)` or `import/path.Name)`.
fn parse_reference(head: &Head, value: &SourceString, reference: &str) -> Result<TagKind, Diagnostic> {
    let fault = |message: String| {
        Err(Diagnostic::new(codes::MALFORMED_VALUE, message)
            .at(value.span)
            .help(format!("write `+{0}=ref(Name)` or `+{0}=ref(import/path.Name)`", head.name)))
    };
    let Some(path) = reference.strip_suffix(')') else {
        return fault("`ref(` has no closing `)`".to_owned());
    };
    let path = path.trim();
    let (package, name) = match path.rsplit_once('.') {
        Some((package, name)) => (Some(package), name),
        None => (None, path),
    };
    if !is_identifier(name) {
        return fault(format!("`{name}` is not a Go constant name"));
    }
    if package.is_some_and(|package| package.is_empty() || package.contains(|c: char| c.is_whitespace() || c == '"')) {
        return fault("specify a constant of another package by its import path".to_owned());
    }
    Ok(TagKind::Default(DefaultValue::Reference { package: package.map(str::to_owned), name: name.to_owned() }))
}

/// The start of a reference in a tag.
pub(crate) const DEFAULT_REFERENCE: &str = "default=ref(";

/// Returns the import path and the name in a line with `+default=ref(import/path.Name)` or `+default=ref(Name)`, even
/// if the reference is nested in another tag.
pub(crate) fn default_reference(line: &str) -> Option<(Option<&str>, &str)> {
    if !line.trim_start().starts_with('+') {
        return None;
    }
    // Most tags contain no parenthesis, and searching for a single character is faster.
    let (_, reference) = Some(line).filter(|line| line.contains('('))?.split_once(DEFAULT_REFERENCE)?;
    let reference = reference.split(')').next()?;
    Some(reference.rsplit_once('.').map_or((None, reference), |(path, name)| (Some(path), name)))
}

pub(super) fn is_identifier(name: &str) -> bool {
    name.starts_with(|first: char| first.is_alphabetic() || first == '_')
        && name.chars().all(|character| character.is_alphanumeric() || character == '_')
}

/// Reports a value that begins like JSON but is invalid, with the location of the error.
pub(super) fn invalid_json(head: &Head, value: &SourceString, error: &serde_json::Error) -> Diagnostic {
    let text = error.to_string();
    let message = text.split(" at line ").next().unwrap_or(&text);
    Diagnostic::new(codes::MALFORMED_VALUE, format!("the value of `+{}` is not valid JSON: {message}", head.name))
        .at(value.character(error.column().saturating_sub(1)))
}

#[cfg(test)]
mod tests {
    use crate::tags::testing::expect;

    #[test]
    fn values() {
        expect(&[
            ("+default=8080", &["plain +default: default 8080"]),
            ("+default=true", &["plain +default: default true"]),
            ("+default=null", &["plain +default: default null"]),
            ("+default=\"text\"", &["plain +default: default \"text\""]),
            ("+default=\"\"", &["plain +default: default \"\""]),
            ("+default='text'", &["plain +default: default \"text\""]),
            ("+default=`text`", &["plain +default: default \"text\""]),
            ("+default=text", &["plain +default: default \"text\""]),
            ("+default=10Gi", &["plain +default: default \"10Gi\""]),
            ("+default={\"b\": 1, \"a\": [2]}", &["plain +default: default {\"a\":[2],\"b\":1}"]),
            ("+default=[1, \"x\"]", &["plain +default: default [1,\"x\"]"]),
            ("+default=ref(DefaultPort)", &["plain +default: default constant DefaultPort"]),
            (
                "+default=ref(k8s.io/api/core/v1.DefaultPort)",
                &["plain +default: default constant k8s.io/api/core/v1.DefaultPort"],
            ),
        ]);
    }

    #[test]
    fn faults() {
        expect(&[
            (
                "+default=",
                &[
                    "plain +default: malformed",
                    "missing-value: `+default` requires a value: a JSON value, unquoted text or `ref(Constant)` @ \
                     default=",
                ],
            ),
            (
                "+default={\"a\": b}",
                &[
                    "plain +default: malformed",
                    "malformed-value: the value of `+default` is not valid JSON: expected value @ b",
                ],
            ),
            (
                "+default=\"a\" b",
                &[
                    "plain +default: malformed",
                    "malformed-value: the value of `+default` is not valid JSON: trailing characters @ b",
                ],
            ),
            (
                "+default=[1,",
                &[
                    "plain +default: malformed",
                    "malformed-value: the value of `+default` is not valid JSON: EOF while parsing a value @ ,",
                ],
            ),
            ("+default=ref(A", &["plain +default: malformed", "malformed-value: `ref(` has no closing `)` @ ref(A"]),
            (
                "+default=ref(a/b.)",
                &["plain +default: malformed", "malformed-value: `` is not a Go constant name @ ref(a/b.)"],
            ),
            (
                "+default=ref(.A)",
                &[
                    "plain +default: malformed",
                    "malformed-value: specify a constant of another package by its import path @ ref(.A)",
                ],
            ),
            (
                "+default=ref(a b.C)",
                &[
                    "plain +default: malformed",
                    "malformed-value: specify a constant of another package by its import path @ ref(a b.C)",
                ],
            ),
            (
                "+default=ref(\"a/b\".C)",
                &[
                    "plain +default: malformed",
                    "malformed-value: specify a constant of another package by its import path @ ref(\"a/b\".C)",
                ],
            ),
        ]);
    }
}
