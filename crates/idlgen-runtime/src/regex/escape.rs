//! Escapes that represent a single character.

use super::{
    error::{Code, Error},
    source::{after, consumed},
};

/// Parses the escape sequence at the start of `text`, including its backslash. Returns its code point, which may be a
/// surrogate, and the rest.
pub(super) fn character(text: &str) -> Result<(u32, &str), Error> {
    let rest = after(text, 1);
    let Some(character) = rest.chars().next() else {
        return Err(Error::new(Code::TrailingBackslash, ""));
    };
    let rest = after(rest, character.len_utf8());
    let invalid = |rest: &str| Error::new(Code::InvalidEscape, consumed(text, rest));
    let code = match character {
        '1'..='7' if !rest.starts_with(|digit| matches!(digit, '0'..='7')) => return Err(invalid(rest)),
        '0'..='7' => return Ok(octal(text)),
        'x' => return hexadecimal(rest).map_err(invalid),
        'a' => 0x07,
        'f' => 0x0c,
        'n' => 0x0a,
        'r' => 0x0d,
        't' => 0x09,
        'v' => 0x0b,
        _ if character.is_ascii() && !character.is_ascii_alphanumeric() => u32::from(character),
        _ => return Err(invalid(rest)),
    };
    Ok((code, rest))
}

/// Parses up to three octal digits.
fn octal(text: &str) -> (u32, &str) {
    let mut rest = after(text, 1);
    let mut code = 0;
    for _ in 0..3 {
        let Some(digit) = rest.chars().next().filter(|digit| *digit < '8').and_then(|digit| digit.to_digit(8)) else {
            break;
        };
        code = code * 8 + digit;
        rest = after(rest, 1);
    }
    (code, rest)
}

/// Parses two hexadecimal digits, or any number of them in braces. The error contains the text after the invalid
/// character.
fn hexadecimal(text: &str) -> Result<(u32, &str), &str> {
    let mut rest = text;
    let mut next = || {
        let character = rest.chars().next();
        rest = after(rest, character.map_or(0, char::len_utf8));
        (character, rest)
    };
    let (first, mut rest) = next();
    if first != Some('{') {
        let Some(first) = first else { return Err(rest) };
        // Go consumes both characters before it checks them.
        let (second, rest) = next();
        return match (first.to_digit(16), second.and_then(|second| second.to_digit(16))) {
            (Some(high), Some(low)) => Ok((high * 16 + low, rest)),
            _ => Err(rest),
        };
    }
    let (mut code, mut has_digits) = (0u32, false);
    loop {
        let character;
        (character, rest) = next();
        match character {
            Some('}') if has_digits => return Ok((code, rest)),
            Some(digit) => match digit.to_digit(16) {
                Some(digit) => code = code * 16 + digit,
                None => return Err(rest),
            },
            None => return Err(rest),
        }
        has_digits = true;
        if code > u32::from(char::MAX) {
            return Err(rest);
        }
    }
}
