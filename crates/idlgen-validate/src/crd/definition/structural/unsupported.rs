//! Finds keywords that structural schemas do not support at all (`NewStructural`).

use super::super::view::{Step, View};

/// Returns the first reason why a schema cannot be converted to a structural schema, if any.
pub(in super::super) fn unsupported(schema: View<'_>) -> Option<String> {
    // Built schemas have none of them.
    if matches!(schema, View::Built(_)) {
        return None;
    }
    // It is faster to first check in any order whether such keywords exist.
    if schema.has(&|schema| own(schema).is_some() || of_values(schema).is_some()) { first(schema) } else { None }
}

fn first(schema: View<'_>) -> Option<String> {
    // The API server checks value validations after branches and before the schemas of nested values.
    own(schema).or_else(|| inside(schema)).or_else(|| of_values(schema)).or_else(|| {
        let values = schema.inside().into_iter().filter(|(step, _)| {
            matches!(step, Step::Keyword("items" | "additionalProperties") | Step::Key("properties", _))
        });
        values.into_iter().find_map(|(_, schema)| first(schema))
    })
}

fn of_values(schema: View<'_>) -> Option<String> {
    if schema.unknown_fields() == Some(false) {
        return Some("internal error: 'x-kubernetes-preserve-unknown-fields' must be true or undefined".to_owned());
    }
    let is_list = schema.items().is_some_and(|items| !items.list.is_empty());
    is_list.then(|| "OpenAPIV3Schema 'items' must be a schema, but is an array".to_owned())
}

fn own(schema: View<'_>) -> Option<String> {
    let keywords = [
        ("id", !schema.text("id").is_empty()),
        ("schema", !schema.text("$schema").is_empty()),
        ("$ref", !schema.text("$ref").is_empty()),
        ("patternProperties", schema.has_entries("patternProperties")),
        ("dependencies", schema.has_entries("dependencies")),
        ("additionalItems", schema.additional("additionalItems").is_some()),
        ("definitions", schema.has_entries("definitions")),
    ];
    let first = keywords.into_iter().find(|(_, is_set)| *is_set);
    first.map(|(keyword, _)| format!("OpenAPIV3Schema '{keyword}' is not supported"))
}

/// Checks the branches: `not` first, then `allOf`, `anyOf` and `oneOf` in this order.
fn inside(schema: View<'_>) -> Option<String> {
    let not = schema.schema("not").into_iter();
    let branches = ["allOf", "anyOf", "oneOf"].into_iter().flat_map(|keyword| schema.branches(keyword));
    not.chain(branches).find_map(first)
}
