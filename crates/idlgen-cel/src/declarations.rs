//! Function declarations of Kubernetes, with one file per library and one row per overload.
//!
//! A row contains the first minor version with the overload, its types, and the cost of a call (default 1). Its
//! identifier is that of cel-go. A checked program refers to overloads by identifier, and the evaluator, whose
//! libraries have tables with the same identifiers, finds the implementation by it.

mod authorizer;
mod cidr;
mod comparisons;
mod conversions;
mod declaration;
mod formats;
mod functions;
mod ip;
mod kubernetes_lists;
mod lists;
mod operators;
mod optional;
mod proposed;
mod quantity;
mod regex;
mod semver;
mod sets;
mod signature;
mod strings;
mod times;
mod two_variables;
mod urls;

pub use declaration::Declaration;
pub(crate) use optional::SELECT_OPTIONAL_FIELD;
pub(crate) use signature::signature;

/// Iterates over all overloads of all versions. The checker tries the overloads of a function in this order.
pub fn declarations() -> impl Iterator<Item = &'static Declaration> {
    [
        operators::DECLARATIONS,
        comparisons::DECLARATIONS,
        conversions::DECLARATIONS,
        functions::DECLARATIONS,
        times::DECLARATIONS,
        urls::DECLARATIONS,
        regex::DECLARATIONS,
        kubernetes_lists::DECLARATIONS,
        strings::DECLARATIONS,
        authorizer::DECLARATIONS,
        optional::DECLARATIONS,
        quantity::DECLARATIONS,
        sets::DECLARATIONS,
        ip::DECLARATIONS,
        cidr::DECLARATIONS,
        formats::DECLARATIONS,
        two_variables::DECLARATIONS,
        semver::DECLARATIONS,
        lists::DECLARATIONS,
    ]
    .into_iter()
    .flatten()
}

/// Iterates over the overloads proposed by KEP-4153, which no API server has. An environment only includes them on
/// request ([`Environment::with_proposed_functions`](crate::Environment::with_proposed_functions)).
pub fn proposed_declarations() -> impl Iterator<Item = &'static Declaration> {
    proposed::DECLARATIONS.iter()
}

/// Returns `true` for the identifier of an overload that no API server has.
pub(crate) fn is_proposed(overload: &str) -> bool {
    proposed::DECLARATIONS.iter().any(|declaration| declaration.overload == overload)
}

/// Returns `true` if the overload compares numbers of different types. Such overloads are declared since 1.28.
pub(crate) fn compares_different_numbers(declaration: &Declaration) -> bool {
    const NUMBERS: [&str; 3] = ["int", "uint", "double"];
    let Some((left, right)) = declaration.parameters.split_once(", ") else { return false };
    matches!(declaration.function, "_<_" | "_<=_" | "_>_" | "_>=_")
        && left != right
        && NUMBERS.contains(&left)
        && NUMBERS.contains(&right)
}
