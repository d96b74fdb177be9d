//! Lists without duplicates. API servers compare the items of lists in three ways: `uniqueItems` by value, sets by
//! value or, if the items are lists or objects, by JSON text, and `map` lists by their keys.

use idlgen_validate::{
    Schema,
    keyword::Keyword,
    schema::{AdditionalProperties, ListType, SchemaType},
};

/// Returns `true` if no list that is valid for a schema has two items that are equal for `uniqueItems`.
pub(super) fn are_unique(schema: &Schema) -> bool {
    let extensions = &schema.extensions;
    has_unique_items(schema)
        || match &extensions.list_type {
            // Without numbers, items with different JSON text have different values. Otherwise, zeros may differ in
            // their sign.
            Some(ListType::Set) => schema.items.as_deref().is_some_and(|item| is_scalar(item) || !has_numbers(item)),
            Some(ListType::Map) => {
                let properties = schema.items.as_deref().map(|item| &item.properties);
                let key = |name: &String| properties.and_then(|properties| properties.get(name));
                let is_exact = |name: &String| key(name).is_some_and(|key| !has_numbers(key));
                match extensions.list_map_keys.as_slice() {
                    [] => false,
                    // A single key is compared by value.
                    [only] => key(only).is_some_and(|key| is_scalar(key) || !has_numbers(key)),
                    keys => keys.iter().all(is_exact),
                }
            }
            _ => false,
        }
}

/// Returns `true` if no list that is valid for the `old` schema has duplicates according to the list type of the `new`
/// one.
pub(super) fn are_excluded(old: &Schema, new: &Schema) -> bool {
    // By value, 1 and 1.0 differ. In objects of a set, they are equal.
    let is_exact = |item: &Schema| is_scalar(item) || !has_numbers(item);
    let is_set = || new.extensions.list_type == Some(ListType::Set) && old.items.as_deref().is_some_and(is_exact);
    has_one_item(old) || is_set() && are_unique(old)
}

fn has_unique_items(schema: &Schema) -> bool {
    has_one_item(schema) || schema.keywords.get(Keyword::UniqueItems).is_some()
}

fn has_one_item(schema: &Schema) -> bool {
    schema.keywords.count(Keyword::MaxItems).is_some_and(|most| most <= 1)
}

fn is_scalar(schema: &Schema) -> bool {
    let scalars = [SchemaType::Boolean, SchemaType::Integer, SchemaType::Number, SchemaType::String];
    schema.extensions.int_or_string || schema.schema_type.as_ref().is_some_and(|one| scalars.contains(one))
}

/// Returns `true` if a value may contain a number.
fn has_numbers(schema: &Schema) -> bool {
    let has_others = || {
        schema.extensions.preserve_unknown_fields == Some(true)
            || schema.extensions.embedded_resource
            || match &schema.additional_properties {
                None | Some(AdditionalProperties::Allowed(false)) => false,
                Some(AdditionalProperties::Allowed(true)) => true,
                Some(AdditionalProperties::Schema(values)) => has_numbers(values),
            }
    };
    match schema.schema_type {
        Some(SchemaType::String | SchemaType::Boolean) => false,
        Some(SchemaType::Array) => schema.items.as_deref().is_none_or(has_numbers),
        Some(SchemaType::Object) => has_others() || schema.properties.values().any(has_numbers),
        _ => true,
    }
}
