//! `format: date` and `format: date-time`.

use crate::cel::{EvaluationError, Timestamp};
use crate::go::{Layout, parse_time_with_offset};

/// A day, at its beginning in UTC.
pub(super) fn parse_date(text: &str) -> Result<Timestamp, EvaluationError> {
    parse(Layout::Date, text)
        .map_err(|error| EvaluationError::message(format!("Invalid date formatted string {text}: {error}")))
}

/// A point in time (`strfmt.ParseDateTime`); nothing is the beginning of 1970, and a time without zone is one of UTC.
pub(super) fn parse_date_time(text: &str) -> Result<Timestamp, EvaluationError> {
    if text.is_empty() {
        return Ok(Timestamp { seconds: 0, nanoseconds: 0, offset: 0 });
    }
    // Other layouts that upstream tries differ in the digits of the fraction only, of which this takes any number.
    parse(Layout::Rfc3339, text)
        .or_else(|_| parse(Layout::Local, text))
        .map_err(|error| EvaluationError::message(format!("Invalid date-time formatted string {text}: {error}")))
}

fn parse(layout: Layout, text: &str) -> Result<Timestamp, crate::go::ParseTimeError> {
    let (instant, offset) = parse_time_with_offset(layout, text)?;
    Ok(Timestamp { seconds: instant.seconds, nanoseconds: instant.nanoseconds, offset })
}
