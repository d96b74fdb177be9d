//! Applies defaults.

use idlgen_runtime::value::Value;
use serde_json::Value as Json;

use super::{node::Compiled, node::Node, options::ValidatorOptions, prune, unknown::unknown_fields};

/// Prunes all defaults: removes unknown fields from them (`defaulting.PruneDefaults`).
pub(super) fn prune_defaults(compiled: &mut Compiled, options: &ValidatorOptions) {
    let mut pruned = Vec::new();
    for id in compiled.ids() {
        let node = compiled.get(id);
        let Some(default) = &node.default else { continue };
        let unknown = unknown_fields(compiled, options, &default.as_value(), node, id == Compiled::ROOT);
        if !unknown.is_empty() {
            let mut default = default.clone();
            prune::remove(&mut default, &unknown);
            pruned.push((id, default));
        }
    }
    for (id, default) in pruned {
        compiled.set_default(id, default);
    }
}

/// Maximum nesting depth of values that get defaults. Without it, recursive defaults would not terminate.
const MAX_DEPTH: usize = 512;

/// Maximum number of defaults that are applied to a value. With more, a server could not store it (1.5 MB). Without it,
/// two recursive defaults of a schema would take all memory.
const MAX_DEFAULTS: usize = 300_000;

/// Applies the defaults of a node to a value and, recursively, to everything in it.
pub(super) fn fill_in(compiled: &Compiled, node: &Node, value: &mut Json) {
    let mut left = MAX_DEFAULTS;
    fill_in_below(compiled, node, value, 0, &mut left);
}

fn fill_in_below(compiled: &Compiled, node: &Node, value: &mut Json, depth: usize, left: &mut usize) {
    if depth > MAX_DEPTH {
        return;
    }
    match value {
        Json::Object(object) => {
            for (name, property) in &node.properties {
                let child = compiled.get(property.node);
                let Some(default) = &child.default else { continue };
                let present = object.get(name);
                if *left > 0 && present.is_none_or(|present| present.is_null() && !child.nullable) {
                    *left -= 1;
                    object.insert(name.clone(), default.clone());
                }
            }
            for (name, value) in object.iter_mut() {
                let Some(child) = compiled.property(node, name) else { continue };
                if !node.properties.contains_key(name) {
                    fill_in_null(child, value);
                }
                fill_in_below(compiled, child, value, depth + 1, left);
            }
        }
        Json::Array(elements) => {
            let Some(item) = node.items.map(|id| compiled.get(id)) else { return };
            for element in elements {
                fill_in_null(item, element);
                fill_in_below(compiled, item, element, depth + 1, left);
            }
        }
        _ => {}
    }
}

fn fill_in_null(node: &Node, value: &mut Json) {
    if let (Json::Null, false, Some(default)) = (&*value, node.nullable, &node.default) {
        *value = default.clone();
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{crd, json};

    #[test]
    fn defaults_are_pruned_like_values() {
        let default = r#"{"apiVersion": "v1", "kind": "K", "metadata": {"name": "n"}, "a": 1, "x": 2}"#;
        for (more, expected) in [
            ("", r#"{"o": {"a": 1}}"#),
            (
                r#""x-kubernetes-embedded-resource": true, "#,
                r#"{"o": {"apiVersion": "v1", "kind": "K", "metadata": {"name": "n"}, "a": 1}}"#,
            ),
            (
                r#""x-kubernetes-preserve-unknown-fields": true, "#,
                r#"{"o": {"apiVersion": "v1", "kind": "K", "metadata": {"name": "n"}, "a": 1, "x": 2}}"#,
            ),
        ] {
            let validator = crd(&format!(
                r#"{{"properties": {{"o": {{"type": "object", {more}"default": {default}, "properties": {{
                    "a": {{"type": "integer"}}}}}}}}}}"#
            ));
            let mut value = json("{}");
            validator.fill_in_defaults(&mut value);
            assert_eq!(value, json(expected), "{more}");
        }
    }

    #[test]
    fn fills_in_what_is_absent() {
        let validator = crd(r#"{"properties": {
                "a": {"default": 1}, "n": {"default": 2, "nullable": true}, "no": {"default": null},
                "o": {"properties": {"p": {"default": 3}}}, "d": {"default": {}, "properties": {"p": {"default": 4}}},
                "l": {"items": {"default": 5}}
            }}"#);
        let mut value = json(r#"{"n": null, "l": [null, 0]}"#);
        validator.fill_in_defaults(&mut value);
        assert_eq!(value, json(r#"{"a": 1, "n": null, "d": {"p": 4}, "l": [5, 0]}"#));
    }

    #[test]
    fn drops_from_defaults_what_is_unknown() {
        let validator = crd(r#"{"properties": {"d": {"default": {"a": 1, "b": 2}, "properties": {"a": {}}}}}"#);
        let mut value = json("{}");
        validator.fill_in_defaults(&mut value);
        assert_eq!(value, json(r#"{"d": {"a": 1}}"#));
    }

    #[test]
    fn ends_where_definitions_do_not() {
        let (definitions, _) = crate::Definitions::from_json(&json(
            r##"{"L": {"properties": {"next": {"allOf": [{"$ref": "#/definitions/L"}], "default": {}}}}}"##,
        ));
        let options = crate::ValidatorOptions::crd();
        let validator = crate::Validator::for_definition(&definitions, "L", options).unwrap();
        let mut value = json("{}");
        validator.fill_in_defaults(&mut value);
        let levels = std::iter::successors(value.get("next"), |level| level.get("next")).count();
        assert_eq!(levels, super::MAX_DEPTH + 1);
        assert_eq!(validator.validate(&value, None).errors.len(), 1, "it is too deep");
    }

    #[test]
    fn definitions_that_contain_themselves_twice_end() {
        let (definitions, _) = crate::Definitions::from_json(&json(
            r##"{"L": {"properties": {
                "a": {"allOf": [{"$ref": "#/definitions/L"}], "default": {}},
                "b": {"allOf": [{"$ref": "#/definitions/L"}], "default": {}}}}}"##,
        ));
        let validator = crate::Validator::for_definition(&definitions, "L", crate::ValidatorOptions::crd()).unwrap();
        let mut value = json("{}");
        validator.fill_in_defaults(&mut value);
        assert_eq!(value.to_string().matches("\":").count(), super::MAX_DEFAULTS);
    }
}
