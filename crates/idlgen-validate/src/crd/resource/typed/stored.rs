//! Stored objects as values of generated types.

use idlgen_runtime::{
    data::{Object, read_members, restore_texts},
    serde::de::DeserializeOwned,
};
use serde_json::Value as Json;

/// Decodes a stored object. Quantities and durations keep their text.
#[doc(hidden)]
pub fn typed_object<T: Object + Default + DeserializeOwned>(object: &Json) -> Result<T, serde_json::Error> {
    if let Some(exact) = exactly(object) {
        return Ok(exact);
    }
    let mut decoded = T::deserialize(object)?;
    restore_texts(&mut decoded, object);
    Ok(decoded)
}

/// Reads an object that the type represents exactly.
fn exactly<T: Object + Default>(object: &Json) -> Option<T> {
    let mut typed = T::default();
    read_members(&mut typed, object.as_object()?, None).then_some(typed)
}
