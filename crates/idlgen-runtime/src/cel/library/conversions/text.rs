//! Conversions to `string` and `bytes`.

use crate::cel::{EvaluationError, value::Timestamp};
use crate::go;

/// `string(double)`: the shortest decimal number that parses to the same value, with an exponent if it is at least 1e6
/// or less than 1e-4, see [`go::format_float`].
pub fn double_to_string(value: f64) -> String {
    go::format_float(value)
}

/// `string(duration)`: seconds with a fraction, with the precision of a double.
///
/// ```
/// use idlgen_runtime::cel::library::conversions::duration_to_string;
/// assert_eq!(duration_to_string(5_400_000_000_000), "5400s");
/// assert_eq!(duration_to_string(-1_000_000), "-0.001s");
/// ```
pub fn duration_to_string(nanoseconds: i64) -> String {
    let mut text = go::format_plain_float(seconds_of(nanoseconds));
    text.push('s');
    text
}

/// Returns the duration in seconds (`time.Duration.Seconds`).
pub(crate) fn seconds_of(nanoseconds: i64) -> f64 {
    const SECOND: i64 = 1_000_000_000;
    (nanoseconds / SECOND) as f64 + (nanoseconds % SECOND) as f64 / 1e9
}

/// `string(timestamp)`: RFC 3339 with all digits of the fraction, in its original time zone.
pub fn timestamp_to_string(value: Timestamp) -> String {
    go::format_time_nano(go::Instant { seconds: value.seconds, nanoseconds: value.nanoseconds }, value.offset)
}

/// `string(bytes)`
pub fn bytes_to_string(bytes: &[u8]) -> Result<&str, EvaluationError> {
    std::str::from_utf8(bytes).map_err(|_| EvaluationError::message("invalid UTF-8 in bytes, cannot convert to string"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prints_as_cel_go_does() {
        assert_eq!(duration_to_string(0), "0s");
        assert_eq!(duration_to_string(i64::MIN), "-9223372036.854776s");
        assert_eq!(duration_to_string(1), "0.000000001s");
        assert_eq!(
            timestamp_to_string(Timestamp { seconds: 0, nanoseconds: 1_000, offset: 3600 }),
            "1970-01-01T01:00:00.000001+01:00"
        );
        assert!(bytes_to_string(&[0xff]).is_err());
    }
}
