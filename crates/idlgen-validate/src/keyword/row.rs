//! What there is to know of a keyword.

use std::fmt::{self, Display, Formatter};

use idlgen_runtime::{
    Context,
    field::Path,
    value::{Number, ValueRef},
};

use super::{multiple_of, size};
use crate::{compiled::Family, schema::json::OrderedJson};

/// A keyword that limits values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Keyword {
    /// `maxLength`, in code points.
    MaxLength,
    /// `minLength`, in code points.
    MinLength,
    /// `maxItems`.
    MaxItems,
    /// `minItems`.
    MinItems,
    /// `multipleOf`.
    MultipleOf,
    /// `maxProperties`.
    MaxProperties,
    /// `minProperties`.
    MinProperties,
}

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
}

/// The value of a keyword.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// A length or count.
    Count(u64),
    /// A number.
    Number(Number),
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

/// A check of `idlgen_runtime::check`, by what it looks at.
#[derive(Clone, Copy, Debug)]
pub enum Test {
    /// A number, and what servers call a limit that the format of numbers does not hold.
    Number(&'static str, fn(Number, Number, &Path<'_>, &mut Context) -> bool),
    /// Text.
    Text(fn(&str, u64, &Path<'_>, &mut Context) -> bool),
    /// How many elements a list has.
    Elements(fn(usize, u64, &Path<'_>, &mut Context) -> bool),
    /// How many properties an object has.
    Properties(fn(usize, u64, &Path<'_>, &mut Context) -> bool),
}

/// What of a value a check looks at.
#[derive(Clone, Copy, Debug)]
pub enum Subject<'v> {
    /// A number.
    Number(Number),
    /// Text.
    Text(&'v str),
    /// How many elements a list, or properties an object has.
    Count(usize),
}

impl Keyword {
    /// All of them, in the order in which schemas print them.
    pub const ALL: [Keyword; 7] = [
        Keyword::MaxLength,
        Keyword::MinLength,
        Keyword::MaxItems,
        Keyword::MinItems,
        Keyword::MultipleOf,
        Keyword::MaxProperties,
        Keyword::MinProperties,
    ];

    /// What there is to know of it.
    pub const fn row(self) -> &'static Row {
        match self {
            Keyword::MaxLength => &size::MAX_LENGTH,
            Keyword::MinLength => &size::MIN_LENGTH,
            Keyword::MaxItems => &size::MAX_ITEMS,
            Keyword::MinItems => &size::MIN_ITEMS,
            Keyword::MultipleOf => &multiple_of::MULTIPLE_OF,
            Keyword::MaxProperties => &size::MAX_PROPERTIES,
            Keyword::MinProperties => &size::MIN_PROPERTIES,
        }
    }

    /// As schemas write it.
    pub const fn name(self) -> &'static str {
        self.row().name
    }

    /// The keyword of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        Keyword::ALL.into_iter().find(|keyword| keyword.name() == name)
    }
}

impl Row {
    /// Which values it limits.
    pub const fn family(&self) -> Family {
        match self.test {
            Test::Number(..) => Family::Number,
            Test::Text(_) => Family::Text,
            Test::Elements(_) => Family::List,
            Test::Properties(_) => Family::Object,
        }
    }

    /// What of a value the check looks at. Returns `None` for values that it does not limit.
    pub fn subject<'v>(&self, value: &'v ValueRef<'_>) -> Option<Subject<'v>> {
        match (self.test, value) {
            (Test::Number(..), ValueRef::Int(_) | ValueRef::Float(_)) => value.as_number().map(Subject::Number),
            (Test::Text(_), ValueRef::String(text)) => Some(Subject::Text(text)),
            (Test::Elements(_), ValueRef::List(list)) => Some(Subject::Count(list.len())),
            (Test::Properties(_), ValueRef::Map(map)) => Some(Subject::Count(map.len())),
            _ => None,
        }
    }

    /// Runs the check; whether the value passed.
    pub fn check(&self, limit: &Value, subject: Subject<'_>, path: &Path<'_>, cx: &mut Context) -> bool {
        match (self.test, limit, subject) {
            (Test::Number(_, check), Value::Number(limit), Subject::Number(number)) => check(number, *limit, path, cx),
            (Test::Text(check), Value::Count(limit), Subject::Text(text)) => check(text, *limit, path, cx),
            (Test::Elements(check) | Test::Properties(check), Value::Count(limit), Subject::Count(count)) => {
                check(count, *limit, path, cx)
            }
            // No row has such a test.
            (Test::Number(..) | Test::Text(_) | Test::Elements(_) | Test::Properties(_), _, _) => true,
        }
    }
}

impl Combination {
    /// Whether a value counts where both are said, and not the one that is known.
    pub(crate) fn prefers(self, value: &Value, known: &Value) -> bool {
        match (self, value, known) {
            (Combination::Least, Value::Count(value), Value::Count(known)) => value < known,
            (Combination::Greatest, Value::Count(value), Value::Count(known)) => value > known,
            (Combination::Least | Combination::Greatest | Combination::All, _, _) => false,
        }
    }
}

impl Value {
    /// The length or count.
    pub fn as_count(&self) -> Option<u64> {
        match self {
            Value::Count(count) => Some(*count),
            Value::Number(_) => None,
        }
    }

    /// As schemas write it.
    pub fn to_json(&self) -> OrderedJson {
        match self {
            Value::Count(count) => {
                OrderedJson::Number(i64::try_from(*count).map_or(Number::Float(*count as f64), Number::Int))
            }
            Value::Number(number) => OrderedJson::Number(*number),
        }
    }
}

impl From<u64> for Value {
    fn from(count: u64) -> Self {
        Value::Count(count)
    }
}

impl From<Number> for Value {
    fn from(number: Number) -> Self {
        Value::Number(number)
    }
}

/// As people are shown it.
impl Display for Value {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Value::Count(count) => write!(out, "{count}"),
            Value::Number(number) => write!(out, "{number}"),
        }
    }
}
