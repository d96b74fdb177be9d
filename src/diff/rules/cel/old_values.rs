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

fn is_number(schema: &Schema) -> bool {
    schema.schema_type == Some(SchemaType::Number)
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
            // For CEL, the numbers 1 and 1.0 are equal.
            Some(ListType::Set) => path.is_empty() && old.items.as_deref().is_some_and(|item| !is_number(item)),
            Some(ListType::Map) => {
                let item = old.items.as_deref();
                let key = item.and_then(|item| item.properties.get(path));
                matches!(old.extensions.list_map_keys.as_slice(), [only] if only == path)
                    && key.is_some_and(|key| !is_number(key))
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
