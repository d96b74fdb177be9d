//! The result of a request, in one format for the server and for idlgen.

use std::collections::BTreeSet;

use idlgen_validate::crd::Admission;
use serde_json::{Value as Json, json};

use super::headers;
use crate::self_type::mask;

/// Metadata that differs for every request.
const MOMENTARY: [&str; 4] = ["resourceVersion", "uid", "managedFields", "creationTimestamp"];

/// The result of a request.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Verdict {
    /// The HTTP status: accepted, rejected as invalid, or unreadable.
    pub(super) code: u64,
    /// The decoding error.
    message: String,
    /// The reason, field and message of each error, as a multiset.
    causes: Vec<String>,
    warnings: BTreeSet<String>,
    /// The stored object.
    pub(super) object: Json,
}

impl Verdict {
    /// Reads the response of the server.
    pub(super) fn of_server(code: u16, warnings: &[String], body: &Json) -> Self {
        let is_stored = code < 300;
        let code = if is_stored { 200 } else { u64::from(code) };
        Verdict::new(code, body, warnings.iter().cloned(), is_stored.then_some(body))
    }

    /// Reads the response of generated Rust.
    pub(super) fn of_generated(response: &Json) -> Self {
        let status = &response["status"];
        let code = if status.is_null() { 200 } else { status["code"].as_u64().unwrap_or_default() };
        let warnings = response["warnings"].as_array().into_iter().flatten().filter_map(Json::as_str);
        Verdict::new(code, status, warnings.map(str::to_owned), status.is_null().then_some(&response["object"]))
    }

    /// Converts idlgen's result.
    pub(super) fn of_admission(admission: &Admission) -> Self {
        let status = admission.status().unwrap_or_default();
        let code = status["code"].as_u64().unwrap_or(200);
        let warnings = admission.warnings.iter().map(ToString::to_string);
        Verdict::new(code, &status, warnings, admission.is_allowed().then_some(&admission.object))
    }

    /// Reads the response of a webhook, which does not contain the stored object.
    pub(super) fn of_review(response: &Json) -> Self {
        let texts = response["warnings"].as_array().into_iter().flatten().filter_map(Json::as_str);
        let code = if response["allowed"] == true { 200 } else { response["status"]["code"].as_u64().unwrap_or(500) };
        let object = (code == 200).then_some(&Json::Null);
        Verdict::new(code, &response["status"], texts.map(str::to_owned), object)
    }

    /// Returns the result with the stored object of another result.
    pub(super) fn with_object_of(self, other: &Verdict) -> Self {
        Verdict { object: other.object.clone(), ..self }
    }

    /// Returns the result with another stored object.
    pub(super) fn with_object(&self, object: &Json) -> Self {
        Verdict { object: without_momentary(object), ..self.clone() }
    }

    fn new(code: u64, status: &Json, warnings: impl Iterator<Item = String>, object: Option<&Json>) -> Self {
        let text = |json: &Json| mask(json.as_str().unwrap_or_default());
        let causes = status["details"]["causes"].as_array().map(Vec::as_slice).unwrap_or_default();
        let mut causes: Vec<String> = causes
            .iter()
            .map(|cause| format!("{} | {}: {}", text(&cause["reason"]), text(&cause["field"]), text(&cause["message"])))
            .collect();
        causes.sort();
        let message = if code == 422 || object.is_some() { String::new() } else { text(&status["message"]) };
        let warnings = headers::sent(warnings).iter().map(|warning| mask(warning)).collect();
        Verdict { code, message, causes, warnings, object: object.map(without_momentary).unwrap_or_default() }
    }

    /// Returns the first aspect that differs.
    pub(super) fn differs(&self, other: &Verdict) -> Option<&'static str> {
        if self.code != other.code {
            return Some("verdict");
        }
        if self.causes != other.causes {
            return Some("causes");
        }
        if self.message != other.message {
            return Some("message");
        }
        if self.warnings != other.warnings {
            return Some("warnings");
        }
        (self.object != other.object).then_some("object")
    }

    pub(super) fn to_json(&self) -> Json {
        json!({
            "code": self.code, "message": self.message, "causes": self.causes, "warnings": self.warnings,
            "object": self.object
        })
    }
}

/// Returns an object without the metadata that differs for every request.
pub(super) fn without_momentary(object: &Json) -> Json {
    let mut object = object.clone();
    if let Some(metadata) = object.get_mut("metadata").and_then(Json::as_object_mut) {
        metadata.retain(|name, _| !MOMENTARY.contains(&name.as_str()));
    }
    object
}
