//! The program of `idlgen test --rust` with generated kinds.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test fails where it must")]

use golden_out::admit::example_com::golden::admit::Gadget;
use idlgen_validate::crd::{
    Admit as _,
    harness::{PROTOCOL, Tested, serve},
    typed_object,
};
use serde_json::{Value as Json, json};

/// Sends requests to a harness with the kind `Gadget`, and returns its responses.
fn responses(settings: &Json, requests: &[Json]) -> Result<Vec<Json>, String> {
    let mut input = settings.to_string();
    for request in requests {
        input.push('\n');
        input.push_str(&request.to_string());
    }
    let mut output = Vec::new();
    serve(&[Tested::new::<Gadget>()], &mut input.as_bytes(), &mut output)?;
    let lines = String::from_utf8(output).unwrap();
    Ok(lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect())
}

fn request(step: &str, object: &Json, old: &Json) -> Json {
    json!({"group": "example.com", "version": "v1", "kind": "Gadget", "step": step, "object": object, "old": old})
}

fn gadget(min: i64) -> Json {
    json!({
        "apiVersion": "example.com/v1", "kind": "Gadget", "metadata": {"name": "a", "namespace": "default"},
        "spec": {
            "min": min, "max": 9, "class": "abc", "size": "5", "port": "http", "inner": {"name": "inner", "weight": 7}
        }
    })
}

#[test]
fn responses_name_what_decided() {
    let settings = json!({"protocol": PROTOCOL, "kubernetesMinor": 35, "messageStyle": "kubernetes"});
    let (valid, invalid) = (gadget(2), gadget(30));
    let mut unknown = valid.clone();
    unknown["spec"]["other"] = 1.into();
    let mut changed = valid.clone();
    changed["spec"]["class"] = "abcd".into();
    let requests = [
        request("create", &valid, &Json::Null),
        request("create", &invalid, &Json::Null),
        request("create", &unknown, &Json::Null),
        request("update", &valid, &valid),
        request("update", &changed, &valid),
        json!({"group": "example.com", "version": "v2", "kind": "Gadget"}),
    ];
    let responses = responses(&settings, &requests).unwrap();
    let by: Vec<&str> = responses.iter().map(|response| response["by"].as_str().unwrap_or_default()).collect();
    assert_eq!(by, ["accepted", "rejected", "schema", "accepted", "rejected", ""], "{responses:?}");
    assert_eq!(responses[0]["object"]["spec"]["replicas"], 3);
    assert!(responses[1]["error"].as_str().unwrap().contains("spec.min"), "{}", responses[1]);
    assert!(responses[4]["error"].as_str().unwrap().contains("class is immutable"), "{}", responses[4]);
    assert_eq!(responses[5], json!({"failure": "there is no Rust type for v2 Gadget"}));
}

#[test]
fn another_version_of_the_protocol_is_an_error() {
    let error = responses(&json!({"protocol": PROTOCOL + 1}), &[]).unwrap_err();
    assert_eq!(error, format!("the harness has version {PROTOCOL} of the protocol"));
}

#[test]
fn durations_and_quantities_keep_their_text_beside_fields_that_documents_omit() {
    for flag in [false, true] {
        let mut object = gadget(2);
        object["spec"]["wait"] = "90s".into();
        object["spec"]["limit"] = "2048Mi".into();
        object["spec"]["flag"] = flag.into();
        // Go does not distinguish 0 from a missing number.
        object["spec"]["min"] = 0.into();
        object["spec"]["any"] = json!({"a": {}});
        object["metadata"]["managedFields"] = json!([{"fieldsType": "FieldsV1", "fieldsV1": {"f:spec": {".": {}}}}]);
        let admission = Gadget::admit(&object);
        let stored = serde_json::to_value(admission.object.unwrap()).unwrap();
        let texts = ["wait", "limit"].map(|name| stored["spec"][name].as_str().unwrap());
        assert_eq!(texts, ["90s", "2048Mi"]);
        // Go omits it.
        assert_eq!(stored["spec"].get("flag").is_some(), flag);
        // Go writes the time in another way.
        object["status"] = json!({"seen": "2026-01-02T03:04:05+01:00"});
        let stored = serde_json::to_value(typed_object::<Gadget>(&object).unwrap()).unwrap();
        assert_eq!([&stored["spec"]["wait"], &stored["status"]["seen"]], ["90s", "2026-01-02T02:04:05Z"]);
    }
}
