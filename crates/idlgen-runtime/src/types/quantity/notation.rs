//! The pattern of quantities in schemas.

/// Returns `true` if a string matches the `pattern` of quantities in schemas:
/// `^(\+|-)?(([0-9]+(\.[0-9]*)?)|(\.[0-9]+))(([KMGTPE]i)|[numkMGTPE]|([eE](\+|-)?(([0-9]+(\.[0-9]*)?)|(\.[0-9]+))))?$`.
pub(super) fn is_in_schema_notation(text: &str) -> bool {
    let Some(suffix) = after_number(text) else { return false };
    match suffix.as_bytes() {
        [] | [b'n' | b'u' | b'm' | b'k' | b'M' | b'G' | b'T' | b'P' | b'E'] => true,
        [b'K' | b'M' | b'G' | b'T' | b'P' | b'E', b'i'] => true,
        [b'e' | b'E', ..] => suffix.get(1..).and_then(after_number) == Some(""),
        _ => false,
    }
}

/// Returns the text after a number at the beginning.
fn after_number(text: &str) -> Option<&str> {
    let text = text.strip_prefix(['+', '-']).unwrap_or(text);
    let after_digits = |text: &'_ str| text.trim_start_matches(|character: char| character.is_ascii_digit()).len();
    let rest = text.get(text.len() - after_digits(text)..)?;
    let has_whole = rest.len() < text.len();
    match rest.strip_prefix('.') {
        None => has_whole.then_some(rest),
        Some(fraction) => {
            let rest = fraction.get(fraction.len() - after_digits(fraction)..)?;
            (has_whole || rest.len() < fraction.len()).then_some(rest)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::is_in_schema_notation;
    use crate::regex::Pattern;

    #[test]
    fn the_notation_is_that_of_the_pattern() {
        let number = r"(([0-9]+(\.[0-9]*)?)|(\.[0-9]+))";
        let pattern = format!(r"^(\+|-)?{number}(([KMGTPE]i)|[numkMGTPE]|([eE](\+|-)?{number}))?$");
        let pattern = Pattern::new(&pattern).unwrap();
        let parts = ["", "+", "-", "0", "12", ".", ".5", "1.", "1.5"];
        let suffixes =
            ["", "n", "Ki", "ki", "K", "Ei", "E", "e3", "E-3", "e+.5", "e", "e1.", "e.", "i", "é", " ", "Kix"];
        for sign in ["", "+", "-", "+-"] {
            for number in parts {
                for suffix in suffixes {
                    let text = format!("{sign}{number}{suffix}");
                    assert_eq!(is_in_schema_notation(&text), pattern.is_match(&text), "{text}");
                }
            }
        }
    }
}
