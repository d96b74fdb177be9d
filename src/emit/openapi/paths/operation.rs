//! Paths and their operations, as data.

use super::{action::Action, parameter::Parameter};
use crate::lower::GroupVersionKind;

#[derive(Clone, Debug)]
pub(super) struct Path {
    /// The path, with parameters in braces.
    pub(super) template: String,
    /// The common parameters of all operations, sorted by name.
    pub(super) parameters: Vec<Parameter>,
    /// The operations, each with a different method.
    pub(super) operations: Vec<Operation>,
}

#[derive(Clone, Debug)]
pub(super) struct Operation {
    pub(super) action: Action,
    pub(super) id: String,
    /// The OpenAPI tag, which is derived from the group and version.
    pub(super) tag: String,
    pub(super) description: String,
    /// The definition of the request body.
    pub(super) body: Option<String>,
    /// The definition of the response.
    pub(super) answer: Option<String>,
    pub(super) kind: Option<GroupVersionKind>,
}

/// The methods in the order of documents.
pub(super) const METHODS: [&str; 5] = ["get", "put", "post", "delete", "patch"];

/// The media types of objects.
pub(super) const OBJECT_MEDIA: [&str; 2] = ["application/json", "application/yaml"];

/// The media types of patches.
pub(super) const PATCH_MEDIA: [&str; 4] = [
    "application/apply-patch+yaml",
    "application/json-patch+json",
    "application/merge-patch+json",
    "application/strategic-merge-patch+json",
];

impl Path {
    /// Iterates over the operations in the order of documents.
    pub(super) fn in_order(&self) -> impl Iterator<Item = &Operation> {
        METHODS
            .iter()
            .filter_map(|method| self.operations.iter().find(|operation| operation.action.method() == *method))
    }
}

impl Operation {
    /// Returns `true` if the request body is required.
    pub(super) fn needs_body(&self) -> bool {
        !matches!(self.action, Action::Delete | Action::DeleteCollection)
    }
}
