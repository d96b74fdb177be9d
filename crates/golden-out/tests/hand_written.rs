//! Hand-written validators and unpublished rules in the generated code of the golden package `functions`.

#![allow(clippy::unwrap_used, reason = "a test fails where it must")]

use golden_out::functions::example_com::golden::functions::{Code, Range, Shelf};
use idlgen_runtime::{Options, Validate, field::ErrorList};
use idlgen_validate::crd::Admit;
use serde_json::{Value as Json, json};

fn range(min: i32, max: i32) -> Json {
    json!({"minSize": min, "maxSize": max, "prefix": "a", "other": "b"})
}

fn shelf(spec: Json) -> Json {
    let metadata = json!({"name": "s", "namespace": "default"});
    json!({"apiVersion": "example.com/v1", "kind": "Shelf", "metadata": metadata, "spec": spec})
}

fn texts(errors: &ErrorList) -> Vec<String> {
    errors.iter().map(ToString::to_string).collect()
}

fn too_many_ranges() -> Json {
    ["a", "b", "c"].map(|prefix| json!({"minSize": 1, "maxSize": 2, "prefix": prefix, "other": "b"})).as_slice().into()
}

/// Objects with the errors of their creation.
fn cases() -> Vec<(Json, Vec<&'static str>)> {
    let large = "spec.one.maxSize: Invalid value: 1001: must be at most 1000";
    vec![
        (json!({"one": range(1, 2), "codes": ["A"]}), vec![]),
        (json!({"one": range(1, 1001)}), vec![large]),
        (
            json!({"one": range(1002, 1001)}),
            vec!["spec.one: Invalid value: failed rule: self.minSize <= self.maxSize", large],
        ),
        (json!({"ranges": too_many_ranges()}), vec!["spec: Invalid value: there are too many ranges"]),
        (
            json!({"byName": {"x": range(1, 1001)}}),
            vec!["spec.byName[x].maxSize: Invalid value: 1001: must be at most 1000"],
        ),
        (
            json!({"codes": ["A", "secret"]}),
            vec![
                "spec.codes[1]: Forbidden: failed rule: self != 'secret'",
                "spec.codes[1]: Invalid value: \"secret\": must be in upper case",
            ],
        ),
    ]
}

#[test]
fn unpublished_checks_follow_those_of_the_schema() {
    for (spec, expected) in cases() {
        let object = shelf(spec);
        let value: Shelf = serde_json::from_value(object.clone()).unwrap();
        let outcome = value.all_errors(None);
        assert_eq!(texts(&outcome.errors), expected, "{object}");
        assert_eq!(value.verdict(None).is_valid(), expected.is_empty(), "{object}");
        let first = value.first_error(None).map(|error| error.to_string());
        assert_eq!(first.as_deref(), expected.first().copied(), "{object}");
        // If nothing changes, failed rules are only warnings, but functions decide about the old value themselves.
        let update = value.all_errors(Some(&value));
        let (by_functions, by_rules): (Vec<&str>, Vec<&str>) =
            expected.iter().partition(|error| error.contains("must be"));
        assert_eq!(texts(&update.errors), by_functions, "{object}");
        assert_eq!(update.warnings.len(), by_rules.len(), "{object}");
        let mut interpreted = Options::default();
        interpreted.compiled_rules = false;
        assert_eq!(texts(&value.outcome_with(None, &interpreted).errors).len(), expected.len(), "{object}");
    }
}

#[test]
fn requests_get_the_same_errors() {
    for (spec, expected) in cases() {
        let object = shelf(spec);
        // With an unknown field, the schema decides.
        let mut unknown = object.clone();
        unknown["spec"]["unknown"] = 1.into();
        for object in [&object, &unknown] {
            let body = object.to_string();
            for admission in [Shelf::admit(object), Shelf::admit_slice(body.as_bytes())] {
                assert_eq!(admission.errors.len(), expected.len(), "{object}: {:?}", texts(&admission.errors));
                assert_eq!(texts(&admission.errors).last().map(String::as_str), expected.last().copied(), "{object}");
                assert_eq!(admission.is_allowed(), expected.is_empty());
                assert_eq!(admission.object.is_ok(), expected.is_empty());
                let causes = admission.status().map(|status| status["details"]["causes"].as_array().unwrap().len());
                assert_eq!(causes.unwrap_or_default(), expected.len());
            }
        }
    }
}

#[test]
fn errors_of_the_schema_and_of_functions_are_reported_together() {
    let object = shelf(json!({"one": range(1, 1001), "plain": "longer than eight", "ranges": too_many_ranges()}));
    let admission = Shelf::admit(&object);
    assert_eq!(
        texts(&admission.errors),
        [
            "spec.plain: Too long: may not be more than 8 bytes",
            "<nil>: Invalid value: null: some validation rules were not checked because the object was invalid; \
             correct the existing errors to complete validation",
            "spec.one.maxSize: Invalid value: 1001: must be at most 1000",
        ]
    );
    let value: Shelf = serde_json::from_value(object.clone()).unwrap();
    assert_eq!(texts(&value.all_errors(None).errors), texts(&admission.errors));
    let mut other = object.clone();
    other["spec"]["one"]["minSize"] = json!("x");
    // A value that the type cannot represent has no further checks.
    assert!(Shelf::admit(&other).errors.iter().all(|error| error.detail != "must be at most 1000"));
}

#[test]
fn updates_have_the_old_value() {
    let (old, new) = (shelf(json!({"one": range(2, 3)})), shelf(json!({"one": range(1, 4)})));
    let expected = [
        "spec.one.minSize: Invalid value: minSize must not shrink",
        "spec.one.labels: Required value: a growing range needs labels",
    ];
    let [old_shelf, new_shelf] = [&old, &new].map(|object| serde_json::from_value::<Shelf>(object.clone()).unwrap());
    assert_eq!(texts(&new_shelf.all_errors(Some(&old_shelf)).errors), expected);
    assert_eq!(texts(&Shelf::admit_update(&new, &old).errors), expected);
    assert_eq!(texts(&Shelf::admit_update_slice(new.to_string().as_bytes(), &old).errors), expected);
    assert!(Shelf::admit_update(&old, &old).is_allowed());
    assert!(Shelf::admit_status(&new, &old).is_allowed());
    // The stored spec cannot be corrected by an update of the status.
    let stored = shelf(json!({"one": range(1, 1001)}));
    let mut with_status = stored.clone();
    with_status["status"] = json!({"count": 1});
    assert!(Shelf::admit_status(&with_status, &stored).is_allowed());
    assert!(!Shelf::admit_update(&with_status, &stored).is_allowed());
}

#[test]
fn values_of_every_type_are_validated_on_their_own() {
    let code = Code("a".to_owned());
    assert_eq!(texts(&code.all_errors(None).errors), ["<nil>: Invalid value: \"a\": must be in upper case"]);
    assert!(Code("A".to_owned()).validate().is_ok());
    assert!(Code::has_unpublished_checks() && Range::has_unpublished_checks() && Shelf::has_unpublished_checks());
}
