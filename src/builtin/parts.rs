//! The parts of an object of a built-in kind, each with its schema.

use idlgen_validate::{Definitions, Schema, schema::AdditionalProperties};
use serde_json::Value as Json;

/// No object that a server reads is deeper.
const MAX_DEPTH: usize = 512;

/// Calls `visit` with each part of an object of that definition and the schema that is written at its place. Outer
/// parts come first.
pub(super) fn for_each(
    definitions: &Definitions,
    definition: &str,
    object: &mut Json,
    visit: &mut dyn FnMut(&Schema, &mut Json),
) {
    let schema = Schema { reference: Some(definition.to_owned()), ..Schema::default() };
    part(definitions, &schema, object, 0, visit);
}

fn part(
    definitions: &Definitions,
    schema: &Schema,
    json: &mut Json,
    depth: usize,
    visit: &mut dyn FnMut(&Schema, &mut Json),
) {
    if depth > MAX_DEPTH {
        return;
    }
    visit(schema, json);
    let schema = match &schema.reference {
        Some(name) => {
            let Some(definition) = definitions.get(name) else { return };
            definition
        }
        None => schema,
    };
    match json {
        Json::Object(fields) => {
            for (name, field) in fields {
                let values = match &schema.additional_properties {
                    Some(AdditionalProperties::Schema(values)) => Some(values.as_ref()),
                    _ => None,
                };
                if let Some(property) = schema.properties.get(name).or(values) {
                    part(definitions, property, field, depth + 1, visit);
                }
            }
        }
        Json::Array(elements) => {
            if let Some(items) = schema.items.as_deref() {
                for element in elements {
                    part(definitions, items, element, depth + 1, visit);
                }
            }
        }
        _ => {}
    }
}
