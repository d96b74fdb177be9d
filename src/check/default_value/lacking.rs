//! Required properties that a default lacks.

use idlgen_runtime::field::Path;
use serde_json::Value as Json;

use crate::{
    check::presence::is_required,
    model::{Model, Shape, Type},
};

/// Adds each property that a value lacks though it is required. Properties with defaults of their own are no exception:
/// API servers judge a default as it is written, before those inside of it are filled in (`validateDefaults` of
/// `k8s.io/apiextensions-apiserver`).
///
/// The depth is that of the value, which JSON bounds.
pub(super) fn check(model: &Model, ty: &Type, value: &Json, path: &Path<'_>, problems: &mut Vec<String>) {
    let shape = model.shape(ty);
    match (&shape, value) {
        (Shape::List(element), Json::Array(items)) => {
            for (index, item) in items.iter().enumerate() {
                check(model, element, item, &path.index(index), problems);
            }
        }
        (Shape::Map(_, element), Json::Object(entries)) => {
            for (key, entry) in entries {
                check(model, element, entry, &path.field(key), problems);
            }
        }
        (Shape::Struct(ty), Json::Object(entries)) => {
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
