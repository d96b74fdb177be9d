//! Parses numbers like `strconv.Atoi`.

/// Parses a 64-bit integer: digits with an optional sign.
pub(super) fn integer(text: &str) -> Option<i64> {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    if is_number { text.parse().ok() } else { None }
}
