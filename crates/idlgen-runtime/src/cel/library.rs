//! The functions that expressions may call.
//!
//! One file per library, one plain function per CEL function (`strings::char_at(text, index)`), and for the evaluator an adapter from values. Operators are
//! not here; they are part of the evaluator.

pub mod cidr;
pub mod conversions;
mod cost;
pub mod format;
pub mod ip;
pub mod lists;
pub mod lists_extension;
mod no_such_overload;
pub mod optional;
mod printed;
pub mod quantity;
pub mod regex;
pub mod selector;
pub mod semver;
pub mod sets;
pub mod string_format;
pub mod strings;
pub mod time_zone;
pub mod timestamps;
pub mod url;
pub mod utf8;

pub use cost::CallCost;
pub(super) use no_such_overload::no_such_overload;

use super::{Environment, EvaluationError, Value};

/// A function as the evaluator calls it: the receiver, if there is one, is the first argument. Values that it has no overload for give
/// [`no such overload`](EvaluationError::no_such_overload).
pub type Function = for<'a> fn(&[Value<'a>], &Environment) -> Result<Value<'a>, EvaluationError>;

/// The libraries: each names its functions.
const LIBRARIES: &[fn(&str) -> Option<Function>] = &[
    cidr::function,
    conversions::function,
    format::function,
    ip::function,
    lists::function,
    lists_extension::function,
    optional::function,
    quantity::function,
    regex::function,
    selector::function,
    semver::function,
    sets::function,
    string_format::function,
    strings::function,
    timestamps::function,
    url::function,
    utf8::function,
];

/// The functions of that name. Libraries may share a name (`indexOf` of text and of lists): the first that has an overload for the values is the one. `overload` is
/// the only overload that fits, empty if there are several; where it decides what values alone do not, its function is the only one.
pub fn functions<'n>(name: &'n str, overload: &str) -> impl Iterator<Item = Function> + use<'n> {
    let only = lists::overload(overload);
    let of_name = LIBRARIES.iter().filter(move |_| only.is_none()).filter_map(move |library| library(name));
    only.into_iter().chain(of_name)
}
