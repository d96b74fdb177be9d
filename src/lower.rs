//! The model to schemas: the one place that knows how Kubernetes spells a constraint.

use std::collections::BTreeMap;

use idlgen_validate::Definitions;

use crate::{
    diag::Diagnostic,
    model::{Model, TypeId},
};

/// Settings of [`lower`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct LowerOptions {
    /// The minor version of Kubernetes 1.x whose openapi-gen counts.
    pub kubernetes_minor: u16,
}

impl Default for LowerOptions {
    fn default() -> Self {
        LowerOptions { kubernetes_minor: 35 }
    }
}

/// The schemas of a model.
#[derive(Clone, Debug, Default)]
pub struct Lowered {
    /// Every definition: the structs of the requested packages and all that they refer to.
    pub definitions: Definitions,
    /// The definition name of each type that has one.
    pub names: BTreeMap<TypeId, String>,
    /// What could not be said.
    pub diagnostics: Vec<Diagnostic>,
}

/// The schemas of a model: a definition for every struct that is asked for, and for all that they refer to.
pub fn lower(model: &Model, options: &LowerOptions) -> Lowered {
    let _ = (model, options.kubernetes_minor);
    Lowered::default()
}

/// Lowered schemas as text, for `idlgen dump schema`.
pub fn dump(lowered: &Lowered) -> String {
    let _ = lowered;
    String::new()
}
