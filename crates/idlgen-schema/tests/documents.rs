//! Schemas as JSON documents: what is read, what is printed in each dialect, and the reported problems.

#![recursion_limit = "256"]

use idlgen_schema::{
    Schema,
    keyword::{Keyword, Notation, Value},
    schema::json::{Dialect, Indent, PrintOptions, StripZero},
};
use serde_json::{Value as Json, json};

fn printed(schema: &Schema, dialect: Dialect) -> String {
    schema.to_ordered_json(&PrintOptions { dialect, strip_zero: StripZero::All }).to_text(Indent::Compact)
}

/// Returns a document with every keyword, and nested schemas in each keyword that may contain them.
fn everything() -> Json {
    let leaf = |more: Json| {
        let mut leaf = json!({"type": "string", "maxLength": 3});
        leaf.as_object_mut()
            .into_iter()
            .for_each(|keywords| keywords.extend(more.as_object().cloned().unwrap_or_default()));
        leaf
    };
    json!({
        "type": "object", "title": "t", "description": "d", "nullable": true, "default": {"a": "b"},
        "maximum": 9, "exclusiveMaximum": true, "minimum": 1.5, "exclusiveMinimum": true, "multipleOf": 2,
        "maxLength": 8, "minLength": 1, "pattern": "^a", "format": "email", "enum": ["a", null],
        "maxItems": 7, "minItems": 2, "uniqueItems": true, "maxProperties": 6, "minProperties": 3,
        "required": ["a", "b"],
        "items": leaf(json!({"title": "items"})),
        "properties": {"a": leaf(json!({"x-kubernetes-strip-zero": true})),
            "b": {"$ref": "#/components/schemas/B~1C%20"}},
        "additionalProperties": leaf(json!({"title": "values"})),
        "allOf": [leaf(json!({"title": "all"})), {"$ref": "#/components/schemas/D"}],
        "anyOf": [leaf(json!({"title": "any"}))],
        "oneOf": [leaf(json!({"title": "one"}))],
        "not": leaf(json!({"title": "not"})),
        "x-kubernetes-preserve-unknown-fields": true,
        "x-kubernetes-embedded-resource": true,
        "x-kubernetes-int-or-string": true,
        "x-kubernetes-list-type": "map",
        "x-kubernetes-list-map-keys": ["a"],
        "x-kubernetes-map-type": "granular",
        "x-kubernetes-validations": [{"rule": "true", "message": "m", "messageExpression": "'e'",
            "reason": "FieldValueForbidden", "fieldPath": ".a", "optionalOldSelf": true}],
        "x-kubernetes-validation-errors": {"maxLength": {"message": "long", "reason": "TooLong"}},
        "x-kubernetes-patch-strategy": "merge",
        "x-kubernetes-patch-merge-key": "a",
        "x-kubernetes-unions": [{"discriminator": "kind", "fields-to-discriminateBy": {"a": "A"}}],
        "x-other": [1],
        "deprecated": true, "example": {"x": 1}, "externalDocs": {"url": "u"}
    })
}

#[test]
fn a_document_with_every_keyword_is_printed_as_it_was_read() {
    let (schema, problems) = Schema::from_json(&everything());
    assert_eq!(problems, []);
    // Known extensions are fields of their own.
    let extensions = &schema.extensions;
    assert_eq!(extensions.other.keys().collect::<Vec<_>>(), ["x-other"]);
    assert_eq!(extensions.patch_strategy.as_deref(), Some("merge"));
    assert_eq!(schema.other.keys().collect::<Vec<_>>(), ["deprecated", "example", "externalDocs"]);
    let text = printed(&schema, Dialect::V3);
    let again: Json = serde_json::from_str(&text).unwrap_or_default();
    assert_eq!(again, everything());
    assert_eq!(Schema::from_json(&again), (schema.clone(), Vec::new()));
    let options = PrintOptions { dialect: Dialect::V3, strip_zero: StripZero::All };
    assert_eq!(schema.to_json(&options), everything());
    let mut own = everything();
    for nested in ["items", "properties", "additionalProperties"] {
        own.as_object_mut().and_then(|keywords| keywords.remove(nested));
    }
    assert_eq!(Json::Object(schema.own_keywords(&options)), own);
}

#[test]
fn openapi_v2_has_other_references_and_no_null() {
    let (schema, _) = Schema::from_json(&everything());
    let mut expected = everything();
    expected.as_object_mut().and_then(|keywords| keywords.remove("nullable"));
    let text = expected.to_string().replace("#/components/schemas/", "#/definitions/");
    let found: Json = serde_json::from_str(&printed(&schema, Dialect::V2)).unwrap_or_default();
    assert_eq!(found.to_string(), text);
}

#[test]
fn references_with_other_keywords() {
    for (document, v3, v2) in [
        (
            json!({"$ref": "#/definitions/T"}),
            r##"{"$ref":"#/components/schemas/T"}"##,
            r##"{"$ref":"#/definitions/T"}"##,
        ),
        (
            json!({"$ref": "#/definitions/T", "type": "object", "description": "d"}),
            r##"{"description":"d","type":"object","allOf":[{"$ref":"#/components/schemas/T"}]}"##,
            r##"{"description":"d","$ref":"#/definitions/T"}"##,
        ),
        (
            json!({"$ref": "#/definitions/T", "x-kubernetes-map-type": "atomic"}),
            r##"{"allOf":[{"$ref":"#/components/schemas/T"}],"x-kubernetes-map-type":"atomic"}"##,
            r##"{"$ref":"#/definitions/T","x-kubernetes-map-type":"atomic"}"##,
        ),
        (
            json!({"$ref": "T", "allOf": [{"title": "a"}], "not": {}, "items": {}}),
            r##"{"items":{},"allOf":[{"$ref":"#/components/schemas/T"},{"title":"a"}],"not":{}}"##,
            r##"{"items":{},"allOf":[{"title":"a"}],"not":{},"$ref":"#/definitions/T"}"##,
        ),
        (
            json!({"$ref": "#/components/schemas/T", "anyOf": [{}], "maxItems": 1}),
            r##"{"maxItems":1,"allOf":[{"$ref":"#/components/schemas/T"}],"anyOf":[{}]}"##,
            r##"{"maxItems":1,"anyOf":[{}],"$ref":"#/definitions/T"}"##,
        ),
    ] {
        let (schema, problems) = Schema::from_json(&document);
        assert_eq!(problems, [], "{document}");
        assert_eq!((printed(&schema, Dialect::V3).as_str(), printed(&schema, Dialect::V2).as_str()), (v3, v2));
    }
    // A single branch that is only a reference is a reference with siblings; other branches are not.
    for (document, reference) in [
        (json!({"title": "t", "allOf": [{"$ref": "T"}]}), Some("T")),
        (json!({"title": "t", "allOf": [{"$ref": "T", "title": "t"}]}), None),
        (json!({"title": "t", "allOf": [{"$ref": "T"}, {}]}), None),
        (json!({"title": "t", "allOf": [{}]}), None),
        (json!({"$ref": "U", "allOf": [{"$ref": "T"}]}), Some("U")),
    ] {
        let (schema, _) = Schema::from_json(&document);
        assert_eq!(schema.reference.as_deref(), reference, "{document}");
        assert_eq!(schema.all_of.is_empty(), reference == Some("T"), "{document}");
    }
}

#[test]
fn zero_values_are_marked_as_requested() {
    let (schema, _) = Schema::from_json(&json!({"type": "object", "required": ["a"], "properties": {
        "a": {"type": "string", "x-kubernetes-strip-zero": true},
        "b": {"type": "string", "x-kubernetes-strip-zero": true},
        "c": {"type": "string"}}}));
    let marked = |strip_zero| {
        let options = PrintOptions { dialect: Dialect::V3, strip_zero };
        let (plain, ordered) = (schema.to_json(&options), schema.to_ordered_json(&options).into_json());
        assert_eq!(plain, ordered);
        let properties = plain["properties"].as_object().cloned().unwrap_or_default();
        properties.into_iter().filter(|(_, one)| one["x-kubernetes-strip-zero"] == true).map(|(name, _)| name).collect()
    };
    let marked = |strip_zero| -> Vec<String> { marked(strip_zero) };
    assert_eq!(marked(StripZero::Off), [""; 0]);
    assert_eq!(marked(StripZero::Required), ["a"]);
    assert_eq!(marked(StripZero::All), ["a", "b"]);
}

#[test]
fn an_exclusive_limit_may_come_first() {
    for text in [
        r#"{"exclusiveMaximum": true, "maximum": 3, "exclusiveMinimum": true, "minimum": 1}"#,
        r#"{"maximum": 3, "exclusiveMaximum": true, "minimum": 1, "exclusiveMinimum": true}"#,
    ] {
        let (schema, _) = Schema::from_json(&serde_json::from_str(text).unwrap_or_default());
        for keyword in [Keyword::Maximum, Keyword::Minimum] {
            assert_eq!(schema.keywords.bound(keyword).map(|bound| bound.exclusive), Some(true), "{text}");
        }
    }
    let (schema, _) = Schema::from_json(&json!({"maximum": 3, "exclusiveMaximum": false}));
    assert_eq!(schema.keywords.bound(Keyword::Maximum).map(|bound| bound.exclusive), Some(false));
}

#[test]
fn exclusive_limits_in_each_notation() {
    let entries = |document: Json, keyword: Keyword, notation| -> Vec<String> {
        let (schema, _) = Schema::from_json(&document);
        let value = schema.keywords.get(keyword).cloned().unwrap_or(Value::Flag(false));
        let entries = keyword.row().entries(&value, notation);
        entries.map(|(name, value)| format!("{name}={}", value.into_json())).collect()
    };
    let (strict, loose) = (json!({"maximum": 3, "exclusiveMaximum": true}), json!({"maximum": 3}));
    assert_eq!(entries(strict.clone(), Keyword::Maximum, Notation::OpenApi), ["maximum=3", "exclusiveMaximum=true"]);
    assert_eq!(entries(strict, Keyword::Maximum, Notation::JsonSchema), ["exclusiveMaximum=3"]);
    for notation in [Notation::OpenApi, Notation::JsonSchema] {
        assert_eq!(entries(loose.clone(), Keyword::Maximum, notation), ["maximum=3"]);
        assert_eq!(entries(json!({"maxLength": 4}), Keyword::MaxLength, notation), ["maxLength=4"]);
    }
    let flag = json!({"exclusiveMinimum": true});
    assert_eq!(entries(flag.clone(), Keyword::Minimum, Notation::OpenApi), ["exclusiveMinimum=true"]);
    assert_eq!(entries(flag, Keyword::Minimum, Notation::JsonSchema), [""; 0]);
}

#[test]
fn problems() {
    for (document, expected) in [
        (json!({"type": ["string", "null"]}), vec!["/type: Kubernetes schemas do not support a list of types"]),
        (json!({"type": "null"}), vec!["/type: type cannot be null, use nullable as an alternative"]),
        (
            json!({"type": ["string", "odd"]}),
            vec!["/type: Kubernetes schemas do not support a list of types", "/type: unknown type `odd`"],
        ),
        (json!({"items": [{"type": "string"}]}), vec!["/items: items must be a schema, not a list of schemas"]),
        (json!({"items": true}), vec!["/items: items must be a schema, not a boolean"]),
        (
            json!({"additionalItems": false}),
            vec!["/additionalItems: `additionalItems` is not a keyword of Kubernetes schemas"],
        ),
        (
            json!({"patternProperties": {"^a": {"odd": 1}}}),
            vec![
                "/patternProperties: `patternProperties` is not a keyword of Kubernetes schemas",
                "/patternProperties/^a/odd: unknown keyword `odd`",
            ],
        ),
        (
            json!({"dependencies": {"a": ["b"], "c": {"odd": 1}}}),
            vec![
                "/dependencies: `dependencies` is not a keyword of Kubernetes schemas",
                "/dependencies/c/odd: unknown keyword `odd`",
            ],
        ),
        (json!({"maxLength": 2.0, "minItems": 0}), vec![]),
        (json!({"maxLength": 2.5}), vec!["/maxLength: must be an integer of at least 0, is a number"]),
        (json!({"maxLength": -1}), vec!["/maxLength: must be an integer of at least 0, is a number"]),
        (json!({"minLength": 1e18}), vec!["/minLength: must be an integer of at least 0, is a number"]),
        (json!({"const": 1, "readOnly": true}), vec!["/const: `const` is not a keyword of Kubernetes schemas"]),
        (json!({"type": "", "format": "", "pattern": ""}), vec![]),
        (
            json!({"$ref": "other.json#/T"}),
            vec!["/$ref: `other.json#/T` is neither #/components/schemas/NAME nor #/definitions/NAME"],
        ),
        (
            json!({"$ref": "http://a/T"}),
            vec!["/$ref: `http://a/T` is neither #/components/schemas/NAME nor #/definitions/NAME"],
        ),
        (
            json!({"$ref": "#/definitions/T/properties/a"}),
            vec!["/$ref: `#/definitions/T/properties/a` is neither #/components/schemas/NAME nor #/definitions/NAME"],
        ),
        (
            json!({"x-kubernetes-validations": [{"odd": 1}]}),
            vec!["/x-kubernetes-validations/0/odd: a rule has no `odd`"],
        ),
        (
            json!({"x-kubernetes-errors": {"maximum": {"odd": 1}}}),
            vec!["/x-kubernetes-errors/maximum/odd: an error has no `odd`"],
        ),
        (json!({"x-kubernetes-unions": [{"odd": 1}]}), vec!["/x-kubernetes-unions/0/odd: a union has no `odd`"]),
    ] {
        let (_, problems) = Schema::from_json(&document);
        let found: Vec<String> = problems.iter().map(ToString::to_string).collect();
        assert_eq!(found, expected, "{document}");
    }
}
