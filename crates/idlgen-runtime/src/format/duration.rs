//! The format `duration`.

use super::{Family, Format};
use crate::go::parse_duration;

pub(super) static DURATION: Format = Format {
    name: "duration",
    family: Family::OpenApi,
    since: 0,
    doc: "A Go duration, `1h30m`, or any string that contains a number and a unit, `3 weeks`.",
    source: "k8s.io/kube-openapi/pkg/validation/strfmt.ParseDuration",
    examples: &["1h30m", "3 weeks", "P1D", "0"],
    counterexamples: &["", "5", "a week", "1 fortnight"],
    accepts: |text| parse_duration(text).is_ok() || has_duration(text),
    messages: None,
};

/// Returns `true` if `text` contains a number followed by a unit. After a number that exceeds 64 bits, nothing is
/// recognized.
fn has_duration(text: &str) -> bool {
    let is_space = |character: char| matches!(character, '\t' | '\n' | '\u{c}' | '\r' | ' ');
    let is_letter = |character: char| character.is_ascii_alphabetic() || character == 'µ';
    let mut rest = text;
    let mut found = false;
    while let Some(start) = rest.find(|character: char| character.is_ascii_digit()) {
        let number_and_rest = rest.get(start..).unwrap_or_default();
        let after = number_and_rest.trim_start_matches(|character: char| character.is_ascii_digit());
        let number = number_and_rest.strip_suffix(after).unwrap_or_default();
        let unit_and_rest = after.trim_start_matches(is_space);
        let end = unit_and_rest.trim_start_matches(is_letter);
        let unit = unit_and_rest.strip_suffix(end).unwrap_or_default();
        rest = after;
        if unit.is_empty() {
            continue;
        }
        if number.parse::<i64>().is_err() {
            return false;
        }
        found |= is_unit(&unit.to_ascii_lowercase());
        rest = end;
    }
    found
}

fn is_unit(unit: &str) -> bool {
    matches!(unit, "ns" | "us" | "µs" | "ms" | "s" | "m" | "h" | "hr" | "d" | "w" | "wk")
        || ["nano", "micro", "milli", "sec", "min", "hour", "day", "week"].iter().any(|name| unit.starts_with(name))
}
