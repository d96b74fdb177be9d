//! Reports of violations of API rules, which must be identical.

use super::super::case::Outcome;

/// Compares reports, and shows the lines that only one of them has.
pub(super) fn compare(expected: &str, got: &str) -> Outcome {
    if expected == got {
        return Outcome::Passed;
    }
    let only = |text: &str, other: &str| -> String {
        let lines: Vec<&str> = text.lines().filter(|line| !other.lines().any(|known| known == *line)).collect();
        if lines.is_empty() { "no other lines, but another order or number".to_owned() } else { lines.join("\n") }
    };
    Outcome::Failed { expected: only(expected, got), got: only(got, expected) }
}
