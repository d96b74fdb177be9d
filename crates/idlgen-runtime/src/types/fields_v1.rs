//! The Go type `k8s.io/apimachinery/pkg/apis/meta/v1.FieldsV1`.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value as Json;

use super::Zero;
use crate::value::{Value, ValueRef};

/// The set of fields that a manager owns, as a trie in JSON. The default is `null`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FieldsV1(pub Json);

impl From<Json> for FieldsV1 {
    fn from(value: Json) -> Self {
        FieldsV1(value)
    }
}

impl Zero for FieldsV1 {
    fn is_zero(&self) -> bool {
        self.0.is_null()
    }
}

impl Value for FieldsV1 {
    fn as_value(&self) -> ValueRef<'_> {
        self.0.as_value()
    }
}

impl Serialize for FieldsV1 {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for FieldsV1 {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Json::deserialize(deserializer).map(FieldsV1)
    }
}
