//! Compares with the output of `JSONToYAML` of `sigs.k8s.io/yaml` 1.6.0 with goyaml.v2 2.4.3, recorded from the real
//! library in `testdata/written.jsonl`. In each record, `value` is the value and `yaml` is its document: short strings
//! of special characters, words and numbers that YAML resolves, strings that are folded, nested values, pairs of keys.

use serde_json::Value;

use super::to_string;

const WRITTEN: &str = include_str!("../../testdata/written.jsonl");

#[test]
fn documents_are_those_of_the_real_library() {
    let mut differences = Vec::new();
    for line in WRITTEN.lines() {
        let case: Value = serde_json::from_str(line).expect("a case");
        let (value, expected) = (&case["value"], case["yaml"].as_str().expect("a document"));
        let written = to_string(value);
        if written != expected {
            differences.push(format!("{value}: {written:?} instead of {expected:?}"));
        }
    }
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}
