//! Tests the responses to reviews.

use crate::program::{Running, kinds, review, service, widget};
use serde_json::{Value as Json, json};
use webhook::{
    reviewer::{Reviewer, UnknownKinds},
    server::Connections,
};

fn running() -> Running {
    Running::start(service(), Connections::default())
}

fn causes(response: &Json) -> Vec<String> {
    let causes = response["status"]["details"]["causes"].as_array().unwrap();
    let text = |cause: &Json, name: &str| cause[name].as_str().unwrap().to_owned();
    causes
        .iter()
        .map(|cause| format!("{} {}: {}", text(cause, "reason"), text(cause, "field"), text(cause, "message")))
        .collect()
}

#[test]
fn a_creation() {
    let running = running();
    let good = running.review(&review("CREATE", &widget(json!({"size": 1})), &Json::Null));
    assert_eq!(good, json!({"uid": "u-1", "allowed": true}));

    let object = widget(json!({"size": 10, "color": "crimson", "zones": ["a", "a"], "colour": 1}));
    let wrong = running.review(&review("CREATE", &object, &Json::Null));
    assert_eq!(wrong["allowed"], false);
    assert_eq!(wrong["warnings"], json!(["unknown field \"spec.colour\""]));
    assert_eq!(
        causes(&wrong),
        [
            "FieldValueTooLong spec.color: Too long: may not be more than 6 bytes",
            "FieldValueInvalid spec.size: Invalid value: 10: spec.size in body should be less than or equal to 9",
            "FieldValueDuplicate spec.zones[1]: Duplicate value: \"a\"",
            "FieldValueInvalid <nil>: Invalid value: null: some validation rules were not checked because the object \
             was invalid; correct the existing errors to complete validation",
        ]
    );
    assert_eq!(wrong["status"]["code"], 422);
    assert_eq!(wrong["status"]["reason"], "Invalid");
    assert!(wrong["status"]["message"].as_str().unwrap().starts_with("Widget.example.com \"w\" is invalid: ["));

    let unreadable = running.review(&review("CREATE", &widget(json!([])), &Json::Null));
    assert_eq!(unreadable["allowed"], false);
    let none = running.review(&review("CREATE", &Json::Null, &Json::Null));
    assert_eq!(none["status"]["code"], 400);
}

#[test]
fn updates() {
    let running = running();
    let old = widget(json!({"size": 3, "zones": ["a"]}));
    let update = |new: Json| running.review(&review("UPDATE", &new, &old));
    assert_eq!(update(widget(json!({"size": 4})))["allowed"], true);
    let smaller = update(widget(json!({"size": 2, "zones": ["a", "b", "c"]})));
    assert_eq!(
        causes(&smaller),
        [
            "FieldValueInvalid spec: Invalid value: more zones than its size",
            "FieldValueInvalid spec: Invalid value: cannot shrink"
        ]
    );

    // An update of the status ignores all other changes.
    let status = |phase: &str| {
        let mut new = widget(json!({"size": 2}));
        new["status"] = json!({"phase": phase});
        let mut review = review("UPDATE", &new, &old);
        review["request"]["subResource"] = "status".into();
        running.review(&review)
    };
    assert_eq!(status("Ready")["allowed"], true);
    assert_eq!(
        causes(&status("Red"))[0],
        "FieldValueNotSupported status.phase: Unsupported value: \"Red\": supported values: \"Pending\", \"Ready\""
    );
    // An unchanged error only causes a warning.
    let old = widget(json!({"size": 12, "zones": []}));
    let same = running.review(&review("UPDATE", &widget(json!({"size": 12, "zones": ["a"]})), &old));
    assert_eq!(same["allowed"], true, "{same}");
}

#[test]
fn what_is_not_judged() {
    let mut deletion = review("DELETE", &Json::Null, &widget(json!({})));
    let mut other = review("CREATE", &widget(json!({})), &Json::Null);
    other["request"]["kind"]["version"] = "v2".into();
    let allowing = running();
    assert_eq!(allowing.review(&deletion)["allowed"], true);
    deletion["request"]["operation"] = "UPDATE".into();
    deletion["request"]["subResource"] = "scale".into();
    assert_eq!(allowing.review(&deletion)["allowed"], true);
    let answer = allowing.review(&other);
    assert_eq!(answer["allowed"], true);
    let message = "the object was not validated: there is no definition of Widget in example.com/v2";
    assert_eq!(answer["warnings"], json!([message]));

    let mut service = service();
    service.judge.unknown = UnknownKinds::Deny;
    let denying = Running::start(service, Connections::default());
    let answer = denying.review(&other);
    assert_eq!((&answer["allowed"], &answer["status"]["message"]), (&json!(false), &json!(message)));
}

#[test]
fn what_cannot_be_read() {
    let mut service = service();
    service.limits.body_bytes = 10_000;
    let running = Running::start(service, Connections::default());
    let post = |body: &str| running.ask("POST", "/validate", body);
    assert_eq!(post("{").0, 400);
    assert_eq!(post(r#"{"kind": "AdmissionReview", "apiVersion": "admission.k8s.io/v1beta1"}"#).0, 400);
    assert_eq!(post(r#"{"kind": "AdmissionReview", "apiVersion": "admission.k8s.io/v1", "request": null}"#).0, 400);
    assert_eq!(post(&"[".repeat(9_000)).0, 400);
    assert_eq!(post(&" ".repeat(10_001)).0, 413);
    assert_eq!(running.ask("GET", "/validate", "").0, 405);
    assert_eq!(running.ask("GET", "/", "").0, 404);
}

#[test]
fn other_definitions_are_compared_and_have_no_effect() {
    let mut service = service();
    service.judge = Reviewer { compared: kinds("next"), ..service.judge };
    let running = Running::start(service, Connections::default());
    for size in [5, 7, 8] {
        assert_eq!(running.review(&review("CREATE", &widget(json!({"size": size})), &Json::Null))["allowed"], true);
    }
    let (code, text) = running.ask("GET", "/metrics", "");
    assert_eq!(code, 200);
    for line in [
        "webhook_requests_total{result=\"allowed\"} 3",
        "webhook_requests_total{result=\"denied\"} 0",
        "webhook_request_seconds_count 3",
        "webhook_declarative_validation_difference_total 2",
        "webhook_declarative_validation_seconds_count 3",
    ] {
        assert!(text.lines().any(|found| found == line), "{line} in {text}");
    }
}

#[test]
fn definitions_that_a_server_would_refuse_are_refused() {
    let mut kinds = webhook::kinds::Kinds::default();
    let text = std::fs::read_to_string(crate::program::testdata("definitions/widgets.yaml")).unwrap();
    let error = kinds.add_all(&text.replace("self.size >=", "self.sise >="), 35).unwrap_err();
    assert!(error.contains("undefined field 'sise'"), "{error}");
    kinds.add_all(&text, 35).unwrap();
    assert_eq!(kinds.len(), 1);
    assert_eq!(kinds.add_all(&text, 35).unwrap_err(), "widgets.example.com: this kind is defined twice");
    kinds.add_all("kind: ConfigMap\n", 35).unwrap();
    assert!(kinds.add_all("a: [", 35).is_err());
}
