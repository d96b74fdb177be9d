//! Which check found an error.

use std::borrow::Cow;

/// The check that found an error (`Origin` of `k8s.io/apimachinery/pkg/util/validation/field.Error`). It is not part of
/// what an error says, so errors that say the same are equal, whatever found them.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Origin {
    /// The keyword of the schema: `maximum`, `format=date`, `x-kubernetes-validations`. Empty if no schema is behind
    /// it.
    pub check: Cow<'static, str>,
    /// The CEL rule, if it is one.
    pub rule: Option<Box<str>>,
}

impl PartialEq for Origin {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}
