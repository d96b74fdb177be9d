//! `encoding/json.RawMessage`, and `JSON` of `k8s.io/apiextensions-apiserver`.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value as Json;

use super::Zero;
use crate::value::{Value, ValueRef};

/// Any JSON value. The default is `null`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RawMessage(pub Json);

impl From<Json> for RawMessage {
    fn from(value: Json) -> Self {
        RawMessage(value)
    }
}

impl Zero for RawMessage {
    fn is_zero(&self) -> bool {
        self.0.is_null()
    }
}

impl Value for RawMessage {
    fn as_value(&self) -> ValueRef<'_> {
        self.0.as_value()
    }
}

impl Serialize for RawMessage {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for RawMessage {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Json::deserialize(deserializer).map(RawMessage)
    }
}
