//! The values that the old schema accepts, as the new CRD sees them.

use idlgen_cel::{Field, Value, Values};
use idlgen_validate::{
    Schema,
    keyword::Keyword,
    schema::{ListType, SchemaType},
};
use serde_json::Value as Json;

use crate::diff::pair::Pair;

/// The fields of complete objects, which exist whether or not a schema declares them.
const OF_SERVER: [&str; 3] = ["apiVersion", "kind", "metadata"];

/// The values of an old schema. The new schema adds its defaults to them.
#[derive(Clone, Copy)]
pub(super) struct OldValues<'s> {
    old: &'s Schema,
    new: Option<&'s Schema>,
}

impl<'s> OldValues<'s> {
    pub(super) fn of(pair: Pair<'s>) -> Self {
        OldValues { old: pair.old, new: Some(pair.new) }
    }

    /// Returns the values that a new schema accepts.
    pub(super) fn of_new(pair: Pair<'s>) -> Self {
        OldValues { old: pair.new, new: Some(pair.new) }
    }

    /// Returns `true` if the new schema has a default that differs from that of the old one.
    fn has_other_default(self) -> bool {
        default(self.new).is_some() && default(self.new) != default(Some(self.old))
    }
}

/// Returns `true` if values with different text can be equal in CEL: the numbers 1 and 1.0, and the durations `60s` and
/// `1m`.
fn has_equal_values(schema: &Schema) -> bool {
    let formats = ["byte", "date", "date-time", "datetime", "duration"];
    schema.schema_type == Some(SchemaType::Number) || schema.format().is_some_and(|format| formats.contains(&format))
}

/// Returns the default that a server applies.
fn default(schema: Option<&Schema>) -> Option<&Json> {
    schema?.default.as_ref().map(|default| &default.value).filter(|value| !value.is_null())
}

impl Values for OldValues<'_> {
    fn field(&self, name: &str) -> Field<Self> {
        let OldValues { old, new } = *self;
        // The names of properties in rules are escaped.
        if name.contains("__") || self.has_other_default() {
            return Field::Unknown;
        }
        let new_property = new.and_then(|new| new.properties.get(name));
        if let Some(property) = old.properties.get(name) {
            let values = OldValues { old: property, new: new_property };
            let is_filled = default(new_property).is_some();
            let is_required = old.required.iter().any(|required| required == name) && default(Some(property)).is_none();
            return Field::Known { values, is_present: (is_required || is_filled) && !property.nullable };
        }
        let keeps = old.extensions.preserve_unknown_fields == Some(true)
            || old.extensions.embedded_resource
            || old.additional_properties.is_some();
        let is_dropped = old.schema_type == Some(SchemaType::Object)
            && !keeps
            && !old.properties.is_empty()
            && !OF_SERVER.contains(&name)
            && default(new_property).is_none();
        if is_dropped { Field::Never } else { Field::Unknown }
    }

    fn items(&self) -> Option<Self> {
        let old = self.old.items.as_deref().filter(|_| self.old.schema_type == Some(SchemaType::Array))?;
        Some(OldValues { old, new: self.new.and_then(|new| new.items.as_deref()) })
    }

    fn is_unique(&self, path: &str) -> bool {
        let OldValues { old, .. } = *self;
        if old.schema_type != Some(SchemaType::Array) || self.has_other_default() {
            return false;
        }
        match old.extensions.list_type {
            _ if old.keywords.count(Keyword::MaxItems).is_some_and(|most| most <= 1) => true,
            Some(ListType::Set) => path.is_empty() && old.items.as_deref().is_some_and(|item| !has_equal_values(item)),
            Some(ListType::Map) => {
                let item = old.items.as_deref();
                let key = item.and_then(|item| item.properties.get(path));
                matches!(old.extensions.list_map_keys.as_slice(), [only] if only == path)
                    && key.is_some_and(|key| !has_equal_values(key))
            }
            _ => false,
        }
    }

    fn constants(&self) -> Option<Vec<Value>> {
        let values = self.old.enumeration();
        if values.is_empty() || self.old.nullable || self.has_other_default() {
            return None;
        }
        let constant = |value: &Json| match value {
            Json::String(text) => Some(Value::Text(text.clone())),
            Json::Bool(is) => Some(Value::Bool(*is)),
            _ => None,
        };
        values.iter().map(constant).collect()
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// Returns a schema with more entries.
    fn schema(base: &Json, more: &Json) -> Schema {
        let mut entries = base.as_object().unwrap().clone();
        entries.extend(more.as_object().unwrap().clone());
        Schema::from_json(&entries.into()).0
    }

    /// Calls a function with the values of an old schema, to which and to the new one entries are added.
    fn values<T>(base: &Json, old: &Json, new: &Json, of: impl Fn(OldValues<'_>) -> T) -> T {
        let (old, new) = (schema(base, old), schema(base, new));
        of(OldValues::of(Pair::of_element(&old, &new)))
    }

    #[test]
    fn old_objects_have_the_fields_that_both_schemas_allow() {
        let text = json!({"type": "string"});
        let base = json!({"type": "object", "required": ["r"], "properties": {"r": text, "o": text, "a__b": text}});
        let o = |o: Json| json!({"properties": {"r": text, "o": o}});
        let r = |r: Json| json!({"properties": {"r": r}});
        let filled = json!({"type": "string", "default": "d"});
        let null = json!({"type": "string", "default": null, "nullable": true});
        let none = json!({});
        for (old, new, name, expected) in [
            (&none, &none, "r", "present"),
            (&none, &none, "o", "optional"),
            (&none, &none, "x", "never"),
            (&none, &none, "metadata", "unknown"),
            // Rules use escaped names.
            (&none, &none, "a__b", "unknown"),
            // The server adds the default of the new schema, not that of the old one.
            (&none, &o(filled.clone()), "o", "present"),
            (&o(filled.clone()), &none, "o", "optional"),
            (&r(filled.clone()), &none, "r", "optional"),
            (&r(filled.clone()), &r(filled.clone()), "r", "present"),
            (&none, &json!({"properties": {"x": filled}}), "x", "unknown"),
            (&none, &json!({"properties": {"x": null}}), "x", "never"),
            // Null is absent in rules.
            (&r(null.clone()), &none, "r", "optional"),
            // A default of the new schema replaces missing objects, so that the old schema says nothing about them.
            (&none, &json!({"default": {"x": 1}}), "x", "unknown"),
            (&json!({"default": {"r": "1"}}), &json!({"default": {"r": "2"}}), "r", "unknown"),
            (&json!({"default": {"r": "1"}}), &json!({"default": {"r": "1"}}), "r", "present"),
            (&none, &json!({"default": null}), "r", "present"),
            // The server keeps unknown fields.
            (&json!({"x-kubernetes-preserve-unknown-fields": true}), &none, "x", "unknown"),
            (&json!({"x-kubernetes-embedded-resource": true}), &none, "x", "unknown"),
            (&json!({"additionalProperties": text}), &none, "x", "unknown"),
            (&json!({"properties": {}}), &none, "x", "unknown"),
            (&json!({"type": "string"}), &none, "x", "unknown"),
        ] {
            let found = values(&base, old, new, |values| match values.field(name) {
                Field::Never => "never",
                Field::Known { is_present: true, .. } => "present",
                Field::Known { is_present: false, .. } => "optional",
                Field::Unknown => "unknown",
            });
            assert_eq!(found, expected, "{name}: {old} to {new}");
        }
    }

    #[test]
    fn lists_are_unique_at_the_paths_that_a_server_compares() {
        let item = |key: &str| {
            let properties = json!({"a": {"type": key}, "b": {"type": "string"}});
            json!({"type": "object", "properties": properties, "required": ["a"]})
        };
        let list = |of: &str, items: Json| json!({"type": "array", "items": items, "x-kubernetes-list-type": of});
        let keyed = |key: &str, keys: Json| {
            let mut list = list("map", item(key));
            list["x-kubernetes-list-map-keys"] = keys;
            list
        };
        let none = json!({});
        for (base, new, path, expected) in [
            (list("set", json!({"type": "string"})), &none, "", true),
            (list("set", json!({"type": "string"})), &none, "a", false),
            // Rules treat 1 and 1.0 as equal.
            (list("set", json!({"type": "number"})), &none, "", false),
            (list("atomic", json!({"type": "string"})), &none, "", false),
            (keyed("string", json!(["a"])), &none, "a", true),
            (keyed("string", json!(["a"])), &none, "b", false),
            (keyed("string", json!(["a", "b"])), &none, "a", false),
            (keyed("number", json!(["a"])), &none, "a", false),
            (json!({"type": "array", "maxItems": 1, "items": item("string")}), &none, "b", true),
            (json!({"type": "array", "maxItems": 2, "items": item("string")}), &none, "b", false),
            (list("set", json!({"type": "string"})), &json!({"default": ["a"]}), "", false),
            (json!({"x-kubernetes-list-type": "set", "items": {"type": "string"}}), &none, "", false),
        ] {
            let found = values(&base, &none, new, |values| values.is_unique(path));
            assert_eq!(found, expected, "{path}: {base} to {new}");
            let has_items = values(&base, &none, new, |values| values.items().is_some());
            assert_eq!(has_items, base["type"] == "array", "{base}");
        }
    }

    #[test]
    fn enums_without_null_and_defaults_limit_the_constants() {
        let text = |text: &str| Value::Text(text.to_owned());
        let none = json!({});
        for (base, new, expected) in [
            (json!({"enum": ["x", "y"]}), &none, Some(vec![text("x"), text("y")])),
            (json!({"enum": [true]}), &none, Some(vec![Value::Bool(true)])),
            (json!({"enum": ["x", 1]}), &none, None),
            (json!({}), &none, None),
            (json!({"enum": ["x"], "nullable": true}), &none, None),
            (json!({"enum": ["x"]}), &json!({"default": "y"}), None),
        ] {
            assert_eq!(values(&base, &none, new, |values| values.constants()), expected, "{base} to {new}");
        }
    }
}
