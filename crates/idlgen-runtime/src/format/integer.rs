//! `integer`: an integer as a string.

use super::{Family, Format};

pub(super) static INTEGER: Format = Format {
    name: "integer",
    family: Family::Kep4153,
    since: 0,
    doc: "A decimal integer of any length, without a plus sign or leading zeros.",
    source: "k8s.io/apimachinery/pkg/api/validate/content.IsDecimalInteger",
    examples: &["0", "-5", "9223372036854775808"],
    counterexamples: &["", "-", "-0", "007", "+1", "1.0", "1e3"],
    accepts: |text| messages(text).is_empty(),
    messages: Some(messages),
};

fn messages(text: &str) -> Vec<String> {
    if text.is_empty() {
        return vec!["must be non-empty".to_owned()];
    }
    let digits = text.strip_prefix('-').unwrap_or(text);
    let is_canonical = text == "0"
        || (digits.starts_with(|digit| matches!(digit, '1'..='9')) && digits.bytes().all(|byte| byte.is_ascii_digit()));
    if is_canonical { Vec::new() } else { vec!["must be a valid decimal integer in canonical form".to_owned()] }
}
