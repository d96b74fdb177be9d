//! Value validations: their kinds, their syntax in kube-openapi markers, their dumps, and checks of values. All of
//! these use the keyword table (`idlgen_schema::keyword`).

use std::{
    fmt::{self, Display, Formatter},
    sync::Arc,
};

use idlgen_runtime::{Context, field::Path, regex::LazyPattern, value::Value as _};
use idlgen_schema::{
    compiled::Family,
    keyword::{Bound, Keyword, Kind, Limit, Value},
    schema::Number,
};
use serde_json::Value as Json;

/// A value validation.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Constraint {
    /// A keyword that limits values, and its value.
    Limit(Keyword, Value),
    /// `exclusiveMinimum` or `exclusiveMaximum`, identified by the bound. A number is a separate limit; a boolean is a
    /// flag that applies to that bound.
    Exclusive(Keyword, Exclusive),
    /// `nullable`.
    Nullable(bool),
}

impl Constraint {
    /// Creates a keyword and its value.
    pub(crate) fn limit(keyword: Keyword, value: impl Into<Value>) -> Self {
        Constraint::Limit(keyword, value.into())
    }

    /// Creates a bound that includes its limit.
    pub(crate) fn bound(keyword: Keyword, limit: Number) -> Self {
        Constraint::limit(keyword, Bound::from(limit))
    }

    /// Creates a flag that determines whether the limit of a bound is exclusive.
    pub(crate) fn flag(keyword: Keyword, is_excluded: bool) -> Self {
        Constraint::Exclusive(keyword, Exclusive::Flag(is_excluded))
    }

    /// Returns the allowed values, if it defines any.
    pub(crate) fn members(&self) -> Option<&[Json]> {
        match self {
            Constraint::Limit(Keyword::Enum, value) => value.as_members(),
            _ => None,
        }
    }

    /// Returns the string value of a keyword, if it defines that keyword.
    pub(crate) fn text(&self, keyword: Keyword) -> Option<&str> {
        match self {
            Constraint::Limit(known, value) if *known == keyword => value.as_text(),
            _ => None,
        }
    }

    /// Returns the keyword of the bound and its limit, if it is a bound.
    pub(crate) fn as_bound(&self) -> Option<(Keyword, Bound)> {
        match self {
            Constraint::Limit(keyword, value) => value.as_bound().map(|bound| (*keyword, bound)),
            Constraint::Exclusive(keyword, Exclusive::Limit(limit)) => {
                Some((*keyword, Bound { limit: *limit, exclusive: true }))
            }
            Constraint::Exclusive(_, Exclusive::Flag(_)) | Constraint::Nullable(_) => None,
        }
    }

    /// Returns the schema keyword, such as `maxLength`.
    pub fn keyword(&self) -> &'static str {
        match self {
            Constraint::Limit(keyword, _) => keyword.name(),
            Constraint::Exclusive(keyword, _) => keyword.row().flag().unwrap_or(keyword.name()),
            Constraint::Nullable(_) => "nullable",
        }
    }

    /// Returns the type of values that it limits, or `None` if it applies to values of any type.
    pub fn value_family(&self) -> Option<ValueFamily> {
        match self {
            // Values of any type can have a format.
            Constraint::Limit(Keyword::Format, _) | Constraint::Nullable(_) => None,
            Constraint::Limit(keyword, _) | Constraint::Exclusive(keyword, _) => match keyword.row().family() {
                Family::Text => Some(ValueFamily::Text),
                Family::Number => Some(ValueFamily::Number),
                Family::List => Some(ValueFamily::List),
                Family::Object => Some(ValueFamily::Object),
                Family::Type | Family::Composite | Family::Enumeration => None,
            },
        }
    }

    /// Returns the constraint for a keyword with a JSON value, in the syntax of kube-openapi markers. Returns `None`
    /// for unknown keywords, and for values that do not limit anything. With `numbers_are_floats`, numbers are
    /// converted to Go's `float64`.
    ///
    /// # Errors
    /// Returns a description of the expected value.
    pub(in crate::tags) fn of_json(
        keyword: &str,
        json: &Json,
        numbers_are_floats: bool,
    ) -> Result<Option<Self>, &'static str> {
        Ok(if keyword == "nullable" {
            Some(Constraint::Nullable(flag(json)?))
        } else if let Some(keyword) = Keyword::from_flag(keyword) {
            Some(Constraint::flag(keyword, flag(json)?))
        } else if let Some(keyword) = Keyword::from_name(keyword) {
            limit(keyword.row().kind, json, numbers_are_floats)?.map(|value| Constraint::Limit(keyword, value))
        } else {
            None
        })
    }

    /// Checks a value like the corresponding validators, and reports the same errors. `said` returns `true` if another
    /// constraint is also present.
    pub(crate) fn check(
        &self,
        value: &Json,
        said: impl Fn(&Constraint) -> bool,
        path: &Path<'_>,
        context: &mut Context,
    ) {
        let (keyword, limit) = match (self, self.as_bound()) {
            (_, Some((keyword, bound))) => {
                let exclusive = bound.exclusive || said(&Constraint::flag(keyword, true));
                (keyword, Value::Bound(Bound { exclusive, ..bound }))
            }
            // Defaults are not checked with these keywords.
            (Constraint::Limit(Keyword::Format | Keyword::UniqueItems, _), None) => return,
            (Constraint::Limit(keyword, value), None) => (*keyword, value.clone()),
            _ => return,
        };
        let pattern = |source: &str| Arc::new(LazyPattern::owned(source.to_owned()));
        match Limit::of(keyword, &limit, pattern) {
            // An invalid pattern has already been reported.
            Some(Limit::Pattern(pattern)) if pattern.compiled().is_err() => {}
            Some(limit) => _ = keyword.row().check(&limit, &value.as_value(), path, context),
            None => {}
        }
    }
}

/// Formats the keyword and the value for `idlgen dump tags`.
impl Display for Constraint {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        write!(out, "{} ", self.keyword())?;
        match self {
            Constraint::Limit(_, value) => write!(out, "{value}"),
            Constraint::Exclusive(_, Exclusive::Limit(limit)) => write!(out, "{limit}"),
            Constraint::Exclusive(_, Exclusive::Flag(flag)) | Constraint::Nullable(flag) => write!(out, "{flag}"),
        }
    }
}

/// The types of values that constraints distinguish.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueFamily {
    /// A string.
    Text,
    /// Integers and floats.
    Number,
    /// JSON arrays.
    List,
    /// Maps and structs.
    Object,
}

/// The two variants of `exclusiveMinimum` and `exclusiveMaximum`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Exclusive {
    /// `+exclusiveMinimum` or `=true|false`: `true` if the limit of the other tag is exclusive.
    Flag(bool),
    /// `+exclusiveMinimum=5`: a limit of its own.
    Limit(Number),
}

/// Returns the value of a keyword, or `None` if the value does not limit anything.
fn limit(kind: Kind, json: &Json, numbers_are_floats: bool) -> Result<Option<Value>, &'static str> {
    Ok(Some(match kind {
        Kind::Count => Value::Count(count(json)?),
        Kind::Factor => match number(json, numbers_are_floats)? {
            zero if zero.as_f64() == 0.0 => return Err("a nonzero number"),
            factor => Value::Number(factor),
        },
        Kind::Bound { .. } => Value::Bound(number(json, numbers_are_floats)?.into()),
        // An empty pattern matches every string.
        Kind::Pattern if json.as_str() == Some("") => return Ok(None),
        Kind::Pattern | Kind::Name => Value::Text(text(json)?),
        Kind::Flag => Value::Flag(flag(json)?),
        Kind::Members => Value::Members(json.as_array().cloned().ok_or("a list")?),
    }))
}

fn flag(json: &Json) -> Result<bool, &'static str> {
    json.as_bool().ok_or("true or false")
}

fn text(json: &Json) -> Result<String, &'static str> {
    json.as_str().map(str::to_owned).ok_or("a string")
}

/// Returns an integer. Accepts any notation, because Go reads it as a float and formats it again.
fn count(json: &Json) -> Result<u64, &'static str> {
    let number = json.as_f64().filter(|number| *number >= 0.0 && number.fract() == 0.0 && *number < 1e21);
    number.map(|number| number as u64).ok_or("an integer of at least 0")
}

fn number(json: &Json, is_float: bool) -> Result<Number, &'static str> {
    let Json::Number(number) = json else { return Err("a number") };
    let float = number.as_f64().ok_or("a number")?;
    Ok(match number.as_i64() {
        Some(integer) if !is_float || integer.unsigned_abs() <= 1 << 53 => Number::Int(integer),
        _ => Number::Float(float),
    })
}
