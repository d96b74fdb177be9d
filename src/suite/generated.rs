//! Generated Rust that runs the requests of cases, compiled into a test harness.

use serde_json::{Value as Json, json};

use super::{case::Step, difference::difference};

/// Sends requests to a test harness (`idlgen_validate::crd::harness`).
pub trait Harness {
    /// Sends a request and returns the response.
    ///
    /// # Errors
    /// Returns the reason if the harness does not respond.
    fn send(&self, request: &Json) -> Result<Json, String>;
}

/// The part of the generated code that decided a request or a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[expect(clippy::exhaustive_enums, reason = "there are no other parts")]
pub enum DecidedBy {
    /// The type alone accepts the object.
    Type,
    /// The validators of the type reject the object. The schema adds the order and text of the errors.
    Validators,
    /// Only the schema in the generated code decides.
    Schema,
}

/// The response of generated Rust.
pub(super) struct RustResponse {
    pub(super) decided_by: DecidedBy,
    /// The stored object, or the error.
    pub(super) object: Result<Json, String>,
}

/// A version of a kind in a test harness.
pub(super) struct RustKind<'r> {
    harness: &'r dyn Harness,
    group: String,
    version: String,
    kind: String,
}

impl<'r> RustKind<'r> {
    pub(super) fn new(harness: &'r dyn Harness, [group, version, kind]: [&str; 3]) -> Self {
        let text = str::to_owned;
        RustKind { harness, group: text(group), version: text(version), kind: text(kind) }
    }

    /// Sends the request of a case.
    pub(super) fn send(&self, step: Step, object: &Json, old: Option<&Json>) -> Result<RustResponse, String> {
        let step = match step {
            Step::Create => "create",
            Step::Update => "update",
            Step::CreateStatus | Step::UpdateStatus => "status",
        };
        let request = json!({
            "group": self.group, "version": self.version, "kind": self.kind, "step": step, "object": object, "old": old
        });
        let response = self.harness.send(&request)?;
        let text = |key: &str| response.get(key).and_then(Json::as_str);
        if let Some(failure) = text("failure") {
            return Err(format!("generated Rust: {failure}"));
        }
        if let Some(error) = text("unreadable") {
            return Err(format!("the Rust type cannot represent the stored object: {error}"));
        }
        if let Some([stored, typed]) = response.get("values").and_then(Json::as_array).map(Vec::as_slice) {
            let diff = difference(stored, typed).unwrap_or_default();
            return Err(format!("the Rust type alone stores another value than the schema:\n{diff}"));
        }
        let decided_by = match text("by") {
            Some("accepted") => DecidedBy::Type,
            Some("rejected") => DecidedBy::Validators,
            _ => DecidedBy::Schema,
        };
        let object = match text("error") {
            Some(error) => Err(error.to_owned()),
            None => Ok(response.get("object").cloned().unwrap_or_default()),
        };
        Ok(RustResponse { decided_by, object })
    }
}
