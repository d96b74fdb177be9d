//! Generated code and the schema engine report the same errors for rules that use the functions proposed by KEP-4153.

#![allow(clippy::panic, clippy::unwrap_used, reason = "a test fails where it must")]

#[path = "support/package.rs"]
mod package;

use golden_out::proposed::example_com::golden::proposed::Host;
use idlgen_runtime::{Context, Mode, Options, Validate, field::Path};
use idlgen_validate::{Validator, ValidatorOptions};
use serde_json::{Value as Json, json};

fn texts(check: impl FnOnce(&Path<'_>, &mut Context)) -> Vec<String> {
    let mut cx = Context::new(Mode::AllErrors, Options::default());
    cx.expect_rules();
    check(&Path::root(), &mut cx);
    let (_, errors, _) = cx.finish();
    errors.iter().map(ToString::to_string).collect()
}

#[test]
fn each_proposed_function_runs_in_generated_code_and_in_the_engine() {
    let mut options = ValidatorOptions::default();
    options.kep4153_functions = true;
    let definitions = package::lowered("proposed").definitions;
    let name = "example.com/golden/proposed.Host";
    assert!(Validator::for_definition(&definitions, name, ValidatorOptions::default()).is_err(), "only on request");
    let engine = Validator::for_definition(&definitions, name, options).unwrap();
    let labels = |selector: Json| json!({"labels": {"a": "b", "c": "d"}, "selector": selector});
    let requirement = |operator: &str, key: &str, values: Json| {
        labels(json!({"matchExpressions": [{"key": key, "operator": operator, "values": values}]}))
    };
    let mismatch = "<nil>: Invalid value: labels must match the selector";
    let cases = [
        (json!({"address": "10.0.0.1", "name": "a-b", "block": "10.1.0.0/16", "title": "Grün"}), ""),
        (json!({"address": "::1"}), "address: Invalid value: \"::1\": address must not be IPv6"),
        (json!({"name": "A_b"}), "name: Invalid value: \"A_b\": name must be a label"),
        (json!({"block": "10.0.0.0/7"}), ""),
        (json!({"block": "11.0.0.0/8"}), "block: Invalid value: \"11.0.0.0/8\": block must overlap 10.0.0.0/8"),
        (json!({"title": "a\u{200b}"}), "title: Invalid value: \"a\\u200b\": title must be printable"),
        (labels(json!({"matchLabels": {"a": "b"}})), ""),
        (labels(json!({"matchLabels": {"a": "d"}})), mismatch),
        (requirement("In", "c", json!(["x", "d"])), ""),
        (requirement("In", "c", json!(["x"])), mismatch),
        (requirement("NotIn", "c", json!(["d"])), mismatch),
        (requirement("Exists", "a", json!([])), ""),
        (requirement("DoesNotExist", "a", json!([])), mismatch),
    ];
    for (object, expected) in cases {
        let host: Host = serde_json::from_value(object.clone()).unwrap();
        let generated = texts(|path, cx| host.check(None, path, cx));
        assert_eq!(texts(|path, cx| engine.check(&object, None, path, cx)), generated, "{object}");
        assert_eq!(generated.join("\n"), expected, "{object}");
    }
}
