//! Reduces a schema to the parts that are relevant for validating certain values, so that only those are compiled.

use serde_json::Value as Json;

use crate::{
    Schema,
    schema::{AdditionalProperties, Extensions, Origin, Properties},
};

/// Returns a copy of the schema without parts that are irrelevant for these values: rules that apply to none of the
/// values or their contents, properties that are missing and have no default, descriptions and origins. Branches are
/// preserved, and so is everything that the remaining rules may access.
pub(super) fn met(schema: &Schema, values: &[&Json]) -> Schema {
    seen(schema, values, false)
}

/// Reduces a schema, see [`met`]. `is_seen` is `true` if a rule of a parent remains, which may access the values.
fn seen(schema: &Schema, values: &[&Json], is_seen: bool) -> Schema {
    let has_values = values.iter().any(|value| !value.is_null());
    let mut met = own_parts(schema, has_values);
    let is_seen = is_seen || !met.extensions.validations.is_empty();
    let members = |name: &str| values.iter().filter_map(|value| value.as_object()?.get(name)).collect::<Vec<&Json>>();
    let properties = schema.properties.iter().map(|(name, property)| (name, property, members(name)));
    let met_properties = properties
        .filter(|(_, property, members)| is_seen || property.default.is_some() || !members.is_empty())
        .map(|(name, property, members)| (name.clone(), seen(property, &members, is_seen)));
    met.properties = met_properties.collect();
    if let Some(items) = &schema.items {
        let elements: Vec<&Json> = values.iter().filter_map(|value| value.as_array()).flatten().collect();
        met.items = Some(Box::new(seen(items, &elements, is_seen)));
    }
    met.additional_properties = match &schema.additional_properties {
        Some(AdditionalProperties::Schema(entries)) => {
            let members: Vec<&Json> =
                values.iter().filter_map(|value| value.as_object()).flat_map(|object| object.values()).collect();
            Some(AdditionalProperties::Schema(Box::new(seen(entries, &members, is_seen))))
        }
        other => other.clone(),
    };
    met
}

/// Copies a schema without the schemas of contents, its description and its origin.
fn own_parts(schema: &Schema, has_rules: bool) -> Schema {
    let extensions = &schema.extensions;
    Schema {
        reference: schema.reference.clone(),
        title: schema.title.clone(),
        description: None,
        schema_type: schema.schema_type,
        nullable: schema.nullable,
        default: schema.default.clone(),
        keywords: schema.keywords.clone(),
        required: schema.required.clone(),
        items: None,
        properties: Properties::new(),
        additional_properties: None,
        all_of: schema.all_of.clone(),
        any_of: schema.any_of.clone(),
        one_of: schema.one_of.clone(),
        not: schema.not.clone(),
        extensions: Extensions {
            preserve_unknown_fields: extensions.preserve_unknown_fields,
            embedded_resource: extensions.embedded_resource,
            int_or_string: extensions.int_or_string,
            list_type: extensions.list_type.clone(),
            list_map_keys: extensions.list_map_keys.clone(),
            map_type: extensions.map_type.clone(),
            validations: if has_rules { extensions.validations.clone() } else { Vec::new() },
            validation_errors: extensions.validation_errors.clone(),
            patch_strategy: extensions.patch_strategy.clone(),
            patch_merge_key: extensions.patch_merge_key.clone(),
            unions: extensions.unions.clone(),
            other: extensions.other.clone(),
        },
        draft4: schema.draft4.clone(),
        other: schema.other.clone(),
        strip_zero: schema.strip_zero,
        go_value: schema.go_value,
        v2: schema.v2.clone(),
        origin: Origin::default(),
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
