//! A rule, what it checks and what it finds.

use crate::{
    diag::Code,
    model::{Field, Model},
};

pub(super) struct ApiRule {
    /// The name in reports.
    pub(super) name: &'static str,
    /// The code of its violations.
    pub(super) code: Code,
    /// Returns the fields of a struct that violate it, in upstream's order.
    pub(super) check: for<'a> fn(&ApiStruct<'a>) -> Vec<Finding<'a>>,
}

/// A struct with the context of the rules.
pub(super) struct ApiStruct<'a> {
    pub(super) model: &'a Model,
    pub(super) fields: &'a [Field],
    /// The minor version of Kubernetes 1.x whose openapi-gen to emulate.
    pub(super) kubernetes_minor: u16,
}

/// A field that violates a rule.
pub(super) struct Finding<'a> {
    pub(super) field: &'a Field,
    /// The message, without the field name.
    pub(super) message: String,
    /// The help or the reason.
    pub(super) advice: String,
}
