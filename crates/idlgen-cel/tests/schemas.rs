//! Compares the errors and estimated costs of rules about fields with those of Kubernetes 1.35 with cel-go 0.26.0,
//! recorded from the real libraries in `testdata/schemas.jsonl`. The first record has the schema of `self`.

use std::sync::Arc;

use idlgen_cel::{DeclKind, DeclType, Environment, Variables, Version, compile, escape};
use serde_json::Value as Json;

const RECORDED: &str = include_str!("../testdata/schemas.jsonl");

/// Returns the declared type of a schema in which everything has a maximum length.
fn declared(schema: &Json) -> DeclType {
    let count = |keyword: &str| schema[keyword].as_i64().unwrap_or(0);
    let of = |kind, max_elements| DeclType { kind, max_elements, min_serialized_size: 1 };
    if schema["x-kubernetes-int-or-string"] == true {
        return of(DeclKind::Dyn, count("maxLength") * 4);
    }
    match (schema["type"].as_str(), schema["format"].as_str()) {
        (Some("boolean"), _) => of(DeclKind::Bool, 0),
        (Some("integer"), _) => of(DeclKind::Int, 0),
        (Some("number"), _) => of(DeclKind::Double, 0),
        (Some("string"), Some("date-time")) => of(DeclKind::Timestamp, 32),
        (Some("string"), Some("duration")) => of(DeclKind::Duration, 32),
        (Some("string"), Some("byte")) => of(DeclKind::Bytes, count("maxLength")),
        (Some("string"), _) => of(DeclKind::String, count("maxLength") * 4),
        (Some("array"), _) => of(DeclKind::List(Arc::new(declared(&schema["items"]))), count("maxItems")),
        _ => match (&schema["properties"], &schema["additionalProperties"]) {
            (Json::Object(properties), _) => {
                let fields = properties.iter().filter_map(|(name, property)| {
                    Some((escape(name)?.into_boxed_str(), Arc::new(declared(property))))
                });
                of(DeclKind::Object(fields.collect()), 0)
            }
            (_, value) => of(DeclKind::Map(Arc::new(declared(value))), count("maxProperties")),
        },
    }
}

#[test]
fn rules_about_fields_mean_what_the_real_libraries_say() {
    let mut records = RECORDED.lines().map(|line| serde_json::from_str::<Json>(line).expect("a record"));
    let schema = records.next().expect("a schema");
    let version = Version::new(35);
    let environment = Environment::new(version);
    let variables = Variables::of_rule(version, Arc::new(declared(&schema["schema"])), false, "selfType");
    let mut different = Vec::new();
    for expected in records {
        let rule = expected["rule"].as_str().expect("a rule");
        let found = match compile(rule, &environment, &variables) {
            Ok(compiled) => serde_json::json!({"rule": rule, "most": compiled.cost(&environment, &variables).max}),
            Err(error) => {
                let text = error.to_string();
                let errors: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix("ERROR: <input>:")).collect();
                serde_json::json!({"rule": rule, "errors": errors})
            }
        };
        if found != expected {
            different.push(format!("expected {expected}\n   found {found}"));
        }
    }
    assert!(different.is_empty(), "{} records differ:\n{}", different.len(), different.join("\n"));
}
