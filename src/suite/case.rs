//! A case, as data.

use serde_json::Value as Json;

use crate::source::Span;

#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Case {
    /// Its name as in the file.
    pub name: String,
    /// The location of the name, or of the case if it has none.
    pub span: Span,
    pub operation: Operation,
    /// The object that is created.
    pub initial: Json,
    /// The object that is stored at the end. Null if no object is expected.
    pub expected: Json,
    /// A part of the error of the last step. Empty if no error is expected.
    pub expected_error: String,
    /// A part of the error of the status update. Empty if no error is expected.
    pub expected_status_error: String,
}

#[derive(Clone, Debug, PartialEq)]
#[expect(clippy::exhaustive_enums, reason = "the format has no other")]
pub enum Operation {
    /// An object is created.
    Create,
    /// Creates an object, optionally with a patched definition (a JSON patch, RFC 6902), and updates it with the
    /// unchanged definition.
    Update {
        /// The changes of the CRD. Null if there are none.
        patches: Json,
        /// The object that replaces the created one.
        updated: Json,
    },
}

/// A request of a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(clippy::exhaustive_enums, reason = "there are no other requests in a case")]
pub enum Step {
    /// The initial object is created.
    Create,
    /// The status of the initial object is written.
    CreateStatus,
    /// The object is updated.
    Update,
    UpdateStatus,
}

impl Step {
    /// Returns the step as the subject of a sentence.
    pub fn name(self) -> &'static str {
        match self {
            Step::Create => "the creation",
            Step::CreateStatus => "the status of the initial object",
            Step::Update => "the update",
            Step::UpdateStatus => "the update of the status",
        }
    }
}
