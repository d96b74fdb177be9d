//! String literal scanning.

/// Returns the end of the string whose opening quote is at `start`. Returns an error with the offset of the first
/// invalid byte if there is none. A triple-quoted string may contain line breaks; a raw string has no escapes.
pub(super) fn scan(bytes: &[u8], start: usize, raw: bool) -> Result<usize, usize> {
    let Some(quote) = bytes.get(start).copied() else { return Err(start) };
    if bytes.get(start + 1) == Some(&quote) && bytes.get(start + 2) == Some(&quote) {
        // Without closing quotes, the first two quotes are an empty string.
        return Ok(scan_long(bytes, start + 3, quote, raw).unwrap_or(start + 2));
    }
    let mut offset = start + 1;
    loop {
        match bytes.get(offset) {
            None | Some(b'\n' | b'\r') => return Err(offset.min(bytes.len())),
            Some(byte) if *byte == quote => return Ok(offset + 1),
            Some(b'\\') if !raw => offset = escape(bytes, offset)?,
            Some(_) => offset += 1,
        }
    }
}

fn scan_long(bytes: &[u8], mut offset: usize, quote: u8, raw: bool) -> Option<usize> {
    loop {
        match bytes.get(offset)? {
            byte if *byte == quote
                && bytes.get(offset + 1) == Some(&quote)
                && bytes.get(offset + 2) == Some(&quote) =>
            {
                return Some(offset + 3);
            }
            b'\\' if !raw => offset = escape(bytes, offset).ok()?,
            _ => offset += 1,
        }
    }
}

/// Returns the end of the escape sequence at `start`, or the offset of the invalid byte.
fn escape(bytes: &[u8], start: usize) -> Result<usize, usize> {
    let digits = |from: usize, count: usize, fits: fn(&u8) -> bool| {
        for offset in from..from + count {
            if !bytes.get(offset).is_some_and(fits) {
                return Err(offset.min(bytes.len()));
            }
        }
        Ok(from + count)
    };
    match bytes.get(start + 1) {
        Some(b'a' | b'b' | b'f' | b'n' | b'r' | b't' | b'v' | b'"' | b'\'' | b'\\' | b'?' | b'`') => Ok(start + 2),
        Some(b'x' | b'X') => digits(start + 2, 2, u8::is_ascii_hexdigit),
        Some(b'u') => digits(start + 2, 4, u8::is_ascii_hexdigit),
        Some(b'U') => digits(start + 2, 8, u8::is_ascii_hexdigit),
        Some(b'0'..=b'3') => digits(start + 2, 2, |byte| (b'0'..=b'7').contains(byte)),
        _ => Err((start + 1).min(bytes.len())),
    }
}
