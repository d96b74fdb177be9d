//! `metadata` of a definition.

use idlgen_runtime::field::Path;
use serde_json::Value as Json;

use super::{found::Found, names::subdomain_messages};
use crate::crd::CustomResourceDefinition;

/// Judges the name: that of the plural and the group (`ValidateCustomResourceDefinition`).
pub(super) fn validate(definition: &CustomResourceDefinition, path: &Path<'_>, found: &mut Found) {
    let expected = format!("{}.{}", definition.names.plural, definition.group);
    let messages = |name: &str| {
        let mut messages = subdomain_messages(name);
        if name != expected {
            messages.push("must be spec.names.plural+\".\"+spec.group".to_owned());
        }
        messages
    };
    let generate_name = definition.metadata.get("generateName").and_then(Json::as_str).unwrap_or_default();
    if !generate_name.is_empty() {
        for message in messages(generate_name.strip_suffix('-').unwrap_or(generate_name)) {
            found.invalid(&path.field("generateName"), generate_name, message);
        }
    }
    let path = path.field("name");
    if definition.name().is_empty() {
        found.required(&path, "name or generateName is required");
    }
    for message in Some(definition.name()).filter(|name| !name.is_empty()).into_iter().flat_map(messages) {
        found.invalid(&path, definition.name(), message);
    }
}
