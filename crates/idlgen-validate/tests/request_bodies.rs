//! Compares responses to the bodies of requests with those of a Kubernetes 1.35 API server. A line of
//! `testdata/request_bodies.jsonl` has the bytes of a body as characters, the `fieldValidation` of the request, and
//! what the server returned for a dry-run creation: the stored `spec`, or the reason, code and message of the `Status`.

#![allow(clippy::unwrap_used, reason = "a test fails where it must")]

use idlgen_validate::{
    Definitions, Schema, ValidatorOptions,
    crd::{CustomResource, FieldValidation, Requests, ResourceType},
};
use serde_json::{Value as Json, json};

fn foos(field_validation: FieldValidation) -> CustomResource {
    let (schema, problems) = Schema::from_json(&json!({"type": "object", "properties": {"spec": {
        "type": "object",
        "properties": {
            "a": {"type": "integer"},
            "s": {"type": "string"},
            "l": {"type": "array", "items": {"type": "object", "properties": {"x": {"type": "string"}}}},
            "any": {"x-kubernetes-preserve-unknown-fields": true}
        }
    }}}));
    assert!(problems.is_empty(), "{problems:?}");
    let text = str::to_owned;
    let resource_type = ResourceType {
        group: text("example.com"),
        version: text("v1"),
        kind: text("Foo"),
        schema,
        ..ResourceType::default()
    };
    let mut requests = Requests::default();
    requests.field_validation = field_validation;
    CustomResource::new(&Definitions::default(), resource_type, ValidatorOptions::crd())
        .unwrap()
        .with_requests(requests)
}

#[test]
fn responses_are_those_of_a_server() {
    let mut counts = [0; 2];
    for line in include_str!("../testdata/request_bodies.jsonl").lines() {
        let case: Json = serde_json::from_str(line).unwrap();
        let body: Vec<u8> = case["body"].as_str().unwrap().chars().map(|byte| u8::try_from(byte).unwrap()).collect();
        let foos = foos(match case["validation"].as_str().unwrap() {
            "Ignore" => FieldValidation::Ignore,
            "Warn" => FieldValidation::Warn,
            _ => FieldValidation::Strict,
        });
        let admission = foos.create_slice(&body);
        let status = admission.status().unwrap_or_default();
        for key in ["message", "reason", "code"] {
            assert_eq!(status[key], case[key], "{key} of {line}");
        }
        if admission.is_allowed() {
            // Go writes an integral float without a fraction.
            let stored = admission.object["spec"].to_string().replace(".0", "");
            assert_eq!(stored.parse::<Json>().unwrap(), case["spec"], "{line}");
        }
        let warnings: Vec<Json> = admission.warnings.iter().map(|warning| warning.to_string().into()).collect();
        assert_eq!(&warnings, case["warnings"].as_array().unwrap_or(&Vec::new()), "{line}");
        counts[usize::from(admission.is_allowed())] += 1;
    }
    assert!(counts.iter().all(|count| *count > 50), "{counts:?}");
}

#[test]
fn bodies_are_limited() {
    let foos = foos(FieldValidation::Warn);
    let large = format!("{{\"a\": \"{}\"}}", "a".repeat(3 * 1024 * 1024));
    let status = foos.create_slice(large.as_bytes()).status().unwrap();
    assert_eq!(status["message"], "Request entity too large: limit is 3145728");
    assert_eq!((&status["code"], &status["reason"]), (&json!(413), &json!("RequestEntityTooLarge")));
    let padded = |bytes: usize| {
        let body = r#"{"apiVersion": "example.com/v1", "kind": "Foo", "metadata": {"name": "f"}}"#;
        foos.create_slice((body.to_owned() + &" ".repeat(bytes - body.len())).as_bytes()).is_allowed()
    };
    assert!(padded(3 * 1024 * 1024));
    assert!(!padded(3 * 1024 * 1024 + 1));
    let nested = |depth: usize| {
        let any = format!("{}{}", "[".repeat(depth), "]".repeat(depth));
        let body = format!(
            "{{\"apiVersion\": \"example.com/v1\", \"kind\": \"Foo\", \"metadata\": {{\"name\": \"f\"}}, \
             \"spec\": {{\"any\": {any}}}}}"
        );
        foos.create_slice(body.as_bytes()).message()
    };
    assert_eq!(nested(125), None);
    for depth in [126, 127, 10_000, 1_000_000] {
        let message = nested(depth).unwrap();
        assert!(message.contains("json parse error: invalid character '[' exceeded max depth ("), "{message}");
    }
}

/// A message has at most the first 30 bytes of a body.
#[test]
fn messages_have_the_beginning_of_a_body() {
    let foos = foos(FieldValidation::Warn);
    let message = |body: &str| foos.create_slice(body.as_bytes()).message().unwrap();
    for (length, is_cut) in [(29, false), (30, false), (31, true)] {
        let body = "x".repeat(length);
        let message = message(&body);
        assert_eq!(message.contains(" ..."), is_cut, "{length}: {message}");
        assert!(message.contains(&"78".repeat(length.min(30))), "{length}: {message}");
    }
}

/// The message of a decoding error has the kind and the version of the body.
#[test]
fn bodies_of_another_kind_or_version_are_named() {
    let foos = foos(FieldValidation::Warn);
    for (version, kind) in [("v1", "Foo"), ("v2", "Foo"), ("v1", "Bar"), ("v2", "Bar")] {
        let body = json!({"apiVersion": format!("example.com/{version}"), "kind": kind, "metadata": {"name": 1}});
        let message = foos.create_slice(body.to_string().as_bytes()).message().unwrap();
        let named = format!("{kind} in version \"{version}\" cannot be handled as a Foo: ");
        assert!(message.starts_with(&named), "{message}");
    }
}

#[test]
fn responses_to_updates_have_the_same_errors() {
    let foos = foos(FieldValidation::Warn);
    let stored = json!({"apiVersion": "example.com/v1", "kind": "Foo", "metadata": {"name": "f", "namespace": "d"}});
    let body =
        br#"{"apiVersion": "example.com/v1", "kind": "Foo", "metadata": {"name": "f"}, "spec": {"a": 1, "a": 2}}"#;
    for admission in [foos.update_slice(body, &stored), foos.update_status_slice(body, &stored)] {
        assert!(admission.is_allowed());
        assert_eq!(admission.warnings[0].to_string(), "duplicate field \"spec.a\"");
    }
    assert!(!foos.update_slice(b"{", &stored).is_allowed());
}
