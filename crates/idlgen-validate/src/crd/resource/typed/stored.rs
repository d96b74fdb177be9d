//! Stored objects as values of generated types.

use idlgen_runtime::{
    data::{Object, read_members},
    serde::{Serialize, de::DeserializeOwned},
};
use serde_json::Value as Json;

/// Decodes a stored object. Quantities and durations keep their text, as far as the type can represent the object:
/// documents of a Go type do not contain all zero values.
#[doc(hidden)]
pub fn typed_object<T>(object: &Json) -> Result<T, serde_json::Error>
where
    T: Object + Default + PartialEq + Serialize + DeserializeOwned,
{
    if let Some(exact) = exactly(object) {
        return Ok(exact);
    }
    let decoded = T::deserialize(object)?;
    let Ok(mut document) = serde_json::to_value(&decoded) else { return Ok(decoded) };
    restore_texts(&mut document, object);
    Ok(exactly(&document).filter(|restored| *restored == decoded).unwrap_or(decoded))
}

/// Reads an object that the type represents exactly.
fn exactly<T: Object + Default>(object: &Json) -> Option<T> {
    let mut typed = T::default();
    read_members(&mut typed, object.as_object()?, None).then_some(typed)
}

/// Replaces the strings of a document by those at the same place of the stored object, and removes what Go writes for
/// missing values: null and structs without members.
fn restore_texts(document: &mut Json, stored: &Json) {
    match (document, stored) {
        (Json::Object(members), stored) => {
            members.retain(|name, member| {
                restore_texts(member, stored.get(name).unwrap_or(&Json::Null));
                !member.is_null() && member.as_object().is_none_or(|members| !members.is_empty())
            });
        }
        (Json::Array(items), Json::Array(stored)) if items.len() == stored.len() => {
            items.iter_mut().zip(stored).for_each(|(item, stored)| restore_texts(item, stored));
        }
        (Json::String(text), Json::String(stored)) => text.clone_from(stored),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::restore_texts;

    #[test]
    fn strings_at_the_same_place_are_restored() {
        let mut document = json!({"a": "1m30s", "b": ["1", {"c": "2"}], "d": ["3"], "e": "4", "f": 5, "g": "6",
            "i": null, "j": {"k": null}});
        let stored =
            json!({"a": "90s", "b": ["1000m", {"c": "2000m"}], "d": ["3000m", "x"], "f": "5", "g": 6, "h": false});
        restore_texts(&mut document, &stored);
        let expected = json!({"a": "90s", "b": ["1000m", {"c": "2000m"}], "d": ["3"], "e": "4", "f": 5, "g": "6"});
        assert_eq!(document, expected);
    }
}
