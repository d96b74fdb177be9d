//! The Go type `k8s.io/apimachinery/pkg/util/intstr.IntOrString`.

use std::{borrow::Cow, fmt};

use serde::{
    Deserialize, Deserializer, Serialize, Serializer,
    de::{self, Unexpected, Visitor},
};

use super::Zero;
use crate::value::{Value, ValueRef};

/// A 32-bit integer or a string, such as the port `80` or `"http"`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum IntOrString {
    /// A JSON integer within 32 bits.
    Int(i32),
    /// Any JSON string, such as a name or a percentage.
    String(String),
}

impl Default for IntOrString {
    fn default() -> Self {
        IntOrString::Int(0)
    }
}

impl From<i32> for IntOrString {
    fn from(value: i32) -> Self {
        IntOrString::Int(value)
    }
}

impl From<&str> for IntOrString {
    fn from(value: &str) -> Self {
        IntOrString::String(value.to_owned())
    }
}

impl From<String> for IntOrString {
    fn from(value: String) -> Self {
        IntOrString::String(value)
    }
}

impl fmt::Display for IntOrString {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            IntOrString::Int(value) => value.fmt(f),
            IntOrString::String(value) => value.fmt(f),
        }
    }
}

impl Zero for IntOrString {
    fn is_zero(&self) -> bool {
        *self == IntOrString::Int(0)
    }
}

impl Value for IntOrString {
    #[inline]
    fn as_value(&self) -> ValueRef<'_> {
        match self {
            IntOrString::Int(value) => ValueRef::Int((*value).into()),
            IntOrString::String(value) => ValueRef::String(Cow::Borrowed(value)),
        }
    }
}

impl Serialize for IntOrString {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            IntOrString::Int(value) => serializer.serialize_i32(*value),
            IntOrString::String(value) => serializer.serialize_str(value),
        }
    }
}

impl<'de> Deserialize<'de> for IntOrString {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct IntOrStringVisitor;

        impl Visitor<'_> for IntOrStringVisitor {
            type Value = IntOrString;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a 32-bit integer or a string")
            }

            fn visit_i64<E: de::Error>(self, value: i64) -> Result<IntOrString, E> {
                i32::try_from(value)
                    .map(IntOrString::Int)
                    .map_err(|_| E::invalid_value(Unexpected::Signed(value), &self))
            }

            fn visit_u64<E: de::Error>(self, value: u64) -> Result<IntOrString, E> {
                i32::try_from(value)
                    .map(IntOrString::Int)
                    .map_err(|_| E::invalid_value(Unexpected::Unsigned(value), &self))
            }

            fn visit_str<E>(self, value: &str) -> Result<IntOrString, E> {
                Ok(IntOrString::String(value.to_owned()))
            }

            fn visit_string<E>(self, value: String) -> Result<IntOrString, E> {
                Ok(IntOrString::String(value))
            }

            fn visit_unit<E>(self) -> Result<IntOrString, E> {
                Ok(IntOrString::default())
            }
        }

        deserializer.deserialize_any(IntOrStringVisitor)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{from_value, json, to_value};

    use super::{IntOrString, Zero};

    #[test]
    fn only_the_number_zero_is_omitted() {
        for (value, is_zero) in
            [(IntOrString::from(0), true), (1.into(), false), ("".into(), false), ("0".into(), false)]
        {
            assert_eq!(value.is_zero(), is_zero, "{value}");
        }
    }

    #[test]
    fn reads_and_writes_both() {
        assert_eq!(from_value::<IntOrString>(json!(80)).unwrap(), 80.into());
        assert_eq!(from_value::<IntOrString>(json!("80%")).unwrap(), "80%".into());
        assert_eq!(from_value::<IntOrString>(json!(null)).unwrap(), 0.into());
        for wrong in [json!(1.0), json!(2_147_483_648_i64), json!(-2_147_483_649_i64), json!(true), json!([])] {
            assert!(from_value::<IntOrString>(wrong.clone()).is_err(), "{wrong}");
        }
        assert_eq!(to_value(IntOrString::Int(-1)).unwrap(), json!(-1));
        assert_eq!(to_value(IntOrString::from("http")).unwrap(), json!("http"));
    }

    #[test]
    fn texts_and_numbers_convert() {
        assert_eq!(IntOrString::from("80".to_owned()), IntOrString::from("80"));
        assert_eq!([IntOrString::from("http").to_string(), IntOrString::from(80).to_string()], ["http", "80"]);
    }
}
