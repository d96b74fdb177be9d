//! Function declarations of Kubernetes, with one file per library and one row per overload.
//!
//! A row contains the first minor version with the overload, its types, and the cost of a call (default 1). Its
//! identifier is that of cel-go. A checked program refers to overloads by identifier, and the evaluator, whose
//! libraries have tables with the same identifiers, finds the implementation by it.

mod authorizer;
mod cidr;
mod comparisons;
mod conversions;
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

pub(crate) use optional::SELECT_OPTIONAL_FIELD;
pub(crate) use signature::signature;

use crate::cost::{self, Estimate};
use crate::environment::Version;

/// A function overload.
#[derive(Clone, Copy, Debug)]
pub struct Declaration {
    /// The first minor version of Kubernetes 1.x that declares it.
    pub since: u8,
    /// The function name, qualified if it has a namespace.
    pub function: &'static str,
    /// The overload identifier.
    pub overload: &'static str,
    /// `true` if it is called on a receiver (`a.f(b)`), which is the first parameter then.
    pub is_member: bool,
    /// The parameter types: `list(A), A`. Capital letters are type parameters.
    pub parameters: &'static str,
    /// The result type.
    pub result: &'static str,
    /// The first minor version that no longer declares it.
    until: Option<u8>,
    /// The cost of a call.
    pub(crate) estimate: Estimate,
}

impl Declaration {
    /// Returns `true` if this version declares it.
    pub fn is_declared(&self, version: Version) -> bool {
        self.since <= version.minor() && self.until.is_none_or(|until| version.minor() < until)
    }

    /// Sets the first minor version that no longer has the overload.
    const fn until(self, minor: u8) -> Self {
        Self { until: Some(minor), ..self }
    }

    /// Sets the cost estimate, which is 1 by default.
    const fn estimated(self, estimate: Estimate) -> Self {
        Self { estimate, ..self }
    }
}

const fn global(
    since: u8,
    function: &'static str,
    overload: &'static str,
    parameters: &'static str,
    result: &'static str,
) -> Declaration {
    Declaration { since, function, overload, is_member: false, parameters, result, until: None, estimate: cost::one }
}

const fn member(
    since: u8,
    function: &'static str,
    overload: &'static str,
    parameters: &'static str,
    result: &'static str,
) -> Declaration {
    Declaration { since, function, overload, is_member: true, parameters, result, until: None, estimate: cost::one }
}

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
