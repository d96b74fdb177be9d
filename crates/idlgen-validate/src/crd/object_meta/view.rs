//! Typed access to metadata fields.

use idlgen_runtime::go;
use serde_json::Value as Json;

/// A view of metadata. A field that is missing or has the wrong type is treated as empty, as in the accessors of
/// `k8s.io/apimachinery/pkg/apis/meta/v1/unstructured.Unstructured`.
#[derive(Clone, Copy, Debug)]
pub struct ObjectMeta<'j>(Option<&'j Json>);

impl<'j> ObjectMeta<'j> {
    /// Creates a view of the metadata of an object.
    pub fn of(object: &'j Json) -> Self {
        ObjectMeta(object.get("metadata"))
    }

    /// Creates a view of metadata.
    pub fn new(metadata: &'j Json) -> Self {
        ObjectMeta(Some(metadata))
    }

    /// Returns the unmodified value of a field. Null is treated as missing.
    pub fn get(self, field: &str) -> Option<&'j Json> {
        let fields = self.0?.as_object()?;
        // Metadata has few fields, so comparing their names is faster than hashing one.
        let (_, value) = fields.iter().find(|(name, _)| *name == field)?;
        (!value.is_null()).then_some(value)
    }

    /// Returns the value of a string field, or an empty string if it is missing.
    pub fn text(self, field: &str) -> &'j str {
        self.get(field).and_then(Json::as_str).unwrap_or_default()
    }

    /// Returns the generation: the number of changes to the object outside of its metadata and status. Returns 0 if it
    /// is missing.
    pub fn generation(self) -> i64 {
        self.get("generation").and_then(Json::as_i64).unwrap_or_default()
    }

    /// Returns the entries of a field that is a map of strings, such as labels and annotations.
    pub(super) fn string_map(self, field: &str) -> Vec<(&'j str, &'j str)> {
        let Some(Json::Object(map)) = self.get(field) else { return Vec::new() };
        go::sorted_members(map)
            .into_iter()
            .map(|(key, value)| (key.as_str(), value.as_str().unwrap_or_default()))
            .collect()
    }

    /// Returns the finalizers, without entries of the wrong type.
    pub fn finalizers(self) -> Vec<&'j str> {
        self.list("finalizers").iter().filter_map(Json::as_str).collect()
    }

    pub(super) fn list(self, field: &str) -> &'j [Json] {
        self.get(field).and_then(Json::as_array).map_or(&[], Vec::as_slice)
    }
}
