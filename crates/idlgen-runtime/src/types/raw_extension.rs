//! The Go type `k8s.io/apimachinery/pkg/runtime.RawExtension`.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value as Json;

use super::Zero;
use crate::value::{Value, ValueRef};

/// An embedded object of an unknown type, as JSON. The default is `null`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RawExtension(pub Json);

impl From<Json> for RawExtension {
    fn from(value: Json) -> Self {
        RawExtension(value)
    }
}

impl Zero for RawExtension {
    fn is_zero(&self) -> bool {
        self.0.is_null()
    }
}

impl Value for RawExtension {
    fn as_value(&self) -> ValueRef<'_> {
        self.0.as_value()
    }
}

impl Serialize for RawExtension {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for RawExtension {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Json::deserialize(deserializer).map(RawExtension)
    }
}
