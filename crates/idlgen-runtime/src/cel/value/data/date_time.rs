//! Converts strings with `format: date` and `format: date-time` to CEL values.

use crate::cel::{EvaluationError, Timestamp};
use crate::go::{Layout, parse_time_with_offset};

/// Parses a date to its start in UTC.
pub(super) fn parse_date(text: &str) -> Result<Timestamp, EvaluationError> {
    parse(Layout::Date, text)
        .map_err(|error| EvaluationError::message(format!("Invalid date formatted string {text}: {error}")))
}

/// Parses a timestamp (`strfmt.ParseDateTime`). An empty string is the start of 1970, and a time without a zone is in
/// UTC.
pub(super) fn parse_date_time(text: &str) -> Result<Timestamp, EvaluationError> {
    if text.is_empty() {
        return Ok(Timestamp { seconds: 0, nanoseconds: 0, offset: 0 });
    }
    // The other layouts of upstream only differ in the number of fractional digits, and this one accepts any number.
    parse(Layout::Rfc3339, text)
        .or_else(|_| parse(Layout::Local, text))
        .map_err(|error| EvaluationError::message(format!("Invalid date-time formatted string {text}: {error}")))
}

fn parse(layout: Layout, text: &str) -> Result<Timestamp, crate::go::ParseTimeError> {
    let (instant, offset) = parse_time_with_offset(layout, text)?;
    Ok(Timestamp { seconds: instant.seconds, nanoseconds: instant.nanoseconds, offset })
}
