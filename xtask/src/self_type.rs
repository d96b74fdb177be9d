//! The type names that API servers use for `self`.

/// Removes the digits after each `selfType`, because they vary.
pub(crate) fn mask(text: &str) -> String {
    let mut parts = text.split("selfType");
    let mut masked = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        masked.push_str("selfType");
        masked.push_str(part.trim_start_matches(|character: char| character.is_ascii_digit()));
    }
    masked
}
