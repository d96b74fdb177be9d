//! The program that processes requests with generated types.

use idlgen_validate::crd::harness::{PROTOCOL, Tested, serve};
use serde_json::{Value as Json, json};

use super::kinds;

/// Sends lines to the program. Returns its responses.
fn responses(lines: &[Json]) -> Result<Vec<Json>, String> {
    let lines: Vec<String> = lines.iter().map(ToString::to_string).collect();
    responses_to(&lines.join("\n"))
}

fn responses_to(text: &str) -> Result<Vec<Json>, String> {
    let kinds = [Tested::new::<kinds::Late>(), Tested::new::<kinds::Site>(), Tested::new::<kinds::Wrapper>()];
    let mut output = Vec::new();
    serve(&kinds, &mut text.as_bytes(), &mut output)?;
    let output = String::from_utf8(output).unwrap();
    Ok(output.lines().map(|line| serde_json::from_str(line).unwrap()).collect())
}

fn object(kind: &str, more: &Json) -> Json {
    let metadata = json!({"name": "n", "generation": 1});
    let mut object = json!({"apiVersion": "example.com/v1", "kind": kind, "metadata": metadata});
    for (name, value) in more.as_object().unwrap() {
        object[name] = value.clone();
    }
    object
}

fn request(step: &str, kind: &str, new: &Json, old: &Json) -> Json {
    let new = object(kind, new);
    let old = if step == "create" { Json::Null } else { object(kind, old) };
    json!({"step": step, "group": "example.com", "version": "v1", "kind": kind, "object": new, "old": old})
}

#[test]
fn only_requests_of_the_same_protocol_are_processed() {
    assert_eq!(responses(&[]), Ok(Vec::new()));
    assert_eq!(responses(&[json!({"protocol": PROTOCOL})]), Ok(Vec::new()));
    let other = Err(format!("the harness has version {PROTOCOL} of the protocol"));
    assert_eq!(responses(&[json!({"protocol": PROTOCOL + 1})]), other);
    assert_eq!(responses(&[json!({})]), other);
    assert!(responses_to("{").is_err());
    let minor = |minor: u64| responses(&[json!({"protocol": PROTOCOL, "kubernetesMinor": minor})]);
    assert_eq!(minor(30), Ok(Vec::new()));
    assert!(minor(65_536).is_err());
}

#[test]
fn requests_that_cannot_be_processed_fail() {
    let unreadable = responses_to(&format!("{{\"protocol\": {PROTOCOL}}}\nno JSON\n")).unwrap();
    assert!(unreadable[0]["failure"].as_str().unwrap().starts_with("the harness cannot read the request: "));
    let mut lines = vec![json!({"protocol": PROTOCOL})];
    for (name, value) in [("group", "example.org"), ("version", "v2"), ("kind", "Early")] {
        let mut request = request("create", "Late", &json!({}), &json!({}));
        request[name] = value.into();
        lines.push(request);
    }
    let failures = ["v1 Late", "v2 Late", "v1 Early"];
    let failures = failures.map(|kind| json!({"failure": format!("there is no Rust type for {kind}")}));
    assert_eq!(responses(&lines).unwrap(), failures);
}

#[test]
fn each_step_has_its_response() {
    let spec = |weight: i64| json!({"spec": {"name": "a", "weight": weight}});
    let with_status = |weight: i64, phase: &str| {
        let mut object = spec(weight);
        object["status"] = json!({ "phase": phase });
        object
    };
    let stored = |more: &Json, generation: u64| {
        let mut object = object("Late", more);
        object["metadata"] = json!({"name": "n", "namespace": "default", "generation": generation});
        object
    };
    let invalid = |detail: &str| format!("Late.example.com \"n\" is invalid: {detail}");
    let too_small = invalid("spec.weight: Invalid value: -1: spec.weight in body should be greater than or equal to 1");
    // The enum error prevents rules.
    let phase = "[status.phase: Unsupported value: \"Odd\": supported values: \"Pending\", \"Ready\", <nil>: Invalid \
                 value: null: some validation rules were not checked because the object was invalid; correct the \
                 existing errors to complete validation]";
    let found = responses(&[
        json!({"protocol": PROTOCOL}),
        // The status is dropped and has its default again.
        request("create", "Late", &with_status(2, "Ready"), &json!({})),
        request("create", "Late", &spec(-1), &json!({})),
        request("create", "Late", &json!({"spec": {"name": "too long a name", "weight": -1}}), &json!({})),
        request("update", "Late", &with_status(3, "Pending"), &with_status(2, "Ready")),
        request("update", "Late", &spec(-1), &spec(2)),
        request("status", "Late", &with_status(3, "Pending"), &with_status(2, "Ready")),
        request("status", "Late", &with_status(3, "Odd"), &with_status(2, "Ready")),
        request("status", "Late", &json!({"spec": {"name": "a"}, "status": {"count": 10}}), &with_status(2, "Ready")),
        request("create", "Wrapper", &json!({"template": {"apiVersion": "v1", "kind": "A"}}), &json!({})),
    ])
    .unwrap();
    let rejected = |error: &str| json!({"by": "rejected", "error": error});
    assert_eq!(found[0], json!({"by": "accepted", "object": stored(&with_status(2, "Pending"), 1)}));
    assert_eq!(found[1], rejected(&too_small));
    assert_eq!(found[2]["by"], "rejected");
    assert!(found[2]["error"].as_str().unwrap().contains("spec.name: Too long: may not be more than 6 bytes"));
    assert_eq!(found[3], json!({"by": "accepted", "object": stored(&with_status(3, "Ready"), 2)}));
    assert_eq!(found[4], rejected(&too_small));
    assert_eq!(found[5], json!({"by": "accepted", "object": stored(&with_status(2, "Pending"), 1)}));
    assert_eq!(found[6], rejected(&invalid(phase)));
    // A server validates the status on its own, so the message does not have the entire path.
    let too_large = invalid("status.count: Invalid value: 10: count in body should be less than or equal to 9");
    assert_eq!(found[7], rejected(&too_large));
    assert_eq!(found[8]["by"], "schema");
    assert_eq!(found[8]["object"]["template"], json!({"apiVersion": "v1", "kind": "A"}));
}

#[test]
fn settings_choose_the_version_and_the_messages() {
    let too_long = request("create", "Late", &json!({"spec": {"name": "too long a name"}}), &json!({}));
    let error = |settings: &Json| {
        let mut first = settings.clone();
        first["protocol"] = PROTOCOL.into();
        let found = responses(&[first, too_long.clone()]).unwrap();
        found[0]["error"].as_str().unwrap().to_owned()
    };
    for (settings, detail) in [
        (json!({}), "spec.name: Too long: may not be more than 6 bytes"),
        (json!({"kubernetesMinor": 30}), "spec.name: Too long: may not be longer than 6"),
        (json!({"messageStyle": "go-openapi"}), "spec.name in body should be at most 6 chars long"),
    ] {
        assert!(error(&settings).contains(detail), "{settings}: {}", error(&settings));
    }
}
