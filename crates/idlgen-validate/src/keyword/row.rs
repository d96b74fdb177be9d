//! Keyword descriptions.

use idlgen_runtime::{
    Context,
    field::Path,
    regex::LazyPattern,
    value::{List, Number, ValueRef},
};
use serde_json::Value as Json;

use super::{Bound, Limit, Value};
use crate::{compiled::Family, schema::json::OrderedJson};

/// The complete description of a keyword. An incomplete one does not compile.
#[derive(Debug)]
pub struct Row {
    /// The name in schemas.
    pub name: &'static str,
    /// The type of its value.
    pub kind: Kind,
    /// The rule for merging two values.
    pub combination: Combination,
    /// The order among the checks of the same values, as in the API server
    /// (`k8s.io/kube-openapi/pkg/validation/validate`).
    pub rank: u8,
    /// The check, in both executors.
    pub test: Test,
    /// The name of the check in `idlgen_runtime::check`, for generated code.
    pub call: &'static str,
}

/// The type of a keyword's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A length or count.
    Count,
    /// A number other than 0.
    Factor,
    /// A number, which another keyword may exclude.
    Bound {
        /// The name of that keyword.
        flag: &'static str,
    },
    /// A Go regular expression. An empty one has no effect.
    Pattern,
    /// A name. An empty one has no effect.
    Name,
    /// `true`, or unset.
    Flag,
    /// A list of values. An empty one has no effect.
    Members,
}

/// The rule for merging two values of a keyword.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Combination {
    /// The smallest value wins.
    Least,
    /// The greatest value wins.
    Greatest,
    /// All values apply. A schema has one; others are in branches of `allOf`.
    All,
}

/// The spelling of keywords, where it differs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notation {
    /// OpenAPI 2 and 3.0: a boolean next to a limit excludes it.
    OpenApi,
    /// JSON Schema since draft 6: an excluded limit is the value of another keyword.
    JsonSchema,
}

/// A check of `idlgen_runtime::check`, by the values it applies to.
#[derive(Clone, Copy, Debug)]
pub enum Test {
    /// A number. Contains the server's name for a limit that does not fit the number format.
    Number(&'static str, fn(Number, Number, &Path<'_>, &mut Context) -> bool),
    /// Like `Number`, with a limit that may be excluded.
    Bound(&'static str, fn(Number, Number, bool, &Path<'_>, &mut Context) -> bool),
    /// The length of a string, in code points.
    Length(fn(&str, u64, &Path<'_>, &mut Context) -> bool),
    /// A string, with a regular expression that is compiled on first use.
    Pattern(fn(&str, &LazyPattern, &Path<'_>, &mut Context) -> bool),
    /// A string, with the name of a format.
    Format(fn(&str, &str, &Path<'_>, &mut Context) -> bool),
    /// The number of elements in a list.
    Elements(fn(usize, u64, &Path<'_>, &mut Context) -> bool),
    /// The elements of a list.
    List(fn(&dyn List, &Path<'_>, &mut Context) -> bool),
    /// Any value, including null.
    Members(fn(&ValueRef<'_>, &[Json], &Path<'_>, &mut Context) -> bool),
    /// The number of properties in an object.
    Properties(fn(usize, u64, &Path<'_>, &mut Context) -> bool),
}

impl Row {
    /// Returns the keyword that excludes its limit.
    pub const fn flag(&self) -> Option<&'static str> {
        match self.kind {
            Kind::Bound { flag } => Some(flag),
            _ => None,
        }
    }

    /// Returns the family of values that it restricts.
    pub const fn family(&self) -> Family {
        match self.test {
            Test::Number(..) | Test::Bound(..) => Family::Number,
            Test::Length(_) | Test::Pattern(_) | Test::Format(_) => Family::Text,
            Test::Elements(_) | Test::List(_) => Family::List,
            Test::Members(_) => Family::Enumeration,
            Test::Properties(_) => Family::Object,
        }
    }

    /// Returns `true` for the string checks of which only the first failure is reported (`validate.stringValidator`).
    pub const fn is_length_or_pattern(&self) -> bool {
        matches!(self.test, Test::Length(_) | Test::Pattern(_))
    }

    /// Returns the schema entries: keywords and their values.
    pub fn entries(
        &self,
        value: &Value,
        notation: Notation,
    ) -> impl Iterator<Item = (&'static str, OrderedJson)> + use<> {
        let flag = self.flag().filter(|_| match value {
            Value::Bound(bound) => bound.exclusive,
            _ => *value == Value::Exclusive,
        });
        let own = value.to_json();
        let entries = match (notation, flag) {
            (_, None) => [own.map(|own| (self.name, own)), None],
            // The flag is the limit.
            (Notation::JsonSchema, Some(flag)) => [own.map(|own| (flag, own)), None],
            (Notation::OpenApi, Some(flag)) => [own.map(|own| (self.name, own)), Some((flag, OrderedJson::Bool(true)))],
        };
        entries.into_iter().flatten()
    }

    /// Runs the check on a value. Returns `true` if the value passes or the keyword does not apply to it.
    pub fn check(&self, limit: &Limit, value: &ValueRef<'_>, path: &Path<'_>, cx: &mut Context) -> bool {
        match (self.test, limit, value) {
            (Test::Length(check), Limit::Count(limit), ValueRef::String(text)) => check(text, *limit, path, cx),
            (Test::Pattern(check), Limit::Pattern(pattern), ValueRef::String(text)) => check(text, pattern, path, cx),
            (Test::Format(check), Limit::Name(name), ValueRef::String(text)) => check(text, name, path, cx),
            (Test::Elements(check), Limit::Count(limit), ValueRef::List(list)) => check(list.len(), *limit, path, cx),
            (Test::List(check), Limit::Flag, ValueRef::List(list)) => check(*list, path, cx),
            (Test::Members(check), Limit::Members(allowed), _) => check(value, allowed, path, cx),
            (Test::Properties(check), Limit::Count(limit), ValueRef::Map(map)) => check(map.len(), *limit, path, cx),
            (Test::Number(..) | Test::Bound(..), _, ValueRef::Int(_) | ValueRef::Float(_)) => {
                value.as_number().is_none_or(|number| self.check_number(limit, number, path, cx))
            }
            _ => true,
        }
    }

    /// Runs a number check. Returns `true` if the number passes.
    pub fn check_number(&self, limit: &Limit, number: Number, path: &Path<'_>, cx: &mut Context) -> bool {
        match (self.test, limit) {
            (Test::Number(_, check), Limit::Number(limit)) => check(number, *limit, path, cx),
            (Test::Bound(_, check), Limit::Bound(Bound { limit, exclusive })) => {
                check(number, *limit, *exclusive, path, cx)
            }
            _ => true,
        }
    }
}

impl Combination {
    /// Returns `true` if the new value wins over the known one.
    pub(crate) fn prefers(self, value: &Value, known: &Value) -> bool {
        match (self, value, known) {
            (Combination::Least, Value::Count(value), Value::Count(known)) => value < known,
            (Combination::Greatest, Value::Count(value), Value::Count(known)) => value > known,
            (Combination::Least, Value::Bound(value), Value::Bound(known)) => {
                value.is_tighter_than(*known, |limit, known| limit < known)
            }
            (Combination::Greatest, Value::Bound(value), Value::Bound(known)) => {
                value.is_tighter_than(*known, |limit, known| limit > known)
            }
            // A limit wins over a flag without a limit.
            (_, Value::Bound(_), Value::Exclusive) => true,
            (Combination::Least | Combination::Greatest | Combination::All, _, _) => false,
        }
    }
}
