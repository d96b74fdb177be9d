//! Describes keywords in rows of a table.

use idlgen_runtime::{
    Context,
    field::Path,
    regex::LazyPattern,
    value::{List, Number, ValueRef},
};
use serde_json::Value as Json;

use super::{Bound, Limit, Value};
use crate::{compiled::Family, schema::json::OrderedJson};

/// The complete description of a keyword. A row with missing fields does not compile.
#[derive(Debug)]
pub struct Row {
    /// The name in schemas.
    pub name: &'static str,
    /// The type of its value.
    pub kind: Kind,
    /// How two values are merged.
    pub combination: Combination,
    /// The position among the checks for the same values, as in the API server
    /// (`k8s.io/kube-openapi/pkg/validation/validate`).
    pub rank: u8,
    /// The check function, which both the engine and generated code use.
    pub test: Test,
    /// The name of the check function in `idlgen_runtime::check`, for generated code.
    pub call: &'static str,
}

/// The type of a keyword's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A length or count.
    Count,
    /// A number other than 0.
    Factor,
    /// A limit of numbers, which another keyword can make exclusive.
    Bound {
        /// The name of that keyword.
        flag: &'static str,
    },
    /// A Go regular expression. An empty string has no effect.
    Pattern,
    /// A name. An empty string has no effect.
    Name,
    /// A boolean. `false` has no effect.
    Flag,
    /// A list of values. An empty list has no effect.
    Members,
}

/// How two values of a keyword are merged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Combination {
    /// The smaller value applies.
    Least,
    /// The greater value applies.
    Greatest,
    /// All values apply. A schema can only contain one; the others must be in branches of `allOf`.
    All,
}

/// The dialect of a schema, for keywords that are written differently.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notation {
    /// OpenAPI 2 and 3.0: an additional boolean keyword makes a limit exclusive.
    OpenApi,
    /// JSON Schema since draft 6: an exclusive limit is the value of a keyword of its own.
    JsonSchema,
}

/// A check function of `idlgen_runtime::check`, by the values to which it applies.
#[derive(Clone, Copy, Debug)]
pub enum Test {
    /// Checks a number. The string is the API server's name for the limit, for the error if it is out of the number
    /// format's range.
    Number(&'static str, fn(Number, Number, &Path<'_>, &mut Context) -> bool),
    /// Like `Number`, with a limit that may be exclusive.
    Bound(&'static str, fn(Number, Number, bool, &Path<'_>, &mut Context) -> bool),
    /// Checks the length of a string in code points.
    Length(fn(&str, u64, &Path<'_>, &mut Context) -> bool),
    /// Checks a string with a regular expression that is compiled on first use.
    Pattern(fn(&str, &LazyPattern, &Path<'_>, &mut Context) -> bool),
    /// Checks a string with the name of a format.
    Format(fn(&str, &str, &Path<'_>, &mut Context) -> bool),
    /// Checks the number of elements in a list.
    Elements(fn(usize, u64, &Path<'_>, &mut Context) -> bool),
    /// Checks the elements of a list.
    List(fn(&dyn List, &Path<'_>, &mut Context) -> bool),
    /// Checks any value, including null, with the allowed values.
    Members(fn(&ValueRef<'_>, &[Json], &Path<'_>, &mut Context) -> bool),
    /// Checks the number of properties in an object.
    Properties(fn(usize, u64, &Path<'_>, &mut Context) -> bool),
}

impl Row {
    /// Returns the name of the keyword that makes the limit exclusive, if there is one.
    pub const fn flag(&self) -> Option<&'static str> {
        match self.kind {
            Kind::Bound { flag } => Some(flag),
            _ => None,
        }
    }

    /// Returns the family of the check, which determines the values to which it applies.
    pub const fn family(&self) -> Family {
        match self.test {
            Test::Number(..) | Test::Bound(..) => Family::Number,
            Test::Length(_) | Test::Pattern(_) | Test::Format(_) => Family::Text,
            Test::Elements(_) | Test::List(_) => Family::List,
            Test::Members(_) => Family::Enumeration,
            Test::Properties(_) => Family::Object,
        }
    }

    /// Returns `true` for the string checks of which the API server only reports the first failure
    /// (`validate.stringValidator`).
    pub const fn is_length_or_pattern(&self) -> bool {
        matches!(self.test, Test::Length(_) | Test::Pattern(_))
    }

    /// Returns the entries of a schema that express a value of the keyword.
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
            // In JSON Schema, the exclusive limit is the value of the flag's keyword.
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
    /// Returns `true` if the merged value is the new one and not the known one.
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
            // A limit takes precedence over a flag without a limit.
            (_, Value::Bound(_), Value::Exclusive) => true,
            (Combination::Least | Combination::Greatest | Combination::All, _, _) => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_equal_values_the_known_one_stays() {
        let bound = |limit: i64, exclusive| Value::Bound(Bound { limit: limit.into(), exclusive });
        for (combination, value, known, expected) in [
            (Combination::Least, Value::Count(1), Value::Count(2), true),
            (Combination::Least, Value::Count(2), Value::Count(2), false),
            (Combination::Least, Value::Count(3), Value::Count(2), false),
            (Combination::Greatest, Value::Count(1), Value::Count(2), false),
            (Combination::Greatest, Value::Count(2), Value::Count(2), false),
            (Combination::Greatest, Value::Count(3), Value::Count(2), true),
            (Combination::Least, bound(1, false), bound(2, false), true),
            (Combination::Least, bound(2, false), bound(2, false), false),
            (Combination::Least, bound(2, true), bound(2, false), true),
            (Combination::Least, bound(3, true), bound(2, false), false),
            (Combination::Greatest, bound(1, true), bound(2, false), false),
            (Combination::Greatest, bound(2, false), bound(2, true), false),
            (Combination::Greatest, bound(2, true), bound(2, false), true),
            (Combination::Greatest, bound(3, false), bound(2, true), true),
            (Combination::Least, bound(1, false), Value::Exclusive, true),
            (Combination::Least, Value::Exclusive, bound(1, false), false),
            (Combination::All, Value::Text("a".to_owned()), Value::Text("b".to_owned()), false),
        ] {
            assert_eq!(combination.prefers(&value, &known), expected, "{value:?} {known:?}");
        }
    }
}
