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
