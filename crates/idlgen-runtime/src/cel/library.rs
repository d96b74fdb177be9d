//! The functions that expressions may call.
//!
//! One file per library: one plain function per CEL function (`strings::char_at(text, index)`), and a table with a row
//! for each, which says what executes it on values and what that costs. `idlgen-cel` declares the functions in a table
//! of its own. What the evaluator executes itself, such as operators, is in `evaluator`.

mod authorizer;
mod binding;
pub mod cidr;
pub mod conversions;
mod evaluator;
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

pub use binding::Function;
pub(super) use no_such_overload::no_such_overload;
pub(super) use printed::printed;

use super::cost::Price;
use binding::{Binding, by_name, by_overload, evaluated};

/// The tables of the libraries.
const LIBRARIES: &[&[Binding]] = &[
    authorizer::FUNCTIONS,
    cidr::FUNCTIONS,
    conversions::FUNCTIONS,
    evaluator::FUNCTIONS,
    format::FUNCTIONS,
    format::CONSTANTS,
    ip::FUNCTIONS,
    lists::FUNCTIONS,
    lists::IS_SORTED,
    lists::MAX,
    lists::MIN,
    lists_extension::FUNCTIONS,
    optional::FUNCTIONS,
    quantity::FUNCTIONS,
    regex::FUNCTIONS,
    selector::FUNCTIONS,
    semver::FUNCTIONS,
    sets::FUNCTIONS,
    string_format::FUNCTIONS,
    strings::FUNCTIONS,
    timestamps::FUNCTIONS,
    url::FUNCTIONS,
    utf8::FUNCTIONS,
];

fn bindings() -> impl Iterator<Item = &'static Binding> {
    LIBRARIES.iter().copied().flatten()
}

/// The overloads of all tables: the name of the function and the identifier of the overload.
pub fn overloads() -> impl Iterator<Item = (&'static str, &'static str)> {
    bindings().flat_map(|binding| binding.overloads.iter().map(|overload| (binding.function, *overload)))
}

/// The functions of that name. Libraries may share a name (`indexOf` of text and of lists): the first that has an
/// overload for the values is the one. `overload` is the only overload that fits, empty if there are several; where it
/// is known, its function is the only one.
pub fn functions(name: &str, overload: &str) -> impl Iterator<Item = Function> {
    let of_name = || bindings().filter(move |binding| binding.function == name);
    let is_meant = move |binding: &&Binding| binding.overloads.contains(&overload);
    let is_known = of_name().any(|binding| is_meant(&binding));
    of_name().filter(move |binding| !is_known || is_meant(binding)).filter_map(|binding| binding.implementation)
}

/// Whether a call with two arguments is over when the first of them fails. So it is where cel-go chooses between
/// overloads by the values; `overload` is empty then.
pub(super) fn ends_at_error(function: &str, overload: &str) -> bool {
    // One implementation takes all values.
    overload.is_empty() && function != "@sortByAssociatedKeys"
}

/// What a call of `function` costs; `overload` is the only overload that fits, empty if there are several.
pub(super) fn price(function: &str, overload: &str) -> Price {
    let of_name = || bindings().filter(|binding| binding.function == function);
    let binding = of_name()
        .find(|binding| binding.overloads.contains(&overload))
        .or_else(|| of_name().find(|binding| binding.is_priced_by_name));
    binding.map_or(Price::One, |binding| binding.price)
}
