//! Finds definitions that contain rules or defaults.

use std::collections::{BTreeMap, BTreeSet};

use super::{Parts, Presence};
use crate::{Definitions, Schema, schema::ValidationRule};

/// The definitions in which a predicate applies to the schema, or to nested or referenced schemas outside of `anyOf`,
/// `oneOf` and `not`.
#[derive(Clone, Debug)]
pub struct Below<'s> {
    is: fn(&Schema) -> bool,
    definitions: BTreeSet<&'s str>,
}

impl<'s> Below<'s> {
    /// Finds the definitions with rules. This is equivalent to [`Node::has_rules`](super::Node::has_rules), for code
    /// that has definitions but no compiled schema.
    pub fn rules(definitions: &'s Definitions) -> Self {
        Self::new(definitions, |schema| !schema.extensions.validations.is_empty())
    }

    /// Finds the definitions with rules that use `oldSelf`.
    pub fn transition_rules(definitions: &'s Definitions) -> Self {
        Self::new(definitions, |schema| schema.extensions.validations.iter().any(ValidationRule::uses_old_self))
    }

    /// Finds the definitions with defaults that the author specified.
    pub fn defaults(definitions: &'s Definitions) -> Self {
        Self::new(definitions, |schema| Presence::of([schema]).default.is_some())
    }

    fn new(definitions: &'s Definitions, is: fn(&Schema) -> bool) -> Self {
        let mut own = Vec::new();
        let mut users = BTreeMap::new();
        for (name, schema) in &definitions.schemas {
            note_users(name, schema, &mut users);
            if is_inside(schema, &is) {
                own.push(name.as_str());
            }
        }
        Below { is, definitions: with_users(own, &users) }
    }

    /// Returns `true` if the predicate applies to any part, or to nested or referenced schemas.
    pub fn any(&self, parts: &Parts<'_>) -> bool {
        let is = |schema: &Schema| (self.is)(schema) || refers_to(schema, &self.definitions);
        parts.iter().any(|schema| is_inside(schema, &is))
    }
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
    fn rules_and_defaults_are_found_behind_references() {
        let reference = |name: &str| json!({"$ref": format!("#/components/schemas/{name}")});
        let rule = |rule: &str| json!([{ "rule": rule }]);
        let mut definitions = Definitions::default();
        for (name, schema) in [
            ("Plain", json!({"type": "string"})),
            ("Ruled", json!({"type": "string", "x-kubernetes-validations": rule("self != ''")})),
            ("Compared", json!({"type": "string", "x-kubernetes-validations": rule("self == oldSelf")})),
            ("List", json!({"type": "array", "items": reference("Compared")})),
            ("Preset", json!({"type": "object", "properties": {"a": {"type": "integer", "default": 1}}})),
            // Two definitions that contain each other.
            ("Left", json!({"type": "object", "properties": {"right": reference("Right")}})),
            ("Right", json!({"type": "object", "properties": {"left": reference("Left"), "a": reference("Ruled")}})),
        ] {
            definitions.schemas.insert(name.to_owned(), Schema::from_json(&schema).0);
        }
        let rules = Below::rules(&definitions);
        let transition_rules = Below::transition_rules(&definitions);
        let defaults = Below::defaults(&definitions);
        let none = Definitions::default();
        for (schema, expected) in [
            (json!({"type": "object"}), (false, false, false)),
            (reference("Plain"), (false, false, false)),
            (reference("Ruled"), (true, false, false)),
            (reference("List"), (true, true, false)),
            (reference("Left"), (true, false, false)),
            (json!({"type": "array", "items": reference("Ruled")}), (true, false, false)),
            (json!({"type": "array", "items": reference("Plain")}), (false, false, false)),
            (
                json!({"additionalProperties": {"x-kubernetes-validations": rule("self == oldSelf")}}),
                (true, true, false),
            ),
            (json!({"allOf": [{"properties": {"a": reference("Compared")}}]}), (true, true, false)),
            (reference("Preset"), (false, false, true)),
            (json!({"type": "array", "items": reference("Preset")}), (false, false, true)),
            (json!({"default": null, "x-kubernetes-validations": rule("self == ''")}), (true, false, false)),
            (json!({"default": 0, "allOf": [reference("Ruled")]}), (true, false, true)),
        ] {
            let (schema, _) = Schema::from_json(&schema);
            // Only the schema itself: its reference is not resolved.
            let mut parts = Parts::default();
            parts.add_with_branches(&schema, &none);
            let found = (rules.any(&parts), transition_rules.any(&parts), defaults.any(&parts));
            assert_eq!(found, expected, "{schema:?}");
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
        let (rules, transition_rules) = (Below::rules(&definitions), Below::transition_rules(&definitions));
        let found = |schema: Json| {
            let (schema, _) = Schema::from_json(&schema);
            let mut parts = Parts::default();
            parts.add(&schema, &definitions).unwrap();
            (rules.any(&parts), transition_rules.any(&parts))
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
