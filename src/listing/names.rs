//! Names of objects and kinds as `kubectl` prints them.

use serde_json::Value as Json;

/// Formats `widget.example.com/name`.
pub(super) fn name_of(object: &Json) -> String {
    let name = object.pointer("/metadata/name").and_then(Json::as_str).filter(|name| !name.is_empty());
    format!("{}/{}", kind_of(object), name.unwrap_or("<unknown>"))
}

/// Formats `widget.example.com`.
pub(super) fn kind_of(object: &Json) -> String {
    let text = |key: &str| object.get(key).and_then(Json::as_str).unwrap_or_default();
    let kind = text("kind").to_lowercase();
    match text("apiVersion").split_once('/') {
        Some((group, _)) => format!("{kind}.{group}"),
        None => kind,
    }
}
