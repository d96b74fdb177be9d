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

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn any_json_is_kept() {
        for json in [json!(null), json!(0), json!({"f:a": {}}), json!(["x", 1.5])] {
            let value: FieldsV1 = serde_json::from_value(json.clone()).unwrap();
            assert_eq!(value, FieldsV1::from(json.clone()));
            assert_eq!(value.0, json);
            assert_eq!(value.is_zero(), json.is_null(), "{json}");
            assert_eq!(value.as_value().to_json(), json);
            assert_eq!(serde_json::to_value(&value).unwrap(), json);
        }
    }
}
