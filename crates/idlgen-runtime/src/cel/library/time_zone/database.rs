//! The IANA database of time zones.

use jiff::tz::{TimeZone, TimeZoneDatabase};

use crate::cel::{EvaluationError, value::Timestamp};

/// How many seconds east of UTC the zone of this name is at some time.
pub(super) fn offset(name: &str, time: Timestamp) -> Result<i64, EvaluationError> {
    let database = TimeZoneDatabase::bundled();
    // Names are files on a server, where case counts.
    let zone: Option<TimeZone> = database.get(name).ok().filter(|zone| zone.iana_name() == Some(name));
    let zone = zone.ok_or_else(|| unknown(name, &database))?;
    // The last hours of the year 9999 are beyond what the database answers for, and no zone changes then.
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
