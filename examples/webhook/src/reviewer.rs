//! Creates the responses to reviews.

use std::time::Instant;

use idlgen_validate::{
    crd::{Admission, CustomResource},
    dual::{Agreement, Difference, Metrics as _, Observation, differences},
};
use serde_json::json;

use crate::{
    kinds::Kinds,
    log,
    metrics::Metrics,
    review::{Review, ReviewResponse},
};

/// The response for kinds without a CRD.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum UnknownKinds {
    /// The request is allowed with a warning.
    #[default]
    Allow,
    /// The request is denied.
    Deny,
}

/// The settings that determine responses.
#[derive(Debug, Default)]
pub struct Reviewer {
    /// The validated kinds.
    pub kinds: Kinds,
    /// Kinds from other CRDs. Differences in their results are counted and logged, but do not affect the response.
    pub compared: Kinds,
    /// The response for all other kinds.
    pub unknown: UnknownKinds,
}

impl Reviewer {
    /// Returns the response to a review.
    pub fn respond(&self, review: &Review, metrics: &Metrics) -> ReviewResponse {
        let Review { group, version, kind, operation, subresource, .. } = review;
        let resource = self.kinds.get(group, version, kind);
        match (operation.as_str(), subresource.as_str(), resource) {
            // A deletion needs no validation. `scale` is a kind of the server itself, which validates the resulting
            // object.
            ("DELETE", "", _) | ("UPDATE", "scale", _) => return ReviewResponse::allowed(),
            ("CREATE", "", Some(_)) | ("UPDATE", "" | "status", Some(_)) => {}
            ("CREATE" | "UPDATE" | "DELETE" | "CONNECT", _, None) => return self.unknown(review),
            ("CREATE" | "UPDATE" | "DELETE", _, Some(_)) => {
                let why = format!("custom resources have no subresource `{subresource}` for {operation}");
                return ReviewResponse::not_validated(&why);
            }
            _ => return ReviewResponse::not_validated(&format!("custom resources have no operation `{operation}`")),
        }
        let begin = Instant::now();
        let Some(admission) = resource.and_then(|resource| ask(resource, review)) else {
            return ReviewResponse::not_validated(
                "the AdmissionReview has no object or no old object, which its operation needs",
            );
        };
        let middle = Instant::now();
        if let Some(second) = self.compared.get(group, version, kind).and_then(|other| ask(other, review)) {
            let (first, second_time) = (middle.duration_since(begin), middle.elapsed());
            let found = differences(&admission.clone().into_outcome(), &second.into_outcome(), Agreement::Texts);
            metrics.compared.observe(&Observation { differences: found.len(), first, second: second_time });
            log_differences(review, &found);
        }
        ReviewResponse {
            allowed: admission.is_allowed(),
            status: admission.status(),
            warnings: admission.warnings.iter().map(ToString::to_string).collect(),
        }
    }

    fn unknown(&self, review: &Review) -> ReviewResponse {
        let Review { group, version, kind, .. } = review;
        let message = format!("the object was not validated: there is no definition of {kind} in {group}/{version}");
        match self.unknown {
            UnknownKinds::Allow => ReviewResponse { warnings: vec![message], ..ReviewResponse::allowed() },
            UnknownKinds::Deny => ReviewResponse::denied(403, "Forbidden", &message),
        }
    }
}

/// Validates the objects of a review. Returns `None` if an object is missing.
fn ask(resource: &CustomResource, review: &Review) -> Option<Admission> {
    let object = review.object.as_ref()?;
    if review.operation == "CREATE" {
        return Some(resource.create(object));
    }
    let old = review.old_object.as_ref()?;
    Some(if review.subresource == "status" {
        resource.update_status(object, old)
    } else {
        resource.update(object, old)
    })
}

fn log_differences(review: &Review, found: &[Difference]) {
    if !found.is_empty() {
        let found: Vec<_> = found.iter().map(Difference::to_json).collect();
        let kind = format!("{}/{} {}", review.group, review.version, review.kind);
        let line = json!({"uid": review.uid, "kind": kind, "operation": review.operation, "differences": found});
        log(&line.to_string());
    }
}
