//! Strings that must be quoted because goyaml.v2 resolves them as timestamps (`parseTimestamp` in its `resolve.go`).

use idlgen_runtime::go::{Layout, parse_time};

/// Returns `true` if a plain scalar is a timestamp: `2006-1-2`, with `T15:4:5` and a zone, or with ` 15:4:5` without
/// one.
pub(crate) fn is_timestamp(text: &str) -> bool {
    let mut reader = Reader { rest: text };
    let date = (|| {
        let year = reader.digits(4, 4)?;
        reader.literal("-")?;
        let month = reader.digits(1, 2)?;
        reader.literal("-")?;
        Some((year, month, reader.digits(1, 2)?))
    })();
    let Some((year, month, day)) = date else { return false };
    if parse_time(Layout::Date, &format!("{year:0>4}-{month:0>2}-{day:0>2}")).is_err() {
        return false;
    }
    if reader.rest.is_empty() {
        return true;
    }
    let (has_zone, rest) = match reader.rest.as_bytes().first() {
        Some(b'T' | b't') => (true, reader.rest.get(1..).unwrap_or_default()),
        Some(b' ') => (false, reader.rest.trim_start_matches(' ')),
        _ => return false,
    };
    reader.rest = rest;
    reader.time(has_zone).is_some() && reader.rest.is_empty()
}

struct Reader<'a> {
    rest: &'a str,
}

impl<'a> Reader<'a> {
    /// Matches digits, at least `least` and at most `most`.
    fn digits(&mut self, least: usize, most: usize) -> Option<&'a str> {
        let count = self.rest.bytes().take(most).take_while(u8::is_ascii_digit).count();
        let (digits, rest) = self.rest.split_at_checked(count)?;
        self.rest = rest;
        (count >= least).then_some(digits)
    }

    fn below(&mut self, least: usize, limit: u32) -> Option<()> {
        let value: u32 = self.digits(least, 2)?.parse().ok()?;
        (value < limit).then_some(())
    }

    fn literal(&mut self, text: &str) -> Option<()> {
        self.rest = self.rest.strip_prefix(text)?;
        Some(())
    }

    fn time(&mut self, has_zone: bool) -> Option<()> {
        self.below(1, 24)?;
        self.literal(":")?;
        self.below(1, 60)?;
        self.literal(":")?;
        self.below(1, 60)?;
        if let Some(fraction) = self.rest.strip_prefix(['.', ','])
            && fraction.starts_with(|first: char| first.is_ascii_digit())
        {
            self.rest = fraction.trim_start_matches(|digit: char| digit.is_ascii_digit());
        }
        if !has_zone {
            return Some(());
        }
        if self.literal("Z").is_some() {
            return Some(());
        }
        self.rest = self.rest.strip_prefix(['+', '-'])?;
        // Go accepts an offset of 24 hours and 60 minutes.
        self.below(2, 25)?;
        self.literal(":")?;
        self.below(2, 61)
    }
}

#[cfg(test)]
mod tests {
    use super::is_timestamp;

    #[test]
    fn times_are_those_of_go() {
        let times = [
            "2024-01-15",
            "2024-1-5",
            "2024-02-29",
            "2024-01-15T10:00:00Z",
            "2024-1-5t1:2:3.5+01:00",
            "2024-01-15 10:00:00",
            "2024-01-15   1:2:3.123456789123",
            "2024-01-15T10:00:00,5Z",
            "2024-01-15T1:2:3+24:60",
        ];
        for text in times {
            assert!(is_timestamp(text), "{text}");
        }
        let texts = [
            "",
            "2024",
            "2024-13-01",
            "2023-02-29",
            "2024-01-15T10:00:00",
            "2024-01-15 10:00:00Z",
            "12024-01-15",
            "2024-01-15T24:00:00Z",
            "2024-01-15T10:00Z",
            "2024-01-15x",
            "2024-001-15",
            "2024-01-15T1:2:3+1:00",
            "2024-01-15T1:2:3.Z",
        ];
        for text in texts {
            assert!(!is_timestamp(text), "{text}");
        }
    }
}
