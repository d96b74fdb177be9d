//! Built schemas are validated like their JSON, also if a validator has already validated parts of them.

use idlgen_validate::{
    Schema,
    crd::{CustomResourceDefinition, definition::CrdValidator},
};
use serde_json::{Value as Json, json};

/// Properties, most of which API servers reject.
fn properties() -> Vec<Json> {
    let embedded = |more: Json| {
        let mut embedded = json!({"type": "object", "x-kubernetes-embedded-resource": true});
        for (keyword, value) in more.as_object().into_iter().flatten() {
            embedded[keyword] = value.clone();
        }
        embedded
    };
    let list = |list_type: &str, keys: &[&str], items: Json| {
        json!({"type": "array", "items": items, "x-kubernetes-list-type": list_type,
            "x-kubernetes-list-map-keys": keys})
    };
    let item = |key: Json| json!({"type": "object", "properties": {"k": key}, "required": ["k"]});
    let text = || json!({"type": "string"});
    let ruled = |rule: Json| {
        let properties = json!({"x": text()});
        json!({"type": "object", "properties": properties, "x-kubernetes-validations": [rule]})
    };
    vec![
        text(),
        json!({}),
        json!({"description": "d", "title": "t"}),
        json!({"type": "strin"}),
        json!({"type": "null"}),
        json!({"type": "integer", "nullable": true, "default": null}),
        json!({"type": "integer", "default": "x"}),
        json!({"type": "integer", "default": 7, "maximum": 5}),
        json!({"type": "string", "default": "ab", "enum": ["a", "b"]}),
        json!({"type": "string", "default": "x", "format": "date-time", "example": 1, "externalDocs": {"url": "u"}}),
        json!({"type": "string", "pattern": "a("}),
        json!({"type": "string", "pattern": "^a+$", "default": "b"}),
        json!({"type": "string", "x-kubernetes-validations": [{"rule": "self == 'a'"}], "default": "b"}),
        json!({"type": "object", "default": {"a": 1}, "properties": {"b": {"type": "integer", "default": 3}}}),
        json!({"type": "object", "default": {"b": "x"}, "properties": {"b": {"type": "integer"}}}),
        json!({"type": "array"}),
        json!({"type": "array", "items": [text()]}),
        json!({"type": "array", "items": text(), "uniqueItems": true}),
        json!({"type": "array", "items": text(), "uniqueItems": false}),
        json!({"type": "array", "items": {}}),
        json!({"type": "object", "additionalProperties": true}),
        json!({"type": "object", "additionalProperties": false}),
        json!({"type": "object", "additionalProperties": {"type": "string", "default": "a"}}),
        json!({"type": "object", "additionalProperties": text(), "properties": {"a": text()}}),
        json!({"type": "object", "x-kubernetes-preserve-unknown-fields": false}),
        // The server checks no defaults of a schema that it cannot convert to a structural one.
        json!({"type": "object", "x-kubernetes-preserve-unknown-fields": false,
            "properties": {"b": {"type": "integer", "default": "x"}}}),
        json!({"type": "string", "x-kubernetes-preserve-unknown-fields": true}),
        json!({"x-kubernetes-preserve-unknown-fields": true, "x-other": 1}),
        json!({"x-kubernetes-int-or-string": true, "anyOf": [{"type": "integer"}, {"type": "string"}]}),
        json!({"x-kubernetes-int-or-string": true, "anyOf": [{"type": "string"}, {"type": "integer"}]}),
        json!({"x-kubernetes-int-or-string": true,
            "allOf": [{"anyOf": [{"type": "integer"}, {"type": "string"}]}, {"pattern": "a("}], "pattern": "b"}),
        json!({"x-kubernetes-int-or-string": true, "type": "integer"}),
        json!({"type": "string", "allOf": [{"pattern": "a"}, {"default": "b", "nullable": true}],
            "not": {"title": "t"}}),
        json!({"type": "object", "oneOf": [{"required": ["a"]}, {"properties": {"metadata": {"type": "object"}}}]}),
        json!({"type": "object", "anyOf": [{"properties": {"a": {"maxLength": 1}}, "additionalProperties": text()}]}),
        json!({"type": "object", "x-kubernetes-map-type": "atomic"}),
        json!({"type": "object", "x-kubernetes-map-type": "loose"}),
        json!({"type": "string", "x-kubernetes-map-type": "granular"}),
        json!({"type": "string", "x-kubernetes-list-type": "set"}),
        list("bag", &[], text()),
        list("set", &[], json!({"type": "string", "nullable": true})),
        list("set", &[], list("atomic", &[], text())),
        list("set", &[], json!({"type": "object"})),
        list("atomic", &["k"], text()),
        list("map", &[], item(text())),
        list("map", &["k"], text()),
        list("map", &["k", "k", "l"], item(text())),
        list("map", &["k"], item(json!({"type": "object"}))),
        list("map", &["k"], item(json!({"type": "string", "nullable": true}))),
        list("map", &["k"], json!({"type": "object", "properties": {"k": text()}})),
        list("map", &["k"], json!({"type": "object", "properties": {"k": {"type": "string", "default": ""}}})),
        json!({"type": "array", "items": item(text()), "x-kubernetes-list-map-keys": ["k"]}),
        embedded(json!({})),
        embedded(json!({"x-kubernetes-preserve-unknown-fields": true})),
        embedded(json!({"properties": {"kind": {"type": "integer"}, "metadata": {"type": "object"}}})),
        embedded(json!({"properties": {"metadata": {"type": "object", "properties": {
            "name": {"type": "string", "default": "A_"}, "inner": embedded(json!({"properties": {"a": text()}}))}}}})),
        embedded(json!({"properties": {"spec": text()}, "default": {"kind": "K", "apiVersion": "v1", "spec": 1}})),
        ruled(json!({"rule": "self.x == 'a'", "message": "m"})),
        ruled(json!({"rule": "self.y == 'a'"})),
        ruled(json!({"rule": "self.x"})),
        ruled(json!({"rule": ""})),
        ruled(json!({"rule": "true", "message": "a\nb", "reason": "Odd", "fieldPath": ".y"})),
        ruled(json!({"rule": "true", "fieldPath": ".x", "messageExpression": "1"})),
        ruled(json!({"rule": "self == oldSelf", "optionalOldSelf": false})),
        json!({"type": "array", "items": text(), "x-kubernetes-validations": [
            {"rule": "self.all(a, self.all(b, self.all(c, a == b)))"}]}),
        json!({"type": "string", "const": "a"}),
        json!({"$ref": "#/definitions/a"}),
        json!({"type": "object", "patternProperties": {"a": text()}}),
        json!({"type": "object", "dependencies": {"a": ["b"]}}),
    ]
}

/// Returns a schema that has the property in several locations.
fn with(property: &Json) -> Json {
    let object = json!({"type": "object", "properties": {"c": property}});
    json!({"type": "object", "properties": {
        "metadata": {"type": "object"},
        "spec": {"type": "object", "properties": {
            "a": property,
            "list": {"type": "array", "items": object},
            "map": {"type": "object", "additionalProperties": object},
        }},
        "status": object,
    }})
}

fn definition(schemas: &[&Json]) -> CustomResourceDefinition {
    let versions = schemas.iter().enumerate().map(|(index, schema)| {
        json!({"name": format!("v{}", index + 1), "served": true, "storage": index == 0,
            "schema": {"openAPIV3Schema": schema}, "subresources": {"status": {}},
            "selectableFields": [{"jsonPath": ".spec.a"}]})
    });
    let (definition, _) = CustomResourceDefinition::from_json(&json!({
        "metadata": {"name": "as.b.c"},
        "spec": {"group": "b.c", "names": {"kind": "A", "plural": "as"}, "scope": "Cluster",
            "versions": versions.collect::<Vec<Json>>()},
    }));
    definition
}

fn errors(list: &idlgen_runtime::field::ErrorList) -> Vec<String> {
    list.iter().map(|error| format!("{} {error}", error.path)).collect()
}

/// Checks that the schemas as JSON and as built schemas have the same errors. Returns their number.
fn check(schemas: &[Json], judge: &CrdValidator) -> usize {
    let (built, problems): (Vec<Schema>, Vec<_>) = schemas.iter().map(Schema::from_json).unzip();
    // A reference next to other keywords is printed in `allOf`.
    let is_reference = |schema: &Json| schema.get("$ref").is_some();
    // Parsing loses the type of these schemas.
    let is_lost = problems
        .iter()
        .flatten()
        .any(|problem| problem.pointer.ends_with("/type") || problem.pointer.ends_with("/items"))
        || schemas.iter().any(is_reference);
    let definition = definition(&schemas.iter().collect::<Vec<_>>());
    let expected = errors(&CrdValidator::new(35).validate_new(&definition));
    for _ in 0..2 {
        let found = errors(&judge.validate_new_built(&definition, &built));
        if !is_lost {
            assert_eq!(found, expected, "{}", Json::from(schemas));
        }
    }
    expected.len()
}

#[test]
fn built_schemas_have_the_errors_of_their_json() {
    let judge = CrdValidator::new(35);
    let (mut wrong, mut right) = (0, 0);
    for property in properties() {
        let found = check(&[with(&property)], &judge);
        (wrong, right) = (wrong + usize::from(found > 0), right + usize::from(found == 0));
        let spec = json!({"type": "object", "properties": {"a": {"type": "string"}}});
        let root = json!({"type": "object", "properties": {"spec": spec}});
        check(&[root.clone(), with(&property)], &judge);
        check(&[with(&property), with(&property)], &judge);
        check(std::slice::from_ref(&property), &judge);
        let mut root = root;
        root.as_object_mut().unwrap().extend(property.as_object().unwrap().clone());
        check(&[root], &judge);
    }
    assert!(wrong > 45 && right > 3, "{wrong} {right}");
}

#[test]
fn shared_parts_are_rejected_wherever_they_are_not_allowed() {
    let (good, _) = Schema::from_json(&with(&json!({"type": "string", "default": "a"})));
    let judge = CrdValidator::new(35);
    let definition = definition(&[&json!({"type": "object"})]);
    assert_eq!(errors(&judge.validate_new_built(&definition, std::slice::from_ref(&good))), Vec::<String>::new());
    // The same properties in the metadata of the resource.
    let mut moved = good.clone();
    let properties = moved.properties["status"].properties.clone();
    moved.properties["metadata"].properties = properties;
    let found = errors(&judge.validate_new_built(&definition, std::slice::from_ref(&moved)));
    let json = moved.to_json(&idlgen_validate::schema::json::PrintOptions::default());
    assert_eq!(found, errors(&CrdValidator::new(35).validate_new(&self::definition(&[&json]))));
    assert!(found.len() > 1, "{found:?}");
}
