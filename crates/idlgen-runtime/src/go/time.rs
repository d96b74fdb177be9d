//! `time.Parse` for the layouts that Kubernetes uses, and the calendar behind it.

use std::fmt::{self, Write};

/// A layout of `time.Parse`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// `time.RFC3339`: seconds, with any fraction of them accepted.
    Rfc3339,
    /// `metav1.RFC3339Micro`: exactly six digits after the seconds.
    Rfc3339Micro,
    /// `2006-01-02`.
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
    /// The layout as Go writes it.
    pub const fn name(self) -> &'static str {
        match self {
            Layout::Rfc3339 => "2006-01-02T15:04:05Z07:00",
            Layout::Rfc3339Micro => "2006-01-02T15:04:05.000000Z07:00",
            Layout::Date => "2006-01-02",
        }
    }

    const fn chunks(self) -> &'static [Chunk] {
        use Chunk::{Day, Hour, Microseconds, Minute, Month, Second, Text, Year, Zone};
        const DATE: &[Chunk] = &[Year, Text(b'-'), Month, Text(b'-'), Day];
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
            Layout::Date => DATE,
        }
    }
}

/// A point in time: seconds since 1970 in UTC, and nanoseconds after that.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Instant {
    /// Seconds since 1970-01-01T00:00:00Z.
    pub seconds: i64,
    /// Nanoseconds after the second, below 10^9.
    pub nanoseconds: u32,
}

impl Instant {
    /// 0001-01-01T00:00:00Z, Go's zero time.
    pub const ZERO: Instant = Instant { seconds: -62_135_596_800, nanoseconds: 0 };
}

/// Why a text is no time, in Go's words.
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

/// Reads a time.
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
    let mut reader = Reader { layout, text: text.as_bytes(), rest: text.as_bytes() };
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
            // Days are held against the month once all is read.
            Chunk::Day => day = reader.number("02", true, 0..=99, "")?,
            Chunk::Hour => hour = reader.number("15", false, 0..=23, "hour")?,
            Chunk::Minute => minute = reader.number("04", true, 0..=59, "minute")?,
            Chunk::Second => {
                second = reader.number("05", true, 0..=59, "second")?;
                if layout == Layout::Rfc3339 {
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
    Ok(Instant { seconds, nanoseconds })
}

struct Reader<'a> {
    layout: Layout,
    text: &'a [u8],
    rest: &'a [u8],
}

impl Reader<'_> {
    /// One or two digits; two if `is_fixed`.
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

    /// `.` or `,` and any number of digits, of which nine count. Nothing is nothing.
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

    /// `.` or `,` and six digits, which Go reads as an integer with a sign.
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

    /// `Z` or `+07:00`, in seconds east of UTC. Up to 24 hours and 60 minutes are let pass.
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
            // Go goes on to read the minutes, and their range is what it reports in the end.
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

/// A point in time as RFC 3339 in UTC, with six digits after the second if `micro`, else none.
pub fn format_time(instant: Instant, micro: bool) -> String {
    let days = instant.seconds.div_euclid(86_400);
    let second = instant.seconds.rem_euclid(86_400);
    let (year, month, day) = civil_from_days(days);
    let sign = if year < 0 { "-" } else { "" };
    let fraction = if micro { format!(".{:06}", instant.nanoseconds / 1000) } else { String::new() };
    format!(
        "{sign}{:04}-{month:02}-{day:02}T{:02}:{:02}:{:02}{fraction}Z",
        year.unsigned_abs(),
        second / 3600,
        second / 60 % 60,
        second % 60
    )
}

/// `time`'s own quoting, which escapes every byte outside ASCII.
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

fn days_in(year: i64, month: i64) -> i64 {
    match month {
        2 if year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// Days since 1970-01-01 of a day of the proleptic Gregorian calendar. Years begin in March here, so that the leap day comes last.
fn days_from_civil(year: i64, month: i64, day: i64) -> i64 {
    let year = if month <= 2 { year - 1 } else { year };
    let era = year.div_euclid(400);
    let year_of_era = year.rem_euclid(400);
    let day_of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    let day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
    era * 146_097 + day_of_era - 719_468
}

/// The inverse of [`days_from_civil`].
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
                Err(
                    "parsing time \"1970-01-01T00:00:00Z\" as \"2006-01-02T15:04:05.000000Z07:00\": cannot parse \"Z\" as \
                     \".000000\"",
                ),
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
    fn the_calendar_round_trips() {
        for days in (-800_000..3_000_000).step_by(7) {
            let (year, month, day) = civil_from_days(days);
            assert_eq!(days_from_civil(year, month, day), days);
        }
        assert_eq!(format_time(Instant::ZERO, false), "0001-01-01T00:00:00Z");
        assert_eq!(format_time(Instant { seconds: -1, nanoseconds: 999_999_999 }, true), "1969-12-31T23:59:59.999999Z");
    }
}
