//! The names that API servers give the types of `self`.

/// Returns a text with the digits after `selfType` left out.
pub(crate) fn mask(text: &str) -> String {
    let mut parts = text.split("selfType");
    let mut masked = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        masked.push_str("selfType");
        masked.push_str(part.trim_start_matches(|character: char| character.is_ascii_digit()));
    }
    masked
}
