//! List types and the keys of lists of type `map`.

use std::collections::BTreeSet;

use idlgen_runtime::field::{BadValue, Path};
use serde_json::Value as Json;

use super::{found::Found, go_struct, keywords::wrong_type, requirements::Requirements, view::View};

const LIST_TYPE: &str = "x-kubernetes-list-type";
const KEYS: &str = "x-kubernetes-list-map-keys";

pub(super) fn validate(schema: View<'_>, requirements: &Requirements, path: &Path<'_>, found: &mut Found) {
    let list_type = schema.list_type();
    if let Some(name) = list_type {
        if !wrong_type(schema, "array", LIST_TYPE, path, found) && requirements.atomic_sets {
            atomic_elements(schema, path, found);
        }
        if !matches!(name, "atomic" | "set" | "map") {
            found.not_supported(&path.field(LIST_TYPE), name, &["atomic", "set", "map"]);
        }
    }
    let keys = schema.list_map_keys();
    if !keys.is_empty() && list_type != Some("map") {
        let detail = "must be map if x-kubernetes-list-map-keys is non-empty";
        match list_type {
            None => found.required(&path.field(LIST_TYPE), detail),
            Some(name) => found.invalid(&path.field(LIST_TYPE), name, detail),
        }
    }
    if list_type == Some("map") {
        map(schema, &keys, path, found);
    }
    if requirements.map_list_keys {
        elements_and_keys(schema, path, found);
    }
}

/// Whether the elements of a set are not atomic (`hasNonAtomicSetType`).
pub(super) fn has_non_atomic_elements(schema: View<'_>) -> bool {
    if schema.list_type() != Some("set") {
        return false;
    }
    schema.item().is_some_and(|item| match item.type_name() {
        "array" => item.list_type().is_some_and(|name| name != "atomic"),
        "object" => item.map_type() != Some("atomic"),
        _ => false,
    })
}

fn atomic_elements(schema: View<'_>, path: &Path<'_>, found: &mut Found) {
    let Some(item) = schema.item().filter(|_| has_non_atomic_elements(schema)) else { return };
    let keyword = if item.type_name() == "array" { LIST_TYPE } else { "x-kubernetes-map-type" };
    // Upstream shows the list type in both cases.
    let value = item.list_type().map_or(Json::Null, Json::from);
    let detail = "must be atomic as item of a list with x-kubernetes-list-type=set";
    found.invalid(&path.field("items").field(keyword), BadValue::Json(value), detail);
}

fn map(schema: View<'_>, keys: &[&str], path: &Path<'_>, found: &mut Found) {
    if keys.is_empty() {
        found.required(&path.field(KEYS), "must not be empty if x-kubernetes-list-type is map");
    }
    let items = path.field("items");
    let Some(item) = schema.item() else {
        if schema.items().is_none() {
            found.required(&items, "must have a schema if x-kubernetes-list-type is map");
        } else {
            let value = BadValue::Verbatim(go_struct::items(schema));
            found.invalid(&items, value, "must only have a single schema if x-kubernetes-list-type is map");
        }
        return;
    };
    if item.type_name() != "object" {
        let detail = "must be object if parent array's x-kubernetes-list-type is map";
        found.invalid(&items.field("type"), item.type_name(), detail);
        return;
    }
    let all = || BadValue::Json(keys.iter().copied().collect());
    let mut seen = BTreeSet::new();
    for key in keys {
        match item.property(key) {
            Some(property) if matches!(property.type_name(), "array" | "object") => {
                let detail = "must be a scalar type if parent array's x-kubernetes-list-type is map";
                // Upstream shows the type of the element, not that of the key.
                found.invalid(&items.field("properties").key(key).field("type"), item.type_name(), detail);
            }
            Some(_) => {}
            None => found.invalid(&path.field(KEYS), all(), "entries must all be names of item properties"),
        }
        if !seen.insert(key) {
            found.invalid(&path.field(KEYS), all(), "must not contain duplicate entries");
        }
    }
}

/// Elements and keys that must not be null, keys that must be there (`validateMapListKeysMapSet`).
pub(super) fn elements_and_keys(schema: View<'_>, path: &Path<'_>, found: &mut Found) {
    let (Some(item), Some(list_type @ ("set" | "map"))) = (schema.item(), schema.list_type()) else { return };
    let items = path.field("items");
    if item.flag("nullable") {
        let detail = format!("cannot be nullable when x-kubernetes-list-type is {list_type}");
        found.forbidden(&items.field("nullable"), detail);
    }
    if list_type != "map" {
        return;
    }
    let required = item.texts("required");
    for key in schema.list_map_keys() {
        let Some(property) = item.property(key) else { continue };
        let properties = items.field("properties");
        let path = properties.key(key);
        if !required.contains(&key) && property.default().is_none() {
            let detail = "this property is in x-kubernetes-list-map-keys, so it must have a default or be a required \
                          property";
            found.required(&path.field("default"), detail);
        }
        if property.flag("nullable") {
            let detail = "this property is in x-kubernetes-list-map-keys, so it cannot be nullable";
            found.forbidden(&path.field("nullable"), detail);
        }
    }
}
