//! What generated validators do with zero, in the fields that the documentation of the types lists.

#![allow(clippy::unwrap_used, reason = "a test fails where it must")]

use golden_out::admit::example_com::golden::admit::Gadget;
use idlgen_runtime::Validate;
use idlgen_validate::crd::Admit;
use serde_json::{Value as Json, json};

/// The documentation of `GadgetSpec` says what `validate` does with zero in these fields.
#[test]
fn zero_has_the_documented_results() {
    let object = |spec: &Json| {
        let metadata = json!({"name": "a", "namespace": "default"});
        json!({"apiVersion": "example.com/v1", "kind": "Gadget", "metadata": metadata, "spec": spec})
    };
    let valid = json!({"min": 1, "max": 2});
    for (field, zero, by_type, by_server) in [
        ("plain", json!(""), true, true),
        ("min", 0.into(), false, true),
        ("class", "".into(), true, false),
        ("tags", json!([]), true, false),
    ] {
        let mut spec = valid.clone();
        if field != "plain" {
            spec[field] = zero;
        }
        let object = object(&spec);
        let value: Gadget = serde_json::from_value(object.clone()).unwrap();
        assert_eq!(value.validate().is_ok(), by_type, "{object}");
        assert_eq!(Gadget::admit(&object).is_allowed(), by_server, "{object}");
    }
}
