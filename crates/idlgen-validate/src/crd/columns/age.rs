//! Formats durations in a short, human-readable form (`k8s.io/apimachinery/pkg/util/duration`).

use idlgen_runtime::go::Instant;

const MINUTE: i64 = 60;
const HOUR: i64 = 60 * MINUTE;

/// Formats the time from `then` to `now` with at most two units (`duration.HumanDuration`). Returns `<invalid>` if
/// `then` is in the future, except for up to two seconds of clock skew.
///
/// ```
/// use idlgen_runtime::go::Instant;
/// use idlgen_validate::crd::columns::age;
/// let at = |seconds| Instant { seconds, nanoseconds: 0 };
/// assert_eq!(age(at(0), at(90)), "90s");
/// assert_eq!(age(at(0), at(3 * 3600 + 60)), "3h1m");
/// assert_eq!(age(at(10), at(0)), "<invalid>");
/// ```
pub fn age(then: Instant, now: Instant) -> String {
    let nanoseconds = |at: Instant| i128::from(at.seconds) * 1_000_000_000 + i128::from(at.nanoseconds);
    // A Go duration cannot exceed 292 years.
    let nanoseconds = (nanoseconds(now) - nanoseconds(then)).clamp(i64::MIN.into(), i64::MAX.into());
    let seconds = i64::try_from(nanoseconds / 1_000_000_000).unwrap_or_default();
    let two = |large: i64, unit: &str, small: i64, other: &str| {
        if small == 0 { format!("{large}{unit}") } else { format!("{large}{unit}{small}{other}") }
    };
    let (minutes, hours) = (seconds / MINUTE, seconds / HOUR);
    let days = hours / 24;
    match seconds {
        ..-1 => "<invalid>".to_owned(),
        -1 => "0s".to_owned(),
        0..120 => format!("{seconds}s"),
        _ if minutes < 10 => two(minutes, "m", seconds % 60, "s"),
        _ if minutes < 60 * 3 => format!("{minutes}m"),
        _ if hours < 8 => two(hours, "h", minutes % 60, "m"),
        _ if hours < 48 => format!("{hours}h"),
        _ if hours < 24 * 8 => two(days, "d", hours % 24, "h"),
        _ if hours < 24 * 365 * 2 => format!("{days}d"),
        _ if hours < 24 * 365 * 8 => two(days / 365, "y", days % 365, "d"),
        _ => format!("{}y", days / 365),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ages_have_two_units_at_most() {
        let day = 24 * HOUR;
        for (seconds, text) in [
            (-3, "<invalid>"),
            (-1, "0s"),
            (0, "0s"),
            (119, "119s"),
            (120, "2m"),
            (121, "2m1s"),
            (599, "9m59s"),
            (600, "10m"),
            (601, "10m"),
            (3 * HOUR - 1, "179m"),
            (3 * HOUR, "3h"),
            (7 * HOUR + 59 * MINUTE, "7h59m"),
            (8 * HOUR, "8h"),
            (8 * HOUR + MINUTE, "8h"),
            (2 * day - 1, "47h"),
            (2 * day, "2d"),
            (2 * day + HOUR, "2d1h"),
            (8 * day, "8d"),
            (8 * day + HOUR, "8d"),
            (730 * day - 1, "729d"),
            (730 * day, "2y"),
            (731 * day, "2y1d"),
            (8 * 365 * day, "8y"),
            (8 * 365 * day + day, "8y"),
            (5000 * 365 * day, "292y"),
        ] {
            let at = |seconds| Instant { seconds, nanoseconds: 0 };
            assert_eq!(age(at(0), at(seconds)), text);
        }
        // The fraction of a second is dropped from the difference, not from the two times.
        let late = Instant { seconds: 1, nanoseconds: 999_999_999 };
        assert_eq!(age(late, Instant { seconds: 0, nanoseconds: 0 }), "0s");
        let at = |seconds, nanoseconds| Instant { seconds, nanoseconds };
        assert_eq!(age(at(0, 500_000_000), at(120, 400_000_000)), "119s");
        assert_eq!(age(at(0, 400_000_000), at(120, 500_000_000)), "2m");
    }
}
