//! Required properties that are missing in a default.

use idlgen_runtime::field::Path;
use serde_json::Value as Json;

use crate::{
    check::presence::is_required,
    model::{JsonType, Model, Type},
};

/// Adds each required property that is missing in a value, even if the property has a default: API servers validate a
/// default as written, before nested defaults are applied (`validateDefaults` of `k8s.io/apiextensions-apiserver`).
///
/// The recursion depth is that of the value, which JSON parsing limits.
pub(super) fn check(model: &Model, ty: &Type, value: &Json, path: &Path<'_>, problems: &mut Vec<String>) {
    let shape = model.json_type(ty);
    match (&shape, value) {
        (JsonType::List(element), Json::Array(items)) => {
            for (index, item) in items.iter().enumerate() {
                check(model, element, item, &path.index(index), problems);
            }
        }
        (JsonType::Map(_, element), Json::Object(entries)) => {
            for (key, entry) in entries {
                check(model, element, entry, &path.field(key), problems);
            }
        }
        (JsonType::Struct(ty), Json::Object(entries)) => {
            for property in model.properties(ty) {
                let path = path.field(&property.name);
                match entries.get(&property.name) {
                    Some(entry) => check(model, &property.field.ty, entry, &path, problems),
                    None if is_required(model, &property) => {
                        problems.push(format!("it is missing `{}`, which is required", path.dotted()));
                    }
                    None => {}
                }
            }
        }
        _ => {}
    }
}
