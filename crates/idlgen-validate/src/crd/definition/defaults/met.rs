//! Reduces a schema to the parts that are relevant for validating certain values, so that only those are compiled.

use serde_json::Value as Json;

use crate::{
    Schema,
    schema::{AdditionalProperties, Origin},
};

/// Returns a copy of the schema without parts that are irrelevant for these values: rules that apply to none of the
/// values or their contents, properties that are missing and have no default, descriptions and origins. Branches are
/// preserved, and so is everything that the remaining rules may access.
pub(super) fn met(schema: &Schema, values: &[&Json]) -> Schema {
    seen(schema, values, false)
}

/// Reduces a schema, see [`met`]. `is_seen` is `true` if a rule of a parent remains, which may access the values.
fn seen(schema: &Schema, values: &[&Json], is_seen: bool) -> Schema {
    let mut met = schema.clone();
    (met.description, met.origin) = (None, Origin::default());
    if values.iter().all(|value| value.is_null()) {
        met.extensions.validations.clear();
    }
    let is_seen = is_seen || !met.extensions.validations.is_empty();
    let members = |name: &str| values.iter().filter_map(|value| value.as_object()?.get(name)).collect::<Vec<&Json>>();
    let properties = schema.properties.iter().map(|(name, property)| (name, property, members(name)));
    let met_properties = properties
        .filter(|(_, property, members)| is_seen || property.default.is_some() || !members.is_empty())
        .map(|(name, property, members)| (name.clone(), seen(property, &members, is_seen)));
    met.properties = met_properties.collect();
    if let Some(items) = &mut met.items {
        let elements: Vec<&Json> = values.iter().filter_map(|value| value.as_array()).flatten().collect();
        **items = seen(items, &elements, is_seen);
    }
    if let Some(AdditionalProperties::Schema(entries)) = &mut met.additional_properties {
        let members: Vec<&Json> =
            values.iter().filter_map(|value| value.as_object()).flat_map(|object| object.values()).collect();
        **entries = seen(entries, &members, is_seen);
    }
    met
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
        let (schema, _) = Schema::from_json(&json!({
            "type": "object", "properties": {"plain": part, "ruled": ruled, "key": {"type": "string", "default": "k"}}
        }));
        let value = json!({"plain": {"x": "a"}, "ruled": {"x": "a"}});
        let mut left = json!({"type": "object", "properties": {
            "plain": part, "ruled": ruled, "key": {"type": "string", "default": "k"}}});
        left["properties"]["plain"]["properties"] = json!({"x": {"type": "string"}});
        assert_eq!(json_of(&met(&schema, &[&value])), left);
    }

    #[test]
    fn rules_of_what_is_not_there_are_left_out() {
        let rule = |text: &str| json!([{ "rule": text }]);
        let part = |text: &str| json!({"type": "integer", "x-kubernetes-validations": rule(text)});
        let (schema, problems) = Schema::from_json(&json!({
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
        let text = json_of(&met(&schema, &[&value])).to_string();
        let is_left = |name: &str| text.contains(&format!("\"rule\":\"{name}\""));
        let names = ["root", "a", "b", "n", "item", "none", "none-item", "entry"];
        let left: Vec<&str> = names.into_iter().filter(|name| is_left(name)).collect();
        assert_eq!(left, ["root", "a", "item", "none", "entry"]);
    }
}
