//! Compares `Admit` of generated kinds with the engine on random requests: creation, updates and updates of the status.
//! The responses that the Rust type alone determines must equal those of the engine.

#![allow(clippy::panic, clippy::print_stdout, clippy::unwrap_used, reason = "a test fails where it must")]

#[allow(dead_code, reason = "other tests use the other functions")]
#[path = "../../golden-out/tests/support/object.rs"]
mod object;
#[allow(unused, unreachable_pub, clippy::all, clippy::pedantic, reason = "generated code")]
#[rustfmt::skip]
#[path = "../../../testdata/rust/admit/expected/mod.rs"]
mod generated;
#[path = "admission/harness.rs"]
mod harness;

use generated::example_com::golden::admit as kinds;
use idlgen_testing::Random;
use idlgen_validate::{
    Definitions, Schema, ValidatorOptions,
    crd::{Admission, Admit, CustomResource, CustomResourceDefinition, NoObject, TypedAdmission},
};
use serde_json::{Value as Json, json};

const ROUNDS: usize = 600;

/// The numbers of requests that the engine accepts and rejects, and of those that the Rust type alone accepts and
/// rejects.
#[derive(Clone, Copy, Debug, Default)]
struct Counts {
    allowed: usize,
    rejected: usize,
    typed: usize,
    typed_rejected: usize,
}

impl Counts {
    /// Compares the response of the Rust type alone, if there is one, and the final response with that of the engine.
    fn compare<T: Admit + std::fmt::Debug>(
        &mut self,
        exact: &Admission,
        typed: Option<&TypedAdmission<T>>,
        given: &TypedAdmission<T>,
        request: &Json,
    ) {
        assert_eq!(given.message(), exact.message(), "{request}");
        assert_eq!(given.warnings, exact.warnings, "{request}");
        self.allowed += usize::from(exact.is_allowed());
        self.rejected += usize::from(!exact.is_allowed());
        match (&given.object, exact.is_allowed()) {
            (Ok(object), true) => {
                let stored: T = serde_json::from_value(exact.object.clone()).unwrap();
                assert_eq!(*object, stored, "{request}");
            }
            (Err(NoObject::Rejected), false) => {}
            (Err(NoObject::Unreadable(_)), true) => {
                assert!(serde_json::from_value::<T>(exact.object.clone()).is_err(), "{request}");
            }
            (found, _) => panic!("{found:?} for {request}"),
        }
        if let (Ok(object), true) = (&given.object, exact.is_allowed()) {
            // Documents have the text of quantities and durations as it was written.
            let written = serde_json::to_value(object).unwrap();
            for pointer in ["/spec/limit", "/spec/size", "/spec/wait"] {
                let (written, stored) = (written.pointer(pointer), exact.object.pointer(pointer));
                assert!(typed.is_none() || stored.is_none() || written == stored, "{pointer} of {request}");
            }
        }
        if let Some(typed) = typed {
            assert_eq!(typed.message(), exact.message(), "{request}");
            assert_eq!(typed.errors, exact.errors, "{request}");
            assert_eq!(typed.status(), exact.status(), "{request}");
            assert_eq!(typed, given, "{request}");
            self.typed += usize::from(exact.is_allowed());
            self.typed_rejected += usize::from(!exact.is_allowed());
        }
    }
}

/// Compares a kind on random requests. Returns the counts of creations, updates and status updates.
fn compare<T: Admit + std::fmt::Debug>(valid: &Json) -> [Counts; 3] {
    let resource = T::resource();
    let kind = resource.kind();
    let document: Json = serde_json::from_str(kind.definition).unwrap();
    let (definition, problems) = CustomResourceDefinition::from_json(&document);
    assert!(problems.is_empty(), "{problems:?}");
    let (resource_type, problems) = definition.resource_type(kind.version).unwrap();
    assert!(problems.is_empty(), "{problems:?}");
    let schema = resource_type.schema.clone();
    let engine = CustomResource::new(&Definitions::default(), resource_type, ValidatorOptions::crd()).unwrap();
    let mut random = Random::of_name(kind.kind);
    let mut counts = [Counts::default(); 3];
    let mut before: Option<Json> = None;
    for _ in 0..ROUNDS {
        let mut object = request::<T>(&mut random, &schema, valid);
        if let Some(old) = before.as_ref().filter(|_| random.percent(70)) {
            object = object::update(&mut random, old, &object);
            named::<T>(&mut random, &mut object);
        }
        compare_bodies::<T>(&mut random, &engine, &object, before.as_ref());
        let exact = engine.create(&object);
        counts[0].compare(&exact, resource.create_typed::<T>(&object).as_ref(), &T::admit(&object), &object);
        if let Some(old) = &before {
            let both = json!([object, old]);
            let exact = engine.update(&object, old);
            let typed = resource.replace_typed::<T>(&object, old, false);
            counts[1].compare(&exact, typed.as_ref(), &T::admit_update(&object, old), &both);
            if kind.has_status {
                let exact = engine.update_status(&object, old);
                let typed = resource.replace_typed::<T>(&object, old, true);
                counts[2].compare(&exact, typed.as_ref(), &T::admit_status(&object, old), &both);
            }
        }
        if exact.is_allowed() {
            before = Some(if random.percent(80) { engine.stored(&object).unwrap() } else { object });
        }
    }
    println!("{}: {counts:?} of {ROUNDS}", kind.kind);
    counts
}

/// Compares responses to the body of a request, which may be damaged.
fn compare_bodies<T: Admit + std::fmt::Debug>(
    random: &mut Random,
    engine: &CustomResource,
    object: &Json,
    before: Option<&Json>,
) {
    let mut body = object.to_string().into_bytes();
    match random.below(4) {
        0 => {
            let at = random.below(body.len());
            body[at] = random.one_of(b"\"{}[]:,\\0e\x00\xff ");
        }
        1 => {
            let text = object.to_string();
            let member =
                random.one_of(&[r#""spec": {"min": 1, "min": 2}, "#, r#""apiVersion": null, "#, "\"kind\": \"\", "]);
            body = text.replacen('{', &format!("{{{member}"), 1).into_bytes();
        }
        _ => {}
    }
    let shown = String::from_utf8_lossy(&body).into_owned();
    let same = |given: &TypedAdmission<T>, exact: &Admission| {
        assert_eq!(given.status(), exact.status(), "{shown}");
        assert_eq!(given.warnings, exact.warnings, "{shown}");
        if let (Ok(object), true) = (&given.object, exact.is_allowed()) {
            assert_eq!(*object, serde_json::from_value::<T>(exact.object.clone()).unwrap(), "{shown}");
        }
    };
    same(&T::admit_slice(&body), &engine.create_slice(&body));
    if let Some(old) = before {
        same(&T::admit_update_slice(&body, old), &engine.update_slice(&body, old));
        same(&T::admit_status_slice(&body, old), &engine.update_status_slice(&body, old));
    }
}

/// Returns a variation of a valid object.
fn request<T: Admit>(random: &mut Random, schema: &Schema, valid: &Json) -> Json {
    let mut object = valid.clone();
    let other = object::value(random, schema, &Definitions::default(), 0);
    vary(random, &mut object, &other);
    for (pointer, texts) in [
        ("/spec/limit", &["1024Mi", "0.5", "+1", "1e3", "1E-3", " 1Gi", "1.", "1073741824", "x"][..]),
        ("/spec/size", &["1024Mi", "0.5", "0", "5.0", "-1", "+.5k", "1e", "5000m"]),
        ("/spec/wait", &["90m", "1h", "0s", "5", "-1.5h", "1h30m0.000000001s", "60m0s", "0", "3600s"]),
    ] {
        if let (true, Some(value)) = (random.percent(15), object.pointer_mut(pointer)) {
            *value = random.one_of(texts).into();
        }
    }
    named::<T>(random, &mut object);
    object
}

/// Drops members, and takes some from another object.
fn vary(random: &mut Random, object: &mut Json, other: &Json) {
    match object {
        Json::Object(members) => {
            // Without these, only the engine can respond.
            let kept =
                |name: &str| if ["spec", "min", "max", "name", "size", "port"].contains(&name) { 97 } else { 60 };
            members.retain(|name, _| random.percent(kept(name)));
            for (name, value) in members {
                match other.get(name) {
                    Some(other) if random.percent(4) => *value = other.clone(),
                    other => vary(random, value, other.unwrap_or(&Json::Null)),
                }
            }
        }
        Json::Array(items) => {
            items.retain(|_| random.percent(80));
            for item in items {
                vary(random, item, &Json::Null);
            }
        }
        Json::Number(_) if random.percent(8) => {
            *object = random.one_of(&[0.into(), 1.into(), json!(-1), json!(2.5), json!(10)]);
        }
        Json::String(_) if random.percent(4) => {
            *object = random.one_of(&[json!(""), json!("a"), json!("bad"), json!(1)]);
        }
        Json::Bool(_) if random.percent(20) => *object = json!(false),
        _ if random.percent(1) => *object = Json::Null,
        _ => {}
    }
}

fn named<T: Admit>(random: &mut Random, object: &mut Json) {
    let kind = T::resource().kind();
    object["apiVersion"] = format!("{}/{}", kind.group, kind.version).into();
    object["kind"] = kind.kind.into();
    let mut metadata = json!({"name": random.one_of(&["a", "a", "a", "b", "a-long-name-of-it"])});
    if random.percent(10) {
        metadata["labels"] = random.one_of(&[json!({"a": "b"}), json!({"a": "not valid"}), json!({"a": 1})]);
    }
    if random.percent(10) {
        metadata["finalizers"] = random.one_of(&[json!(["example.com/a"]), json!(["a"]), json!(["a b"])]);
    }
    if random.percent(10) {
        metadata["generateName"] = random.one_of(&["a-", "b-", ""]).into();
    }
    if random.percent(8) {
        let values = [json!({"example.com/a": "b"}), json!({"a b": ""}), json!({"a": null}), json!({}), json!([])];
        metadata["annotations"] = random.one_of(&values);
    }
    if random.percent(8) {
        let owner = |name: &str, controller: bool| {
            let mut owner = json!({"apiVersion": "v1", "kind": "A", "name": name, "uid": "1"});
            owner["controller"] = controller.into();
            owner
        };
        let owners =
            [json!([owner("a", true)]), json!([owner("a", true), owner("b", true)]), json!([owner("", false)])];
        metadata["ownerReferences"] = random.one_of(&owners);
    }
    if random.percent(5) {
        metadata["deletionGracePeriodSeconds"] = random.one_of(&[json!(0), json!(5), json!(-5), json!("5")]);
    }
    if random.percent(5) {
        metadata["unknown"] = 1.into();
    }
    if random.percent(10) {
        metadata["generation"] = 5.into();
    }
    object["metadata"] = metadata;
    match random.below(60) {
        0 => object["apiVersion"] = "example.com/v2".into(),
        1 => object["kind"] = "Other".into(),
        2 => object["metadata"] = Json::Null,
        3 => object["unknown"] = 1.into(),
        _ => {}
    }
}

fn gadget() -> Json {
    json!({
        "spec": {
            "min": 1, "max": 5, "replicas": 2, "mode": "odd", "class": "abc", "label": "ab", "limit": "1Gi",
            "size": "5", "port": "http", "wait": "1h0m0s", "tags": ["a", "b", "c"], "labels": {"a": "b"},
            "parts": [{"name": "a", "weight": 2}, {"name": "b"}, {"name": "bad", "weight": 3}],
            "byName": {"x": {"name": "x"}}, "inner": {"name": "inner", "weight": 7}, "zero": {"name": "z"},
            "given": {"name": "x"}, "any": {"a": [1, null, {"b": 2.5}]}, "maybe": 0, "levels": [1, 2.5],
            "rates": [{"factor": 1}, {"factor": 2.5, "name": "a"}], "flag": true, "ratio": 0.5,
            "data": "YWI="
        },
        "status": {
            "replicas": 3, "selector": "a=b", "seen": "2026-01-02T03:04:05Z",
            "conditions": [{"type": "Ready", "status": "True", "since": "2026-01-02T03:04:05Z"}]
        }
    })
}

/// Checks that the Rust type alone responds to many of the requests of each kind: creations, updates and, if there are
/// three, status updates.
fn assert_typed(counts: &[Counts]) {
    for counts in counts {
        assert!(counts.typed > ROUNDS / 30 && counts.typed * 8 > counts.allowed, "{counts:?}");
    }
    assert!(counts[..2].iter().all(|counts| counts.typed_rejected > ROUNDS / 30), "{counts:?}");
}

#[test]
fn gadgets_get_the_responses_of_the_engine() {
    assert_typed(&compare::<kinds::Gadget>(&gadget()));
}

#[test]
fn floats_in_lists_get_the_responses_of_the_engine() {
    let resource = kinds::Gadget::resource();
    let document: Json = serde_json::from_str(resource.kind().definition).unwrap();
    let (definition, _) = CustomResourceDefinition::from_json(&document);
    let (resource_type, _) = definition.resource_type(resource.kind().version).unwrap();
    let engine = CustomResource::new(&Definitions::default(), resource_type, ValidatorOptions::crd()).unwrap();
    for (floats, is_allowed, is_typed) in [
        ("[1, 1.5]", true, true),
        ("[1, 1]", false, true),
        ("[1.5, 1.50]", false, true),
        ("[1, 1.0]", true, false),
        ("[1.0, 1.00]", false, false),
        ("[1e0, 1]", true, false),
        ("[0.0, -0.0]", false, false),
    ] {
        let floats: Vec<Json> = serde_json::from_str(floats).unwrap();
        let rates: Vec<Json> = floats.iter().map(|factor| json!({"factor": factor, "name": "a"})).collect();
        for (name, list) in [("levels", floats), ("rates", rates)] {
            let mut object = gadget();
            object["apiVersion"] = "example.com/v1".into();
            object["kind"] = "Gadget".into();
            object["metadata"] = json!({"name": "a"});
            object["spec"][name] = list.into();
            let exact = engine.create(&object);
            assert_eq!(exact.is_allowed(), is_allowed, "{object}");
            let typed = resource.create_typed::<kinds::Gadget>(&object);
            assert_eq!(typed.is_some(), is_typed, "{object}");
            // The Rust type does not distinguish 1 and 1.0, so the values of errors are only equal as strings.
            assert_eq!(kinds::Gadget::admit(&object).status(), exact.status(), "{object}");
        }
    }
}

/// A server drops them, which only the schema tells.
#[test]
fn types_do_not_respond_to_requests_with_fields_that_the_schema_does_not_declare() {
    let resource = kinds::Gadget::resource();
    let mut object = gadget();
    object["apiVersion"] = "example.com/v1".into();
    object["kind"] = "Gadget".into();
    object["metadata"] = json!({"name": "a"});
    for (templates, by_type, stored) in [
        (json!([{"note": "a"}]), true, json!([{"note": "a"}])),
        (json!([{"note": "a", "metadata": {"labels": {"b": "c"}}}]), false, json!([{"note": "a"}])),
    ] {
        object["spec"]["templates"] = templates;
        let created = resource.create_typed::<kinds::Gadget>(&object);
        let updated = resource.replace_typed::<kinds::Gadget>(&object, &object, false);
        assert_eq!((created.is_some(), updated.is_some()), (by_type, by_type), "{object}");
        let admission = kinds::Gadget::admit(&object);
        let typed = serde_json::to_value(admission.object.unwrap()).unwrap();
        let without_metadata = |mut templates: Json| {
            for template in templates.as_array_mut().unwrap() {
                let metadata = template.as_object_mut().unwrap().remove("metadata");
                assert!(metadata.is_none_or(|metadata| metadata.get("labels").is_none()));
            }
            templates
        };
        assert_eq!(without_metadata(typed["spec"]["templates"].clone()), stored);
    }
    object["spec"]["templates"] = json!([{"note": "too long"}]);
    assert!(resource.create_typed::<kinds::Gadget>(&object).is_some_and(|typed| !typed.is_allowed()));
}

#[test]
fn types_only_respond_to_requests_for_their_version_and_kind() {
    let resource = kinds::Gadget::resource();
    let mut object = gadget();
    object["metadata"] = json!({"name": "a"});
    for (api_version, kind, by_type) in [
        ("example.com/v1", "Gadget", true),
        ("example.com/v1", "Widget", false),
        ("example.com/v2", "Gadget", false),
        ("example.org/v1", "Gadget", false),
        ("example.com", "Gadget", false),
        ("v1", "Gadget", false),
    ] {
        object["apiVersion"] = api_version.into();
        object["kind"] = kind.into();
        assert_eq!(resource.create_typed::<kinds::Gadget>(&object).is_some(), by_type, "{api_version} {kind}");
        assert_eq!(kinds::Gadget::admit(&object).is_allowed(), by_type, "{api_version} {kind}");
    }
}

#[test]
fn types_respond_with_a_single_ratcheted_error() {
    let resource = kinds::Gadget::resource();
    let mut old = gadget();
    old["apiVersion"] = "example.com/v1".into();
    old["kind"] = "Gadget".into();
    old["metadata"] = json!({"name": "a"});
    let deprecated = "example.com/v1 Gadget is old";
    let ratcheted = |place: &str| format!("{place}: Invalid value: failed rule: self.name != 'bad' || self.weight > 1");
    // The schema and the type report several in different orders.
    for (pointers, by_type) in [(&[][..], true), (&["inner"], true), (&["given", "inner"], false)] {
        for pointer in pointers {
            old["spec"][*pointer] = json!({"name": "bad", "weight": 1});
        }
        let mut new = old.clone();
        new["spec"]["label"] = "abc".into();
        assert_eq!(resource.replace_typed::<kinds::Gadget>(&new, &old, false).is_some(), by_type, "{pointers:?}");
        let admission = kinds::Gadget::admit_update(&new, &old);
        assert!(admission.is_allowed());
        let places = pointers.iter().map(|name| ratcheted(&format!("spec.{name}")));
        let expected: Vec<String> = [deprecated.to_owned()].into_iter().chain(places).collect();
        assert_eq!(admission.warnings.iter().map(ToString::to_string).collect::<Vec<_>>(), expected);
    }
}

#[test]
fn types_do_not_respond_to_requests_with_a_wrong_scale() {
    let resource = kinds::Gadget::resource();
    let mut object = gadget();
    object["apiVersion"] = "example.com/v1".into();
    object["kind"] = "Gadget".into();
    object["metadata"] = json!({"name": "a"});
    let create = |object: &Json| resource.create_typed::<kinds::Gadget>(object).map(|typed| typed.is_allowed());
    assert_eq!(create(&object), Some(true));
    object["spec"]["replicas"] = json!(-1);
    assert_eq!(create(&object), None);
    let errors: Vec<String> = kinds::Gadget::admit(&object).errors.iter().map(ToString::to_string).collect();
    assert_eq!(errors, [".spec.replicas: Invalid value: -1: should be a non-negative integer"]);
}

#[test]
fn sites_get_the_responses_of_the_engine() {
    let site = json!({
        "region": {"name": "r", "weight": 2}, "status": {"replicas": 1, "selector": "x"},
        "parts": [{"name": "a"}, {"name": "a", "weight": 5}]
    });
    // The kind has no status subresource.
    assert_typed(&compare::<kinds::Site>(&site)[..2]);
}

#[test]
fn resources_with_a_status_get_the_responses_of_the_engine() {
    let late = json!({"spec": {"name": "a", "weight": 3}, "status": {"phase": "Ready", "count": 9}});
    assert_typed(&compare::<kinds::Late>(&late));
}

#[test]
fn embedded_resources_get_the_responses_of_the_engine() {
    let wrapped = json!({"template": {"apiVersion": "v1", "kind": "A", "metadata": {"name": "a"}, "x": 1}});
    let [created, ..] = compare::<kinds::Wrapper>(&wrapped);
    assert!(created.allowed > 100 && created.typed == 0, "its schema has an embedded resource: {created:?}");
}
