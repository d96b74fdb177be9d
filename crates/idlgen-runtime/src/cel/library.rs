//! CEL function libraries.
//!
//! Each library has its own file. It contains one plain function per CEL function (`strings::char_at(text, index)`),
//! and a table that maps each CEL function to its implementation and cost. `idlgen-cel` declares the functions in a
//! table of its own. Functions that the evaluator implements itself, such as operators, are in `evaluator`.

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

use super::cost::CallCost;
use binding::{Binding, by_name, by_overload, evaluated};

/// The function tables of all libraries.
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

/// Returns the overloads of all tables, each as function name and overload identifier.
pub fn overloads() -> impl Iterator<Item = (&'static str, &'static str)> {
    bindings().flat_map(|binding| binding.overloads.iter().map(|overload| (binding.function, *overload)))
}

/// Returns the implementations of a function name. Several libraries can share a name, such as `indexOf` of strings and
/// of lists: the first implementation with an overload for the values applies. `overload` is the only matching
/// overload, or empty if there are several. If it is known, the result only contains the implementation of this
/// overload.
pub fn functions(name: &str, overload: &str) -> impl Iterator<Item = Function> {
    let of_name = || bindings().filter(move |binding| binding.function == name);
    let is_meant = move |binding: &&Binding| binding.overloads.contains(&overload);
    let is_known = of_name().any(|binding| is_meant(&binding));
    of_name().filter(move |binding| !is_known || is_meant(binding)).filter_map(|binding| binding.implementation)
}

/// Returns `true` if an error in the first of two arguments ends the call. This is the case if cel-go selects the
/// overload at run time, so `overload` is empty, or implements the function for any number of arguments.
pub(super) fn ends_at_error(function: &str, overload: &str) -> bool {
    // `@sortByAssociatedKeys` has a single implementation, which accepts all values.
    function == "format" || (overload.is_empty() && function != "@sortByAssociatedKeys")
}

/// Returns the cost model of `function`. `overload` is the only matching overload, or empty if there are several.
pub(super) fn call_cost(function: &str, overload: &str) -> CallCost {
    let of_name = || bindings().filter(|binding| binding.function == function);
    let binding = of_name()
        .find(|binding| binding.overloads.contains(&overload))
        .or_else(|| of_name().find(|binding| binding.has_cost_by_name));
    binding.map_or(CallCost::One, |binding| binding.call_cost)
}
