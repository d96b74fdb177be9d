//! `fieldPath` of a rule: which field a failure is reported for (`ValidFieldPath` of
//! k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel).
//!
//! ```text
//! path = { "." NAME | "['" QUOTED "']" }
//! ```
//!
//! A step names a property or, where the schema has `additionalProperties`, any key. Positions in lists cannot be
//! named, and nothing below a list.

use idlgen_runtime::field::{Element, PathBuf};
use thiserror::Error;

use crate::schema::{AdditionalProperties, Schema};

/// Why a path is not one. Printed as the API server says it.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum FieldPathError {
    /// A step that the schema does not have.
    #[error("does not refer to a valid field")]
    NoSuchField {
        /// Its name.
        name: String,
        /// The steps before it.
        parent: PathBuf,
    },
    /// It ends within a step.
    #[error("unexpected end of JSON path")]
    UnexpectedEnd,
    /// What stands in brackets is no text in single quotes.
    #[error("expected single quoted string but got {0}")]
    NotQuoted(String),
    /// An escape that is not known, as written.
    #[error("invalid string literal: invalid escape char {0}")]
    Escape(String),
    /// Something stands where a bracket has to be closed.
    #[error("expected ] but got {0}")]
    NotClosed(String),
    /// It has brackets where none are allowed.
    #[error("array notation is not allowed")]
    Brackets,
    /// Something stands where a step has to begin.
    #[error("expected [ or . but got: {0}")]
    NoStep(String),
}

/// Follows a field path through a structural schema.
///
/// ```
/// use idlgen_validate::{Schema, cel::field_path};
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
/// The first step that cannot be read, or that the schema does not have.
pub fn field_path(text: &str, schema: &Schema) -> Result<PathBuf, FieldPathError> {
    follow(text, schema, true).map(|way| way.path)
}

/// The same of a path without brackets (`WithFieldPathAllowArrayNotation(false)`), and the schema that it leads to, if
/// there is one.
pub(crate) fn field_without_brackets<'s>(
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

/// How far a path was followed.
struct Way<'s> {
    path: PathBuf,
    /// The schema there; none below a map whose values have no schema.
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

/// The delimiters `.`, `[`, `]`, texts in single quotes, and what stands between.
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

/// Where a text in single quotes ends; at the end of all if it is not closed.
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
