//! `contains`, `startsWith` and `endsWith`. (`matches` is in `regex`.)

/// `text.contains(part)`
pub fn contains(text: &str, part: &str) -> bool {
    text.contains(part)
}

/// `text.startsWith(part)`
pub fn starts_with(text: &str, part: &str) -> bool {
    text.starts_with(part)
}

/// `text.endsWith(part)`
pub fn ends_with(text: &str, part: &str) -> bool {
    text.ends_with(part)
}
