//! Plain JSON Schema of every draft, validated here and with the crate `jsonschema`: the same verdict for each value,
//! or an error that names the keyword that cannot be executed.

use idlgen::objects::{JsonSchema, NoValidator, Source, validator::Request};
use idlgen_validate::ValidatorOptions;
use serde_json::{Value as Json, json};

const FOUR: &str = "http://json-schema.org/draft-04/schema#";
const SIX: &str = "http://json-schema.org/draft-06/schema#";
const SEVEN: &str = "http://json-schema.org/draft-07/schema#";
const OF_2019: &str = "https://json-schema.org/draft/2019-09/schema";
const OF_2020: &str = "https://json-schema.org/draft/2020-12/schema";
const SINCE_SIX: [&str; 4] = [SIX, SEVEN, OF_2019, OF_2020];
const SINCE_SEVEN: [&str; 3] = [SEVEN, OF_2019, OF_2020];
const SINCE_2019: [&str; 2] = [OF_2019, OF_2020];

/// Values of all types, at the root and in a property and a list.
fn values() -> Vec<Json> {
    let scalars = [
        json!(null),
        json!(true),
        json!(0),
        json!(1),
        json!(5),
        json!(2.5),
        json!(""),
        json!("a"),
        json!("abcdef"),
        json!([]),
        json!({}),
    ];
    let mut values: Vec<Json> = scalars.to_vec();
    for one in &scalars {
        values.push(json!([one]));
        values.push(json!({"a": one}));
        values.push(json!({"abcdef": one}));
        for other in &scalars {
            values.push(json!([one, other]));
            values.push(json!(["a", one, other]));
            values.push(json!({"a": one, "b": other}));
            values.push(json!({"a": {"a": one}, "c": other}));
        }
    }
    values
}

/// Returns the validity of each value, or the reason why the schema cannot be executed.
fn verdicts(schema: &Json, name: &str) -> Result<Vec<bool>, Vec<String>> {
    let (source, _) = JsonSchema::new(schema, "schema.json", ValidatorOptions::crd());
    let found = source.find_type(name).expect("the schema");
    let validator = match source.validator(&found) {
        Ok(validator) => validator,
        Err(NoValidator::NotExecutable(reasons)) => return Err(reasons),
        Err(NoValidator::NotKnown(reason) | NoValidator::PackageNotFound(reason)) => return Err(vec![reason]),
    };
    Ok(values().iter().map(|value| validator.validate(value, None, Request::Object).errors.is_empty()).collect())
}

/// Asserts that all verdicts are equal for a schema in each of these drafts.
fn same(drafts: &[&str], schema: &Json) {
    for draft in drafts {
        let mut schema = schema.clone();
        schema["$schema"] = (*draft).into();
        let expected = jsonschema::validator_for(&schema).expect("a valid schema");
        let found = verdicts(&schema, JsonSchema::ROOT).unwrap_or_else(|reasons| panic!("{schema}: {reasons:?}"));
        for (value, found) in values().iter().zip(found) {
            assert_eq!(found, expected.is_valid(value), "{value} under {schema}");
        }
    }
}

/// Returns the reasons why a schema cannot be executed.
fn refused(schema: &Json) -> Vec<String> {
    verdicts(schema, JsonSchema::ROOT).expect_err("is refused")
}

#[test]
fn keywords_since_draft_6() {
    same(&SINCE_SIX, &json!({"exclusiveMinimum": 1, "exclusiveMaximum": 5}));
    same(&SINCE_SIX, &json!({"minimum": 2.5, "exclusiveMinimum": 1, "maximum": 5, "exclusiveMaximum": 5}));
    same(&SINCE_SIX, &json!({"properties": {"a": {"const": "a"}, "b": {"const": null}, "c": {"const": {}}}}));
    same(
        &SINCE_SIX,
        &json!({"properties": {"a": {"enum": ["a", null]}, "b": {"enum": [null], "type": ["null", "string"]}}}),
    );
    same(&SINCE_SIX, &json!({"contains": {"type": "string", "minLength": 1}}));
    same(&SINCE_SIX, &json!({"contains": true, "type": "array"}));
    same(&SINCE_SIX, &json!({"propertyNames": {"pattern": "^[a-c]", "maxLength": 3}}));
    same(&SINCE_SIX, &json!({"propertyNames": {"enum": ["a", "c"]}}));
    same(&SINCE_SIX, &json!({"propertyNames": false}));
    same(&SINCE_SIX, &json!({"propertyNames": true}));
    same(
        &SINCE_SIX,
        &json!({"propertyNames": {"$ref": "#/definitions/n"}, "definitions": {"n": {"not": {"enum": ["c"]}}}}),
    );
    same(&SINCE_SIX, &json!({"properties": {"a": true, "b": false}, "additionalProperties": false}));
    same(&SINCE_SIX, &json!({"dependencies": {"b": ["a"], "c": {"required": ["a"]}, "abcdef": false}}));
    same(&SINCE_SIX, &json!({"anyOf": [{"type": "string"}, {"type": "object"}]}));
    same(
        &SINCE_SIX,
        &json!({"properties": {"a": {"not": {}}, "b": {"oneOf": [{"type": "null"}, {"type": "integer"}]}}}),
    );
}

#[test]
fn conditions() {
    same(
        &SINCE_SEVEN,
        &json!({
            "if": {"properties": {"a": {"const": 1}}, "required": ["a"]},
            "then": {"required": ["b"]}, "else": {"maxProperties": 1}
        }),
    );
    same(&SINCE_SEVEN, &json!({"if": {"type": "string"}, "then": {"minLength": 2}}));
    same(&SINCE_SEVEN, &json!({"if": {"type": "string"}, "else": {"type": "array"}}));
    same(&SINCE_SEVEN, &json!({"if": false, "then": false}));
    // Conditions, nested three levels deep.
    let mut nested = json!({"type": "string"});
    for _ in 0..5 {
        nested = json!({"if": nested, "then": {"type": "string"}, "else": {"type": ["object", "integer"]}});
    }
    same(&SINCE_SEVEN, &nested);
}

#[test]
fn keywords_since_2019() {
    same(&SINCE_2019, &json!({"dependentRequired": {"b": ["a"]}, "dependentSchemas": {"b": {"maxProperties": 2}}}));
    same(&SINCE_2019, &json!({"$ref": "#/$defs/x", "maxProperties": 1, "$defs": {"x": {"type": ["object", "array"]}}}));
    same(&SINCE_2019, &json!({"properties": {"a": {}}, "unevaluatedProperties": false}));
    same(&SINCE_2019, &json!({"contains": {"type": "string"}, "minContains": 0}));
    same(
        &SINCE_2019,
        &json!({"properties": {"a": {"$ref": "#n"}}, "$defs": {"x": {"$anchor": "n", "type": "string"}}}),
    );
    same(&[OF_2019], &json!({"items": [{"type": "string"}], "additionalItems": {"type": "integer"}}));
    same(
        &[OF_2019],
        &json!({"properties": {"a": {"$recursiveRef": "#"}}, "additionalProperties": {"type": "integer"}}),
    );
    same(&[OF_2020], &json!({"prefixItems": [{"type": "string"}, {"type": "integer"}], "items": false}));
    same(&[OF_2020], &json!({"prefixItems": [{"type": "string"}], "unevaluatedItems": {"type": "integer"}}));
    same(&[OF_2020], &json!({"items": {"type": "string"}}));
    same(
        &[OF_2020],
        &json!({"properties": {"a": {"$dynamicRef": "#node"}}, "$dynamicAnchor": "node", "maxProperties": 1}),
    );
}

#[test]
fn references() {
    let all = [FOUR, SIX, SEVEN, OF_2019, OF_2020];
    same(&all, &json!({"type": ["object", "integer"], "additionalProperties": {"$ref": "#"}}));
    same(&all, &json!({"properties": {"a": {"type": "string"}, "b": {"$ref": "#/properties/a"}}}));
    same(
        &all,
        &json!({
            "properties": {"a": {"$ref": "#/definitions/x~1y%25"}}, "definitions": {"x/y%": {"items": {"$ref": "#"}}}
        }),
    );
    // The limit for deep data is that of the engine, not the stack.
    let schema = json!({"$schema": SEVEN, "additionalProperties": {"$ref": "#"}, "type": "object"});
    let (source, _) = JsonSchema::new(&schema, "schema.json", ValidatorOptions::crd());
    let found = source.find_type(JsonSchema::ROOT).unwrap();
    let validator = source.validator(&found).unwrap();
    let deep = (0..1000).fold(json!({}), |value, _| json!({"a": value}));
    let errors = validator.validate(&deep, None, Request::Object).errors;
    assert!(errors[0].to_string().contains("nested deeper than 512 levels"), "{errors:?}");
}

#[test]
fn what_cannot_be_executed_is_an_error() {
    for (schema, reason) in [
        (
            json!({"properties": {"a": {"exclusiveMinimum": 1}}}),
            "/properties/a/exclusiveMinimum: a number requires draft 6 or later; add `\"$schema\": \
             \"http://json-schema.org/draft-06/schema#\"` or write `minimum` and `exclusiveMinimum: true`",
        ),
        (
            json!({"const": 1}),
            "/const: `const` requires draft 6 or later, but the document specifies no draft; add `\"$schema\": \
             \"http://json-schema.org/draft-06/schema#\"` or write `enum` with one value",
        ),
        (
            json!({"$schema": FOUR, "if": {}, "then": {"type": "string"}}),
            "/if: `if` requires draft 7 or later, but the document uses draft 4; add `\"$schema\": \
             \"http://json-schema.org/draft-07/schema#\"` or write `anyOf: [{not: IF}, THEN]`",
        ),
        (
            json!({"$schema": OF_2020, "items": [{}]}),
            "/items: a list of schemas is not allowed in draft 2020-12; use `prefixItems`",
        ),
        (
            json!({"$schema": OF_2020, "allOf": [{}], "unevaluatedProperties": false}),
            "/unevaluatedProperties: not supported together with `$ref`, `allOf` and similar keywords; list all \
             properties and write `additionalProperties`",
        ),
        (
            json!({"$schema": OF_2020, "contains": {}, "maxContains": 2}),
            "/maxContains: `maxContains` is not supported; write `minItems` and `maxItems`, or an \
             `x-kubernetes-validations` rule",
        ),
        (
            json!({"$schema": SEVEN, "$ref": "#/definitions/a", "maxLength": 1, "definitions": {"a": {}}}),
            "/$ref: `maxLength` next to `$ref` has no effect in draft 7; put both into `allOf`",
        ),
        (
            json!({"items": {"$ref": "other.json#/a"}}),
            "/items/$ref: `other.json#/a` is in another document; copy that schema into `definitions` of this one",
        ),
        (
            json!({"items": {"$ref": "#/definitions/x"}}),
            "/items/$ref: `#/definitions/x` does not exist in this document",
        ),
        (json!({"maximum": "3"}), "/maximum: must be a number, is a string"),
        (
            json!({"pattern": "(?=a)"}),
            "the pattern `(?=a)` does not compile: error parsing regexp: invalid or unsupported Perl syntax: `(?=`",
        ),
    ] {
        let reasons = refused(&schema);
        assert_eq!(reasons.first().map(String::as_str), Some(reason), "{schema}");
    }
    // Every keyword of the root with a value that is only wrong in this draft.
    let advice = |keyword: &str, draft: &str| {
        let schema = json!({"$schema": draft, keyword: [], "contains": {}});
        let reasons = refused(&schema);
        let about = format!("/{keyword}: ");
        let reason = reasons.into_iter().find_map(|reason| Some(reason.strip_prefix(&about)?.to_owned()));
        let reason = reason.unwrap_or_else(|| panic!("{schema}"));
        reason.rsplit_once("write ").map(|(_, advice)| advice.to_owned()).unwrap_or_default()
    };
    for (keyword, draft, expected) in [
        ("$dynamicRef", SEVEN, "`$ref`"),
        ("$recursiveRef", OF_2020, "`$ref`"),
        ("const", FOUR, "`enum` with one value"),
        ("contains", FOUR, "`not: {items: {not: …}}`"),
        ("then", SIX, "`anyOf: [{not: IF}, THEN]`"),
        ("else", SIX, "`anyOf: [{not: IF}, THEN]`"),
        ("dependentRequired", SEVEN, "`dependencies`"),
        ("dependentSchemas", SEVEN, "`dependencies`"),
        ("prefixItems", OF_2019, "`items` with a list"),
        ("additionalItems", OF_2020, "`items` after `prefixItems`"),
        ("propertyNames", FOUR, "`patternProperties` and `additionalProperties: false`"),
        ("unevaluatedProperties", SEVEN, "`additionalProperties`"),
        ("unevaluatedItems", SEVEN, "`additionalItems`"),
        ("minContains", SEVEN, "`minItems` and `maxItems`, or an `x-kubernetes-validations` rule"),
    ] {
        if keyword == "contains" {
            assert!(refused(&json!({"$schema": draft, keyword: {}})).concat().ends_with(expected));
        } else {
            assert_eq!(advice(keyword, draft), expected, "{keyword}");
        }
    }
    let rule = json!({"type": "string", "maxLength": 3, "x-kubernetes-validations": [{"rule": "self.a"}]});
    assert!(refused(&rule).concat().contains("the rule `self.a` does not compile"));
}

#[test]
fn unevaluated_parts_are_what_no_other_keyword_evaluates() {
    same(&SINCE_2019, &json!({"properties": {"a": {}}, "additionalProperties": {}, "unevaluatedProperties": false}));
    same(&SINCE_2019, &json!({"allOf": [{"maxProperties": 1}], "unevaluatedProperties": true}));
    same(&SINCE_2019, &json!({"items": {"type": "string"}, "unevaluatedItems": false}));
    same(&SINCE_2019, &json!({"anyOf": [{"maxItems": 1}, {"type": "string"}], "unevaluatedItems": true}));
    same(&SINCE_2019, &json!({"unevaluatedItems": {"type": "string"}}));
    same(&[OF_2019], &json!({"items": [{"type": "string"}], "unevaluatedItems": {"type": "integer"}}));
    same(&[OF_2019], &json!({"items": [{}], "additionalItems": {"type": "integer"}, "unevaluatedItems": false}));
    same(&[OF_2020], &json!({"prefixItems": [{}], "items": {"type": "integer"}, "unevaluatedItems": false}));
    for keyword in ["unevaluatedItems", "unevaluatedProperties"] {
        for other in ["anyOf", "dependentSchemas"] {
            let value = if other == "anyOf" { json!([{}]) } else { json!({"a": {}}) };
            let reasons = refused(&json!({"$schema": OF_2020, keyword: false, other: value}));
            let expected = format!("/{keyword}: not supported together with `$ref`, `allOf` and similar keywords");
            assert!(reasons.concat().starts_with(&expected), "{reasons:?}");
        }
    }
}

#[test]
fn references_below_another_base_are_an_error() {
    let inside = |id: &str, draft: &str| {
        let keyword = if draft == FOUR { "id" } else { "$id" };
        json!({
            "$schema": draft,
            "properties": {"a": {keyword: id, "properties": {"b": {"$ref": "#/definitions/c"}}}},
            "definitions": {"c": {"type": "string"}}
        })
    };
    for draft in [FOUR, SIX, SEVEN, OF_2019, OF_2020] {
        assert_eq!(
            refused(&inside("http://example.com/other.json", draft)),
            ["/properties/a/properties/b/$ref: a `$ref` inside a schema with its own `$id`; remove that `$id`"]
        );
        // The base is that of the document again after the schema, and without a reference it does not matter.
        let after = json!({
            "$schema": draft,
            "properties": {
                "a": {"id": "http://example.com/a", "$id": "http://example.com/a", "type": "integer"},
                "b": {"$ref": "#/definitions/c"}
            },
            "definitions": {"c": {"type": "string"}}
        });
        same(&[draft], &after);
    }
    // A name for a schema is no base.
    for draft in [FOUR, SIX, SEVEN] {
        same(&[draft], &inside("#name", draft));
    }
}

#[test]
fn only_what_is_reached_is_an_error() {
    let schema = json!({"definitions": {
        "a": {"const": 1}, "b": {"type": "string"}, "c": {"items": {"$ref": "#/definitions/a"}}
    }});
    assert!(verdicts(&schema, JsonSchema::ROOT).is_ok());
    assert!(verdicts(&schema, "b").is_ok());
    for name in ["a", "c"] {
        let reasons = verdicts(&schema, name).expect_err("is refused");
        assert!(reasons.concat().starts_with("/definitions/a/const: `const` requires draft 6"), "{reasons:?}");
    }
}

#[test]
fn keywords_of_no_draft_are_named() {
    let (_, unknown) = JsonSchema::new(&json!({"maxLenght": 3}), "schema.json", ValidatorOptions::crd());
    assert_eq!(unknown, ["/maxLenght: unknown keyword `maxLenght` has no effect; did you mean `maxLength`?"]);
}
