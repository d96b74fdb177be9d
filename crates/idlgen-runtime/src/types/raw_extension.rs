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

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn any_json_is_kept() {
        for json in [json!(null), json!(0), json!({"f:a": {}}), json!(["x", 1.5])] {
            let value: RawExtension = serde_json::from_value(json.clone()).unwrap();
            assert_eq!(value, RawExtension::from(json.clone()));
            assert_eq!(value.0, json);
            assert_eq!(value.is_zero(), json.is_null(), "{json}");
            assert_eq!(value.as_value().to_json(), json);
            assert_eq!(serde_json::to_value(&value).unwrap(), json);
        }
    }
}
