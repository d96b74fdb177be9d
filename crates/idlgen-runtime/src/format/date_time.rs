//! The formats `date` and `date-time`.

use super::{Family, Format};
use crate::go::{Layout, parse_time};

pub(super) static DATE: Format = Format {
    name: "date",
    family: Family::OpenApi,
    since: 0,
    doc: "A calendar date, `2006-01-02`.",
    source: "k8s.io/kube-openapi/pkg/validation/strfmt.IsDate",
    examples: &["2024-02-29", "0000-01-01"],
    counterexamples: &["", "2023-02-29", "2024-2-29", "2024-02-29T00:00:00Z"],
    accepts: is_date,
    messages: None,
};

pub(super) static DATE_TIME: Format = Format {
    name: "date-time",
    family: Family::OpenApi,
    since: 0,
    doc: "A time similar to RFC 3339, in either case. Any character may precede the fraction, and the zone may be any \
        digits.",
    source: "k8s.io/kube-openapi/pkg/validation/strfmt.IsDateTime",
    examples: &["2014-12-15T19:30:20.000Z", "2014-12-15t19:30:20+01:00"],
    counterexamples: &["", "2014-12-15", "2014-12-15T24:00:00Z", "2014-12-15 19:30:20Z", "2014-12-15T19:30:20"],
    accepts: is_date_time,
    messages: None,
};

fn is_date(text: &str) -> bool {
    parse_time(Layout::Date, text).is_ok()
}

fn is_date_time(text: &str) -> bool {
    // The upstream parser ignores everything after a second `T`.
    let mut parts = text.split(['t', 'T']);
    let (Some(date), Some(time)) = (parts.next(), parts.next()) else { return false };
    is_date(date) && is_time(time)
}

/// Returns `true` for `19:30:20`, an optional fraction, and `z` or a zone offset.
fn is_time(text: &str) -> bool {
    let (Some(clock), Some(rest)) = (text.get(..8), text.get(8..)) else { return false };
    let [h1, h2, b':', m1, m2, b':', s1, s2] = clock.as_bytes() else { return false };
    let is_below = |tens: u8, ones: u8, limit: u8| {
        tens.is_ascii_digit() && ones.is_ascii_digit() && (tens - b'0') * 10 + (ones - b'0') < limit
    };
    if !(is_below(*h1, *h2, 24) && is_below(*m1, *m2, 60) && is_below(*s1, *s2, 60)) {
        return false;
    }
    if is_zone(rest) {
        return true;
    }
    let mut characters = rest.chars();
    let first = characters.next();
    let fraction = characters.as_str();
    let zone = fraction.trim_start_matches(|digit: char| digit.is_ascii_digit());
    first.is_some_and(|character| character != '\n') && zone.len() < fraction.len() && is_zone(zone)
}

fn is_zone(text: &str) -> bool {
    match text.as_bytes() {
        [b'z' | b'Z'] => true,
        [b'+' | b'-', hours @ .., b':', m1, m2] => {
            hours.len() == 2 && hours.iter().chain([m1, m2]).all(u8::is_ascii_digit)
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The pattern of go-openapi/strfmt has `.` for the separator of the fraction, which matches any character.
    #[test]
    fn a_fraction_is_a_character_and_digits() {
        for (time, expected) in [
            ("19:30:20Z", true),
            ("19:30:20.5Z", true),
            ("19:30:20,5z", true),
            ("19:30:20x5+01:00", true),
            ("19:30:20\n5Z", false),
            ("19:30:20.", false),
            ("19:30:20.5", false),
            ("19:30:20.Z", false),
            ("19:30:20.5Z5", false),
            ("19:30:60Z", false),
            ("19:60:20Z", false),
            ("24:00:00Z", false),
            ("19:30:20+1:00", false),
            ("19:30:20+01:0x", false),
            ("19:30:2", false),
        ] {
            assert_eq!(is_time(time), expected, "{time:?}");
        }
    }
}
