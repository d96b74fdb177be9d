//! The CEL functions `lowerAscii`, `upperAscii` and `trim`.

use std::borrow::Cow;

/// `text.lowerAscii()`: converts ASCII letters to lowercase.
///
/// ```
/// use idlgen_runtime::cel::library::strings::{lower_ascii, upper_ascii};
/// assert_eq!(lower_ascii("TacoCÆt"), "tacocÆt");
/// assert_eq!(upper_ascii("tacoCæt"), "TACOCæT");
/// ```
pub fn lower_ascii(text: &str) -> Cow<'_, str> {
    if text.bytes().any(|byte| byte.is_ascii_uppercase()) { text.to_ascii_lowercase().into() } else { text.into() }
}

/// `text.upperAscii()`: converts ASCII letters to uppercase.
pub fn upper_ascii(text: &str) -> Cow<'_, str> {
    if text.bytes().any(|byte| byte.is_ascii_lowercase()) { text.to_ascii_uppercase().into() } else { text.into() }
}

/// `text.trim()`: removes Unicode whitespace at both ends. The zero-width space is not whitespace.
///
/// ```
/// assert_eq!(idlgen_runtime::cel::library::strings::trim("\u{2003}a b\u{85}"), "a b");
/// ```
pub fn trim(text: &str) -> &str {
    text.trim()
}
