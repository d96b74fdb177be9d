//! Value validations, one for each keyword of a schema: what they are, how kube-openapi's markers write them, how they
//! are dumped, whether a value satisfies them. A new keyword is all in this file and in the rows of the table of tags
//! that mean it.

use std::fmt::{self, Display, Formatter};

use idlgen_runtime::{Context, check, field::Path, go, regex::LazyPattern, value::Value as _};
use idlgen_validate::{
    compiled::Family,
    keyword::{Keyword, Kind, Value},
    schema::Number,
};
use serde_json::Value as Json;

/// A value validation; one for each keyword of a schema.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Constraint {
    /// `minimum`.
    Minimum(Number),
    /// `maximum`.
    Maximum(Number),
    /// `exclusiveMinimum`: with a number, a limit of its own; with a boolean, a property of `minimum`.
    ExclusiveMinimum(Exclusive),
    /// `exclusiveMaximum`: with a number, a limit of its own; with a boolean, a property of `maximum`.
    ExclusiveMaximum(Exclusive),
    /// A keyword that has a row.
    Limit(Keyword, Value),
    /// `pattern`.
    Pattern(String),
    /// `format`.
    Format(String),
    /// `uniqueItems`.
    UniqueItems(bool),
    /// Values written in the tag (`+enum=a;b` style dialects).
    Enum(Vec<Json>),
    /// `nullable`.
    Nullable(bool),
}

impl Constraint {
    /// A keyword that has a row, and its value.
    pub(crate) fn limit(keyword: Keyword, value: impl Into<Value>) -> Self {
        Constraint::Limit(keyword, value.into())
    }

    /// The schema keyword, such as `maxLength`.
    pub fn keyword(&self) -> &'static str {
        match self {
            Constraint::Minimum(_) => "minimum",
            Constraint::Maximum(_) => "maximum",
            Constraint::ExclusiveMinimum(_) => "exclusiveMinimum",
            Constraint::ExclusiveMaximum(_) => "exclusiveMaximum",
            Constraint::Limit(keyword, _) => keyword.name(),
            Constraint::Pattern(_) => "pattern",
            Constraint::Format(_) => "format",
            Constraint::UniqueItems(_) => "uniqueItems",
            Constraint::Enum(_) => "enum",
            Constraint::Nullable(_) => "nullable",
        }
    }

    /// The kind of value that it limits; `None` if any.
    pub fn subject(&self) -> Option<Subject> {
        Some(match self {
            Constraint::Limit(keyword, _) => match keyword.row().family() {
                Family::Text => Subject::Text,
                Family::Number => Subject::Number,
                Family::List => Subject::List,
                Family::Object => Subject::Object,
                Family::Type | Family::Composite | Family::Enumeration => return None,
            },
            Constraint::Pattern(_) => Subject::Text,
            Constraint::Minimum(_)
            | Constraint::Maximum(_)
            | Constraint::ExclusiveMinimum(_)
            | Constraint::ExclusiveMaximum(_) => Subject::Number,
            Constraint::UniqueItems(_) => Subject::List,
            Constraint::Format(_) | Constraint::Enum(_) | Constraint::Nullable(_) => return None,
        })
    }

    /// The constraint that a keyword with a JSON value is, as kube-openapi's markers write it; `None` for what is no
    /// keyword, or limits nothing. With `numbers_are_floats`, numbers are what Go's `float64` makes of them. The error
    /// says what was expected.
    pub(in crate::tags) fn of_json(
        keyword: &str,
        json: &Json,
        numbers_are_floats: bool,
    ) -> Result<Option<Self>, &'static str> {
        let constraint = match keyword {
            "nullable" => Constraint::Nullable(flag(json)?),
            "format" => Constraint::Format(text(json)?),
            // Which anything matches.
            "pattern" if json.as_str() == Some("") => return Ok(None),
            "pattern" => Constraint::Pattern(text(json)?),
            "minimum" => Constraint::Minimum(number(json, numbers_are_floats)?),
            "maximum" => Constraint::Maximum(number(json, numbers_are_floats)?),
            "exclusiveMinimum" => Constraint::ExclusiveMinimum(Exclusive::Flag(flag(json)?)),
            "exclusiveMaximum" => Constraint::ExclusiveMaximum(Exclusive::Flag(flag(json)?)),
            "uniqueItems" => Constraint::UniqueItems(flag(json)?),
            "enum" => Constraint::Enum(json.as_array().cloned().ok_or("a list")?),
            _ => match Keyword::from_name(keyword) {
                Some(keyword) => Constraint::Limit(keyword, limit(keyword.row().kind, json, numbers_are_floats)?),
                None => return Ok(None),
            },
        };
        Ok(Some(constraint))
    }

    /// Checks a value as the validators that it would meet do, and reports what they would. `said` asks whether a
    /// constraint stands beside this one.
    pub(crate) fn check(
        &self,
        value: &Json,
        said: impl Fn(&Constraint) -> bool,
        path: &Path<'_>,
        context: &mut Context,
    ) {
        let number = match value {
            Json::Number(number) => Some(Number::from_json(number)),
            _ => None,
        };
        match (self, value) {
            (Constraint::Minimum(limit), _) => {
                let is_exclusive = said(&Constraint::ExclusiveMinimum(Exclusive::Flag(true)));
                number.map(|number| check::minimum(number, *limit, is_exclusive, path, context));
            }
            (Constraint::Maximum(limit), _) => {
                let is_exclusive = said(&Constraint::ExclusiveMaximum(Exclusive::Flag(true)));
                number.map(|number| check::maximum(number, *limit, is_exclusive, path, context));
            }
            (Constraint::ExclusiveMinimum(Exclusive::Limit(limit)), _) => {
                number.map(|number| check::minimum(number, *limit, true, path, context));
            }
            (Constraint::ExclusiveMaximum(Exclusive::Limit(limit)), _) => {
                number.map(|number| check::maximum(number, *limit, true, path, context));
            }
            (Constraint::Limit(keyword, limit), _) => {
                let row = keyword.row();
                row.subject(&value.as_value()).map(|subject| row.check(limit, subject, path, context));
            }
            (Constraint::Pattern(pattern), Json::String(text)) => {
                let pattern = LazyPattern::owned(pattern.clone());
                // A pattern that is none has been said.
                if pattern.compiled().is_ok() {
                    check::pattern(text, &pattern, path, context);
                }
            }
            (Constraint::Enum(values), _) => {
                check::enumeration(&value.as_value(), values, path, context);
            }
            _ => {}
        }
    }
}

/// Keyword and value, as `idlgen dump tags` shows them.
impl Display for Constraint {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        write!(out, "{} ", self.keyword())?;
        match self {
            Constraint::Minimum(limit)
            | Constraint::Maximum(limit)
            | Constraint::ExclusiveMinimum(Exclusive::Limit(limit))
            | Constraint::ExclusiveMaximum(Exclusive::Limit(limit)) => write!(out, "{limit}"),
            Constraint::ExclusiveMinimum(Exclusive::Flag(flag))
            | Constraint::ExclusiveMaximum(Exclusive::Flag(flag))
            | Constraint::UniqueItems(flag)
            | Constraint::Nullable(flag) => write!(out, "{flag}"),
            Constraint::Limit(_, limit) => write!(out, "{limit}"),
            Constraint::Pattern(text) | Constraint::Format(text) => out.write_str(&go::quote(text)),
            Constraint::Enum(values) => out.write_str(&values.iter().map(go::to_json).collect::<Vec<_>>().join(" ")),
        }
    }
}

/// The kinds of values that constraints tell apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// Text.
    Text,
    /// Numbers.
    Number,
    /// Lists.
    List,
    /// Maps and structs.
    Object,
}

/// The two readings of `exclusiveMinimum` and `exclusiveMaximum`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Exclusive {
    /// `+exclusiveMinimum` or `=true|false`: whether the other tag's limit is excluded.
    Flag(bool),
    /// `+exclusiveMinimum=5`: the limit itself.
    Limit(Number),
}

fn limit(kind: Kind, json: &Json, numbers_are_floats: bool) -> Result<Value, &'static str> {
    match kind {
        Kind::Count => count(json).map(Value::Count),
        Kind::Factor => match number(json, numbers_are_floats)? {
            zero if zero.as_f64() == 0.0 => Err("a number above 0 or below"),
            factor => Ok(Value::Number(factor)),
        },
    }
}

fn flag(json: &Json) -> Result<bool, &'static str> {
    json.as_bool().ok_or("true or false")
}

fn text(json: &Json) -> Result<String, &'static str> {
    json.as_str().map(str::to_owned).ok_or("a string")
}

/// A number of any form whose value is a whole one: Go reads it as a float and writes it anew.
fn count(json: &Json) -> Result<u64, &'static str> {
    let number = json.as_f64().filter(|number| *number >= 0.0 && number.fract() == 0.0 && *number < 1e21);
    number.map(|number| number as u64).ok_or("an integer from 0")
}

fn number(json: &Json, is_float: bool) -> Result<Number, &'static str> {
    let Json::Number(number) = json else { return Err("a number") };
    let float = number.as_f64().ok_or("a number")?;
    Ok(match number.as_i64() {
        Some(integer) if !is_float || integer.unsigned_abs() <= 1 << 53 => Number::Int(integer),
        _ => Number::Float(float),
    })
}
