//! Every node of a schema.

use idlgen_validate::{Schema, schema::AdditionalProperties};

/// Calls `change` for the schema and for every schema in it, inner ones first.
pub(in crate::emit) fn for_each(schema: &mut Schema, change: &mut dyn FnMut(&mut Schema)) {
    let boxed = schema.items.iter_mut().chain(&mut schema.not).chain(&mut schema.v2);
    for inner in boxed {
        for_each(inner, change);
    }
    if let Some(AdditionalProperties::Schema(values)) = &mut schema.additional_properties {
        for_each(values, change);
    }
    for property in schema.properties.values_mut() {
        for_each(property, change);
    }
    for branch in schema.all_of.iter_mut().chain(&mut schema.any_of).chain(&mut schema.one_of) {
        for_each(branch, change);
    }
    change(schema);
}

/// The schemas in a schema that say something of other values: properties, items, values of maps.
pub(in crate::emit) fn children(schema: &Schema) -> impl Iterator<Item = &Schema> {
    let values = match &schema.additional_properties {
        Some(AdditionalProperties::Schema(values)) => Some(&**values),
        _ => None,
    };
    schema.properties.values().chain(schema.items.as_deref()).chain(values)
}

/// As [`children`], to change them.
pub(in crate::emit) fn children_mut(schema: &mut Schema) -> impl Iterator<Item = &mut Schema> {
    let values = match &mut schema.additional_properties {
        Some(AdditionalProperties::Schema(values)) => Some(&mut **values),
        _ => None,
    };
    schema.properties.values_mut().chain(schema.items.as_deref_mut()).chain(values)
}
