//! The Go type `k8s.io/apimachinery/pkg/apis/meta/v1.Time`.

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

/// A point in time with second precision, formatted as `2006-01-02T15:04:05Z` in UTC. Fractions of a second are parsed
/// but not written. The default is the year 1, which is written as `null`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Time(pub Instant);

impl Default for Time {
    #[inline]
    fn default() -> Self {
        Time(Instant::ZERO)
    }
}

impl FromStr for Time {
    type Err = go::ParseTimeError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        go::parse_time(Layout::Rfc3339, text).map(Time)
    }
}

impl fmt::Display for Time {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&go::format_time(self.0, false))
    }
}

impl Zero for Time {
    fn is_zero(&self) -> bool {
        self.0 == Instant::ZERO
    }
}

impl Value for Time {
    fn as_value(&self) -> ValueRef<'_> {
        if self.is_zero() { ValueRef::Null } else { ValueRef::String(Cow::Owned(self.to_string())) }
    }
}

impl Serialize for Time {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.is_zero() { serializer.serialize_none() } else { serializer.collect_str(self) }
    }
}

impl<'de> Deserialize<'de> for Time {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct TimeVisitor;

        impl Visitor<'_> for TimeVisitor {
            type Value = Time;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a time as in RFC 3339")
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<Time, E> {
                text.parse().map_err(E::custom)
            }

            fn visit_unit<E>(self) -> Result<Time, E> {
                Ok(Time::default())
            }
        }

        deserializer.deserialize_any(TimeVisitor)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{from_value, json, to_value};

    use super::Time;

    #[test]
    fn reads_any_zone_and_writes_utc() {
        let time: Time = from_value(json!("2024-02-29T23:30:00.75-01:00")).unwrap();
        assert_eq!(to_value(time).unwrap(), json!("2024-03-01T00:30:00Z"));
        assert_eq!(from_value::<Time>(json!(null)).unwrap(), Time::default());
        assert_eq!(from_value::<Time>(json!("0001-01-01T00:00:00Z")).unwrap(), Time::default());
        assert_eq!(to_value(Time::default()).unwrap(), json!(null));
        assert!(from_value::<Time>(json!("2024-02-30T00:00:00Z")).is_err());
        assert!(from_value::<Time>(json!(0)).is_err());
    }
}
