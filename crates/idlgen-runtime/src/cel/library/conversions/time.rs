//! Conversions to `duration` and `timestamp`.

use crate::cel::{ErrorKind, EvaluationError, value::Timestamp};
use crate::go;

/// `duration(text)`: `1h30m`, `-1.5s`, `100us`, see [`go::parse_duration`].
pub fn string_to_duration(text: &str) -> Result<i64, EvaluationError> {
    go::parse_duration(text).map_err(|_| EvaluationError::conversion("string", "google.protobuf.Duration"))
}

/// `timestamp(text)`: RFC 3339, within the years 1 to 9999 in UTC.
///
/// ```
/// use idlgen_runtime::cel::library::conversions::string_to_timestamp;
/// let time = string_to_timestamp("1970-01-01T01:00:00+01:00").unwrap();
/// assert_eq!((time.seconds, time.offset), (0, 3600));
/// assert_eq!(string_to_timestamp("0000-01-01T00:00:00Z").unwrap_err().to_string(), "timestamp overflow");
/// ```
pub fn string_to_timestamp(text: &str) -> Result<Timestamp, EvaluationError> {
    let (instant, offset) = go::parse_time_with_offset(go::Layout::Rfc3339, text)
        .map_err(|_| EvaluationError::conversion("string", "google.protobuf.Timestamp"))?;
    in_range(Timestamp { seconds: instant.seconds, nanoseconds: instant.nanoseconds, offset })
}

/// `timestamp(int)`: seconds since 1970.
pub fn int_to_timestamp(seconds: i64) -> Result<Timestamp, EvaluationError> {
    in_range(Timestamp { seconds, nanoseconds: 0, offset: 0 })
}

fn in_range(time: Timestamp) -> Result<Timestamp, EvaluationError> {
    if (Timestamp::MIN_SECONDS..=Timestamp::MAX_SECONDS).contains(&time.seconds) {
        Ok(time)
    } else {
        Err(ErrorKind::TimestampOverflow.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_years_that_there_are() {
        for (text, is_fine) in [
            ("0001-01-01T00:00:00Z", true),
            ("0001-01-01T00:00:00+00:01", false),
            ("9999-12-31T23:59:59.999999999Z", true),
            ("9999-12-31T23:59:59-00:01", false),
            ("2020-01-01t00:00:00Z", false),
        ] {
            assert_eq!(string_to_timestamp(text).is_ok(), is_fine, "{text}");
        }
        assert!(int_to_timestamp(i64::MAX).is_err());
        assert!(int_to_timestamp(253_402_300_799).is_ok());
        assert!(string_to_duration("1d").is_err());
    }
}
