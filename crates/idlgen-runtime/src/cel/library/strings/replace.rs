//! `replace`.

use std::borrow::Cow;

/// `text.replace(old, new)`: every `old` replaced, from left to right. An empty `old` stands before, between and behind all characters.
///
/// ```
/// use idlgen_runtime::cel::library::strings::replace;
/// assert_eq!(replace("hello", "l", "L"), "heLLo");
/// assert_eq!(replace("ab", "", "-"), "-a-b-");
/// ```
pub fn replace<'t>(text: &'t str, old: &str, new: &str) -> Cow<'t, str> {
    if text.contains(old) { text.replace(old, new).into() } else { text.into() }
}

/// `text.replace(old, new, limit)`: at most `limit` times; as often as there are any if that is negative.
///
/// ```
/// use idlgen_runtime::cel::library::strings::replace_at_most;
/// assert_eq!(replace_at_most("hello", "l", "L", 1), "heLlo");
/// assert_eq!(replace_at_most("ab", "", "-", 2), "-a-b");
/// ```
pub fn replace_at_most<'t>(text: &'t str, old: &str, new: &str, limit: i64) -> Cow<'t, str> {
    let limit = usize::try_from(limit).unwrap_or(usize::MAX);
    if limit > 0 && text.contains(old) { text.replacen(old, new, limit).into() } else { text.into() }
}
