use idlgen_validate::{Definitions, Schema};
use insta::assert_snapshot;
use serde_json::{Value as Json, json};

use super::{DescribedKind, Draft, JsonSchemaOptions, document};

/// Returns the document of a kind with a schema, and the options that are not the defaults.
fn written(schema: &Json, is_native: bool, options: &JsonSchemaOptions) -> Json {
    let (schema, _) = Schema::from_json(schema);
    let port = json!({"type": "integer", "maximum": 9});
    let (definitions, _) = Definitions::from_json(&json!({"Port": port}));
    let kind = DescribedKind {
        group: "example.com",
        version: "v1",
        kind: "Widget",
        schema: &schema,
        definitions: &definitions,
        is_native,
        deprecation: None,
    };
    document(&kind, options).to_json()
}

const OPTIONS: JsonSchemaOptions =
    JsonSchemaOptions { draft: Draft::Draft202012, is_open: false, kubernetes_minor: 35 };

fn spec_with(schema: &Json, is_native: bool, options: &JsonSchemaOptions) -> String {
    let whole = json!({"type": "object", "properties": {"spec": schema}});
    written(&whole, is_native, options)["properties"]["spec"].to_string()
}

fn spec(schema: &Json, draft: Draft) -> String {
    spec_with(schema, false, &JsonSchemaOptions { draft, ..OPTIONS })
}

#[test]
fn what_cannot_be_said_is_a_comment() {
    let schema = json!({
        "type": "integer", "format": "int32", "description": "A number.", "maximum": 5, "exclusiveMaximum": true,
        "x-kubernetes-validations": [{"rule": "self != 3", "message": "three is taken"}],
    });
    let text = spec(&schema, Draft::Draft202012);
    assert!(text.contains("API servers validate more than this: CEL rule: self != 3 (three is taken)"), "{text}");
    assert!(text.contains(r#""exclusiveMaximum":5"#) && !text.contains(r#""maximum""#), "{text}");
    assert!(text.contains(r#""description":"A number.""#), "{text}");
}

#[test]
fn references_stand_where_every_draft_reads_them() {
    let schema = json!({"$ref": "#/definitions/Port", "description": "Where.", "maximum": 5});
    assert_snapshot!(
        spec(&schema, Draft::Draft7),
        @r##"{"anyOf":[{"allOf":[{"$ref":"#/definitions/Port"},{"maximum":5}]},{"type":"null"}],"description":"Where."}"##
    );
}

/// Returns each schema of a required field, and what is written for it.
fn required(schemas: &[Json]) -> String {
    let mut lines = Vec::new();
    for schema in schemas {
        let whole = json!({"type": "object", "properties": {"spec": schema}, "required": ["spec"]});
        let spec = &written(&whole, false, &OPTIONS)["properties"]["spec"];
        lines.push(format!("{schema}\n  {spec}\n"));
    }
    lines.concat()
}

#[test]
fn keywords_of_values() {
    let schemas = [
        json!({"x-kubernetes-int-or-string": true}),
        json!({"x-kubernetes-int-or-string": true, "anyOf": [{"type": "integer"}, {"type": "string"}]}),
        json!({"x-kubernetes-int-or-string": true, "anyOf": [{"type": "integer"}, {"maximum": 1}]}),
        json!({"type": "string", "enum": ["a", null], "nullable": true}),
        json!({"type": "string", "minLength": 1, "pattern": "a(?i)b"}),
        json!({"type": "string", "pattern": "\\Aa\\z"}),
        json!({"type": "string", "format": "date-time"}),
        json!({"type": "string", "format": "uuid"}),
        json!({"type": "string", "format": "uuid", "pattern": "^a"}),
        json!({"type": "string", "format": "k8s-short-name", "maxLength": 70}),
        json!({"type": "string", "format": "unknown"}),
        json!({"type": "integer", "format": "int32"}),
        json!({"type": "array", "items": {"type": "string", "nullable": true}, "x-kubernetes-list-type": "set"}),
        json!({
            "type": "array", "items": {"type": "object"}, "x-kubernetes-list-type": "map",
            "x-kubernetes-list-map-keys": ["a", "b"],
        }),
        json!({"type": "string", "title": "T", "description": "D", "default": "d", "example": "e"}),
        json!({"type": "object", "x-kubernetes-validations": [{"rule": " a "}, {"rule": "b", "message": " m\n"}]}),
    ];
    assert_snapshot!(required(&schemas), @r#"
    {"x-kubernetes-int-or-string":true}
      {"type":["integer","string"]}
    {"anyOf":[{"type":"integer"},{"type":"string"}],"x-kubernetes-int-or-string":true}
      {"type":["integer","string"]}
    {"anyOf":[{"type":"integer"},{"maximum":1}],"x-kubernetes-int-or-string":true}
      {"anyOf":[{"type":"integer"},{"maximum":1}],"type":["integer","string"]}
    {"enum":["a",null],"nullable":true,"type":"string"}
      {"enum":["a"],"type":["string","null"]}
    {"minLength":1,"pattern":"a(?i)b","type":"string"}
      {"minLength":1,"pattern":"a[Bb]","type":"string"}
    {"pattern":"\\Aa\\z","type":"string"}
      {"pattern":"^a$","type":"string"}
    {"format":"date-time","type":"string"}
      {"$comment":"API servers validate more than this: format: date-time","format":"date-time","type":"string"}
    {"format":"uuid","type":"string"}
      {"pattern":"^[0-9A-Fa-f]{8}-?[0-9A-Fa-f]{4}-?[0-9A-Fa-f]{4}-?[0-9A-Fa-f]{4}-?[0-9A-Fa-f]{12}$","type":"string"}
    {"format":"uuid","pattern":"^a","type":"string"}
      {"allOf":[{"pattern":"^[0-9A-Fa-f]{8}-?[0-9A-Fa-f]{4}-?[0-9A-Fa-f]{4}-?[0-9A-Fa-f]{4}-?[0-9A-Fa-f]{12}$"}],"pattern":"^a","type":"string"}
    {"format":"k8s-short-name","maxLength":70,"type":"string"}
      {"maxLength":63,"pattern":"^[a-z0-9](?:[-a-z0-9]*[a-z0-9])?$","type":"string"}
    {"format":"unknown","type":"string"}
      {"format":"unknown","type":"string"}
    {"format":"int32","type":"integer"}
      {"format":"int32","type":"integer"}
    {"items":{"nullable":true,"type":"string"},"type":"array","x-kubernetes-list-type":"set"}
      {"items":{"type":["string","null"]},"type":"array","uniqueItems":true}
    {"items":{"type":"object"},"type":"array","x-kubernetes-list-map-keys":["a","b"],"x-kubernetes-list-type":"map"}
      {"$comment":"API servers validate more than this: no two items have the same a, b","items":{"additionalProperties":false,"type":"object"},"type":"array"}
    {"default":"d","description":"D","example":"e","title":"T","type":"string"}
      {"default":"d","description":"D","examples":["e"],"title":"T","type":["string","null"]}
    {"type":"object","x-kubernetes-validations":[{"rule":" a "},{"message":" m\n","rule":"b"}]}
      {"$comment":"API servers validate more than this: CEL rule: a; CEL rule: b (m)","additionalProperties":false,"type":"object"}
    "#);
}

#[test]
fn fields_of_objects() {
    let text = json!({"type": "string"});
    let with_default = json!({"type": "string", "default": "d"});
    let schemas = [
        json!({"type": "object"}),
        json!({"properties": {"a": text}}),
        json!({"type": "object", "properties": {"a": text, "b": with_default}, "required": ["a", "b"]}),
        json!({"type": "object", "properties": {"a": {"type": "string", "nullable": true}}, "required": ["a"]}),
        json!({"type": "object", "properties": {"a": {"type": "string", "enum": ["x"]}}}),
        json!({"type": "object", "additionalProperties": text}),
        json!({"type": "object", "additionalProperties": true}),
        json!({"type": "object", "x-kubernetes-preserve-unknown-fields": true, "properties": {"a": text}}),
        json!({"type": "array", "x-kubernetes-preserve-unknown-fields": true, "items": {"type": "object"}}),
        json!({"type": "object", "x-kubernetes-embedded-resource": true, "x-kubernetes-preserve-unknown-fields": true}),
    ];
    assert_snapshot!(required(&schemas), @r##"
    {"type":"object"}
      {"additionalProperties":false,"type":"object"}
    {"properties":{"a":{"type":"string"}}}
      {"additionalProperties":false,"properties":{"a":{"type":["string","null"]}}}
    {"properties":{"a":{"type":"string"},"b":{"default":"d","type":"string"}},"required":["a","b"],"type":"object"}
      {"additionalProperties":false,"properties":{"a":{"type":"string"},"b":{"default":"d","type":["string","null"]}},"required":["a"],"type":"object"}
    {"properties":{"a":{"nullable":true,"type":"string"}},"required":["a"],"type":"object"}
      {"additionalProperties":false,"properties":{"a":{"type":["string","null"]}},"required":["a"],"type":"object"}
    {"properties":{"a":{"enum":["x"],"type":"string"}},"type":"object"}
      {"additionalProperties":false,"properties":{"a":{"enum":["x",null],"type":["string","null"]}},"type":"object"}
    {"additionalProperties":{"type":"string"},"type":"object"}
      {"additionalProperties":{"type":["string","null"]},"type":"object"}
    {"additionalProperties":true,"type":"object"}
      {"additionalProperties":{"$ref":"#/$defs/UnknownValue"},"type":"object"}
    {"properties":{"a":{"type":"string"}},"type":"object","x-kubernetes-preserve-unknown-fields":true}
      {"properties":{"a":{"type":["string","null"]}},"type":"object"}
    {"items":{"type":"object"},"type":"array","x-kubernetes-preserve-unknown-fields":true}
      {"items":{"type":"object"},"type":"array"}
    {"type":"object","x-kubernetes-embedded-resource":true,"x-kubernetes-preserve-unknown-fields":true}
      {"properties":{"apiVersion":{"pattern":"^(?:[^/]+|[^/]*/[^/]*)$","type":"string"},"kind":{"maxLength":63,"pattern":"^[A-Za-z](?:[-A-Za-z0-9]*[A-Za-z0-9])?$","type":"string"},"metadata":{"allOf":[{"$ref":"#/$defs/ObjectMeta"}],"type":["object","null"]}},"required":["apiVersion","kind"],"type":"object"}
    "##);
}

#[test]
fn combinations_of_schemas() {
    let properties = json!({
        "a": {"type": "string"}, "b": {"type": "string", "default": "d"}, "c": {"type": "string", "nullable": true},
    });
    let object = |name: &str, branch: Json| json!({"type": "object", "properties": properties, name: branch});
    let schemas = [
        object("anyOf", json!([{"required": ["a"]}, {"required": ["b"]}, {"required": ["c"]}])),
        object("oneOf", json!([{"properties": {"a": {"maxLength": 1}}}, {"properties": {"a": {"enum": ["x"]}}}])),
        object("not", json!({"properties": {"a": {"not": {"enum": ["x"]}}}, "required": ["a"]})),
        object("allOf", json!([{"properties": {"b": {"enum": ["x"]}}}, {"properties": {"b": {"enum": ["d"]}}}])),
        object("allOf", json!([{"properties": {"c": {"enum": ["x"]}, "unknown": {"minLength": 1}}}])),
        json!({
            "type": "object", "additionalProperties": {"type": "string"},
            "anyOf": [{"required": ["x"]}, {"additionalProperties": {"maxLength": 1}}],
        }),
        json!({
            "type": "array", "items": {"type": "object", "properties": properties},
            "not": {"items": {"required": ["a"]}},
        }),
        json!({"type": "integer", "nullable": true, "not": {"enum": [1]}}),
        json!({"type": "integer", "nullable": true, "maximum": 1}),
    ];
    assert_snapshot!(required(&schemas), @r#"
    {"anyOf":[{"required":["a"]},{"required":["b"]},{"required":["c"]}],"properties":{"a":{"type":"string"},"b":{"default":"d","type":"string"},"c":{"nullable":true,"type":"string"}},"type":"object"}
      {"additionalProperties":false,"anyOf":[{"properties":{"a":{"not":{"type":"null"}}},"required":["a"]},{},{"required":["c"]}],"properties":{"a":{"type":["string","null"]},"b":{"default":"d","type":["string","null"]},"c":{"type":["string","null"]}},"type":"object"}
    {"oneOf":[{"properties":{"a":{"maxLength":1}}},{"properties":{"a":{"enum":["x"]}}}],"properties":{"a":{"type":"string"},"b":{"default":"d","type":"string"},"c":{"nullable":true,"type":"string"}},"type":"object"}
      {"additionalProperties":false,"oneOf":[{"properties":{"a":{"maxLength":1}}},{"properties":{"a":{"anyOf":[{"type":"null"},{"enum":["x"]}]}}}],"properties":{"a":{"type":["string","null"]},"b":{"default":"d","type":["string","null"]},"c":{"type":["string","null"]}},"type":"object"}
    {"not":{"properties":{"a":{"not":{"enum":["x"]}}},"required":["a"]},"properties":{"a":{"type":"string"},"b":{"default":"d","type":"string"},"c":{"nullable":true,"type":"string"}},"type":"object"}
      {"additionalProperties":false,"not":{"properties":{"a":{"allOf":[{"not":{"enum":["x"]}},{"not":{"type":"null"}}]}},"required":["a"]},"properties":{"a":{"type":["string","null"]},"b":{"default":"d","type":["string","null"]},"c":{"type":["string","null"]}},"type":"object"}
    {"allOf":[{"properties":{"b":{"enum":["x"]}}},{"properties":{"b":{"enum":["d"]}}}],"properties":{"a":{"type":"string"},"b":{"default":"d","type":"string"},"c":{"nullable":true,"type":"string"}},"type":"object"}
      {"additionalProperties":false,"allOf":[{"properties":{"b":{"enum":["x"],"not":{"type":"null"}}},"required":["b"]},{"properties":{"b":{"anyOf":[{"type":"null"},{"enum":["d"]}]}}}],"properties":{"a":{"type":["string","null"]},"b":{"default":"d","type":["string","null"]},"c":{"type":["string","null"]}},"type":"object"}
    {"allOf":[{"properties":{"c":{"enum":["x"]},"unknown":{"minLength":1}}}],"properties":{"a":{"type":"string"},"b":{"default":"d","type":"string"},"c":{"nullable":true,"type":"string"}},"type":"object"}
      {"additionalProperties":false,"allOf":[{"properties":{"c":{"enum":["x"]},"unknown":{"minLength":1}}}],"properties":{"a":{"type":["string","null"]},"b":{"default":"d","type":["string","null"]},"c":{"type":["string","null"]}},"type":"object"}
    {"additionalProperties":{"type":"string"},"anyOf":[{"required":["x"]},{"additionalProperties":{"maxLength":1}}],"type":"object"}
      {"additionalProperties":{"type":["string","null"]},"anyOf":[{"properties":{"x":{"not":{"type":"null"}}},"required":["x"]},{"additionalProperties":{"maxLength":1}}],"type":"object"}
    {"items":{"properties":{"a":{"type":"string"},"b":{"default":"d","type":"string"},"c":{"nullable":true,"type":"string"}},"type":"object"},"not":{"items":{"required":["a"]}},"type":"array"}
      {"items":{"additionalProperties":false,"properties":{"a":{"type":["string","null"]},"b":{"default":"d","type":["string","null"]},"c":{"type":["string","null"]}},"type":"object"},"not":{"items":{"properties":{"a":{"not":{"type":"null"}}},"required":["a"]}},"type":"array"}
    {"not":{"enum":[1]},"nullable":true,"type":"integer"}
      {"anyOf":[{"not":{"enum":[1]},"type":"integer"},{"type":"null"}]}
    {"maximum":1,"nullable":true,"type":"integer"}
      {"maximum":1,"type":["integer","null"]}
    "#);
}

#[test]
fn references_to_definitions() {
    let reference = json!({"$ref": "#/definitions/Port"});
    let schemas = [
        reference.clone(),
        json!({"allOf": [reference]}),
        json!({"allOf": [reference, {"minimum": 1}]}),
        json!({"allOf": [reference], "minimum": 1}),
        json!({"$ref": "#/definitions/Port", "minimum": 1, "allOf": [{"maximum": 3}]}),
        json!({"$ref": "#/definitions/Port", "nullable": true, "minimum": 1}),
        json!({"$ref": "#/definitions/None"}),
    ];
    assert_snapshot!(required(&schemas), @r##"
    {"$ref":"#/definitions/Port"}
      {"allOf":[{"$ref":"#/$defs/Port"}]}
    {"allOf":[{"$ref":"#/definitions/Port"}]}
      {"allOf":[{"$ref":"#/$defs/Port"}]}
    {"allOf":[{"$ref":"#/definitions/Port"},{"minimum":1}]}
      {"allOf":[{"allOf":[{"$ref":"#/$defs/Port"}]},{"minimum":1}]}
    {"allOf":[{"$ref":"#/definitions/Port"}],"minimum":1}
      {"allOf":[{"$ref":"#/$defs/Port"}],"minimum":1}
    {"$ref":"#/definitions/Port","allOf":[{"maximum":3}],"minimum":1}
      {"allOf":[{"$ref":"#/$defs/Port"},{"allOf":[{"maximum":3}],"minimum":1}]}
    {"$ref":"#/definitions/Port","minimum":1,"nullable":true}
      {"anyOf":[{"allOf":[{"$ref":"#/$defs/Port"},{"minimum":1}]},{"type":"null"}]}
    {"$ref":"#/definitions/None"}
      {"allOf":[{"$ref":"#/$defs/None"}]}
    "##);
    let whole = json!({"type": "object", "properties": {
        "a": {"$ref": "#/definitions/Port"}, "b": {"$ref": "#/definitions/None"},
        "c": {"type": "object", "additionalProperties": true},
    }});
    let mut document = written(&whole, false, &OPTIONS);
    let definitions = document["$defs"].as_object_mut().expect("definitions");
    definitions.remove("ObjectMeta");
    assert_snapshot!(Json::from(definitions.clone()), @r##"{"None":true,"Port":{"maximum":9,"type":"integer"},"UnknownValue":{"additionalProperties":false,"items":{"$ref":"#/$defs/UnknownValue"}}}"##);
}

#[test]
fn entire_objects_and_embedded_ones() {
    let text = json!({"type": "string", "description": "Its kind."});
    let metadata = json!({"type": "object", "properties": {"name": {"type": "string", "maxLength": 5}}});
    let whole = json!({"type": "object", "properties": {"kind": text, "metadata": metadata}});
    for is_native in [false, true] {
        let mut document = written(&whole, is_native, &OPTIONS);
        document.as_object_mut().expect("an object").remove("$defs");
        let document = document.to_string();
        if is_native {
            assert_snapshot!(document, @r##"{"$comment":"@generated by idlgen","$schema":"https://json-schema.org/draft/2020-12/schema","additionalProperties":false,"properties":{"apiVersion":{"enum":["example.com/v1"],"type":"string"},"kind":{"description":"Its kind.","enum":["Widget"],"type":"string"},"metadata":{"allOf":[{"$ref":"#/$defs/ObjectMeta"}],"anyOf":[{"properties":{"name":{"minLength":1,"type":"string"}},"required":["name"]},{"properties":{"generateName":{"minLength":1,"type":"string"}},"required":["generateName"]}],"type":"object"}},"required":["apiVersion","kind","metadata"],"type":"object","x-kubernetes-group-version-kind":[{"group":"example.com","kind":"Widget","version":"v1"}]}"##);
        } else {
            assert_snapshot!(document, @r##"{"$comment":"@generated by idlgen","$schema":"https://json-schema.org/draft/2020-12/schema","additionalProperties":false,"properties":{"apiVersion":{"enum":["example.com/v1"],"type":"string"},"kind":{"description":"Its kind.","enum":["Widget"],"type":"string"},"metadata":{"allOf":[{"$ref":"#/$defs/ObjectMeta"},{"properties":{"name":{"anyOf":[{"type":"null"},{"maxLength":5,"type":"string"}]}},"type":"object"}],"anyOf":[{"properties":{"name":{"maxLength":253,"minLength":1,"pattern":"^[a-z0-9](?:[-a-z0-9]*[a-z0-9])?(?:\\.[a-z0-9](?:[-a-z0-9]*[a-z0-9])?)*$","type":"string"}},"required":["name"]},{"properties":{"generateName":{"minLength":1,"type":"string"}},"required":["generateName"]}],"type":"object"}},"required":["apiVersion","kind","metadata"],"type":"object","x-kubernetes-group-version-kind":[{"group":"example.com","kind":"Widget","version":"v1"}]}"##);
        }
    }
}

#[test]
fn options_change_what_is_closed_and_checked() {
    let number = json!({"type": "integer", "format": "int32"});
    let object = json!({"type": "object", "properties": {"a": {"type": "string"}}});
    let anything = json!({"type": "object", "additionalProperties": true});
    let open = JsonSchemaOptions { is_open: true, ..OPTIONS };
    let new = JsonSchemaOptions { kubernetes_minor: 36, ..OPTIONS };
    let cases = [
        spec_with(&number, false, &OPTIONS),
        spec_with(&number, false, &new),
        spec_with(&number, true, &OPTIONS),
        spec_with(&object, false, &open),
        spec_with(&object, true, &OPTIONS),
        spec_with(&json!({"type": "object"}), true, &OPTIONS),
        spec_with(&anything, false, &open),
        spec_with(&anything, true, &OPTIONS),
    ];
    assert_snapshot!(cases.join("\n"), @r#"
    {"format":"int32","type":["integer","null"]}
    {"format":"int32","maximum":2147483647,"minimum":-2147483648,"type":["integer","null"]}
    {"format":"int32","maximum":2147483647,"minimum":-2147483648,"type":["integer","null"]}
    {"properties":{"a":{"type":["string","null"]}},"type":["object","null"]}
    {"additionalProperties":false,"properties":{"a":{"type":["string","null"]}},"type":["object","null"]}
    {"type":["object","null"]}
    {"additionalProperties":true,"type":["object","null"]}
    {"additionalProperties":true,"type":["object","null"]}
    "#);
    let metadata = |options| written(&object, false, options)["$defs"]["ObjectMeta"].clone();
    let closed = metadata(&OPTIONS);
    let owners = &closed["properties"]["ownerReferences"]["items"];
    assert_eq!(
        (&owners["required"], &owners["additionalProperties"]),
        (&json!(["apiVersion", "kind", "name", "uid"]), &json!(false))
    );
    let fields = &closed["properties"]["managedFields"]["items"];
    assert_eq!((&fields["required"], &fields["properties"]["time"]["format"]), (&Json::Null, &json!("date-time")));
    assert_eq!(closed["properties"]["namespace"]["type"], json!(["string", "null"]));
    assert_eq!(metadata(&open)["additionalProperties"], Json::Null);
}
