//! Schemas.

use idlgen_cel::{Environment, Version};
use idlgen_runtime::{cel::Shape, field::Path};
use idlgen_validate::{
    Definitions, Schema, Validator, ValidatorOptions, ZeroMode,
    cel::{RuleCheckOptions, check_rules, decl_type, resource_decl_type, shape},
};
use serde_json::{Value as Json, json};

use super::{corruption, outcome::Outcome};
use idlgen_testing::Random;

use crate::cel_differential::Case;

/// Keywords with invalid values.
const KEYWORDS: &[&str] = &[
    "type",
    "format",
    "items",
    "properties",
    "required",
    "enum",
    "pattern",
    "maxLength",
    "minimum",
    "maxItems",
    "maxProperties",
    "multipleOf",
    "default",
    "additionalProperties",
    "allOf",
    "anyOf",
    "not",
    "oneOf",
    "nullable",
    "$ref",
    "x-kubernetes-validations",
    "x-kubernetes-list-type",
    "x-kubernetes-list-map-keys",
    "x-kubernetes-map-type",
    "x-kubernetes-int-or-string",
    "x-kubernetes-embedded-resource",
    "x-kubernetes-preserve-unknown-fields",
    "uniqueItems",
    "exclusiveMinimum",
    "description",
];

pub(super) fn input(random: &mut Random) -> String {
    let case = Case::random(random, 37, 25);
    let mut schema = case.on.map_or_else(|| json!({"type": "object"}), |on| on.schema);
    let rule = Case::random(random, 37, 25).rule;
    for _ in 0..=random.below(4) {
        spoil(random, &mut schema, &rule);
    }
    let text = schema.to_string();
    if random.percent(30) { corruption::CEL.corrupted(random, &text) } else { text }
}

/// Adds a random keyword to a random node of a schema.
fn spoil(random: &mut Random, schema: &mut Json, rule: &str) {
    let children: Vec<String> = match schema.as_object() {
        Some(members) => members.iter().filter(|(_, value)| value.is_object()).map(|(name, _)| name.clone()).collect(),
        None => return,
    };
    if !children.is_empty() && random.percent(70) {
        let child = random.one_of(&children);
        return spoil(random, &mut schema[child.as_str()], rule);
    }
    let values = [
        json!(null),
        json!(-1),
        json!(1e300),
        json!(u64::MAX),
        json!("string"),
        json!("array"),
        json!("object"),
        json!(true),
        json!([]),
        json!({}),
        json!(["k"]),
        json!("map"),
        json!("set"),
        json!("(a"),
        json!([{"type": "string"}, {"maximum": 1}]),
        json!([{"rule": rule, "messageExpression": rule, "fieldPath": ".a['b'].c", "reason": "FieldValueInvalid"}]),
        json!([{"rule": "self == oldSelf", "optionalOldSelf": true}, {"rule": rule}]),
        json!({"type": "integer", "format": "int32"}),
        json!("#/definitions/x"),
    ];
    let keyword = random.one_of(KEYWORDS);
    schema[keyword] = random.one_of(&values);
}

pub(super) fn run(input: &str) -> Outcome {
    let Ok(json) = serde_json::from_str::<Json>(input) else { return Outcome::Refused };
    let (schema, _) = Schema::from_json(&json);
    let definitions = Definitions::default();
    let version = Version::new(37);
    let is_resource = input.len().is_multiple_of(2);
    let convert = if is_resource { resource_decl_type } else { decl_type };
    let declared = convert(&schema, &definitions, version);
    let _ = Shape::new(shape(&schema, &definitions, is_resource, ZeroMode::Crd));
    let environment = Environment::new(version);
    let options = RuleCheckOptions { is_resource, everything: true };
    let check = check_rules(&schema, &Path::root().field("schema"), &environment, options);
    let texts: Vec<String> = check.problems.iter().map(|problem| problem.to_error().to_string()).collect();
    let validator = Validator::with_definitions(&definitions, &schema, ValidatorOptions::crd().keeping_broken_rules());
    let object = json!({"a": "b", "k": [1, null], "metadata": {"name": "x"}});
    if let Ok(validator) = &validator {
        let _ = validator.validate(&object, Some(&object));
    }
    if validator.is_ok() && declared.is_some() && texts.is_empty() { Outcome::Accepted } else { Outcome::Refused }
}
