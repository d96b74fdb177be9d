//! `lowerAscii`, `upperAscii` and `trim`.

use std::borrow::Cow;

/// `text.lowerAscii()`: letters of ASCII in lower case, all else as it is.
///
/// ```
/// use idlgen_runtime::cel::library::strings::{lower_ascii, upper_ascii};
/// assert_eq!(lower_ascii("TacoCÆt"), "tacocÆt");
/// assert_eq!(upper_ascii("tacoCæt"), "TACOCæT");
/// ```
pub fn lower_ascii(text: &str) -> Cow<'_, str> {
    if text.bytes().any(|byte| byte.is_ascii_uppercase()) { text.to_ascii_lowercase().into() } else { text.into() }
}

/// `text.upperAscii()`: letters of ASCII in upper case, all else as it is.
pub fn upper_ascii(text: &str) -> Cow<'_, str> {
    if text.bytes().any(|byte| byte.is_ascii_lowercase()) { text.to_ascii_uppercase().into() } else { text.into() }
}

/// `text.trim()`: without white space, in the sense of Unicode, at both ends. The zero-width space is none.
///
/// ```
/// assert_eq!(idlgen_runtime::cel::library::strings::trim("\u{2003}a b\u{85}"), "a b");
/// ```
pub fn trim(text: &str) -> &str {
    text.trim()
}
