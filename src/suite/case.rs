//! The data of a test case.

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
    /// The object to create.
    pub initial: Json,
    /// The expected stored object. Null if none is expected.
    pub expected: Json,
    /// A part of the expected error of the last step. Empty if no error is expected.
    pub expected_error: String,
    /// A part of the expected error of the status update. Empty if no error is expected.
    pub expected_status_error: String,
}

#[derive(Clone, Debug, PartialEq)]
#[expect(clippy::exhaustive_enums, reason = "the format has no other")]
pub enum Operation {
    /// Creates an object.
    Create,
    /// Creates an object, optionally with a patched CRD (a JSON patch, RFC 6902), and updates it with the unchanged
    /// CRD.
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
    /// Creates the initial object.
    Create,
    /// Writes the status of the initial object.
    CreateStatus,
    /// Updates the object.
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
