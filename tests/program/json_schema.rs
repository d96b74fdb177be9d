//! JSON Schemas generated from CRDs, compared with the engine: for thousands of objects, the crate `jsonschema` and the
//! engine must return the same result, except for features that JSON Schema does not have.

use idlgen::{
    emit::json_schema::{DescribedKind, Draft, JsonSchemaOptions, document, document_of_all},
    objects::{CustomResources, Source, validator::Request},
    source::Span,
};
use idlgen_validate::ValidatorOptions;
use serde_json::{Value as Json, json};

/// Returns the values that replace each value in turn.
fn replacements() -> Vec<Json> {
    vec![
        json!(null),
        json!(""),
        json!("a"),
        json!("b"),
        json!("x-1"),
        json!("a\nb"),
        json!("10.0.0.1"),
        json!("2024-02-29"),
        json!("YQ=="),
        json!(0),
        json!(1),
        json!(-1),
        json!(10),
        json!(11),
        json!(4_000_000_000_i64),
        json!(1.5),
        json!(2.0),
        json!(true),
        json!({}),
        json!([]),
        json!({"a": 1}),
        json!({"a": "b"}),
        json!({"k": "v", "w": null}),
        json!(["a", "a"]),
        json!(["a", null]),
        json!([{"k": "a"}, {"k": "a"}]),
        json!({"apiVersion": "v1", "kind": "K", "metadata": {"name": "n"}, "more": 1}),
    ]
}

/// Collects the JSON pointers of all values of an object.
fn places(value: &Json, pointer: &str, found: &mut Vec<String>) {
    found.push(pointer.to_owned());
    match value {
        Json::Object(fields) => {
            let mut names: Vec<_> = fields.keys().collect();
            names.sort();
            for name in names {
                places(&fields[name], &format!("{pointer}/{}", name.replace('~', "~0").replace('/', "~1")), found);
            }
        }
        Json::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                places(item, &format!("{pointer}/{index}"), found);
            }
        }
        _ => {}
    }
}

/// Returns the object and all variants with one or two replaced values.
fn variants(object: &Json) -> Vec<Json> {
    let mut all = vec![object.clone()];
    for round in 0..2 {
        let from: Vec<Json> = if round == 0 { all.clone() } else { all.iter().step_by(7).cloned().collect() };
        for (number, object) in from.iter().enumerate() {
            let mut pointers = Vec::new();
            places(object, "", &mut pointers);
            for (position, pointer) in pointers.iter().enumerate().skip(1) {
                if round == 1 && (position + number) % 5 != 0 {
                    continue;
                }
                let replacements = replacements();
                let few = if round == 0 { 1 } else { 6 };
                for replacement in replacements.iter().skip(position % few).step_by(few) {
                    let mut variant = object.clone();
                    *variant.pointer_mut(pointer).unwrap() = replacement.clone();
                    all.push(variant);
                }
                let (around, last) = pointer.rsplit_once('/').unwrap();
                let mut without = object.clone();
                match without.pointer_mut(around).unwrap() {
                    Json::Object(fields) => {
                        fields.remove(last);
                    }
                    Json::Array(items) => {
                        items.pop();
                    }
                    _ => {}
                }
                all.push(without);
                let mut with = object.clone();
                if let Some(Json::Object(fields)) = with.pointer_mut(pointer) {
                    fields.insert("unknown".to_owned(), json!(1));
                    all.push(with);
                }
            }
        }
    }
    all
}

/// The verdicts of the engine and of the JSON Schema for one object.
struct Judged {
    engine: Result<(), String>,
    document: Result<(), String>,
}

/// Validates all variants of an object against a schema, and returns those with different results.
fn differences(schema: &Json, object: &Json, options: JsonSchemaOptions) -> (usize, Vec<(Json, Judged)>) {
    let definition = json!({
        "apiVersion": "apiextensions.k8s.io/v1",
        "kind": "CustomResourceDefinition",
        "metadata": {"name": "widgets.example.com"},
        "spec": {
            "group": "example.com",
            "names": {"kind": "Widget", "plural": "widgets"},
            "scope": "Namespaced",
            "versions": [
                {"name": "v1", "served": true, "storage": true, "schema": {"openAPIV3Schema": schema}},
            ],
        },
    });
    let mut judging = ValidatorOptions::crd();
    judging.kubernetes_minor = options.kubernetes_minor;
    let mut resources = CustomResources::new(judging);
    let file = idlgen::source::SourceMap::default().add("crd.yaml", String::new());
    assert!(resources.add(definition.clone(), Span::new(file, 0, 0), "crd.yaml"));
    let found = resources.find("example.com/v1", "Widget").unwrap();
    let described = resources.describe(&found).unwrap();
    let kind_validator = resources.validator(&found).unwrap();
    let kind = DescribedKind {
        group: "example.com",
        version: "v1",
        kind: "Widget",
        schema: &described.schema,
        definitions: &described.definitions,
        is_native: described.is_native,
        deprecation: None,
    };
    let document = document(&kind, &options).to_json();
    let validator = jsonschema::options().should_validate_formats(true).build(&document).unwrap();
    let mut different = Vec::new();
    let variants = variants(object);
    for variant in &variants {
        let result = kind_validator.validate(variant, None, Request::Object);
        let mut said: Vec<String> =
            result.unreadable.iter().map(|one| format!("{}: {}", one.path, one.message)).collect();
        said.extend(result.errors.iter().map(ToString::to_string));
        if !options.is_open {
            said.extend(result.unknown.iter().map(|path| format!("{path}: unknown")));
        }
        let engine = if said.is_empty() { Ok(()) } else { Err(said.join("\n")) };
        let document = validator.validate(variant).map_err(|error| format!("{}: {error}", error.instance_path()));
        if engine.is_ok() != document.is_ok() {
            different.push((variant.clone(), Judged { engine, document }));
        }
    }
    (variants.len(), different)
}

#[track_caller]
fn same_verdicts(schema: &Json, object: &Json, is_expected: impl Fn(&Json, &Judged) -> bool) -> usize {
    let mut count = 0;
    for draft in [Draft::Draft202012, Draft::Draft7] {
        for is_open in [false, true] {
            let options = JsonSchemaOptions { draft, is_open, kubernetes_minor: 35 };
            let (judged, different) = differences(schema, object, options);
            count += judged;
            let unexpected: Vec<_> =
                different.iter().filter(|(variant, judged)| !is_expected(variant, judged)).collect();
            let shown: Vec<String> = unexpected
                .iter()
                .take(12)
                .map(|(variant, judged)| {
                    format!("{variant}\n  engine: {:?}\n  document: {:?}", judged.engine, judged.document)
                })
                .collect();
            assert!(
                unexpected.is_empty(),
                "{draft:?} open={is_open}: {} of {judged}\n{}",
                unexpected.len(),
                shown.join("\n")
            );
        }
    }
    count
}

fn never(_: &Json, _: &Judged) -> bool {
    false
}

fn widget(spec: &Json) -> Json {
    let metadata = json!({"name": "w", "labels": {"a": "b"}});
    json!({"apiVersion": "example.com/v1", "kind": "Widget", "metadata": metadata, "spec": spec})
}

fn spec_of(properties: &Json, required: &[&str], more: &Json) -> Json {
    let mut spec = json!({"type": "object", "properties": properties, "required": required});
    for (name, value) in more.as_object().unwrap() {
        spec[name] = value.clone();
    }
    json!({"type": "object", "required": ["spec"], "properties": {"spec": spec}})
}

#[test]
fn keywords_of_scalars_mean_the_same() {
    let schema = spec_of(
        &json!({
            "count": {"type": "integer", "minimum": 0, "maximum": 10, "exclusiveMaximum": true},
            "float": {"type": "number", "minimum": 0, "exclusiveMinimum": true},
            "even": {"type": "integer", "multipleOf": 2},
            "small": {"type": "integer", "format": "int32"},
            "mode": {"type": "string", "enum": ["a", "b"]},
            "name": {"type": "string", "pattern": "^[a-z]-\\d$|^.$", "minLength": 1, "maxLength": 3},
            "flag": {"type": "boolean"},
        }),
        &["count", "name"],
        &json!({}),
    );
    let object =
        widget(&json!({"count": 1, "float": 1.5, "even": 2, "small": 1, "mode": "a", "name": "a-1", "flag": true}));
    let judged = same_verdicts(&schema, &object, never);
    assert!(judged > 3000, "{judged}");
}

#[test]
fn null_and_defaults_mean_the_same() {
    let schema = spec_of(
        &json!({
            "optional": {"type": "string", "enum": ["a"]},
            "required": {"type": "string"},
            "nullable": {"type": "string", "nullable": true, "enum": ["a"]},
            "nullableWithNull": {"type": "string", "nullable": true, "enum": ["a", null]},
            "filled": {"type": "string", "default": "b"},
            "map": {"type": "object", "additionalProperties": {"type": "string", "minLength": 1}},
            "list": {"type": "array", "items": {"type": "string", "nullable": true}},
        }),
        &["required", "filled"],
        &json!({}),
    );
    let object = widget(&json!({
        "optional": "a", "required": "a", "nullable": "a", "nullableWithNull": "a", "filled": "x", "map": {"a": "b"},
        "list": ["a", null],
    }));
    same_verdicts(&schema, &object, never);
}

#[test]
fn combinations_mean_the_same() {
    let schema = spec_of(
        &json!({"a": {"type": "string"}, "b": {"type": "integer"}, "c": {"type": "string"}}),
        &[],
        &json!({
            "oneOf": [{"required": ["a"]}, {"required": ["b"]}],
            "not": {"required": ["c"], "properties": {"c": {"enum": ["b"]}}},
            "anyOf": [{"properties": {"c": {"minLength": 1}}}, {"properties": {"b": {"maximum": 5}}}],
        }),
    );
    same_verdicts(&schema, &widget(&json!({"a": "a", "c": "x-1"})), never);
    same_verdicts(&schema, &widget(&json!({"b": 1, "c": "a", "a": null})), never);
}

#[test]
fn combinations_see_defaults() {
    let schema = spec_of(
        &json!({
            "type": {"type": "string", "default": "a"},
            "value": {"type": "string"},
            "other": {"type": "string", "enum": ["a", "b"]},
        }),
        &[],
        &json!({
            "oneOf": [
                {"properties": {"type": {"enum": ["a"]}, "value": {"maxLength": 1}}},
                {"properties": {"type": {"not": {"enum": ["a"]}}}, "required": ["type"]},
            ],
            "anyOf": [{"properties": {"other": {"not": {"enum": ["b"]}}}}, {"required": ["value"]}],
        }),
    );
    same_verdicts(&schema, &widget(&json!({"type": "b", "value": "x-1", "other": "b"})), never);
    same_verdicts(&schema, &widget(&json!({"value": "a"})), never);
}

#[test]
fn extensions_mean_the_same() {
    let schema = spec_of(
        &json!({
            "port": {"x-kubernetes-int-or-string": true, "anyOf": [{"type": "integer"}, {"type": "string"}]},
            "raw": {"type": "object", "x-kubernetes-preserve-unknown-fields": true},
            "any": {"x-kubernetes-preserve-unknown-fields": true},
            "nothing": {"type": "object"},
            "object": {"type": "object", "x-kubernetes-embedded-resource": true,
                "x-kubernetes-preserve-unknown-fields": true},
            "set": {"type": "array", "x-kubernetes-list-type": "set", "items": {"type": "string"}},
            "map": {"type": "array", "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["k"],
                "items": {"type": "object", "required": ["k"], "properties": {"k": {"type": "string"}}}},
            "ruled": {"type": "integer", "x-kubernetes-validations": [{"rule": "self != 11"}]},
        }),
        &[],
        &json!({}),
    );
    let object = widget(&json!({
        "port": 80, "raw": {"a": {"b": 1}}, "any": [1, {"a": 1}], "nothing": {},
        "object": {"apiVersion": "v1", "kind": "K", "metadata": {"name": "n"}, "spec": {}},
        "set": ["a", "b"], "map": [{"k": "a"}, {"k": "b"}], "ruled": 3,
    }));
    same_verdicts(&schema, &object, |_, judged| {
        // JSON Schema has neither CEL rules nor unique list map keys.
        let is_beyond = |text: &str| text.contains("rule: self != 11") || text.contains("Duplicate value");
        judged.document.is_ok() && judged.engine.as_ref().is_err_and(|text| text.lines().all(is_beyond))
    });
}

#[test]
fn formats_refuse_nothing_that_servers_take() {
    let names = [
        "byte",
        "date",
        "date-time",
        "duration",
        "email",
        "hexcolor",
        "hostname",
        "ipv4",
        "ipv6",
        "mac",
        "password",
        "uri",
        "uuid",
        "uuid4",
        "time",
        "regex",
        "int32",
    ];
    for name in names {
        let schema = spec_of(&json!({"value": {"type": "string", "format": name}}), &[], &json!({}));
        let texts: &[&str] = idlgen_runtime::format::find(name).map_or(&["12:00", "("], |format| format.examples);
        for text in texts {
            let object = widget(&json!({"value": text}));
            // With a format, servers also accept lists in place of strings.
            same_verdicts(&schema, &object, |variant, judged| {
                judged.document.is_ok() || variant["spec"]["value"].is_array()
            });
        }
    }
}

#[test]
fn several_kinds_are_one_document() {
    let first: idlgen_validate::Schema = idlgen_validate::Schema::from_json(&json!({"type": "object"})).0;
    let definitions = idlgen_validate::Definitions::default();
    let kind = |name| DescribedKind {
        group: "example.com",
        version: "v1",
        kind: name,
        schema: &first,
        definitions: &definitions,
        is_native: false,
        deprecation: None,
    };
    for draft in [Draft::Draft202012, Draft::Draft7] {
        let options = JsonSchemaOptions { draft, ..JsonSchemaOptions::default() };
        let document = document_of_all(&[kind("A"), kind("B")], &options).to_json();
        let validator = jsonschema::validator_for(&document).unwrap();
        let object = |kind| json!({"apiVersion": "example.com/v1", "kind": kind, "metadata": {"name": "n"}});
        assert!(validator.is_valid(&object("A")) && validator.is_valid(&object("B")));
        assert!(!validator.is_valid(&object("C")));
        let mut unknown = object("A");
        unknown["metadata"]["lables"] = json!({});
        assert!(!validator.is_valid(&unknown));
    }
}

#[test]
fn files_are_named_as_kubeconform_and_editors_look_for_them() {
    let schema = idlgen_validate::Schema::default();
    let definitions = idlgen_validate::Definitions::default();
    let path = |group, version, kind| {
        let kind = DescribedKind {
            group,
            version,
            kind,
            schema: &schema,
            definitions: &definitions,
            is_native: false,
            deprecation: None,
        };
        kind.path()
    };
    assert_eq!(path("cert-manager.io", "v1", "ClusterIssuer"), "cert-manager.io/clusterissuer_v1.json");
    assert_eq!(path("", "v1", "Pod"), "v1/pod_v1.json");
}

#[test]
fn the_program_writes_files_of_definitions_go_types_and_kubernetes() {
    use crate::program::{path, run};

    let output = tempfile::tempdir().unwrap();
    let folder = path(output.path());
    let from = ["jsonschema", "--crd", "testdata/definitions/expected", "-o", folder];
    let ran = run(&from);
    assert_eq!(ran.status, 0, "{}", ran.err);
    let read = |name: &str| -> Json {
        serde_json::from_str(&std::fs::read_to_string(output.path().join(name)).unwrap()).unwrap()
    };
    let of_definition = read("shop.example.com/widget_v1.json");
    assert_eq!(of_definition["properties"]["kind"]["enum"], json!(["Widget"]));
    assert_eq!(run(&[&from[..], &["--check"]].concat()).status, 0);
    let open = run(&[&from[..], &["--check", "--open"]].concat());
    assert_eq!(open.status, 1, "{}", open.out);

    let of_types = |arguments: &[&str]| -> Json {
        let ran = run(&[&["jsonschema", "--go", "testdata/definitions/...", "-o", "-", "-q"], arguments].concat());
        assert_eq!(ran.status, 0, "{}", ran.err);
        serde_json::from_str(&ran.out).unwrap()
    };
    let widget = of_types(&["--kind", "Widget"]);
    let versions = json!([{"group": "shop.example.com", "kind": "Widget", "version": "v1"}]);
    assert_eq!(widget["x-kubernetes-group-version-kind"], versions, "v1beta1 is not served");
    assert_eq!(widget["required"], of_definition["required"]);
    let all = of_types(&[]);
    assert!(all["oneOf"].as_array().is_some_and(|kinds| kinds.len() > 1), "{all}");
    assert_eq!(all["$defs"]["shop.example.com.v1.Widget"]["required"], of_definition["required"]);

    let ran = run(&["jsonschema", "--builtin", "--kind", "Deployment", "--draft", "7", "-o", "-", "-q"]);
    let deployment = jsonschema::validator_for(&serde_json::from_str(&ran.out).unwrap()).unwrap();
    let object = |replicas: Json| {
        let template = json!({"spec": {"containers": [{"name": "c", "image": "i"}]}});
        json!({
            "apiVersion": "apps/v1", "kind": "Deployment", "metadata": {"name": "d"},
            "spec": {"replicas": replicas, "selector": {}, "template": template},
        })
    };
    assert!(deployment.is_valid(&object(json!(1))) && !deployment.is_valid(&object(json!("1"))));
    let ran = run(&["jsonschema", "--builtin", "--kind", "Deploymint", "-o", "-"]);
    assert_eq!(ran.status, 2);
    assert!(ran.err.contains("no specified source has a kind Deploymint; did you mean Deployment?"), "{}", ran.err);
}
