//! The proleptic Gregorian calendar of Go's `time`.

use super::instant::Instant;

/// A point in time, represented as date and time of day in a time zone.
///
/// ```
/// use idlgen_runtime::go::{Civil, Instant};
/// let new_year = Civil::new(Instant { seconds: 86_400 * 365, nanoseconds: 0 }, -3600);
/// assert_eq!((new_year.year, new_year.month, new_year.day, new_year.hour), (1970, 12, 31, 23));
/// assert_eq!((new_year.day_of_year, new_year.weekday), (365, 4));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Civil {
    /// The year. Year 0 exists and precedes year 1.
    pub year: i64,
    /// The month, starting with 1 for January.
    pub month: i64,
    /// The day of the month, starting with 1.
    pub day: i64,
    /// The day of the year, starting with 1.
    pub day_of_year: i64,
    /// The day of the week, starting with 0 for Sunday.
    pub weekday: i64,
    /// The hour, at most 23.
    pub hour: i64,
    /// The minute, at most 59.
    pub minute: i64,
    /// The second, at most 59.
    pub second: i64,
}

impl Civil {
    /// Converts a point in time to date and time. `offset` is the time zone in seconds east of UTC.
    pub fn new(instant: Instant, offset: i64) -> Self {
        const DAY: i64 = 86_400;
        let seconds = instant.seconds.wrapping_add(offset);
        let (days, second) = (seconds.div_euclid(DAY), seconds.rem_euclid(DAY));
        let (year, month, day) = civil_from_days(days);
        Civil {
            year,
            month,
            day,
            day_of_year: days - days_from_civil(year, 1, 1) + 1,
            // January 1, 1970 was a Thursday.
            weekday: (days + 4).rem_euclid(7),
            hour: second / 3600,
            minute: second / 60 % 60,
            second: second % 60,
        }
    }

    /// Formats as `2006-01-02T15:04:05`.
    pub(super) fn date_and_time(&self) -> String {
        let sign = if self.year < 0 { "-" } else { "" };
        format!(
            "{sign}{:04}-{:02}-{:02}T{:02}:{:02}:{:02}",
            self.year.unsigned_abs(),
            self.month,
            self.day,
            self.hour,
            self.minute,
            self.second
        )
    }
}

/// Returns the number of days in a month.
pub(super) fn days_in(year: i64, month: i64) -> i64 {
    match month {
        2 if year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// Returns the number of days since 1970-01-01. The computation starts years in March, so that the leap day comes last.
pub(super) fn days_from_civil(year: i64, month: i64, day: i64) -> i64 {
    let year = if month <= 2 { year - 1 } else { year };
    let era = year.div_euclid(400);
    let year_of_era = year.rem_euclid(400);
    let day_of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    let day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
    era * 146_097 + day_of_era - 719_468
}

/// Converts a number of days since 1970-01-01 to year, month and day. This is the inverse of [`days_from_civil`].
fn civil_from_days(days: i64) -> (i64, i64, i64) {
    let days = days + 719_468;
    let era = days.div_euclid(146_097);
    let day_of_era = days.rem_euclid(146_097);
    let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted_month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted_month + 2) / 5 + 1;
    let month = (shifted_month + 2) % 12 + 1;
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    (year, month, day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_calendar_round_trips() {
        for days in (-800_000..3_000_000).step_by(7) {
            let (year, month, day) = civil_from_days(days);
            assert_eq!(days_from_civil(year, month, day), days);
        }
    }

    #[test]
    fn bounds_of_a_number_do_not_matter() {
        for seconds in [i64::MIN, i64::MAX] {
            let civil = Civil::new(Instant { seconds, nanoseconds: 0 }, 0);
            assert!((1..=366).contains(&civil.day_of_year));
        }
    }
}
