//! Validates values whose schema has an unknown type. Parsing the schema drops such a type; an API server validates it,
//! and no value matches it.

use idlgen_runtime::{
    Context, Mode, Options, check,
    field::Path,
    value::{Value as _, ValueRef},
};
use serde_json::Value as Json;

use super::super::{keywords::TYPES, view::View};

/// Reports the values, including nested ones, whose schema has a type that OpenAPI does not define.
pub(super) fn check(schema: View<'_>, value: &Json, path: &Path<'_>, cx: &mut Context) {
    let name = schema.type_name();
    if !matches!(name, "" | "null") && !TYPES.contains(&name) {
        let (format, nullable) = (schema.text("format"), schema.is_nullable());
        let value = value.as_value();
        // If the value only violates the format, that has already been reported.
        if fits(&value, &[], format, nullable, path) {
            check::schema_type(&value, &[name], format, nullable, path, cx);
        }
    }
    match value {
        Json::Object(members) => {
            let entries = schema.additional("additionalProperties").and_then(|additional| additional.schema);
            for (name, member) in members {
                match (schema.property(name), entries) {
                    (Some(property), _) => check(property, member, &path.field(name), cx),
                    (None, Some(entries)) => check(entries, member, &path.key(name), cx),
                    (None, None) => {}
                }
            }
        }
        Json::Array(elements) => {
            for (index, element) in elements.iter().enumerate() {
                if let Some(items) = schema.item() {
                    check(items, element, &path.index(index), cx);
                }
            }
        }
        _ => {}
    }
}

fn fits(value: &ValueRef<'_>, types: &[&str], format: &str, nullable: bool, path: &Path<'_>) -> bool {
    let mut cx = Context::new(Mode::Verdict, Options::default());
    check::schema_type(value, types, format, nullable, path, &mut cx)
}
