//! Visits the parts of a built-in object with their schemas.

use idlgen_validate::{Definitions, Schema, schema::AdditionalProperties};
use serde_json::Value as Json;

/// Maximum nesting depth of objects that a server decodes.
const MAX_DEPTH: usize = 512;

/// Calls `visit` with each part of an object of this definition, and with its schema. Parents come first.
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
