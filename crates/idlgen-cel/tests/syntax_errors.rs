//! Compares errors of broken expressions with those of cel-go 0.26.0 in Kubernetes 1.35, recorded from the real
//! libraries in `testdata/syntax_errors.jsonl`: the position and message of each error.

use idlgen_cel::{Environment, Variables, Version, compile};
use serde_json::Value as Json;

const RECORDED: &str = include_str!("../testdata/syntax_errors.jsonl");

/// The last part of the token sets in most messages, which the records abbreviate to `...`.
const LITERALS: &str = "'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER";

#[test]
fn errors_of_broken_expressions_are_those_of_the_real_libraries() {
    let environment = Environment::new(Version::new(35));
    let mut different = Vec::new();
    for line in RECORDED.lines() {
        let record: Json = serde_json::from_str(line).expect("a record");
        let rule = record["rule"].as_str().expect("an expression");
        let expected: Vec<&str> = record["errors"].as_array().into_iter().flatten().filter_map(Json::as_str).collect();
        let message = match compile(rule, &environment, &Variables::none()) {
            Ok(_) => String::new(),
            Err(error) => error.to_string().replace(LITERALS, "..."),
        };
        // The other lines repeat the expression and mark the position.
        let found: Vec<&str> = message.lines().filter_map(|line| line.strip_prefix("ERROR: <input>:")).collect();
        if found != expected {
            different.push(format!("{rule:?}\nexpected {expected:#?}\n   found {found:#?}"));
        }
    }
    assert!(different.is_empty(), "{} records differ:\n{}", different.len(), different.join("\n"));
}
