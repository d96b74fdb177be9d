//! Converts strings with `format: duration` to CEL values.

use crate::cel::EvaluationError;
use crate::go::parse_duration;

/// Parses a duration to nanoseconds. Accepts Go's syntax and any text that contains numbers with units
/// (`strfmt.ParseDuration`).
pub(super) fn parse(text: &str) -> Result<i64, EvaluationError> {
    if let Ok(nanoseconds) = parse_duration(text) {
        return Ok(nanoseconds);
    }
    words(text).map_err(|error| EvaluationError::message(format!("Invalid duration {text}: {error}")))
}

fn words(text: &str) -> Result<i64, String> {
    let is_space = |character: char| matches!(character, '\t' | '\n' | '\u{c}' | '\r' | ' ');
    let is_letter = |character: char| character.is_ascii_alphabetic() || character == 'µ';
    let (mut rest, mut sum) = (text, None::<i64>);
    while let Some(start) = rest.find(|character: char| character.is_ascii_digit()) {
        let from_number = rest.get(start..).unwrap_or_default();
        let after = from_number.trim_start_matches(|character: char| character.is_ascii_digit());
        let number = from_number.strip_suffix(after).unwrap_or_default();
        let from_unit = after.trim_start_matches(is_space);
        let end = from_unit.trim_start_matches(is_letter);
        let unit = from_unit.strip_suffix(end).unwrap_or_default();
        rest = after;
        if unit.is_empty() {
            continue;
        }
        rest = end;
        let Ok(factor) = number.parse::<i64>() else {
            return Err(format!("strconv.Atoi: parsing \"{number}\": value out of range"));
        };
        if let Some(nanoseconds) = multiplier(&unit.to_lowercase()) {
            sum = Some(sum.unwrap_or_default().wrapping_add(factor.wrapping_mul(nanoseconds)));
        }
    }
    sum.ok_or_else(|| format!("unable to parse {text} as duration"))
}

/// Returns the nanoseconds of a unit. The longer unit names may have any ending (`seconds`).
fn multiplier(unit: &str) -> Option<i64> {
    const MILLISECOND: i64 = 1_000_000;
    const SECOND: i64 = 1000 * MILLISECOND;
    const HOUR: i64 = 3600 * SECOND;
    for (names, prefix, nanoseconds) in [
        (&["ns"][..], "nano", 1),
        (&["us", "µs"], "micro", 1000),
        (&["ms"], "milli", MILLISECOND),
        (&["s"], "sec", SECOND),
        (&["m"], "min", 60 * SECOND),
        (&["h", "hr"], "hour", HOUR),
        (&["d"], "day", 24 * HOUR),
        (&["w", "wk"], "week", 7 * 24 * HOUR),
    ] {
        if names.contains(&unit) || unit.starts_with(prefix) {
            return Some(nanoseconds);
        }
    }
    None
}
