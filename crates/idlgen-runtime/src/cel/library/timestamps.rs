//! Calendar and clock fields of a timestamp, and the parts of a duration (`getFullYear`, `getHours` and so on of the
//! standard library).

use super::{Binding, CallCost, by_overload, time_zone};
use crate::{
    cel::{EvaluationError, Value, value::Timestamp},
    go::{Civil, Instant},
};

/// Converts `time` to date and time in UTC, regardless of its original zone.
pub fn in_utc(time: Timestamp) -> Civil {
    Civil::new(Instant { seconds: time.seconds, nanoseconds: time.nanoseconds }, 0)
}

/// Converts `time` to date and time in a zone: see [`time_zone::offset`].
pub fn in_zone(time: Timestamp, zone: &str) -> Result<Civil, EvaluationError> {
    let instant = Instant { seconds: time.seconds, nanoseconds: time.nanoseconds };
    Ok(Civil::new(instant, time_zone::offset(zone, time)?))
}

/// `duration.getHours()`: the entire duration in hours.
///
/// Here and in the two functions below, cel-go truncates a double, so a long duration may be rounded up because of its
/// last nanoseconds.
pub fn duration_hours(nanoseconds: i64) -> i64 {
    whole(nanoseconds, 3_600_000_000_000)
}

/// `duration.getMinutes()`: the entire duration in minutes.
pub fn duration_minutes(nanoseconds: i64) -> i64 {
    whole(nanoseconds, 60_000_000_000)
}

/// `duration.getSeconds()`: the entire duration in seconds.
pub fn duration_seconds(nanoseconds: i64) -> i64 {
    whole(nanoseconds, 1_000_000_000)
}

/// `duration.getMilliseconds()`: the entire duration in milliseconds. (The CEL specification requires only the
/// milliseconds that remain after the full seconds.)
pub fn duration_milliseconds(nanoseconds: i64) -> i64 {
    nanoseconds / 1_000_000
}

fn whole(nanoseconds: i64, unit: i64) -> i64 {
    ((nanoseconds / unit) as f64 + (nanoseconds % unit) as f64 / unit as f64) as i64
}

/// A function that returns a part of a timestamp.
type Part = fn(Timestamp, &Civil) -> i64;

type DurationPart = fn(i64) -> i64;

// Generates one adapter per function, because table entries are function pointers, which cannot capture `$part`.
macro_rules! part {
    ($part:expr) => {
        |arguments, _| timestamp_part(arguments, $part)
    };
    ($part:expr, $duration:expr) => {
        |arguments, _| match arguments {
            [Value::Duration(nanoseconds)] => Ok(Value::Int(($duration as DurationPart)(*nanoseconds))),
            _ => timestamp_part(arguments, $part),
        }
    };
}

pub(super) const FUNCTIONS: &[Binding] = &[
    by_overload(
        "getFullYear",
        &["timestamp_to_year", "timestamp_to_year_with_tz"],
        CallCost::One,
        part!(|_, civil| civil.year),
    ),
    by_overload(
        "getMonth",
        &["timestamp_to_month", "timestamp_to_month_with_tz"],
        CallCost::One,
        part!(|_, civil| civil.month - 1),
    ),
    by_overload(
        "getDayOfYear",
        &["timestamp_to_day_of_year", "timestamp_to_day_of_year_with_tz"],
        CallCost::One,
        part!(|_, civil| civil.day_of_year - 1),
    ),
    by_overload(
        "getDayOfMonth",
        &["timestamp_to_day_of_month", "timestamp_to_day_of_month_with_tz"],
        CallCost::One,
        part!(|_, civil| civil.day - 1),
    ),
    by_overload(
        "getDate",
        &["timestamp_to_day_of_month_1_based", "timestamp_to_day_of_month_1_based_with_tz"],
        CallCost::One,
        part!(|_, civil| civil.day),
    ),
    by_overload(
        "getDayOfWeek",
        &["timestamp_to_day_of_week", "timestamp_to_day_of_week_with_tz"],
        CallCost::One,
        part!(|_, civil| civil.weekday),
    ),
    by_overload(
        "getHours",
        &["timestamp_to_hours", "timestamp_to_hours_with_tz", "duration_to_hours"],
        CallCost::One,
        part!(|_, civil| civil.hour, duration_hours),
    ),
    by_overload(
        "getMinutes",
        &["timestamp_to_minutes", "timestamp_to_minutes_with_tz", "duration_to_minutes"],
        CallCost::One,
        part!(|_, civil| civil.minute, duration_minutes),
    ),
    by_overload(
        "getSeconds",
        &["timestamp_to_seconds", "timestamp_to_seconds_tz", "duration_to_seconds"],
        CallCost::One,
        part!(|_, civil| civil.second, duration_seconds),
    ),
    by_overload(
        "getMilliseconds",
        &["timestamp_to_milliseconds", "timestamp_to_milliseconds_with_tz", "duration_to_milliseconds"],
        CallCost::One,
        part!(|time, _| i64::from(time.nanoseconds / 1_000_000), duration_milliseconds),
    ),
];

fn timestamp_part<'a>(arguments: &[Value<'a>], part: Part) -> Result<Value<'a>, EvaluationError> {
    let (time, civil) = match arguments {
        [Value::Timestamp(time)] => (*time, in_utc(*time)),
        [Value::Timestamp(time), Value::String(zone)] => (*time, in_zone(*time, zone)?),
        _ => return Err(EvaluationError::no_such_overload()),
    };
    Ok(Value::Int(part(time, &civil)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cel::{Environment, library::functions};

    #[test]
    fn parts_of_durations() {
        assert_eq!(duration_hours(-5_400_000_000_000), -1);
        assert_eq!(duration_minutes(i64::MAX), 153_722_867);
        assert_eq!(duration_seconds(1_999_999_999), 1);
        // One nanosecond less than 9,007,200,000 seconds. As a double, this is rounded up.
        assert_eq!(duration_seconds(9_007_199_999_999_999_999), 9_007_200_000);
        assert_eq!(duration_milliseconds(123_321_456_789), 123_321);
    }

    #[test]
    fn parts_of_times() {
        // 2009-02-13T23:31:30.123Z, a Friday.
        let time = Value::Timestamp(Timestamp { seconds: 1_234_567_890, nanoseconds: 123_456_789, offset: 3600 });
        for (name, utc, sydney) in [
            ("getFullYear", 2009, 2009),
            ("getMonth", 1, 1),
            ("getDayOfYear", 43, 44),
            ("getDayOfMonth", 12, 13),
            ("getDate", 13, 14),
            ("getDayOfWeek", 5, 6),
            ("getHours", 23, 10),
            ("getMinutes", 31, 31),
            ("getSeconds", 30, 30),
            ("getMilliseconds", 123, 123),
        ] {
            let function = functions(name, "").next().unwrap();
            let environment = Environment::default();
            let got = |arguments: &[Value<'static>]| match function(arguments, &environment) {
                Ok(Value::Int(value)) => value,
                other => panic!("{name}: {other:?}"),
            };
            assert_eq!(got(std::slice::from_ref(&time)), utc, "{name}");
            assert_eq!(got(&[time.clone(), Value::text("Australia/Sydney")]), sydney, "{name}");
        }
    }
}
