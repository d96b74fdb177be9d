//! Patterns of literal text.

/// Returns a pattern that matches the text itself (`regexp.QuoteMeta` of Go).
///
/// ```
/// use idlgen_runtime::regex::{Pattern, quote_meta};
///
/// assert_eq!(quote_meta("1.5 $"), r"1\.5 \$");
/// assert!(Pattern::new(&quote_meta("a|b")).is_ok_and(|pattern| pattern.is_match("xa|by") && !pattern.is_match("b")));
/// ```
pub fn quote_meta(text: &str) -> String {
    let mut pattern = String::new();
    for character in text.chars() {
        if r"\.+*?()|[]{}^$".contains(character) {
            pattern.push('\\');
        }
        pattern.push(character);
    }
    pattern
}
