//! `k8s.io/apimachinery/pkg/apis/meta/v1.Duration`.

use std::{borrow::Cow, fmt, str::FromStr};

use serde::{
    Deserialize, Deserializer, Serialize, Serializer,
    de::{self, Visitor},
};

use super::Zero;
use crate::{
    go,
    value::{Value, ValueRef},
};

/// A signed duration in nanoseconds, formatted like `1h15m30.918s`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Duration {
    /// The number of nanoseconds.
    pub nanoseconds: i64,
}

impl FromStr for Duration {
    type Err = go::ParseDurationError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        go::parse_duration(text).map(|nanoseconds| Duration { nanoseconds })
    }
}

impl fmt::Display for Duration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&go::format_duration(self.nanoseconds))
    }
}

impl Zero for Duration {
    fn is_zero(&self) -> bool {
        self.nanoseconds == 0
    }
}

impl Value for Duration {
    fn as_value(&self) -> ValueRef<'_> {
        ValueRef::String(Cow::Owned(self.to_string()))
    }
}

impl Serialize for Duration {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Duration {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct DurationVisitor;

        impl Visitor<'_> for DurationVisitor {
            type Value = Duration;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a duration such as \"1h30m\"")
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<Duration, E> {
                text.parse().map_err(E::custom)
            }

            fn visit_unit<E>(self) -> Result<Duration, E> {
                Ok(Duration::default())
            }
        }

        deserializer.deserialize_any(DurationVisitor)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{from_value, json, to_value};

    use super::Duration;

    #[test]
    fn reads_and_writes_text() {
        let duration: Duration = from_value(json!("90m")).unwrap();
        assert_eq!(duration.nanoseconds, 5_400_000_000_000);
        assert_eq!(to_value(duration).unwrap(), json!("1h30m0s"));
        assert_eq!(from_value::<Duration>(json!("5")).unwrap_err().to_string(), "time: missing unit in duration \"5\"");
    }
}
