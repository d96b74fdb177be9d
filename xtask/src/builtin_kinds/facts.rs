//! The kept parts of a schema: those that the engine executes.

use idlgen_validate::{
    Schema,
    schema::{AdditionalProperties, Extensions},
};

/// Keeps what the engine executes, and renames references.
pub(super) fn keep(schema: &mut Schema, rename: &dyn Fn(&str) -> String) -> Result<(), String> {
    if let Some(reference) = &mut schema.reference {
        *reference = rename(reference);
    }
    schema.title = None;
    schema.description = None;
    schema.v2 = None;
    schema.other.clear();
    schema.extensions = Extensions {
        patch_strategy: None,
        patch_merge_key: None,
        map_type: None,
        other: std::collections::BTreeMap::new(),
        ..std::mem::take(&mut schema.extensions)
    };
    let is_empty_object =
        |default: &idlgen_validate::schema::Default| default.value.as_object().is_some_and(serde_json::Map::is_empty);
    match &schema.default {
        // The data uses this default to mark structs by value.
        Some(default) if is_empty_object(default) && !default.implicit => {
            return Err("a default that is written is `{}`, which the data cannot tell from a struct's".to_owned());
        }
        Some(default) if default.implicit && !is_empty_object(default) => schema.default = None,
        _ => {}
    }
    for part in parts(schema) {
        keep(part, rename)?;
    }
    Ok(())
}

/// Returns the nested schemas.
pub(super) fn parts(schema: &mut Schema) -> Vec<&mut Schema> {
    let Schema { properties, items, additional_properties, all_of, any_of, one_of, not, .. } = schema;
    let values = match additional_properties {
        Some(AdditionalProperties::Schema(values)) => Some(values.as_mut()),
        _ => None,
    };
    let mut parts: Vec<&mut Schema> = properties.values_mut().collect();
    parts.extend(items.as_deref_mut());
    parts.extend(not.as_deref_mut());
    parts.extend(values);
    parts.extend(all_of.iter_mut().chain(any_of).chain(one_of));
    parts
}

/// Visits every reference.
pub(super) fn references(schema: &Schema, hear: &mut dyn FnMut(&str)) {
    let mut schema = schema.clone();
    told(&mut schema, hear);
}

fn told(schema: &mut Schema, hear: &mut dyn FnMut(&str)) {
    if let Some(reference) = &schema.reference {
        hear(reference);
    }
    for part in parts(schema) {
        told(part, hear);
    }
}
