//! Time zones, by name or as an offset. The zones are those of the IANA database, compiled in with the feature
//! `time-zones`. The name `Local` means UTC, like on a server.

#[cfg(feature = "time-zones")]
mod database;

use crate::{
    cel::{EvaluationError, value::Timestamp},
    go,
};

/// Returns the offset of a zone in seconds east of UTC at a point in time.
///
/// A zone is a name (`Europe/Berlin`), or hours and minutes with a colon (`-08:00`), which may exceed the range of a
/// day.
///
/// ```
/// use idlgen_runtime::cel::{library::time_zone::offset, value::Timestamp};
/// let time = Timestamp { seconds: 1_720_000_000, nanoseconds: 0, offset: 0 };
/// assert_eq!(offset("-02:30", time), Ok(-9000));
/// assert_eq!(offset("Nowhere", time).unwrap_err().to_string(), "unknown time zone Nowhere");
/// # #[cfg(feature = "time-zones")]
/// assert_eq!(offset("Europe/Berlin", time), Ok(7200));
/// ```
pub fn offset(zone: &str, time: Timestamp) -> Result<i64, EvaluationError> {
    match zone.split_once(':') {
        Some((hours, minutes)) => offset_in_numbers(hours, minutes),
        None => offset_by_name(zone, time),
    }
}

fn offset_in_numbers(hours: &str, minutes: &str) -> Result<i64, EvaluationError> {
    const SECOND: i64 = 1_000_000_000;
    let is_negative = hours.starts_with('-');
    let hours = parse_int(hours)?;
    let minutes = parse_int(minutes)?;
    let whole = hours.wrapping_mul(60);
    let minutes = if is_negative { whole.wrapping_sub(minutes) } else { whole.wrapping_add(minutes) };
    // Go computes the offset in nanoseconds and ignores overflow.
    Ok(minutes.wrapping_mul(60 * SECOND) / SECOND)
}

/// Parses an integer like Go's `strconv.Atoi`.
fn parse_int(text: &str) -> Result<i64, EvaluationError> {
    text.parse().map_err(|_| {
        let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
        let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
        let why = if is_number { "value out of range" } else { "invalid syntax" };
        EvaluationError::message(format!("strconv.Atoi: parsing {}: {why}", go::quote(text)))
    })
}

fn offset_by_name(name: &str, time: Timestamp) -> Result<i64, EvaluationError> {
    if is_utc(name) {
        return Ok(0);
    }
    if name.contains("..") || name.starts_with(['/', '\\']) {
        return Err(EvaluationError::message("time: invalid location name"));
    }
    #[cfg(feature = "time-zones")]
    return database::offset(name, time);
    #[cfg(not(feature = "time-zones"))]
    {
        let _ = time;
        Err(EvaluationError::message(format!("unknown time zone {name}")))
    }
}

fn is_utc(name: &str) -> bool {
    matches!(name, "" | "UTC" | "Local")
}

/// Returns `true` if the offset of this zone is only known from the time zone database.
///
/// ```
/// use idlgen_runtime::cel::library::time_zone::is_in_database;
/// assert!(is_in_database("Europe/Berlin"));
/// assert!(!is_in_database("+02:00") && !is_in_database("UTC"));
/// ```
pub fn is_in_database(zone: &str) -> bool {
    !is_utc(zone) && !zone.contains(':')
}

#[cfg(all(test, feature = "time-zones"))]
mod tests {
    use super::*;

    #[test]
    fn zones() {
        let (winter, summer) = (1_704_067_200, 1_720_000_000);
        let in_1800 = -5_364_662_400;
        for (zone, seconds, wanted) in [
            ("", winter, Ok(0)),
            ("Local", winter, Ok(0)),
            ("America/New_York", winter, Ok(-18_000)),
            ("America/New_York", summer, Ok(-14_400)),
            ("Europe/Berlin", in_1800, Ok(3208)),
            ("US/Central", Timestamp::MAX_SECONDS, Ok(-21_600)),
            ("Europe/Berlin", Timestamp::MIN_SECONDS, Ok(3208)),
            ("+05:45", winter, Ok(20_700)),
            ("5:-15", winter, Ok(17_100)),
            ("-00:30", winter, Ok(-1800)),
            ("America", winter, Err("is a directory")),
            ("us/central", winter, Err("unknown time zone us/central")),
            ("../UTC", winter, Err("time: invalid location name")),
            ("/UTC", winter, Err("time: invalid location name")),
            (":30", winter, Err("strconv.Atoi: parsing \"\": invalid syntax")),
            ("1:2:3", winter, Err("strconv.Atoi: parsing \"2:3\": invalid syntax")),
            ("9999999999999999999:0", winter, Err("strconv.Atoi: parsing \"9999999999999999999\": value out of range")),
        ] {
            let got = offset(zone, Timestamp { seconds, nanoseconds: 0, offset: 0 });
            assert_eq!(got.map_err(|error| error.to_string()), wanted.map_err(str::to_owned), "{zone}");
        }
    }

    #[test]
    fn only_names_are_in_the_database() {
        for (zone, is_name) in
            [("Europe/Berlin", true), ("x", true), ("", false), ("UTC", false), ("Local", false), ("+02:00", false)]
        {
            assert_eq!(is_in_database(zone), is_name, "{zone}");
        }
    }
}
