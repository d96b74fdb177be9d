//! Fields of timestamps and durations.

use super::declaration::{Declaration, member};

pub(super) const DECLARATIONS: &[Declaration] = &[
    member(1, "getDate", "timestamp_to_day_of_month_1_based", "timestamp", "int"),
    member(1, "getDate", "timestamp_to_day_of_month_1_based_with_tz", "timestamp, string", "int"),
    member(1, "getDayOfMonth", "timestamp_to_day_of_month", "timestamp", "int"),
    member(1, "getDayOfMonth", "timestamp_to_day_of_month_with_tz", "timestamp, string", "int"),
    member(1, "getDayOfWeek", "timestamp_to_day_of_week", "timestamp", "int"),
    member(1, "getDayOfWeek", "timestamp_to_day_of_week_with_tz", "timestamp, string", "int"),
    member(1, "getDayOfYear", "timestamp_to_day_of_year", "timestamp", "int"),
    member(1, "getDayOfYear", "timestamp_to_day_of_year_with_tz", "timestamp, string", "int"),
    member(1, "getFullYear", "timestamp_to_year", "timestamp", "int"),
    member(1, "getFullYear", "timestamp_to_year_with_tz", "timestamp, string", "int"),
    member(1, "getHours", "timestamp_to_hours", "timestamp", "int"),
    member(1, "getHours", "timestamp_to_hours_with_tz", "timestamp, string", "int"),
    member(1, "getHours", "duration_to_hours", "duration", "int"),
    member(1, "getMilliseconds", "timestamp_to_milliseconds", "timestamp", "int"),
    member(1, "getMilliseconds", "timestamp_to_milliseconds_with_tz", "timestamp, string", "int"),
    member(1, "getMilliseconds", "duration_to_milliseconds", "duration", "int"),
    member(1, "getMinutes", "timestamp_to_minutes", "timestamp", "int"),
    member(1, "getMinutes", "timestamp_to_minutes_with_tz", "timestamp, string", "int"),
    member(1, "getMinutes", "duration_to_minutes", "duration", "int"),
    member(1, "getMonth", "timestamp_to_month", "timestamp", "int"),
    member(1, "getMonth", "timestamp_to_month_with_tz", "timestamp, string", "int"),
    member(1, "getSeconds", "timestamp_to_seconds", "timestamp", "int"),
    member(1, "getSeconds", "timestamp_to_seconds_tz", "timestamp, string", "int"),
    member(1, "getSeconds", "duration_to_seconds", "duration", "int"),
];
