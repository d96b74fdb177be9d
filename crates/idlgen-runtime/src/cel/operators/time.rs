//! Arithmetic with timestamps and durations.

use crate::cel::{ErrorKind, EvaluationError, Timestamp};

const SECOND: i64 = 1_000_000_000;

/// Adds a duration to a timestamp and keeps its offset from UTC.
pub(super) fn shift(time: Timestamp, nanoseconds: i64) -> Result<Timestamp, EvaluationError> {
    let sum = i64::from(time.nanoseconds) + nanoseconds % SECOND;
    let seconds = time
        .seconds
        .checked_add(nanoseconds / SECOND)
        .and_then(|seconds| seconds.checked_add(sum.div_euclid(SECOND)))
        .ok_or(ErrorKind::IntegerOverflow)?;
    if !(Timestamp::MIN_SECONDS..=Timestamp::MAX_SECONDS).contains(&seconds) {
        return Err(ErrorKind::TimestampOverflow.into());
    }
    Ok(Timestamp { seconds, nanoseconds: sum.rem_euclid(SECOND) as u32, offset: time.offset })
}

/// Returns the duration from `start` to `end`.
pub(super) fn between(end: Timestamp, start: Timestamp) -> Result<i64, EvaluationError> {
    let nanoseconds = i64::from(end.nanoseconds) - i64::from(start.nanoseconds);
    end.seconds
        .checked_sub(start.seconds)
        .and_then(|seconds| seconds.checked_mul(SECOND))
        .and_then(|whole| whole.checked_add(nanoseconds))
        .ok_or(ErrorKind::IntegerOverflow.into())
}
