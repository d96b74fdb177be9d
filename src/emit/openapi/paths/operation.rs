//! Paths and their operations, as data.

use super::{action::Action, parameter::Parameter};
use crate::lower::GroupVersionKind;

/// A path with what can be done there.
#[derive(Clone, Debug)]
pub(super) struct Path {
    /// The path, with names in braces.
    pub(super) template: String,
    /// The parameters of all operations, in order of name.
    pub(super) parameters: Vec<Parameter>,
    /// The operations, each with a method of its own.
    pub(super) operations: Vec<Operation>,
}

/// What can be done at a path.
#[derive(Clone, Debug)]
pub(super) struct Operation {
    pub(super) action: Action,
    /// Its name.
    pub(super) id: String,
    /// The tag of its group and version.
    pub(super) tag: String,
    /// What it does.
    pub(super) description: String,
    /// The definition of what is sent.
    pub(super) body: Option<String>,
    /// The definition of the answer.
    pub(super) answer: Option<String>,
    /// The kind that it is about.
    pub(super) kind: Option<GroupVersionKind>,
}

/// The methods in the order in which documents have them.
pub(super) const METHODS: [&str; 5] = ["get", "put", "post", "delete", "patch"];

/// The media types that objects are sent in.
pub(super) const OBJECT_MEDIA: [&str; 2] = ["application/json", "application/yaml"];

/// The media types that patches are sent in.
pub(super) const PATCH_MEDIA: [&str; 4] = [
    "application/apply-patch+yaml",
    "application/json-patch+json",
    "application/merge-patch+json",
    "application/strategic-merge-patch+json",
];

impl Path {
    /// The operations in the order in which documents have them.
    pub(super) fn in_order(&self) -> impl Iterator<Item = &Operation> {
        METHODS
            .iter()
            .filter_map(|method| self.operations.iter().find(|operation| operation.action.method() == *method))
    }
}

impl Operation {
    /// Whether what is sent may not be missing.
    pub(super) fn needs_body(&self) -> bool {
        !matches!(self.action, Action::Delete | Action::DeleteCollection)
    }
}
