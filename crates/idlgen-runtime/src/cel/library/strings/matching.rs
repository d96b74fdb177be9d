//! `contains`, `startsWith` and `endsWith`. (`matches` is in `regex`.)

/// `text.contains(part)`
#[inline]
pub fn contains(text: &str, part: &str) -> bool {
    text.contains(part)
}

/// `text.startsWith(part)`
#[inline]
pub fn starts_with(text: &str, part: &str) -> bool {
    text.starts_with(part)
}

/// `text.endsWith(part)`
#[inline]
pub fn ends_with(text: &str, part: &str) -> bool {
    text.ends_with(part)
}
