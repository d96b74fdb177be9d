//! A function overload.

use crate::cost::{Estimate, one};
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
    pub(super) until: Option<u8>,
    /// The cost of a call.
    pub(crate) estimate: Estimate,
}

impl Declaration {
    /// Returns `true` if this version declares it.
    pub fn is_declared(&self, version: Version) -> bool {
        self.since <= version.minor() && self.until.is_none_or(|until| version.minor() < until)
    }

    /// Sets the first minor version that no longer has the overload.
    pub(super) const fn until(self, minor: u8) -> Self {
        Self { until: Some(minor), ..self }
    }

    /// Sets the cost estimate, which is 1 by default.
    pub(super) const fn estimated(self, estimate: Estimate) -> Self {
        Self { estimate, ..self }
    }
}

pub(super) const fn global(
    since: u8,
    function: &'static str,
    overload: &'static str,
    parameters: &'static str,
    result: &'static str,
) -> Declaration {
    Declaration { since, function, overload, is_member: false, parameters, result, until: None, estimate: one }
}

pub(super) const fn member(
    since: u8,
    function: &'static str,
    overload: &'static str,
    parameters: &'static str,
    result: &'static str,
) -> Declaration {
    Declaration { since, function, overload, is_member: true, parameters, result, until: None, estimate: one }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_declaration_is_declared_from_one_version_until_another() {
        let declared =
            |declaration: Declaration| [29, 30, 36, 37, 38].map(|minor| declaration.is_declared(Version::new(minor)));
        assert_eq!(declared(member(30, "f", "f", "int", "int")), [false, true, true, true, true]);
        assert_eq!(declared(global(1, "f", "f", "int", "int").until(37)), [true, true, true, false, false]);
    }
}
