//! Compares the errors of CRDs with those of the API server of Kubernetes 1.35. Each line of
//! `testdata/definitions.jsonl` contains a CRD and its errors.

use idlgen_runtime::field::Path;
use idlgen_validate::crd::{
    CustomResourceDefinition,
    definition::{CrdValidator, structural_errors},
};
use serde_json::{Value as Json, json};

/// Returns a CRD whose only version has this schema.
fn around(schema: &Json) -> Json {
    json!({
        "apiVersion": "apiextensions.k8s.io/v1", "metadata": {"name": "foos.example.com"},
        "spec": {"group": "example.com", "scope": "Namespaced", "names": {"plural": "foos", "kind": "Foo"},
            "versions": [{"name": "v1", "served": true, "storage": true, "schema": {"openAPIV3Schema": schema}}]}
    })
}

fn read(json: &Json) -> CustomResourceDefinition {
    CustomResourceDefinition::from_json(json).0.with_defaults()
}

/// Removes the digits of the type names that CEL gives to objects without a name.
fn without_type_numbers(text: &str) -> String {
    let mut parts = text.split("selfType");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| text + "selfType" + part.trim_start_matches(|one: char| one.is_ascii_digit()))
}

fn texts(json: &Json) -> Vec<&str> {
    json.as_array().into_iter().flatten().filter_map(Json::as_str).collect()
}

#[test]
fn says_what_the_server_says() {
    let judge = CrdValidator::new(35);
    for line in include_str!("../testdata/definitions.jsonl").lines() {
        let case: Json = serde_json::from_str(line).unwrap();
        let new = read(&case.get("schema").map_or_else(|| case["new"].clone(), around));
        let errors = match case.get("old") {
            Some(old) => judge.validate_update(&new, &read(old)),
            None => judge.validate(&new),
        };
        let mut errors: Vec<String> = errors.iter().map(|error| without_type_numbers(&error.to_string())).collect();
        if case.get("schema").is_some() {
            for text in &mut errors {
                *text = text.replace("spec.validation.openAPIV3Schema", "@");
            }
        }
        errors.sort();
        assert_eq!(errors, texts(&case["errors"]), "{line}");
        let mut warnings = judge.create(&new).warnings;
        warnings.sort();
        assert_eq!(warnings, texts(&case["warnings"]), "{line}");
    }
}

#[test]
fn errors_stand_where_the_document_has_them() {
    let json = json!({
        "apiVersion": "apiextensions.k8s.io/v1", "metadata": {"name": "foos.example.com"},
        "spec": {
            "group": "example.com", "scope": "Namespaced", "names": {"plural": "foos", "kind": "Foo"},
            "conversion": {"strategy": "Webhook", "webhook": {"clientConfig": {"url": "http://a"}}},
            "versions": [{
                "name": "v1", "served": true, "storage": true,
                "schema": {"openAPIV3Schema": {"type": "object", "properties": {"a": {"type": "array"}}}},
                "subresources": {"scale": {"specReplicasPath": "a", "statusReplicasPath": ".status.a"}},
                "additionalPrinterColumns": [{"name": "a", "type": "string", "jsonPath": "a"}],
                "selectableFields": [{"jsonPath": "a"}]
            }]
        }
    });
    let errors = CrdValidator::new(35).create(&read(&json)).errors;
    let places: Vec<(String, String)> =
        errors.iter().map(|error| (error.field.clone(), error.path.to_string())).collect();
    let expected = [
        (
            "spec.validation.openAPIV3Schema.properties[a].items",
            "spec.versions[0].schema.openAPIV3Schema.properties[a].items",
        ),
        ("spec.subresources.scale.specReplicasPath", "spec.versions[0].subresources.scale.specReplicasPath"),
        ("spec.additionalPrinterColumns[0].JSONPath", "spec.versions[0].additionalPrinterColumns[0].jsonPath"),
        ("spec.selectableFields[0].jsonPath", "spec.versions[0].selectableFields[0].jsonPath"),
        ("spec.conversion.webhookClientConfig.url", "spec.conversion.webhook.clientConfig.url"),
        ("spec.conversion.conversionReviewVersions", "spec.conversion.webhook.conversionReviewVersions"),
    ];
    assert_eq!(places, expected.map(|(field, path)| (field.to_owned(), path.to_owned())));
}

#[test]
fn an_update_keeps_what_a_server_keeps() {
    let json = json!({
        "apiVersion": "apiextensions.k8s.io/v1", "metadata": {"name": "foos.example.com"},
        "spec": {"group": "example.com", "scope": "Namespaced", "names": {"plural": "foos", "kind": "Foo"},
            "versions": [{"name": "v1", "served": true, "storage": true, "schema": {"openAPIV3Schema":
                {"type": "object", "properties": {"a": {"type": "string", "format": "odd"}}}}}]}
    });
    let mut old = json.clone();
    old["metadata"]["resourceVersion"] = "7".into();
    old["status"] = json!({"storedVersions": ["v1"], "conditions": [{"type": "Established", "status": "True"}]});
    let judge = CrdValidator::new(37);
    let judgement = judge.update(&read(&json), &read(&old));
    assert!(judgement.errors.is_empty() && judgement.warnings.is_empty(), "{judgement:?}");
    assert_eq!(judge.create(&read(&json)).warnings, ["unrecognized format \"odd\""]);
    let mut new = json;
    let properties = new.pointer_mut("/spec/versions/0/schema/openAPIV3Schema/properties").unwrap();
    properties["b"] = json!({
        "type": "array", "x-kubernetes-list-type": "set",
        "items": {"type": "object", "x-kubernetes-map-type": "atomic"}
    });
    let warnings = judge.update(&read(&new), &read(&old)).warnings;
    let expected = "x-kubernetes-list-type: set for items of type \"object\" is not supported by server-side apply or \
                    CEL validation rules";
    assert_eq!(warnings, [expected]);
    // A version in `status.storedVersions` must not be removed.
    new["spec"]["versions"][0]["name"] = "v2".into();
    let errors = judge.update(&read(&new), &read(&old)).errors.to_string();
    assert!(
        errors.starts_with("status.storedVersions[0]: Invalid value: \"v1\": missing from spec.versions"),
        "{errors}"
    );
}

#[test]
fn what_the_schema_of_a_version_says_that_is_not_read_comes_with_its_resource_type() {
    let read = |schema: Json| {
        let version = json!({"name": "v1", "served": true, "storage": true, "schema": {"openAPIV3Schema": schema}});
        let spec = json!({"group": "example.com", "names": {"kind": "Foo", "plural": "foos"}, "versions": [version]});
        let document = json!({"metadata": {"name": "foos.example.com"}, "spec": spec});
        let (definition, _) = CustomResourceDefinition::from_json(&document);
        let (_, problems) = definition.resource_type("v1").expect("there is such a version");
        problems.iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    let nothing = Vec::<String>::new();
    assert_eq!(read(json!({"type": "object", "properties": {"a": {"type": "string", "maxLength": 3}}})), nothing);
    assert_eq!(
        read(json!({"type": "object", "required": "a", "properties": {
            "a": {"type": "string", "maxLenght": 3, "pattern": 4},
            "b": 5,
            "c": {"type": "array", "items": {"type": "string", "if": {}}},
            "d": {"type": "string", "x-kubernetes-validations": [{"rule": 1}, "self"]},
            "e": {"type": "strng"},
        }})),
        [
            "/properties/a/maxLenght: unknown keyword `maxLenght`",
            "/properties/a/pattern: must be a string, is a number",
            "/properties/b: must be an object, is a number",
            "/properties/c/items/if: `if` is not a keyword of Kubernetes schemas",
            "/properties/d/x-kubernetes-validations/0/rule: must be a string, is a number",
            "/properties/d/x-kubernetes-validations/1: must be an object, is a string",
            "/properties/e/type: unknown type `strng`",
            "/required: must be an array, is a string",
        ]
    );
    assert_eq!(read(json!("object")), ["must be an object, is a string"]);
}

#[test]
fn errors_that_make_a_schema_non_structural_are_sorted() {
    let json = around(&json!({
        "type": "object", "allOf": [{"properties": {"a": {"maximum": 1}}}], "properties": {"b": {"type": "array"}}
    }));
    let errors = CrdValidator::new(35).validate(&read(&json));
    let fields: Vec<String> = errors.iter().map(|error| error.path.to_string()).collect();
    assert_eq!(
        fields,
        [
            "spec.versions[0].schema.openAPIV3Schema.properties[a]",
            "spec.versions[0].schema.openAPIV3Schema.properties[b].items",
        ]
    );
}

#[test]
fn schemas_that_are_not_structural_have_errors_with_paths() {
    let found = |schema: &Json| {
        let root = Path::root();
        structural_errors(schema, &root.field("schema"))
            .map(|errors| errors.iter().map(ToString::to_string).collect::<Vec<_>>())
    };
    assert_eq!(found(&json!({"type": "object", "properties": {"a": {"type": "string"}}})), Ok(Vec::new()));
    assert_eq!(
        found(&json!({"type": "object", "properties": {"a": {}}})),
        Ok(vec!["schema.properties[a].type: Required value: must not be empty for specified object fields".to_owned()])
    );
    assert!(found(&json!({"type": "object", "$ref": "#/a"})).is_err());
}
