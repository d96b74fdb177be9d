//! The IANA time zone database.

use jiff::tz::{TimeZone, TimeZoneDatabase};

use crate::cel::{EvaluationError, value::Timestamp};

/// Returns the offset of a named zone in seconds east of UTC at a point in time.
pub(super) fn offset(name: &str, time: Timestamp) -> Result<i64, EvaluationError> {
    let database = TimeZoneDatabase::bundled();
    // On a server, zone names are file names and therefore case-sensitive.
    let zone: Option<TimeZone> = database.get(name).ok().filter(|zone| zone.iana_name() == Some(name));
    let zone = zone.ok_or_else(|| unknown(name, &database))?;
    // The database does not support the last hours of the year 9999, in which no zone changes its offset.
    let bounded = time.seconds.clamp(jiff::Timestamp::MIN.as_second(), jiff::Timestamp::MAX.as_second());
    let instant = jiff::Timestamp::from_second(bounded).unwrap_or_default();
    Ok(zone.to_offset(instant).seconds().into())
}

#[cold]
fn unknown(name: &str, database: &TimeZoneDatabase) -> EvaluationError {
    let is_below = |zone: &str| zone.strip_prefix(name).is_some_and(|rest| rest.starts_with('/'));
    if database.available().any(|zone| is_below(zone.as_str())) {
        return EvaluationError::message("is a directory");
    }
    EvaluationError::message(format!("unknown time zone {name}"))
}
