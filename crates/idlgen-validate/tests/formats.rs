//! Compares with the custom resource validators of Kubernetes 1.30 to 1.37 for strings and numbers with every format.
//! `testdata/formats.jsonl` has one line per type and format, with one digit per value, which is 1 if the value is
//! valid. A version is only listed if its results differ from those of the previous one. The first line contains the
//! strings that most of the other lines refer to.

use idlgen_validate::{Definitions, Schema, Validator, ValidatorOptions};
use serde_json::{Value as Json, json};

#[test]
fn formats_accept_what_servers_of_each_version_accept() {
    let mut texts = Json::Null;
    for line in include_str!("../testdata/formats.jsonl").lines() {
        let case: Json = serde_json::from_str(line).unwrap();
        if let Some(found) = case.get("texts") {
            texts = found.clone();
            continue;
        }
        let mut schema = json!({"format": case["format"]});
        if case["type"] != "" {
            schema["type"] = case["type"].clone();
        }
        let (schema, _) = Schema::from_json(&schema);
        let values = case.get("values").unwrap_or(&texts).as_array().unwrap();
        let mut expected = "";
        for minor in 30..=37 {
            expected = case["since"].get(minor.to_string()).and_then(Json::as_str).unwrap_or(expected);
            let mut options = ValidatorOptions::crd();
            (options.kubernetes_minor, options.is_resource) = (minor, false);
            let validator = Validator::with_definitions(&Definitions::default(), &schema, options).unwrap();
            for (value, digit) in values.iter().zip(expected.chars()) {
                let outcome = validator.validate(value, None);
                assert_eq!(
                    outcome.errors.is_empty(),
                    digit == '1',
                    "1.{minor}: {} {}: {value}: {}",
                    case["type"],
                    case["format"],
                    outcome.errors
                );
            }
        }
    }
}
