//! `time.Parse` for the layouts that Kubernetes uses, and time formatting.

use std::fmt::{self, Write};

use super::{
    calendar::{Civil, days_from_civil, days_in},
    instant::Instant,
};

/// A layout of `time.Parse`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// `time.RFC3339`: seconds, with an optional fraction of any length.
    Rfc3339,
    /// `metav1.RFC3339Micro`: exactly six digits after the seconds.
    Rfc3339Micro,
    /// `strfmt.ISO8601LocalTime`: seconds, with an optional fraction of any length, without a zone.
    Local,
    /// A date without a time, such as `2006-01-02`.
    Date,
}

#[derive(Clone, Copy)]
enum Chunk {
    Text(u8),
    Year,
    Month,
    Day,
    Hour,
    Minute,
    Second,
    Microseconds,
    Zone,
}

impl Layout {
    /// Returns the layout in Go's notation.
    pub const fn name(self) -> &'static str {
        match self {
            Layout::Rfc3339 => "2006-01-02T15:04:05Z07:00",
            Layout::Rfc3339Micro => "2006-01-02T15:04:05.000000Z07:00",
            Layout::Local => "2006-01-02T15:04:05",
            Layout::Date => "2006-01-02",
        }
    }

    const fn chunks(self) -> &'static [Chunk] {
        use Chunk::{Day, Hour, Microseconds, Minute, Month, Second, Text, Year, Zone};
        const DATE: &[Chunk] = &[Year, Text(b'-'), Month, Text(b'-'), Day];
        const LOCAL: &[Chunk] =
            &[Year, Text(b'-'), Month, Text(b'-'), Day, Text(b'T'), Hour, Text(b':'), Minute, Text(b':'), Second];
        const RFC3339: &[Chunk] =
            &[Year, Text(b'-'), Month, Text(b'-'), Day, Text(b'T'), Hour, Text(b':'), Minute, Text(b':'), Second, Zone];
        const MICRO: &[Chunk] = &[
            Year,
            Text(b'-'),
            Month,
            Text(b'-'),
            Day,
            Text(b'T'),
            Hour,
            Text(b':'),
            Minute,
            Text(b':'),
            Second,
            Microseconds,
            Zone,
        ];
        match self {
            Layout::Rfc3339 => RFC3339,
            Layout::Rfc3339Micro => MICRO,
            Layout::Local => LOCAL,
            Layout::Date => DATE,
        }
    }
}

/// An error for an invalid time, with Go's message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseTimeError {
    message: String,
}

impl fmt::Display for ParseTimeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for ParseTimeError {}

/// Parses a time.
///
/// ```
/// use idlgen_runtime::go::{parse_time, Instant, Layout};
/// let noon = parse_time(Layout::Rfc3339, "1970-01-02T12:00:00.5+01:00");
/// assert_eq!(noon, Ok(Instant { seconds: 86_400 + 11 * 3600, nanoseconds: 500_000_000 }));
/// assert_eq!(
///     parse_time(Layout::Date, "2024-13-01").unwrap_err().to_string(),
///     "parsing time \"2024-13-01\": month out of range",
/// );
/// ```
pub fn parse_time(layout: Layout, text: &str) -> Result<Instant, ParseTimeError> {
    parse_time_with_offset(layout, text).map(|(instant, _)| instant)
}

/// Parses a time. Also returns the offset of its time zone in seconds east of UTC.
///
/// ```
/// use idlgen_runtime::go::{parse_time_with_offset, Instant, Layout};
/// let midnight = parse_time_with_offset(Layout::Rfc3339, "1970-01-01T01:00:00+01:00");
/// assert_eq!(midnight, Ok((Instant { seconds: 0, nanoseconds: 0 }, 3600)));
/// ```
pub fn parse_time_with_offset(layout: Layout, text: &str) -> Result<(Instant, i32), ParseTimeError> {
    let mut reader = TimeReader { layout, text: text.as_bytes(), rest: text.as_bytes() };
    let (mut year, mut month, mut day, mut hour, mut minute, mut second) = (0, 1, 1, 0, 0, 0);
    let (mut nanoseconds, mut offset) = (0, 0);
    for chunk in layout.chunks() {
        let hold = reader.rest;
        match *chunk {
            Chunk::Text(wanted) => match reader.rest {
                [first, rest @ ..] if *first == wanted => reader.rest = rest,
                _ => return Err(reader.expected(hold, &char::from(wanted).to_string())),
            },
            Chunk::Year => match reader.rest {
                [a @ b'0'..=b'9', b @ b'0'..=b'9', c @ b'0'..=b'9', d @ b'0'..=b'9', rest @ ..] => {
                    year = [a, b, c, d].iter().fold(0, |year, digit| year * 10 + i64::from(**digit - b'0'));
                    reader.rest = rest;
                }
                _ => return Err(reader.expected(hold, "2006")),
            },
            Chunk::Month => month = reader.number("01", true, 1..=12, "month")?,
            // Whether the month has this day is checked at the end.
            Chunk::Day => day = reader.number("02", true, 0..=99, "")?,
            Chunk::Hour => hour = reader.number("15", false, 0..=23, "hour")?,
            Chunk::Minute => minute = reader.number("04", true, 0..=59, "minute")?,
            Chunk::Second => {
                second = reader.number("05", true, 0..=59, "second")?;
                if matches!(layout, Layout::Rfc3339 | Layout::Local) {
                    nanoseconds = reader.any_fraction();
                }
            }
            Chunk::Microseconds => nanoseconds = reader.microseconds()?,
            Chunk::Zone => offset = reader.zone()?,
        }
    }
    if !reader.rest.is_empty() {
        let extra = format!(": extra text: {}", quote_bytes(reader.rest));
        return Err(reader.fail(&extra));
    }
    if day < 1 || day > days_in(year, month) {
        return Err(reader.out_of_range("day"));
    }
    let seconds = days_from_civil(year, month, day) * 86_400 + hour * 3_600 + minute * 60 + second - offset;
    Ok((Instant { seconds, nanoseconds }, offset as i32))
}

struct TimeReader<'a> {
    layout: Layout,
    text: &'a [u8],
    rest: &'a [u8],
}

impl TimeReader<'_> {
    /// Parses one or two digits, exactly two if `is_fixed`.
    fn number(
        &mut self,
        element: &str,
        is_fixed: bool,
        range: std::ops::RangeInclusive<i64>,
        name: &str,
    ) -> Result<i64, ParseTimeError> {
        let (value, rest) = match self.rest {
            [tens @ b'0'..=b'9', ones @ b'0'..=b'9', rest @ ..] => {
                (i64::from(tens - b'0') * 10 + i64::from(ones - b'0'), rest)
            }
            [ones @ b'0'..=b'9', rest @ ..] if !is_fixed => (i64::from(ones - b'0'), rest),
            _ => return Err(self.expected(self.rest, element)),
        };
        self.rest = rest;
        if range.contains(&value) { Ok(value) } else { Err(self.out_of_range(name)) }
    }

    /// Parses `.` or `,` and any number of digits, of which the first nine are used. Returns 0 if there is no fraction.
    fn any_fraction(&mut self) -> u32 {
        let [b'.' | b',', b'0'..=b'9', ..] = self.rest else { return 0 };
        let (mut value, mut digits) = (0, 0);
        self.rest = self.rest.get(1..).unwrap_or_default();
        while let [digit @ b'0'..=b'9', rest @ ..] = self.rest {
            if digits < 9 {
                value = value * 10 + u32::from(digit - b'0');
                digits += 1;
            }
            self.rest = rest;
        }
        value * 10u32.pow(9 - digits)
    }

    /// Parses `.` or `,` and six characters, which Go interprets as a signed integer.
    fn microseconds(&mut self) -> Result<u32, ParseTimeError> {
        let hold = self.rest;
        let (Some([b'.' | b',', number @ ..]), Some(rest)) = (hold.get(..7), hold.get(7..)) else {
            return Err(self.expected(hold, ".000000"));
        };
        let (is_negative, digits) = match number {
            [sign @ (b'+' | b'-'), digits @ ..] => (*sign == b'-', digits),
            digits => (false, digits),
        };
        if !digits.iter().all(u8::is_ascii_digit) {
            return Err(self.expected(hold, ".000000"));
        }
        self.rest = rest;
        let value = digits.iter().fold(0, |value, digit| value * 10 + u32::from(digit - b'0'));
        if is_negative && value > 0 {
            return Err(self.out_of_range("fractional second"));
        }
        Ok(value * 1000)
    }

    /// Parses `Z` or an offset such as `+07:00` into seconds east of UTC. Accepts up to 24 hours and 60 minutes.
    fn zone(&mut self) -> Result<i64, ParseTimeError> {
        if let [b'Z', rest @ ..] = self.rest {
            self.rest = rest;
            return Ok(0);
        }
        let hold = self.rest;
        let [sign, hours @ .., b':', _, _] = hold.get(..6).unwrap_or_default() else {
            return Err(self.expected(hold, "Z07:00"));
        };
        let minutes = hold.get(4..6).unwrap_or_default();
        self.rest = hold.get(6..).unwrap_or_default();
        let number = |digits: &[u8]| match digits {
            [tens @ b'0'..=b'9', ones @ b'0'..=b'9'] => Some(i64::from(tens - b'0') * 10 + i64::from(ones - b'0')),
            _ => None,
        };
        let hours = number(hours);
        if hours.is_some_and(|hours| hours > 24) {
            // Go parses the minutes before it reports the error. If they are out of range too, it reports them instead.
            return Err(self.out_of_range(match number(minutes) {
                Some(minutes) if minutes > 60 => "time zone offset minute",
                _ => "time zone offset hour",
            }));
        }
        let (Some(hours), Some(minutes)) = (hours, hours.and_then(|_| number(minutes))) else {
            return Err(self.expected(hold, "Z07:00"));
        };
        if minutes > 60 {
            return Err(self.out_of_range("time zone offset minute"));
        }
        let offset = (hours * 60 + minutes) * 60;
        match sign {
            b'+' => Ok(offset),
            b'-' => Ok(-offset),
            _ => Err(self.expected(hold, "Z07:00")),
        }
    }

    fn fail(&self, message: &str) -> ParseTimeError {
        ParseTimeError { message: format!("parsing time {}{message}", quote_bytes(self.text)) }
    }

    fn out_of_range(&self, name: &str) -> ParseTimeError {
        self.fail(&format!(": {name} out of range"))
    }

    fn expected(&self, found: &[u8], element: &str) -> ParseTimeError {
        self.fail(&format!(
            " as {}: cannot parse {} as {}",
            quote_bytes(self.layout.name().as_bytes()),
            quote_bytes(found),
            quote_bytes(element.as_bytes()),
        ))
    }
}

/// Formats a point in time as RFC 3339 in UTC, with six fractional digits if `micro`, otherwise none.
pub fn format_time(instant: Instant, micro: bool) -> String {
    let fraction = if micro { format!(".{:06}", instant.nanoseconds / 1000) } else { String::new() };
    format!("{}{fraction}Z", Civil::new(instant, 0).date_and_time())
}

/// Formats a point in time like `time.RFC3339Nano`. `offset` is the time zone in seconds east of UTC. The fraction has
/// no trailing zeros, the zone is in hours and minutes, and UTC is `Z`.
///
/// ```
/// use idlgen_runtime::go::{format_time_nano, Instant};
/// let instant = Instant { seconds: 0, nanoseconds: 1_500_000 };
/// assert_eq!(format_time_nano(instant, -5400), "1969-12-31T22:30:00.0015-01:30");
/// ```
pub fn format_time_nano(instant: Instant, offset: i32) -> String {
    let mut text = Civil::new(instant, offset.into()).date_and_time();
    if instant.nanoseconds > 0 {
        let fraction = format!(".{:09}", instant.nanoseconds);
        text.push_str(fraction.trim_end_matches('0'));
    }
    if offset == 0 {
        text.push('Z');
    } else {
        let sign = if offset < 0 { '-' } else { '+' };
        let minutes = offset.unsigned_abs() / 60;
        let _ = write!(text, "{sign}{:02}:{:02}", minutes / 60, minutes % 60);
    }
    text
}

/// Quotes like Go's package `time`, which escapes every byte that is not ASCII.
pub(super) fn quote_bytes(text: &[u8]) -> String {
    let mut quoted = String::with_capacity(text.len() + 2);
    quoted.push('"');
    for &byte in text {
        match byte {
            b'"' | b'\\' => {
                quoted.push('\\');
                quoted.push(char::from(byte));
            }
            b' '..=0x7f => quoted.push(char::from(byte)),
            _ => {
                let _ = write!(quoted, "\\x{byte:02x}");
            }
        }
    }
    quoted.push('"');
    quoted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_what_go_reads() {
        let zero = Instant { seconds: 0, nanoseconds: 0 };
        let cases: &[(Layout, &str, Result<Instant, &str>)] = &[
            (Layout::Rfc3339, "1970-01-01T00:00:00Z", Ok(zero)),
            (Layout::Rfc3339, "1970-01-01T1:00:00+01:00", Ok(zero)),
            (Layout::Rfc3339, "1970-01-02T00:00:00+24:00", Ok(zero)),
            (
                Layout::Rfc3339,
                "1970-01-01T00:00:00,123456789999Z",
                Ok(Instant { seconds: 0, nanoseconds: 123_456_789 }),
            ),
            (Layout::Rfc3339, "0001-01-01T00:00:00Z", Ok(Instant::ZERO)),
            (
                Layout::Rfc3339,
                "1970-01-01t00:00:00Z",
                Err("parsing time \"1970-01-01t00:00:00Z\" as \"2006-01-02T15:04:05Z07:00\": cannot parse \
                     \"t00:00:00Z\" as \"T\""),
            ),
            (Layout::Rfc3339, "1970-01-01T24:00:00Z", Err("parsing time \"1970-01-01T24:00:00Z\": hour out of range")),
            (Layout::Rfc3339, "1970-02-30T00:00:00Z", Err("parsing time \"1970-02-30T00:00:00Z\": day out of range")),
            (
                Layout::Rfc3339,
                "1970-01-01T00:00:00Zx",
                Err("parsing time \"1970-01-01T00:00:00Zx\": extra text: \"x\""),
            ),
            (
                Layout::Rfc3339,
                "1970-01-01T00:00:00+25:00",
                Err("parsing time \"1970-01-01T00:00:00+25:00\": time zone offset hour out of range"),
            ),
            (Layout::Rfc3339Micro, "1970-01-01T00:00:00.000001Z", Ok(Instant { seconds: 0, nanoseconds: 1000 })),
            (
                Layout::Rfc3339Micro,
                "1970-01-01T00:00:00Z",
                Err("parsing time \"1970-01-01T00:00:00Z\" as \"2006-01-02T15:04:05.000000Z07:00\": cannot parse \
                     \"Z\" as \".000000\""),
            ),
            (Layout::Date, "2024-02-29", Ok(Instant { seconds: 1_709_164_800, nanoseconds: 0 })),
            (
                Layout::Date,
                "2024-2-29",
                Err("parsing time \"2024-2-29\" as \"2006-01-02\": cannot parse \"2-29\" as \"01\""),
            ),
        ];
        for (layout, text, wanted) in cases {
            let got = parse_time(*layout, text).map_err(|error| error.to_string());
            assert_eq!(got, wanted.map_err(str::to_owned), "{text}");
        }
    }

    #[test]
    fn writes_what_go_writes() {
        assert_eq!(format_time(Instant::ZERO, false), "0001-01-01T00:00:00Z");
        assert_eq!(format_time(Instant { seconds: -1, nanoseconds: 999_999_999 }, true), "1969-12-31T23:59:59.999999Z");
        let end = Instant { seconds: 253_402_300_799, nanoseconds: 999_999_999 };
        for (instant, offset, text) in [
            (Instant::ZERO, 0, "0001-01-01T00:00:00Z"),
            (Instant::ZERO, -60, "0000-12-31T23:59:00-00:01"),
            (end, 0, "9999-12-31T23:59:59.999999999Z"),
            (end, 86_400, "10000-01-01T23:59:59.999999999+24:00"),
        ] {
            assert_eq!(format_time_nano(instant, offset), text);
        }
    }
}
