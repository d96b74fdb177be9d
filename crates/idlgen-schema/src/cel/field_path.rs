//! `fieldPath` of a rule: the field for which a failure is reported (`ValidFieldPath` of
//! k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel).
//!
//! ```text
//! path = { "." NAME | "['" QUOTED "']" }
//! ```
//!
//! An element of the path is the name of a property or, if the schema has `additionalProperties`, any key. A path
//! cannot contain list indices or point into lists.

use idlgen_runtime::field::{Element, PathBuf};
use thiserror::Error;

use crate::schema::{AdditionalProperties, Schema};

/// A field path error, with the message of the API server.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum FieldPathError {
    /// The schema does not have this field.
    #[error("does not refer to a valid field")]
    NoSuchField {
        /// The name as written in the path.
        name: String,
        /// The path before the missing field.
        parent: PathBuf,
    },
    /// The path ends within an element.
    #[error("unexpected end of JSON path")]
    UnexpectedEnd,
    /// The content of brackets is not a single-quoted string.
    #[error("expected single quoted string but got {0}")]
    NotQuoted(String),
    /// An unknown escape, as written.
    #[error("invalid string literal: invalid escape char {0}")]
    Escape(String),
    /// Unexpected text instead of a closing bracket.
    #[error("expected ] but got {0}")]
    NotClosed(String),
    /// The path has brackets where they are not allowed.
    #[error("array notation is not allowed")]
    Brackets,
    /// Unexpected text instead of a path element.
    #[error("expected [ or . but got: {0}")]
    NoStep(String),
}

/// Resolves a field path in a structural schema.
///
/// ```
/// use idlgen_schema::{Schema, cel::field_path};
/// use serde_json::json;
///
/// let (schema, _) = Schema::from_json(&json!({"type": "object", "properties": {
///     "labels": {"type": "object", "additionalProperties": {"type": "string"}}
/// }}));
/// assert_eq!(field_path(".labels['a.b']", &schema).map(|path| path.to_string()), Ok("labels[a.b]".to_owned()));
/// assert_eq!(field_path("labels", &schema).unwrap_err().to_string(), "expected [ or . but got: labels");
/// ```
///
/// # Errors
/// Returns an error for the first element that is malformed or not in the schema.
pub fn field_path(text: &str, schema: &Schema) -> Result<PathBuf, FieldPathError> {
    follow(text, schema, true).map(|way| way.path)
}

/// Resolves a path without brackets (`WithFieldPathAllowArrayNotation(false)`). Also returns the schema of the field,
/// if it has one.
pub fn field_without_brackets<'s>(
    text: &str,
    schema: &'s Schema,
) -> Result<(PathBuf, Option<&'s Schema>), FieldPathError> {
    follow(text, schema, false).map(|way| (way.path, way.schema))
}

fn follow<'s>(text: &str, schema: &'s Schema, allows_brackets: bool) -> Result<Way<'s>, FieldPathError> {
    let mut way = Way { path: PathBuf::default(), schema: Some(schema) };
    let mut tokens = Tokens { rest: text };
    while let Some(token) = tokens.next() {
        match token {
            "[" if !allows_brackets => return Err(FieldPathError::Brackets),
            "." => {
                let name = tokens.next().ok_or(FieldPathError::UnexpectedEnd)?;
                way.step(name)?;
            }
            "[" => {
                let quoted = tokens.next().ok_or(FieldPathError::UnexpectedEnd)?;
                let inner = quoted.strip_prefix('\'').and_then(|rest| rest.strip_suffix('\''));
                let inner = inner.ok_or_else(|| FieldPathError::NotQuoted(quoted.to_owned()))?;
                way.step(&unescape(inner)?)?;
                match tokens.next() {
                    None => return Err(FieldPathError::UnexpectedEnd),
                    Some("]") => {}
                    Some(token) => return Err(FieldPathError::NotClosed(token.to_owned())),
                }
            }
            token => return Err(FieldPathError::NoStep(token.to_owned())),
        }
    }
    Ok(way)
}

/// The state of resolving a path.
struct Way<'s> {
    path: PathBuf,
    /// The current schema. `None` inside a map whose values have no schema.
    schema: Option<&'s Schema>,
}

impl Way<'_> {
    fn step(&mut self, name: &str) -> Result<(), FieldPathError> {
        let missing = |parent: &PathBuf| FieldPathError::NoSuchField { name: name.to_owned(), parent: parent.clone() };
        let Some(schema) = self.schema else { return Err(missing(&self.path)) };
        if !schema.properties.is_empty() {
            self.schema = Some(schema.properties.get(name).ok_or_else(|| missing(&self.path))?);
            self.path.elements.push(Element::Field(name.to_owned()));
            return Ok(());
        }
        self.schema = match &schema.additional_properties {
            None => return Err(missing(&self.path)),
            Some(AdditionalProperties::Allowed(_)) => None,
            Some(AdditionalProperties::Schema(values)) => Some(values),
        };
        self.path.elements.push(Element::Key(name.to_owned()));
        Ok(())
    }
}

/// The tokens of a path: `.`, `[`, `]`, single-quoted strings, and the text in between.
struct Tokens<'t> {
    rest: &'t str,
}

impl<'t> Tokens<'t> {
    fn next(&mut self) -> Option<&'t str> {
        let first = self.rest.chars().next()?;
        let end = if first == '\'' {
            quoted_end(self.rest)
        } else if matches!(first, '.' | '[' | ']') {
            1
        } else {
            self.rest.find(['.', '[', ']']).unwrap_or(self.rest.len())
        };
        let (token, rest) = self.rest.split_at_checked(end)?;
        self.rest = rest;
        Some(token)
    }
}

/// Returns the end of a single-quoted string, or the end of the text if it is not closed.
fn quoted_end(text: &str) -> usize {
    let mut before = '\'';
    for (index, character) in text.char_indices().skip(1) {
        if character == '\'' && before != '\\' {
            return index + 1;
        }
        before = character;
    }
    text.len()
}

fn unescape(text: &str) -> Result<String, FieldPathError> {
    let mut plain = String::with_capacity(text.len());
    let mut characters = text.chars();
    while let Some(character) = characters.next() {
        if character != '\\' {
            plain.push(character);
            continue;
        }
        plain.push(match characters.next() {
            None => '\\',
            Some('a') => '\u{7}',
            Some('b') => '\u{8}',
            Some('f') => '\u{c}',
            Some('n') => '\n',
            Some('r') => '\r',
            Some('t') => '\t',
            Some('v') => '\u{b}',
            Some(itself @ ('\'' | '\\')) => itself,
            Some(other) => return Err(FieldPathError::Escape(format!("\\{other}"))),
        });
    }
    Ok(plain)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn paths() {
        let (schema, _) = Schema::from_json(&json!({"type": "object", "properties": {
            "a": {"type": "object", "properties": {"b.c": {"type": "string"}, "it's": {"type": "string"}}},
            "map": {"type": "object", "additionalProperties": {"type": "object",
                "properties": {"x": {"type": "string"}}}},
            "any": {"type": "object", "additionalProperties": true},
            "list": {"type": "array", "items": {"type": "object", "properties": {"x": {"type": "string"}}}},
        }}));
        for (text, expected) in [
            (".a", "a"),
            (".a['b.c']", "a.b.c"),
            (r"['a']['it\'s']", "a.it's"),
            (".map['k.1'].x", "map[k.1].x"),
            (".map.k", "map[k]"),
            (".any.k", "any[k]"),
            (".any.k.x", "does not refer to a valid field"),
            (".list", "list"),
            (".list.x", "does not refer to a valid field"),
            (".list[0]", "expected single quoted string but got 0"),
            (".b", "does not refer to a valid field"),
            ("a", "expected [ or . but got: a"),
            (".a.", "unexpected end of JSON path"),
            (".a['b.c'", "unexpected end of JSON path"),
            (".a['b.c'.", "expected ] but got ."),
            (".a['b", "expected single quoted string but got 'b"),
            (r"['\q']", r"invalid string literal: invalid escape char \q"),
            ("", "<nil>"),
        ] {
            let found = match field_path(text, &schema) {
                Ok(path) => path.to_string(),
                Err(error) => error.to_string(),
            };
            assert_eq!(found, expected, "{text}");
        }
    }
}
