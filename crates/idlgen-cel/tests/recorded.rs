//! Compares with the results of Kubernetes 1.35 with cel-go 0.26.0, recorded from the real libraries in
//! `testdata/recorded.jsonl`. Each record has the expression (`rule`), the minor version, and either the compile error
//! or the type, the estimated cost (`least`, `most`), the cost and the value or the error.

use idlgen_cel::{Environment, Variables, Version, compile};
use idlgen_runtime::{
    cel::{self, CostTracker, Plan, Value},
    go,
};
use serde_json::{Value as Json, json};

const RECORDED: &str = include_str!("../testdata/recorded.jsonl");

/// Returns the record of an expression. The value is missing unless it is a boolean, a number or a string.
fn record(rule: &str, minor: u8) -> Json {
    let (environment, variables) = (Environment::new(Version::new(minor)), Variables::none());
    let compiled = match compile(rule, &environment, &variables) {
        Ok(compiled) => compiled,
        Err(error) => return json!({"rule": rule, "minor": minor, "compileError": error.to_string()}),
    };
    let result_type = compiled.result_type().full_name();
    let plan = match Plan::new(&compiled.program(), &[], cel::Environment::new(minor)) {
        Ok(plan) => plan,
        Err(error) => {
            return json!({"rule": rule, "minor": minor, "type": result_type, "compileError": error.to_string()});
        }
    };
    let estimate = compiled.cost(&environment, &variables);
    let mut tracker = CostTracker::default();
    let value = plan.evaluate(&[], &mut tracker);
    let mut record = json!({
        "rule": rule, "minor": minor, "type": result_type,
        "least": estimate.min, "most": estimate.max, "cost": tracker.cost(),
    });
    match value {
        Ok(Value::Bool(value)) => record["value"] = format!("bool {value}").into(),
        Ok(Value::Int(value)) => record["value"] = format!("int {value}").into(),
        Ok(Value::Uint(value)) => record["value"] = format!("uint {value}").into(),
        Ok(Value::Double(value)) => record["value"] = format!("double {}", go::format_float(value)).into(),
        Ok(Value::String(text)) => record["value"] = go::quote(&text).into(),
        Ok(_) => {}
        Err(error) => record["error"] = error.to_string().into(),
    }
    record
}

#[test]
fn expressions_mean_what_the_real_libraries_say() {
    let mut different = Vec::new();
    for line in RECORDED.lines() {
        let mut expected: Json = serde_json::from_str(line).expect("a record");
        let rule = expected["rule"].as_str().expect("an expression").to_owned();
        let minor = expected["minor"].as_u64().and_then(|minor| minor.try_into().ok()).expect("a version");
        let found = record(&rule, minor);
        let is_compared = found.get("value").is_some();
        if let Some(fields) = expected.as_object_mut().filter(|_| !is_compared && found.get("error").is_none()) {
            fields.remove("value");
        }
        if found != expected {
            different.push(format!("expected {expected}\n   found {found}"));
        }
    }
    assert!(different.is_empty(), "{} records differ:\n{}", different.len(), different.join("\n"));
}

/// Evaluates with a cost limit that is exceeded. No operator may absorb that error.
#[test]
fn the_cost_limit_ends_every_evaluation() {
    let mut different = Vec::new();
    for line in RECORDED.lines() {
        let expected: Json = serde_json::from_str(line).expect("a record");
        let (Some(rule), Some(cost)) = (expected["rule"].as_str(), expected["cost"].as_u64()) else { continue };
        let minor = expected["minor"].as_u64().and_then(|minor| minor.try_into().ok()).expect("a version");
        let (environment, variables) = (Environment::new(Version::new(minor)), Variables::none());
        let Ok(compiled) = compile(rule, &environment, &variables) else { continue };
        let Ok(plan) = Plan::new(&compiled.program(), &[], cel::Environment::new(minor)) else { continue };
        // Negative costs of `flatten` can reduce the sum again.
        for limit in [cost / 2, cost.saturating_sub(1)].into_iter().filter(|limit| *limit < cost && *limit < 100_000) {
            let result = plan.evaluate(&[], &mut CostTracker::with_limit(limit));
            let message = result.map_or_else(|error| error.to_string(), |value| value.to_string());
            if message != "operation cancelled: actual cost limit exceeded" {
                different.push(format!("{rule} at {limit}: {message}"));
            }
        }
    }
    assert!(different.is_empty(), "{} differ:\n{}", different.len(), different.join("\n"));
}
