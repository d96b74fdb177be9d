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

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn any_json_is_kept() {
        for json in [json!(null), json!(0), json!({"f:a": {}}), json!(["x", 1.5])] {
            let value: RawMessage = serde_json::from_value(json.clone()).unwrap();
            assert_eq!(value, RawMessage::from(json.clone()));
            assert_eq!(value.0, json);
            assert_eq!(value.is_zero(), json.is_null(), "{json}");
            assert_eq!(value.as_value().to_json(), json);
            assert_eq!(serde_json::to_value(&value).unwrap(), json);
        }
    }
}
