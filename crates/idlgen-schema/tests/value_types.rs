//! The CEL value types of schemas: which keywords determine them, and what rules see of resources.

use idlgen_runtime::cel::{Kind, ShapeNode};
use idlgen_schema::{
    Definitions, Schema, ZeroMode,
    cel::{resource_decl_type, shape},
};
use serde_json::{Value as Json, json};

fn read(schema: &Json) -> Schema {
    Schema::from_json(schema).0
}

fn kinds(schema: &Json, is_resource: bool) -> Vec<String> {
    let data = shape(&read(schema), &Definitions::default(), is_resource, ZeroMode::Crd);
    data.nodes.iter().map(print).collect()
}

fn print(node: &ShapeNode) -> String {
    match &node.kind {
        Kind::List { items, .. } => format!("list of {}", items.0),
        Kind::Map { values } => format!("map of {}", values.0),
        Kind::Object { properties } => {
            let names: Vec<&str> = properties.iter().map(|property| property.name.as_ref()).collect();
            format!("object {}", names.join(" "))
        }
        kind => format!("{kind:?}"),
    }
}

#[test]
fn scalars() {
    for (schema, expected) in [
        (json!({"type": "string"}), "String"),
        (json!({"type": "string", "format": "byte"}), "Byte"),
        (json!({"type": "string", "format": "duration"}), "Duration"),
        (json!({"type": "string", "format": "date"}), "Date"),
        (json!({"type": "string", "format": "date-time"}), "DateTime"),
        (json!({"type": "string", "format": "email"}), "String"),
        (json!({"type": "integer", "format": "date"}), "Integer"),
        (json!({"type": "number"}), "Number"),
        (json!({"type": "boolean"}), "Boolean"),
        (json!({"type": "array"}), "Dyn"),
        (json!({}), "Preserved"),
        (json!({"properties": {"a": {"type": "string"}}}), "Preserved"),
        (json!({"x-kubernetes-int-or-string": true}), "IntOrString"),
        (json!({"type": "string", "format": "int-or-string"}), "IntOrString"),
        // The branches of openapi-gen: two types, one of them a string, the other a number.
        (json!({"oneOf": [{"type": "integer"}, {"type": "string"}]}), "IntOrString"),
        (json!({"oneOf": [{"type": "string"}, {"type": "number"}]}), "IntOrString"),
        (json!({"type": "string", "oneOf": [{"type": "string"}, {"type": "boolean"}]}), "String"),
        (json!({"type": "integer", "oneOf": [{"type": "integer"}, {"type": "number"}]}), "Integer"),
        (json!({"type": "string", "oneOf": [{"type": "string"}]}), "String"),
        (json!({"type": "string", "oneOf": [{"type": "string"}, {"type": "integer"}, {"type": "number"}]}), "String"),
        (json!({"type": "string", "oneOf": [{}, {}]}), "String"),
        (json!({"type": "string", "oneOf": [{"type": "string", "minLength": 1}, {"type": "integer"}]}), "String"),
    ] {
        assert_eq!(kinds(&schema, false), [expected], "{schema}");
    }
}

#[test]
fn objects_and_maps() {
    let values = json!({"type": "object", "additionalProperties": {"type": "string"}});
    assert_eq!(kinds(&values, false), ["map of 1", "String"]);
    let added = "object apiVersion kind metadata";
    assert_eq!(kinds(&values, true), [added, "String", "object generateName name"]);
    let both =
        json!({"type": "object", "additionalProperties": {"type": "string"}, "properties": {"a": {"type": "string"}}});
    assert_eq!(kinds(&both, false), ["object a", "String"]);
    assert_eq!(kinds(&json!({"type": "object", "additionalProperties": true}), false), ["object "]);
    let list = json!({"type": "array", "items": {"type": "object", "x-kubernetes-embedded-resource": true}});
    assert_eq!(kinds(&list, false), ["list of 1", added, "String", "object generateName name"]);
}

/// Returns the schema of a resource whose metadata declares more than rules usually see.
fn resource() -> Json {
    let text = json!({"type": "string"});
    json!({"type": "object", "properties": {"apiVersion": text, "kind": text, "metadata": {
        "type": "object", "properties": {"generateName": text, "labels": {"type": "object"}, "name": text}}}})
}

/// Returns `true` if rules see a field of the metadata that not every resource has.
fn sees_labels(schema: &Json) -> bool {
    let by_type = resource_decl_type(&read(schema), &Definitions::default(), idlgen_cel::Version::new(35))
        .is_some_and(|declared| declared.at("metadata.labels").is_some());
    let by_value = kinds(schema, true).iter().any(|kind| kind.contains("labels"));
    assert_eq!(by_type, by_value, "{schema}");
    by_value
}

#[test]
fn metadata_is_that_of_the_schema_if_it_is_complete() {
    assert!(sees_labels(&resource()));
    for pointer in [
        "/properties/apiVersion",
        "/properties/kind",
        "/properties/metadata/properties/name",
        "/properties/metadata/properties/generateName",
    ] {
        let (parent, name) = pointer.rsplit_once('/').unwrap_or_default();
        let mut missing = resource();
        if let Some(members) = missing.pointer_mut(parent).and_then(Json::as_object_mut) {
            members.remove(name);
        }
        assert!(!sees_labels(&missing), "{missing}");
        let mut mistyped = resource();
        if let Some(declared) = mistyped.pointer_mut(pointer) {
            *declared = json!({"type": "integer"});
        }
        assert!(!sees_labels(&mistyped), "{mistyped}");
    }
}

#[test]
fn keywords_beside_a_reference_make_another_type_if_they_describe_data() {
    let (definitions, _) = Definitions::from_json(&json!({"T": {
        "type": "object", "properties": {"k": {"type": "string"}}}}));
    let count = |keywords: &Json| {
        let mut beside = keywords.clone();
        beside["$ref"] = "#/definitions/T".into();
        let bare = json!({"$ref": "#/definitions/T"});
        let root = json!({"type": "object", "properties": {"a": bare, "b": beside}});
        let data = shape(&read(&root), &definitions, false, ZeroMode::Crd);
        data.nodes.iter().filter(|node| matches!(node.kind, Kind::Object { .. })).count()
    };
    for shared in [json!({}), json!({"description": "d", "maxProperties": 3, "default": {}, "enum": [{}]})] {
        assert_eq!(count(&shared), 2, "{shared}");
    }
    for other in [
        json!({"type": "object"}),
        json!({"format": "odd"}),
        json!({"items": {}}),
        json!({"additionalProperties": true}),
        json!({"properties": {"k": {"maxLength": 3}}}),
        json!({"required": ["k"]}),
        json!({"oneOf": [{}]}),
        json!({"x-kubernetes-embedded-resource": true}),
        json!({"x-kubernetes-list-type": "atomic"}),
        json!({"x-kubernetes-list-map-keys": ["k"]}),
        json!({"nullable": true}),
    ] {
        assert!(count(&other) > 2, "{other}");
    }
}
