//! `AdmissionReview` of `admission.k8s.io/v1`: requests and responses.

mod nesting;
mod uid;

use idlgen_yaml::Limits;
use serde::Deserialize as _;
use serde_json::{Value as Json, json};

pub use self::uid::uid_of_beginning;

/// Number of nesting levels that a review adds to its objects.
const AROUND: usize = 2;

/// Maximum nesting depth of reviews that fit on the stack of any thread.
const SHALLOW: usize = 50;

/// The request in an `AdmissionReview`.
#[derive(Clone, Debug, PartialEq)]
pub struct Review {
    /// The identifier, which the response must repeat.
    pub uid: String,
    /// The API group of the object.
    pub group: String,
    /// The API version of the object.
    pub version: String,
    /// The kind of the object.
    pub kind: String,
    /// `CREATE`, `UPDATE`, `DELETE` or `CONNECT`.
    pub operation: String,
    /// The subresource, such as `status`. Empty for the object itself.
    pub subresource: String,
    /// The new object, if there is one.
    pub object: Option<Json>,
    /// The stored object, if there is one.
    pub old_object: Option<Json>,
}

impl Review {
    /// Parses a review and calls `act` with it on a stack that is large enough for its depth.
    ///
    /// # Errors
    /// Returns a message for the client if the review cannot be parsed.
    pub fn read<T: Send>(body: &[u8], act: impl FnOnce(Review) -> T + Send) -> Result<T, String> {
        let depth = nesting::depth(body);
        if depth <= SHALLOW {
            return Review::parse(body).map(act);
        }
        idlgen_yaml::run_deep(|| {
            // This is the limit of API servers.
            let most = Limits::of_this_thread().max_depth;
            if depth > most + AROUND {
                return Err(format!("nested more than {most} levels deep"));
            }
            Review::parse(body).map(act)
        })
    }

    fn parse(body: &[u8]) -> Result<Self, String> {
        let mut reader = serde_json::Deserializer::from_slice(body);
        // The depth has already been checked.
        reader.disable_recursion_limit();
        let not_json = |error: serde_json::Error| format!("not JSON: {error}");
        let mut json = Json::deserialize(&mut reader).map_err(not_json)?;
        reader.end().map_err(not_json)?;
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
        if text(&request["kind"]["kind"]).is_empty() {
            return Err("the AdmissionReview has no request.kind".to_owned());
        }
        if !request["subResource"].is_null() && !request["subResource"].is_string() {
            return Err("the subResource is not a string".to_owned());
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

/// The response to a review.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ReviewResponse {
    /// `true` if the request is allowed.
    pub allowed: bool,
    /// The reason for denying the request: a `Status` that the API server returns to its client.
    pub status: Option<Json>,
    /// Warnings for the client, whether or not the request is allowed.
    pub warnings: Vec<String>,
}

impl ReviewResponse {
    /// Creates a response that allows the request.
    pub fn allowed() -> Self {
        ReviewResponse { allowed: true, ..ReviewResponse::default() }
    }

    /// Creates a response that denies the request with an HTTP status code, the reason for a `Status` and a message.
    pub fn denied(code: u16, reason: &str, message: &str) -> Self {
        let status = json!({"status": "Failure", "code": code, "reason": reason, "message": message});
        ReviewResponse { status: Some(status), ..ReviewResponse::default() }
    }

    /// Creates a response that denies the request because it cannot be validated.
    pub fn not_validated(why: &str) -> Self {
        ReviewResponse::denied(400, "BadRequest", &format!("this request cannot be validated: {why}"))
    }

    /// Returns the `AdmissionReview` with this response.
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
