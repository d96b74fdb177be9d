//! The origin of an error.

use std::borrow::Cow;

/// The check that reported an error (`Origin` of `k8s.io/apimachinery/pkg/util/validation/field.Error`). It is not part
/// of the message, so errors with equal messages are equal whatever their origin.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Origin {
    /// The schema keyword: `maximum`, `format=date`, `x-kubernetes-validations`. Empty if the error does not come from
    /// a schema.
    pub check: Cow<'static, str>,
    /// The CEL rule, if a rule reported the error.
    pub rule: Option<Box<str>>,
    /// The reason why the `messageExpression` of the rule has no usable result, if it has none. The error then contains
    /// the `message` of the rule or its expression. API servers write the reason to their log.
    pub message_problem: Option<Box<str>>,
}

impl PartialEq for Origin {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}
