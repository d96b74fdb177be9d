//! Metadata by its fields.

use serde_json::Value as Json;

use super::decode::sorted;

/// A view of metadata. What is absent or of another type is empty, as the accessors of
/// `k8s.io/apimachinery/pkg/apis/meta/v1/unstructured.Unstructured` have it.
#[derive(Clone, Copy, Debug)]
pub struct ObjectMeta<'j>(Option<&'j Json>);

impl<'j> ObjectMeta<'j> {
    /// The metadata of an object.
    pub fn of(object: &'j Json) -> Self {
        ObjectMeta(object.get("metadata"))
    }

    /// Metadata by itself.
    pub fn new(metadata: &'j Json) -> Self {
        ObjectMeta(Some(metadata))
    }

    /// A field as it stands; null is absent.
    pub fn get(self, field: &str) -> Option<&'j Json> {
        self.0?.get(field).filter(|value| !value.is_null())
    }

    /// A field that is text.
    pub fn text(self, field: &str) -> &'j str {
        self.get(field).and_then(Json::as_str).unwrap_or_default()
    }

    /// How often the object was changed, beside its metadata and status.
    pub fn generation(self) -> i64 {
        self.get("generation").and_then(Json::as_i64).unwrap_or_default()
    }

    /// Labels or annotations, by key.
    pub(super) fn texts(self, field: &str) -> Vec<(&'j str, &'j str)> {
        let Some(Json::Object(map)) = self.get(field) else { return Vec::new() };
        sorted(map).into_iter().map(|(key, value)| (key.as_str(), value.as_str().unwrap_or_default())).collect()
    }

    /// Who has to do something before the object can go.
    pub fn finalizers(self) -> Vec<&'j str> {
        self.list("finalizers").iter().filter_map(Json::as_str).collect()
    }

    pub(super) fn list(self, field: &str) -> &'j [Json] {
        self.get(field).and_then(Json::as_array).map_or(&[], Vec::as_slice)
    }
}
