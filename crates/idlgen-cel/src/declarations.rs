//! The functions that Kubernetes declares: one file a library, with a row for each overload.
//!
//! A row says since which minor version there is the overload, its types, and what a call costs (1, if it does not
//! say). Its identifier is cel-go's; a checked program names overloads by it, and the evaluator, whose libraries have
//! tables of the same identifiers, finds its implementation by it.

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

/// An overload of a function.
#[derive(Clone, Copy, Debug)]
pub struct Declaration {
    /// The minor version of Kubernetes 1 since which it is declared.
    pub since: u8,
    /// The name of the function, qualified if it has a name space.
    pub function: &'static str,
    /// The identifier of the overload.
    pub overload: &'static str,
    /// Is it called on an object (`a.f(b)`)? That is then the first parameter.
    pub is_member: bool,
    /// The types of the parameters: `list(A), A`. Capital letters are type parameters.
    pub parameters: &'static str,
    /// The type of the result.
    pub result: &'static str,
    /// The minor version since which it is not declared any more.
    until: Option<u8>,
    /// What a call costs.
    pub(crate) estimate: Estimate,
}

impl Declaration {
    /// Is it declared in that version?
    pub fn is_declared(&self, version: Version) -> bool {
        self.since <= version.minor() && self.until.is_none_or(|until| version.minor() < until)
    }

    /// The same, declared up to the version before `1.minor`.
    const fn until(self, minor: u8) -> Self {
        Self { until: Some(minor), ..self }
    }

    /// The same with another estimate of the cost than 1.
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

/// All overloads, of all versions, in the order in which the checker tries those of one function.
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

/// The overloads that KEP-4153 proposed and no API server has. Only an environment that is asked for them has them
/// ([`Environment::with_proposed_functions`](crate::Environment::with_proposed_functions)).
pub fn proposed_declarations() -> impl Iterator<Item = &'static Declaration> {
    proposed::DECLARATIONS.iter()
}

/// Is it the identifier of an overload that no API server has?
pub(crate) fn is_proposed(overload: &str) -> bool {
    proposed::DECLARATIONS.iter().any(|declaration| declaration.overload == overload)
}

/// Does the overload compare numbers of different types? Such overloads are declared since 1.28 only.
pub(crate) fn compares_different_numbers(declaration: &Declaration) -> bool {
    const NUMBERS: [&str; 3] = ["int", "uint", "double"];
    let Some((left, right)) = declaration.parameters.split_once(", ") else { return false };
    matches!(declaration.function, "_<_" | "_<=_" | "_>_" | "_>=_")
        && left != right
        && NUMBERS.contains(&left)
        && NUMBERS.contains(&right)
}
