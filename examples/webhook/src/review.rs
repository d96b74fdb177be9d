//! `AdmissionReview` of `admission.k8s.io/v1`: what comes in and what goes out.

mod uid;

use serde_json::{Value as Json, json};

pub use self::uid::uid_of_beginning;

/// What an API server asks.
#[derive(Clone, Debug, PartialEq)]
pub struct Review {
    /// What the answer must repeat.
    pub uid: String,
    /// The API group of the object.
    pub group: String,
    /// Its version.
    pub version: String,
    /// Its kind.
    pub kind: String,
    /// `CREATE`, `UPDATE`, `DELETE` or `CONNECT`.
    pub operation: String,
    /// Such as `status`; empty for the object itself.
    pub subresource: String,
    /// The object as it is to be.
    pub object: Option<Json>,
    /// The object as it is stored.
    pub old_object: Option<Json>,
}

impl Review {
    /// Reads one.
    ///
    /// # Errors
    /// What keeps it from being read, in words for whoever sent it.
    pub fn read(body: &[u8]) -> Result<Self, String> {
        let mut json: Json = serde_json::from_slice(body).map_err(|error| format!("not JSON: {error}"))?;
        let is_review = json["kind"] == "AdmissionReview" && json["apiVersion"] == "admission.k8s.io/v1";
        if !is_review {
            return Err("not an AdmissionReview of admission.k8s.io/v1".to_owned());
        }
        let mut request = json["request"].take();
        let text = |value: &Json| value.as_str().unwrap_or_default().to_owned();
        let uid = text(&request["uid"]);
        if uid.is_empty() {
            return Err("the AdmissionReview has no request.uid".to_owned());
        }
        let mut object = |name: &str| {
            let value = request.get_mut(name).map(Json::take);
            value.filter(|value| !value.is_null())
        };
        let (new, old) = (object("object"), object("oldObject"));
        Ok(Review {
            uid,
            group: text(&request["kind"]["group"]),
            version: text(&request["kind"]["version"]),
            kind: text(&request["kind"]["kind"]),
            operation: text(&request["operation"]),
            subresource: text(&request["subResource"]),
            object: new,
            old_object: old,
        })
    }
}

/// What is answered.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Answer {
    /// Whether the request may go on.
    pub allowed: bool,
    /// Why not: a `Status`, which the API server hands on to its client.
    pub status: Option<Json>,
    /// What the client is told in any case.
    pub warnings: Vec<String>,
}

impl Answer {
    /// The request may go on.
    pub fn allowed() -> Self {
        Answer { allowed: true, ..Answer::default() }
    }

    /// The request may not go on, with the code of an HTTP status, the reason of a `Status` and a sentence.
    pub fn refused(code: u16, reason: &str, message: &str) -> Self {
        let status = json!({"status": "Failure", "code": code, "reason": reason, "message": message});
        Answer { status: Some(status), ..Answer::default() }
    }

    /// The whole document.
    pub fn to_json(&self, uid: &str) -> Json {
        let mut response = json!({"uid": uid, "allowed": self.allowed});
        if let Some(status) = &self.status {
            response["status"] = status.clone();
        }
        if !self.warnings.is_empty() {
            response["warnings"] = self.warnings.as_slice().into();
        }
        json!({"apiVersion": "admission.k8s.io/v1", "kind": "AdmissionReview", "response": response})
    }
}
