//! Evaluates rules for which cel-go has special cases: on data that does not match its schema, on lists that combine
//! data and other values, and on values that Go cannot hash. Compares the messages with those of the API server of
//! Kubernetes 1.35.

use idlgen_validate::{Definitions, Schema, Validator, ValidatorOptions};
use serde_json::{Value as Json, json};

fn schema(rule: &str) -> Json {
    json!({
        "type": "object",
        "x-kubernetes-validations": [{"rule": rule}],
        "properties": {
            "dates": {"type": "array", "items": {"type": "array", "items": {"type": "string", "format": "date"}}},
            "flags": {"type": "array", "items": {"type": "array", "items": {"type": "boolean"}}},
            "free": {"type": "object", "x-kubernetes-preserve-unknown-fields": true},
            "keyed": {
                "type": "array", "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["k"],
                "items": {"type": "object", "properties": {"k": {"type": "integer"}}},
            },
            "lists": {
                "type": "array",
                "items": {"type": "object", "properties": {"k": {"type": "array", "items": {"type": "integer"}}}},
            },
            "nothing": {"type": "object", "properties": {"x.y": {"type": "string", "nullable": true}}},
            "numbers": {"type": "array", "items": {"type": "integer"}},
            "spans": {"type": "array", "items": {"type": "string", "format": "duration"}},
            "tags": {
                "type": "array", "x-kubernetes-list-type": "set", "items": {"type": "string", "format": "byte"},
            },
            "words": {"type": "array", "x-kubernetes-list-type": "set", "items": {"type": "string"}},
            "zeros": {"type": "array", "x-kubernetes-list-type": "set", "items": {"type": "number"}},
            "negativeZeros": {"type": "array", "x-kubernetes-list-type": "set", "items": {"type": "number"}},
        },
    })
}

/// Returns the error message without the rule, or an empty string if the rule is true.
fn said(rule: &str) -> String {
    let data = json!({
        "dates": [["2021-01-01", "x"], ["2024-02-29"]],
        "flags": [[], [false, true]],
        "free": {"r": {}},
        "keyed": [],
        "lists": [{"k": [1]}],
        "nothing": {"x.y": null},
        "numbers": [1, 2],
        "spans": ["z", "1h"],
        "tags": [],
        "words": ["a"],
        "zeros": [0.0],
        "negativeZeros": [-0.0],
    });
    let (schema, problems) = Schema::from_json(&schema(rule));
    assert!(problems.is_empty(), "{problems:?}");
    let validator = match Validator::with_definitions(&Definitions::default(), &schema, ValidatorOptions::crd()) {
        Ok(validator) => validator,
        Err(errors) => return format!("{errors:?}"),
    };
    let mut cx = idlgen_runtime::Context::new(idlgen_runtime::Mode::AllErrors, idlgen_runtime::Options::default());
    validator.check_rules(&data, None, &idlgen_runtime::field::Path::root(), &mut cx);
    let (_, errors, _) = cx.finish();
    let texts: Vec<String> = errors.iter().map(|error| error.detail.clone()).collect();
    let said = texts.join("; ").replace(&format!(" evaluating rule: {rule}"), "");
    // The part of the message about calls without a matching overload, which is removed.
    let of_overload = ": call arguments did not match a supported operator, function or macro signature for rule: ";
    said.replace(&format!("'{of_overload}{rule}"), "").trim_start_matches('\'').to_owned()
}

#[test]
fn rules_say_what_the_server_says() {
    for (rule, expected) in [
        (
            "sets.contains([[timestamp('1969-12-31T23:59:59Z')]] + self.dates, self.dates)",
            "Invalid date formatted string x: parsing time \"x\" as \"2006-01-02\": cannot parse \"x\" as \"2006\"",
        ),
        (
            "([[]] + self.dates) == ([[]] + self.dates)",
            "Invalid date formatted string x: parsing time \"x\" as \"2006-01-02\": cannot parse \"x\" as \"2006\"",
        ),
        ("self.dates.map(d, d) == self.dates.map(d, d)", ""),
        ("self.zeros == self.negativeZeros && (self.zeros + self.negativeZeros).size() == 1", ""),
        ("(dyn(self.words) + dyn([1u, 2u, 1u])).size() == 3", ""),
        (
            "(self.flags + [[false]]).flatten().max()",
            "invalid data, expected an array for the provided schema with type=array",
        ),
        (
            "(self.flags + ([[false]] + [[true]])).flatten().max()",
            "invalid data, expected an array for the provided schema with type=array",
        ),
        ("(self.flags + [[false] + [true]]).flatten().max()", ""),
        ("self.spans.sum() > duration('1h')", "no such overload: sum(list)"),
        ("self.spans.max() > duration('1h')", "no such overload: max(list)"),
        ("(self.tags + [b'a']).size() == 1", "internal error: hash of unhashable type: []uint8"),
        ("[1, 2][self.numbers[dyn(0.0)]] == 2", "invalid qualifier type: *types.Err"),
        (
            "'%s'.format([dyn(self.free)]) == ''",
            "internal error: runtime error: invalid memory address or nil pointer dereference",
        ),
        ("'%s'.format([dyn(self.nothing)]) == ''", "error during formatting: could not find key: \"x__dot__y\""),
        ("(self.numbers + [dyn(quantity('1'))])[2] == 1", "invalid data, expected int, got *resource.Quantity"),
        ("(self.numbers + [dyn([1])])[2] == 1", "invalid data, expected int, got []ref.Val"),
        ("(self.numbers + [dyn({'a': 1})])[2] == 1", "invalid data, expected int, got map[ref.Val]ref.Val"),
        ("(self.numbers + [dyn(optional.of(3))])[2] == 3", ""),
        ("(self.numbers + [dyn(int)])[2] == 3", "invalid data, expected int, got string"),
        ("(self.numbers + [dyn(optional.none())])[2] == 3", "invalid data, got null for schema with nullable=false"),
        ("(self.numbers + [dyn(ip('::1'))])[2] == 3", "invalid data, expected int, got netip.Addr"),
        ("self.free != optional.of(1).optFlatMap(v, optional.of(self.free)).value()", ""),
        ("self.free == optional.of(1).optFlatMap(v, optional.of(self.free)).value()", "no such overload"),
        ("(self.keyed + dyn(self.lists)).size() == 1", "internal error: hash of unhashable type: []interface {}"),
        ("(self.words + dyn([[1]])).size() == 2", "internal error: runtime error: hash of unhashable type []ref.Val"),
        ("self.words == dyn([[1]])", "internal error: runtime error: hash of unhashable type []ref.Val"),
        ("self.words == dyn([optional.of('a')])", ""),
        ("{1: 1}[dyn(self.tags)] == 1", "invalid qualifier type: *common.unstructuredSetList"),
        ("{1: 1}[dyn(self.keyed)] == 1", "invalid qualifier type: *common.unstructuredMapList"),
        ("{1: 1}[dyn(self.numbers + [1])] == 1", "invalid qualifier type: *common.unstructuredList"),
        ("{1: 1}[dyn([1] + [1])] == 1", "invalid qualifier type: *types.concatList"),
    ] {
        assert_eq!(said(rule), expected, "{rule}");
    }
}
