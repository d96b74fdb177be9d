//! The Go type `k8s.io/apimachinery/pkg/apis/meta/v1.Duration`.

use std::{
    borrow::Cow,
    cmp::Ordering,
    fmt,
    hash::{Hash, Hasher},
    str::FromStr,
};

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
///
/// In objects that `idlgen_validate::crd::Admit` returns, documents and rules use the string from which the duration
/// was parsed, such as `90m`, like an API server for custom resources. Durations of equal length are equal.
#[derive(Clone, Copy, Default)]
pub struct Duration {
    /// The number of nanoseconds.
    nanoseconds: i64,
    /// The string in documents and for rules, if it is not the formatted duration.
    written: Option<ShortText>,
}

impl Duration {
    /// Creates a duration.
    ///
    /// ```
    /// use idlgen_runtime::types::Duration;
    /// assert_eq!(Duration::from_nanoseconds(5_400_000_000_000).to_string(), "1h30m0s");
    /// ```
    pub const fn from_nanoseconds(nanoseconds: i64) -> Self {
        Duration { nanoseconds, written: None }
    }

    /// Returns the number of nanoseconds.
    pub const fn nanoseconds(&self) -> i64 {
        self.nanoseconds
    }

    /// Parses a string that documents and rules use unchanged. Returns `None` if it is not a duration, or too long to
    /// be stored.
    pub(crate) fn verbatim(text: &str) -> Option<Self> {
        let duration: Duration = text.parse().ok()?;
        if go::format_duration(duration.nanoseconds) == text {
            return Some(duration);
        }
        Some(Duration { written: Some(ShortText::new(text)?), ..duration })
    }
}

/// A string of at most 15 bytes.
#[derive(Clone, Copy)]
struct ShortText {
    bytes: [u8; 15],
    length: u8,
}

impl ShortText {
    fn new(text: &str) -> Option<Self> {
        let mut bytes = [0; 15];
        bytes.get_mut(..text.len())?.copy_from_slice(text.as_bytes());
        Some(ShortText { bytes, length: u8::try_from(text.len()).ok()? })
    }

    fn as_str(&self) -> &str {
        let bytes = self.bytes.get(..usize::from(self.length)).unwrap_or_default();
        std::str::from_utf8(bytes).unwrap_or_default()
    }
}

impl fmt::Debug for Duration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Duration").field("nanoseconds", &self.nanoseconds).finish_non_exhaustive()
    }
}

impl PartialEq for Duration {
    fn eq(&self, other: &Self) -> bool {
        self.nanoseconds == other.nanoseconds
    }
}

impl Eq for Duration {}

impl PartialOrd for Duration {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Duration {
    fn cmp(&self, other: &Self) -> Ordering {
        self.nanoseconds.cmp(&other.nanoseconds)
    }
}

impl Hash for Duration {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.nanoseconds.hash(state);
    }
}

impl FromStr for Duration {
    type Err = go::ParseDurationError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        go::parse_duration(text).map(Duration::from_nanoseconds)
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
        ValueRef::String(match &self.written {
            Some(written) => Cow::Borrowed(written.as_str()),
            None => Cow::Owned(self.to_string()),
        })
    }
}

impl Serialize for Duration {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match &self.written {
            Some(written) => serializer.serialize_str(written.as_str()),
            None => serializer.collect_str(self),
        }
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
    use crate::value::Value;

    #[test]
    fn reads_and_writes_text() {
        let duration: Duration = from_value(json!("90m")).unwrap();
        assert_eq!(duration.nanoseconds(), 5_400_000_000_000);
        assert_eq!(to_value(duration).unwrap(), json!("1h30m0s"));
        assert_eq!(from_value::<Duration>(json!("5")).unwrap_err().to_string(), "time: missing unit in duration \"5\"");
    }

    #[test]
    fn a_verbatim_duration_is_written_as_it_was_read() {
        let duration = Duration::verbatim("90m").unwrap();
        assert_eq!(to_value(duration).unwrap(), json!("90m"));
        assert_eq!(duration.as_value().to_json(), json!("90m"));
        assert_eq!((duration.to_string().as_str(), duration), ("1h30m0s", from_value(json!("1h30m")).unwrap()));
        assert_eq!(to_value(Duration::verbatim("1h30m0s").unwrap()).unwrap(), json!("1h30m0s"));
        assert!(Duration::verbatim("5").is_none() && Duration::verbatim("0000000000000000001s").is_none());
    }

    #[test]
    fn compares_by_its_length() {
        let [short, long] = ["90s", "1h"].map(|text| text.parse::<Duration>().unwrap());
        assert_eq!(short.partial_cmp(&long), Some(std::cmp::Ordering::Less));
        assert_eq!(long.cmp(&short), std::cmp::Ordering::Greater);
        let set = std::collections::HashSet::from([short, "1m30s".parse().unwrap(), long]);
        assert_eq!(set.len(), 2);
        assert_eq!(format!("{short:?}"), "Duration { nanoseconds: 90000000000, .. }");
        assert_eq!(from_value::<Duration>(json!(null)).unwrap(), Duration::default());
        assert_ne!(from_value::<Duration>(json!("1s")).unwrap(), Duration::default());
        assert_eq!(
            from_value::<Duration>(json!(1)).unwrap_err().to_string(),
            "invalid type: integer `1`, expected a duration such as \"1h30m\""
        );
    }
}
