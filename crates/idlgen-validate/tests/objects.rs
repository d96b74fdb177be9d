//! Compares the results for objects with those of the API server's libraries of Kubernetes 1.35. Each line of
//! `testdata/objects.jsonl` has a schema, an object and, for an update, the stored object, in the format of
//! `cargo xtask crd-cases --cases`, together with the recorded response: the type, field and message of each error, the
//! warnings, the unknown fields, and the object with defaults if it differs from the request.

#![allow(clippy::unwrap_used, reason = "a test fails where it must")]

use idlgen_runtime::{
    Context, Mode, Options,
    field::{Error, Path, PathBuf},
    value::Value,
};
use idlgen_validate::{
    Definitions, Schema, Validator, ValidatorOptions,
    crd::{CustomResource, ResourceType, Warning},
};
use serde_json::{Map, Value as Json, json};

fn options(is_resource: bool) -> ValidatorOptions {
    let mut options = ValidatorOptions::crd().keeping_broken_rules();
    options.kubernetes_minor = 35;
    options.is_resource = is_resource;
    options
}

/// Removes the digits of the type names that CEL gives to objects without a name.
fn without_type_numbers(text: &str) -> String {
    let mut parts = text.split("selfType");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| text + "selfType" + part.trim_start_matches(|one: char| one.is_ascii_digit()))
}

fn parts(error: &Error) -> Json {
    json!([error.error_type.reason(), error.field, without_type_numbers(&error.to_string())])
}

/// Go writes integral floats without a fraction.
fn without_fractions(value: &Json) -> Json {
    match value {
        Json::Number(number) if number.is_f64() => {
            let float = number.as_f64().unwrap();
            if float.fract() == 0.0 && float.abs() < 1e18 { json!(float as i64) } else { json!(float) }
        }
        Json::Array(items) => items.iter().map(without_fractions).collect(),
        Json::Object(members) => members.iter().map(|(key, value)| (key.clone(), without_fractions(value))).collect(),
        other => other.clone(),
    }
}

fn sorted(mut items: Vec<Json>) -> Json {
    items.sort_by_key(Json::to_string);
    items.into()
}

/// Adds a list to a record if it is not empty.
fn add(record: &mut Map<String, Json>, key: &str, items: Vec<Json>) {
    if !items.is_empty() {
        record.insert(key.to_owned(), sorted(items));
    }
}

fn add_object(record: &mut Map<String, Json>, case: &Json, object: &Json) {
    let object = without_fractions(object);
    if object != without_fractions(&case["new"]) {
        record.insert("object".to_owned(), object);
    }
}

/// Applies a schema to a value.
fn of_value(case: &Json) -> Map<String, Json> {
    let is_resource = case["isResourceRoot"] == true;
    let (schema, _) = Schema::from_json(&case["schema"]);
    let validator = Validator::with_definitions(&Definitions::default(), &schema, options(is_resource)).unwrap();
    let prepared = |value: &Json| {
        let mut value = value.clone();
        let unknown = validator.prune(&mut value, is_resource);
        validator.drop_nulls(&mut value);
        validator.fill_in_defaults(&mut value);
        (value, unknown)
    };
    let (value, unknown) = prepared(&case["new"]);
    let old = case.get("old").map(|old| prepared(old).0);
    let old = old.as_ref().map(|old| old as &dyn Value);
    let (mut errors, mut warnings) = (Vec::new(), Vec::new());
    let mut check = |run: &dyn Fn(&mut Context)| {
        let mut cx = Context::new(Mode::AllErrors, Options::default());
        run(&mut cx);
        let (_, found, warned) = cx.finish();
        errors.extend(found.iter().map(parts));
        warnings.extend(warned.iter().map(|warning| warning.to_string().into()));
    };
    check(&|cx| validator.check_values(&value, old, &Path::root(), cx));
    if value.is_object() {
        check(&|cx| validator.check_list_types(&value, None, &Path::root(), cx));
    }
    check(&|cx| validator.check_rules(&value, old, &Path::root(), cx));
    let mut record = Map::new();
    add(&mut record, "errors", errors);
    add(&mut record, "warnings", warnings);
    add(&mut record, "unknown", unknown.iter().map(|path| path.to_dotted().into()).collect());
    add_object(&mut record, case, &value);
    record
}

/// Formats the path of an unknown field like the server's warning.
fn unknown_field(path: &PathBuf) -> Json {
    let text = Warning::UnknownField(path.clone()).to_string();
    text.trim_start_matches("unknown field ").trim_matches('"').into()
}

/// Sends a request for a custom resource.
fn of_request(case: &Json) -> Map<String, Json> {
    let resource_type = ResourceType {
        group: "example.com".to_owned(),
        version: "v1".to_owned(),
        kind: "Foo".to_owned(),
        has_status: case["statusSubresource"] == true,
        schema: Schema::from_json(&case["schema"]).0,
        ..ResourceType::default()
    };
    let resource = CustomResource::new(&Definitions::default(), resource_type, options(true)).unwrap();
    let mut record = Map::new();
    let new = &case["new"];
    let admission = match case.get("old") {
        None => resource.create(new),
        Some(old) => {
            let old = resource.decode(old).unwrap();
            if case["subresource"] == "status" { resource.update_status(new, &old) } else { resource.update(new, &old) }
        }
    };
    if let Some(error) = &admission.decode_error {
        record.insert("decodeError".to_owned(), error.message.as_str().into());
        return record;
    }
    add(&mut record, "errors", admission.errors.iter().map(parts).collect());
    let warnings = admission.warnings.iter().filter(|warning| !matches!(warning, Warning::UnknownField(_)));
    add(&mut record, "warnings", warnings.map(|warning| warning.to_string().into()).collect());
    add(&mut record, "unknown", admission.unknown.iter().map(unknown_field).collect());
    add_object(&mut record, case, &resource.decode(new).unwrap());
    record
}

#[test]
fn results_are_those_of_the_real_libraries() {
    let mut different = Vec::new();
    for line in include_str!("../testdata/objects.jsonl").lines() {
        let case: Json = serde_json::from_str(line).unwrap();
        let found = if case["mode"] == "value" { of_value(&case) } else { of_request(&case) };
        for key in ["errors", "warnings", "unknown", "object", "decodeError"] {
            let expected = case.get(key).map(|expected| match expected {
                Json::Array(items) if key != "object" => sorted(items.clone()),
                other if key == "object" => without_fractions(other),
                other => other.clone(),
            });
            if found.get(key) != expected.as_ref() {
                different.push(format!("{line}\n  {key}: {:?}", found.get(key)));
            }
        }
    }
    assert!(different.is_empty(), "{} differ:\n{}", different.len(), different.join("\n"));
}
