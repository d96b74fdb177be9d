//! The schemas and rules that apply to a value: the only ones to be compiled for validating it.

use serde_json::Value as Json;

use crate::{Schema, schema::AdditionalProperties};

/// Removes the rules of a schema and its nested schemas that apply to none of these values or their contents, and the
/// schemas of missing properties. Preserves branches, and everything that rules may access.
pub(super) fn keep(schema: &mut Schema, values: &[&Json]) {
    keep_seen(schema, values, false);
}

/// `is_seen`: whether a rule of a parent remains.
fn keep_seen(schema: &mut Schema, values: &[&Json], is_seen: bool) {
    if values.iter().all(|value| value.is_null()) {
        schema.extensions.validations.clear();
    }
    let is_seen = is_seen || !schema.extensions.validations.is_empty();
    for (name, property) in &mut schema.properties {
        let members: Vec<&Json> = values.iter().filter_map(|value| value.as_object()?.get(name)).collect();
        if members.is_empty() && !is_seen && property.default.is_none() {
            *property = Schema::default();
        } else {
            keep_seen(property, &members, is_seen);
        }
    }
    if let Some(items) = &mut schema.items {
        let elements: Vec<&Json> = values.iter().filter_map(|value| value.as_array()).flatten().collect();
        keep_seen(items, &elements, is_seen);
    }
    if let Some(AdditionalProperties::Schema(entries)) = &mut schema.additional_properties {
        let members: Vec<&Json> =
            values.iter().filter_map(|value| value.as_object()).flat_map(|object| object.values()).collect();
        keep_seen(entries, &members, is_seen);
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::schema::json::PrintOptions;

    fn json_of(schema: &Schema) -> Json {
        schema.to_ordered_json(&PrintOptions::default()).into_json()
    }

    #[test]
    fn what_is_said_of_absent_properties_is_left_out_where_no_rule_looks_at_it() {
        let part = json!({"type": "object", "properties": {"x": {"type": "string"}, "y": {"type": "integer"}}});
        let mut ruled = part.clone();
        ruled["x-kubernetes-validations"] = json!([{"rule": "has(self.y)"}]);
        let (mut schema, _) = Schema::from_json(&json!({
            "type": "object", "properties": {"plain": part, "ruled": ruled, "key": {"type": "string", "default": "k"}}
        }));
        let value = json!({"plain": {"x": "a"}, "ruled": {"x": "a"}});
        keep(&mut schema, &[&value]);
        let mut left = json!({"type": "object", "properties": {
            "plain": part, "ruled": ruled, "key": {"type": "string", "default": "k"}}});
        left["properties"]["plain"]["properties"]["y"] = json!({});
        assert_eq!(json_of(&schema), left);
    }

    #[test]
    fn rules_of_what_is_not_there_are_left_out() {
        let rule = |text: &str| json!([{ "rule": text }]);
        let part = |text: &str| json!({"type": "integer", "x-kubernetes-validations": rule(text)});
        let (mut schema, problems) = Schema::from_json(&json!({
            "type": "object",
            "x-kubernetes-validations": rule("root"),
            "properties": {
                "a": part("a"), "b": part("b"), "n": part("n"),
                "list": {"type": "array", "items": part("item")},
                "none": {"type": "array", "x-kubernetes-validations": rule("none"), "items": part("none-item")},
                "map": {"type": "object", "additionalProperties": part("entry")}
            }
        }));
        assert_eq!(problems.len(), 0);
        let value = json!({"a": 1, "n": null, "list": [2], "none": [], "map": {"k": 3}});
        keep(&mut schema, &[&value]);
        let text = json_of(&schema).to_string();
        let is_left = |name: &str| text.contains(&format!("\"rule\":\"{name}\""));
        let names = ["root", "a", "b", "n", "item", "none", "none-item", "entry"];
        let left: Vec<&str> = names.into_iter().filter(|name| is_left(name)).collect();
        assert_eq!(left, ["root", "a", "item", "none", "entry"]);
    }
}
