//! What there is to know of a keyword.

use idlgen_runtime::{
    Context,
    field::Path,
    regex::LazyPattern,
    value::{List, Number, ValueRef},
};
use serde_json::Value as Json;

use super::{Bound, Limit, Value};
use crate::{compiled::Family, schema::json::OrderedJson};

/// All that there is to know of a keyword. What a new one lacks does not compile.
#[derive(Debug)]
pub struct Row {
    /// As schemas write it.
    pub name: &'static str,
    /// What its value is.
    pub kind: Kind,
    /// What two of them say together.
    pub combination: Combination,
    /// Its place among the checks of the same values, in the order of the API server
    /// (`k8s.io/kube-openapi/pkg/validation/validate`).
    pub rank: u8,
    /// The check, in both executors.
    pub test: Test,
    /// The name of the check in `idlgen_runtime::check`, for generated code.
    pub call: &'static str,
}

/// What the value of a keyword is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A length or count.
    Count,
    /// A number other than 0.
    Factor,
    /// A number, which another keyword may exclude.
    Bound {
        /// That keyword.
        flag: &'static str,
    },
    /// A regular expression of Go. The empty one says nothing.
    Pattern,
    /// A name. The empty one says nothing.
    Name,
    /// `true`, or nothing is said.
    Flag,
    /// A list of values. The empty one says nothing.
    Members,
}

/// What two values of a keyword say together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Combination {
    /// The least counts.
    Least,
    /// The greatest counts.
    Greatest,
    /// All count. A schema has one; others are in branches of `allOf`.
    All,
}

/// How schemas spell keywords, where that differs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notation {
    /// As OpenAPI 2 and 3.0 do: that a limit is excluded is a boolean beside it.
    OpenApi,
    /// As JSON Schema does since draft 6: a limit that is excluded is the number of another keyword.
    JsonSchema,
}

/// A check of `idlgen_runtime::check`, by what it looks at.
#[derive(Clone, Copy, Debug)]
pub enum Test {
    /// A number, and what servers call a limit that the format of numbers does not hold.
    Number(&'static str, fn(Number, Number, &Path<'_>, &mut Context) -> bool),
    /// As `Number`, with a limit that may be excluded.
    Bound(&'static str, fn(Number, Number, bool, &Path<'_>, &mut Context) -> bool),
    /// How long text is.
    Length(fn(&str, u64, &Path<'_>, &mut Context) -> bool),
    /// Text.
    Pattern(fn(&str, &LazyPattern, &Path<'_>, &mut Context) -> bool),
    /// Text that has a format.
    Format(fn(&str, &str, &Path<'_>, &mut Context) -> bool),
    /// How many elements a list has.
    Elements(fn(usize, u64, &Path<'_>, &mut Context) -> bool),
    /// A list.
    List(fn(&dyn List, &Path<'_>, &mut Context) -> bool),
    /// Any value, null as well.
    Members(fn(&ValueRef<'_>, &[Json], &Path<'_>, &mut Context) -> bool),
    /// How many properties an object has.
    Properties(fn(usize, u64, &Path<'_>, &mut Context) -> bool),
}

impl Row {
    /// The keyword that excludes its limit.
    pub const fn flag(&self) -> Option<&'static str> {
        match self.kind {
            Kind::Bound { flag } => Some(flag),
            _ => None,
        }
    }

    /// Which values it limits.
    pub const fn family(&self) -> Family {
        match self.test {
            Test::Number(..) | Test::Bound(..) => Family::Number,
            Test::Length(_) | Test::Pattern(_) | Test::Format(_) => Family::Text,
            Test::Elements(_) | Test::List(_) => Family::List,
            Test::Members(_) => Family::Enumeration,
            Test::Properties(_) => Family::Object,
        }
    }

    /// Whether it is one of those checks of text of which the first that fails is the only one reported
    /// (`validate.stringValidator`).
    pub const fn is_length_or_pattern(&self) -> bool {
        matches!(self.test, Test::Length(_) | Test::Pattern(_))
    }

    /// What schemas say of a value: keywords, and their values.
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

    /// Runs the check on a value; whether it passed. Values that it does not limit do.
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

    /// Runs a check of numbers; whether the number passed.
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
    /// Whether a value counts where both are said, and not the one that is known.
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
            // A limit counts, and what is said of one that is not there does not.
            (_, Value::Bound(_), Value::Exclusive) => true,
            (Combination::Least | Combination::Greatest | Combination::All, _, _) => false,
        }
    }
}
