//! Responses of the KubeVirt webhook.

use serde_json::{Value as Json, json};

use super::Admission;

/// Returns the AdmissionReview with the response of the webhook (`ToAdmissionResponse`) on one line. The UID is empty
/// because there was no request.
pub fn admission_review(admission: &Admission) -> String {
    let status = match admission {
        Admission::Allowed => None,
        Admission::Unreadable(message) => Some(json!({"metadata": {}, "message": message, "code": 400})),
        Admission::Refused(causes) => {
            let messages: Vec<&str> = causes.iter().map(|cause| cause.message.as_str()).collect();
            let causes = causes.iter().map(|cause| {
                let mut shown = json!({"reason": "FieldValueInvalid", "message": cause.message});
                if let (false, Some(shown)) = (cause.field.is_empty(), shown.as_object_mut()) {
                    shown.insert("field".to_owned(), cause.field.as_str().into());
                }
                shown
            });
            Some(json!({
                "metadata": {}, "message": messages.join(", "), "reason": "Invalid", "code": 422,
                "details": {"causes": causes.collect::<Json>()},
            }))
        }
    };
    let mut response = json!({"uid": "", "allowed": status.is_none()});
    if let (Some(status), Some(response)) = (status, response.as_object_mut()) {
        response.insert("status".to_owned(), status);
    }
    let review = json!({"kind": "AdmissionReview", "apiVersion": "admission.k8s.io/v1", "response": response});
    idlgen_runtime::go::to_json(&review)
}

#[cfg(test)]
mod tests {
    use idlgen_validate::kubevirt::{CheckOptions, RuleSet};

    use super::*;

    #[test]
    fn answers_have_the_webhook_s_form() {
        assert_eq!(
            admission_review(&Admission::Allowed),
            r#"{"apiVersion":"admission.k8s.io/v1","kind":"AdmissionReview","response":{"allowed":true,"uid":""}}"#
        );
        let rules = r#"[{"rule": "integer", "name": "a", "message": "few", "min": 2,
            "path": "jsonpath::.spec.domain.cpu.cores"}, {"rule": "x", "name": "b"}]"#;
        let machine = json!({"spec": {"template": {"spec": {"domain": {"cpu": {"cores": 1}}}}}});
        let report = RuleSet::parse(rules).unwrap().check(&machine, CheckOptions::default());
        let review: Json = serde_json::from_str(&admission_review(&Admission::Refused(report.causes()))).unwrap();
        let few = "few: value 1 is lower than minimum [2]";
        assert_eq!(
            review["response"]["status"],
            json!({
                "code": 422, "reason": "Invalid", "metadata": {},
                "message": format!("{few}, : unrecognized Rule type"),
                "details": {"causes": [
                    {"reason": "FieldValueInvalid", "message": few, "field": ".spec.domain.cpu.cores"},
                    {"reason": "FieldValueInvalid", "message": ": unrecognized Rule type"}]},
            })
        );
    }
}
