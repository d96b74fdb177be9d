//! The Go type `[]byte`.

use std::{borrow::Cow, fmt};

use serde::{
    Deserialize, Deserializer, Serialize, Serializer,
    de::{self, SeqAccess, Visitor},
};

use super::Zero;
use crate::{
    go::base64,
    value::{Value, ValueRef},
};

/// Bytes, encoded as base64 with the standard alphabet and padding.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Bytes(pub Vec<u8>);

impl From<Vec<u8>> for Bytes {
    fn from(bytes: Vec<u8>) -> Self {
        Bytes(bytes)
    }
}

impl Zero for Bytes {
    fn is_zero(&self) -> bool {
        self.0.is_empty()
    }
}

impl Value for Bytes {
    fn as_value(&self) -> ValueRef<'_> {
        ValueRef::String(Cow::Owned(base64::encode(&self.0)))
    }
}

impl Serialize for Bytes {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&base64::encode(&self.0))
    }
}

impl<'de> Deserialize<'de> for Bytes {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct BytesVisitor;

        impl<'de> Visitor<'de> for BytesVisitor {
            type Value = Bytes;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("base64 text")
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<Bytes, E> {
                base64::decode(text).map(Bytes).map_err(E::custom)
            }

            fn visit_unit<E>(self) -> Result<Bytes, E> {
                Ok(Bytes::default())
            }

            // Like `encoding/json`, accepts a list of numbers from 0 to 255.
            fn visit_seq<A: SeqAccess<'de>>(self, mut elements: A) -> Result<Bytes, A::Error> {
                let mut bytes = Vec::new();
                while let Some(byte) = elements.next_element::<Option<u8>>()? {
                    bytes.push(byte.unwrap_or_default());
                }
                Ok(Bytes(bytes))
            }
        }

        deserializer.deserialize_any(BytesVisitor)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{from_value, json, to_value};

    use super::Bytes;

    #[test]
    fn reads_and_writes_base64() {
        assert_eq!(from_value::<Bytes>(json!("aGk=")).unwrap(), Bytes(b"hi".to_vec()));
        assert_eq!(from_value::<Bytes>(json!("aG\r\nk=\n")).unwrap(), Bytes(b"hi".to_vec()));
        assert_eq!(from_value::<Bytes>(json!([104, 105])).unwrap(), Bytes(b"hi".to_vec()));
        assert_eq!(from_value::<Bytes>(json!(null)).unwrap(), Bytes::default());
        assert_eq!(to_value(Bytes(vec![0xfb, 0xff])).unwrap(), json!("+/8="));
        assert_eq!(from_value::<Bytes>(json!("aGk")).unwrap_err().to_string(), "illegal base64 data at input byte 0");
    }

    #[test]
    fn other_types_are_errors() {
        assert_eq!(Bytes::from(vec![1, 2]), Bytes(vec![1, 2]));
        assert_eq!(
            from_value::<Bytes>(json!(true)).unwrap_err().to_string(),
            "invalid type: boolean `true`, expected base64 text"
        );
        assert_eq!(from_value::<Bytes>(json!([1, null])).unwrap(), Bytes(vec![1, 0]));
        assert!(from_value::<Bytes>(json!([256])).is_err());
    }
}
