//! The Go type `k8s.io/apimachinery/pkg/apis/meta/v1.MicroTime`.

use std::{borrow::Cow, fmt, str::FromStr};

use serde::{
    Deserialize, Deserializer, Serialize, Serializer,
    de::{self, Visitor},
};

use super::Zero;
use crate::{
    go::{self, Instant, Layout},
    value::{Value, ValueRef},
};

/// A point in time with microsecond precision, formatted as `2006-01-02T15:04:05.000000Z` in UTC. The default is the
/// year 1, which is written as `null`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct MicroTime(pub Instant);

impl Default for MicroTime {
    #[inline]
    fn default() -> Self {
        MicroTime(Instant::ZERO)
    }
}

impl FromStr for MicroTime {
    type Err = go::ParseTimeError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        go::parse_time(Layout::Rfc3339Micro, text).map(MicroTime)
    }
}

impl fmt::Display for MicroTime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&go::format_time(self.0, true))
    }
}

impl Zero for MicroTime {
    fn is_zero(&self) -> bool {
        self.0 == Instant::ZERO
    }
}

impl Value for MicroTime {
    fn as_value(&self) -> ValueRef<'_> {
        if self.is_zero() { ValueRef::Null } else { ValueRef::String(Cow::Owned(self.to_string())) }
    }
}

impl Serialize for MicroTime {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.is_zero() { serializer.serialize_none() } else { serializer.collect_str(self) }
    }
}

impl<'de> Deserialize<'de> for MicroTime {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct MicroTimeVisitor;

        impl Visitor<'_> for MicroTimeVisitor {
            type Value = MicroTime;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a time as in RFC 3339")
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<MicroTime, E> {
                text.parse().map_err(E::custom)
            }

            fn visit_unit<E>(self) -> Result<MicroTime, E> {
                Ok(MicroTime::default())
            }
        }

        deserializer.deserialize_any(MicroTimeVisitor)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{from_value, json, to_value};

    use super::MicroTime;

    #[test]
    fn keeps_microseconds() {
        let time: MicroTime = from_value(json!("2024-02-29T23:30:00.750001-01:00")).unwrap();
        assert_eq!(to_value(time).unwrap(), json!("2024-03-01T00:30:00.750001Z"));
        assert!(from_value::<MicroTime>(json!("2024-02-29T23:30:00Z")).is_err());
        assert_eq!(to_value(MicroTime::default()).unwrap(), json!(null));
    }

    #[test]
    fn null_is_no_time() {
        assert_eq!(from_value::<MicroTime>(json!(null)).unwrap(), MicroTime::default());
        assert_eq!(from_value::<Option<MicroTime>>(json!(null)).unwrap(), None);
    }

    #[test]
    fn a_number_is_an_error() {
        assert_eq!(
            from_value::<MicroTime>(json!(1)).unwrap_err().to_string(),
            "invalid type: integer `1`, expected a time as in RFC 3339"
        );
    }
}
