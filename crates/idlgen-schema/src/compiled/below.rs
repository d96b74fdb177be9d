//! Finds definitions that contain rules.

use std::collections::{BTreeMap, BTreeSet};

use super::Parts;
use crate::{Definitions, Schema, schema::ValidationRule};

/// The definitions that contain rules, directly or in nested or referenced schemas, outside of `anyOf`, `oneOf` and
/// `not`. This is equivalent to [`Node::has_rules`](super::Node::has_rules), for code that has definitions but no
/// compiled schema.
#[derive(Clone, Debug, Default)]
pub struct RulesBelow<'s> {
    with_rules: BTreeSet<&'s str>,
    comparing: BTreeSet<&'s str>,
}

impl<'s> RulesBelow<'s> {
    /// Scans all definitions.
    pub fn new(definitions: &'s Definitions) -> Self {
        let mut with_rules = Vec::new();
        let mut comparing = Vec::new();
        let mut users = BTreeMap::new();
        for (name, schema) in &definitions.schemas {
            note_users(name, schema, &mut users);
            if is_inside(schema, &|schema| has_rules(schema)) {
                with_rules.push(name.as_str());
            }
            if is_inside(schema, &|schema| has_comparing(schema)) {
                comparing.push(name.as_str());
            }
        }
        RulesBelow { with_rules: with_users(with_rules, &users), comparing: with_users(comparing, &users) }
    }

    /// Returns `true` if any part contains rules, directly or in nested or referenced schemas.
    pub fn any(&self, parts: &Parts<'_>) -> bool {
        let has = |schema: &Schema| has_rules(schema) || refers_to(schema, &self.with_rules);
        parts.iter().any(|schema| is_inside(schema, &has))
    }

    /// Returns `true` if any part contains rules that use `oldSelf`, directly or in nested or referenced schemas.
    pub fn any_comparing(&self, parts: &Parts<'_>) -> bool {
        let has = |schema: &Schema| has_comparing(schema) || refers_to(schema, &self.comparing);
        parts.iter().any(|schema| is_inside(schema, &has))
    }
}

fn has_rules(schema: &Schema) -> bool {
    !schema.extensions.validations.is_empty()
}

fn has_comparing(schema: &Schema) -> bool {
    schema.extensions.validations.iter().any(ValidationRule::uses_old_self)
}

fn refers_to(schema: &Schema, definitions: &BTreeSet<&str>) -> bool {
    schema.reference.as_ref().is_some_and(|name| definitions.contains(name.as_str()))
}

/// Returns `true` if the predicate applies to a schema or to a nested one.
fn is_inside(schema: &Schema, is: &dyn Fn(&Schema) -> bool) -> bool {
    is(schema) || schema.inside().any(|schema| is_inside(schema, is))
}

/// Records for each definition that the schema references that `name` uses it.
fn note_users<'s>(name: &'s str, schema: &'s Schema, users: &mut BTreeMap<&'s str, Vec<&'s str>>) {
    if let Some(reference) = &schema.reference {
        users.entry(reference.as_str()).or_default().push(name);
    }
    for schema in schema.inside() {
        note_users(name, schema, users);
    }
}

/// Returns the definitions and all definitions that reference them, directly or indirectly.
fn with_users<'s>(mut pending: Vec<&'s str>, users: &BTreeMap<&'s str, Vec<&'s str>>) -> BTreeSet<&'s str> {
    let mut found = BTreeSet::new();
    while let Some(name) = pending.pop() {
        if found.insert(name) {
            pending.extend(users.get(name).into_iter().flatten());
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value as Json, json};

    #[test]
    fn rules_are_found_behind_references() {
        let reference = |name: &str| json!({"$ref": format!("#/components/schemas/{name}")});
        let rule = |rule: &str| json!([{ "rule": rule }]);
        let mut definitions = Definitions::default();
        for (name, schema) in [
            ("Plain", json!({"type": "string"})),
            ("Ruled", json!({"type": "string", "x-kubernetes-validations": rule("self != ''")})),
            ("Compared", json!({"type": "string", "x-kubernetes-validations": rule("self == oldSelf")})),
            ("List", json!({"type": "array", "items": reference("Compared")})),
            // Two definitions that contain each other.
            ("Left", json!({"type": "object", "properties": {"right": reference("Right")}})),
            ("Right", json!({"type": "object", "properties": {"left": reference("Left"), "a": reference("Ruled")}})),
        ] {
            definitions.schemas.insert(name.to_owned(), Schema::from_json(&schema).0);
        }
        let below = RulesBelow::new(&definitions);
        let none = Definitions::default();
        for (schema, rules, comparing) in [
            (json!({"type": "object"}), false, false),
            (reference("Plain"), false, false),
            (reference("Ruled"), true, false),
            (reference("List"), true, true),
            (reference("Left"), true, false),
            (json!({"type": "array", "items": reference("Ruled")}), true, false),
            (json!({"type": "array", "items": reference("Plain")}), false, false),
            (json!({"additionalProperties": {"x-kubernetes-validations": rule("self == oldSelf")}}), true, true),
            (json!({"allOf": [{"properties": {"a": reference("Compared")}}]}), true, true),
        ] {
            let (schema, _) = Schema::from_json(&schema);
            // Only the schema itself: its reference is not resolved.
            let mut parts = Parts::default();
            parts.add_with_branches(&schema, &none);
            assert_eq!((below.any(&parts), below.any_comparing(&parts)), (rules, comparing), "{schema:?}");
        }
    }

    #[test]
    fn rules_are_found_through_references_and_nested_schemas() {
        let rule = |text: &str| json!({"type": "string", "x-kubernetes-validations": [{"rule": text}]});
        let (definitions, _) = Definitions::from_json(&json!({
            "Plain": {"type": "string"},
            "Ruled": rule("self != ''"),
            "Comparing": rule("self == oldSelf"),
            "Uses": {"type": "object", "properties": {"a": {"$ref": "#/definitions/Ruled"}}},
            "UsesUses": {"type": "array", "items": {"$ref": "#/definitions/Uses"}},
            "UsesComparing": {"additionalProperties": {"$ref": "#/definitions/Comparing"}},
        }));
        let below = RulesBelow::new(&definitions);
        let found = |schema: Json| {
            let (schema, _) = Schema::from_json(&schema);
            let mut parts = Parts::default();
            parts.add(&schema, &definitions).unwrap();
            (below.any(&parts), below.any_comparing(&parts))
        };
        let reference = |name: &str| json!({"$ref": format!("#/definitions/{name}")});
        for (name, expected) in [
            ("Plain", (false, false)),
            ("Ruled", (true, false)),
            ("Comparing", (true, true)),
            ("Uses", (true, false)),
            ("UsesUses", (true, false)),
            ("UsesComparing", (true, true)),
        ] {
            assert_eq!(found(reference(name)), expected, "{name}");
            assert_eq!(found(json!({"type": "array", "items": reference(name)})), expected, "{name}");
            assert_eq!(found(json!({"properties": {"a": {"properties": {"b": reference(name)}}}})), expected, "{name}");
        }
        assert_eq!(found(json!({"items": rule("self == oldSelf")})), (true, true));
        assert_eq!(found(json!({"items": rule("self == ''")})), (true, false));
    }
}
