//! JSON parsing with the errors of Go's `encoding/json`.

use std::{error::Error, fmt};

use serde_json::Value as Json;

use super::quote;

/// Maximum nesting depth. Go allows a greater depth, but no default value nests this deep.
const MAX_DEPTH: usize = 100;

/// Maximum nesting depth of requests, which is that of `serde_json`.
const MAX_TEXT_DEPTH: usize = 127;

/// The first syntax error in a JSON text, as `encoding/json` reports it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(clippy::exhaustive_structs, reason = "a plain record")]
pub struct JsonSyntaxError {
    /// The message of `encoding/json`.
    pub message: String,
    /// Byte offset of the unexpected byte, or the length of the input.
    pub at: usize,
}

impl fmt::Display for JsonSyntaxError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl Error for JsonSyntaxError {}

/// Parses like `json.Unmarshal` into an `interface{}`.
///
/// # Errors
/// Returns the message of `encoding/json`.
pub fn read_json(text: &str) -> Result<Json, String> {
    located_json(text).map_err(|error| error.message)
}

/// Parses JSON like [`read_json`]. An error includes its position.
///
/// ```
/// use idlgen_runtime::go::located_json;
/// let error = located_json("[1,]").unwrap_err();
/// assert_eq!((error.to_string().as_str(), error.at), ("invalid character ']' looking for beginning of value", 3));
/// ```
///
/// # Errors
/// Returns the message of `encoding/json` with its position.
pub fn located_json(text: &str) -> Result<Json, JsonSyntaxError> {
    Checker { bytes: text.as_bytes(), next: 0, max_depth: MAX_DEPTH }.text()?;
    serde_json::from_str(text).map_err(|error| JsonSyntaxError { message: error.to_string(), at: 0 })
}

/// Returns the first syntax error of a JSON text, which may contain invalid UTF-8. A text that is nested more than 127
/// levels deep is an error; the limit of Go is 10,000.
///
/// ```
/// use idlgen_runtime::go::json_syntax_error;
/// assert_eq!(json_syntax_error(b"[\"\xff\", 1e999]"), None);
/// let error = json_syntax_error(b"[1,]").unwrap();
/// assert_eq!(error.message, "invalid character ']' looking for beginning of value");
/// ```
pub fn json_syntax_error(bytes: &[u8]) -> Option<JsonSyntaxError> {
    Checker { bytes, next: 0, max_depth: MAX_TEXT_DEPTH }.text().err()
}

struct Checker<'a> {
    bytes: &'a [u8],
    next: usize,
    max_depth: usize,
}

impl Checker<'_> {
    fn text(mut self) -> Result<(), JsonSyntaxError> {
        let is_valid = self.value(0).and_then(|()| {
            self.skip_blanks();
            self.peek().map_or(Ok(()), |byte| Err(invalid(byte, "after top-level value")))
        });
        is_valid.map_err(|message| JsonSyntaxError { message, at: self.next })
    }

    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.next).copied()
    }

    fn skip_blanks(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t' | b'\r' | b'\n')) {
            self.next += 1;
        }
    }

    /// Returns the next byte that is not whitespace.
    fn ahead(&mut self) -> Result<u8, String> {
        self.skip_blanks();
        self.peek().ok_or_else(end)
    }

    /// Consumes a byte of a token that cannot end here. At the end of the input, Go reports a space in this place.
    fn take(&mut self, place: &str) -> Result<u8, String> {
        let byte = self.peek().ok_or_else(|| invalid(b' ', place))?;
        self.next += 1;
        Ok(byte)
    }

    /// Returns an error about `byte`, which has just been consumed.
    fn taken(&mut self, byte: u8, place: &str) -> String {
        self.next -= 1;
        invalid(byte, place)
    }

    fn value(&mut self, depth: usize) -> Result<(), String> {
        if depth > self.max_depth {
            return Err("exceeded max depth".to_owned());
        }
        let first = self.ahead()?;
        match first {
            b'{' => self.object(depth),
            b'[' => self.array(depth),
            b'"' => self.string(),
            b'-' | b'0'..=b'9' => self.number(),
            b't' => self.literal("true"),
            b'f' => self.literal("false"),
            b'n' => self.literal("null"),
            other => Err(invalid(other, "looking for beginning of value")),
        }
    }

    fn object(&mut self, depth: usize) -> Result<(), String> {
        self.next += 1;
        if self.ahead()? == b'}' {
            self.next += 1;
            return Ok(());
        }
        loop {
            match self.ahead()? {
                b'"' => self.string()?,
                other => return Err(invalid(other, "looking for beginning of object key string")),
            }
            match self.ahead()? {
                b':' => self.next += 1,
                other => return Err(invalid(other, "after object key")),
            }
            self.value(depth + 1)?;
            match self.ahead()? {
                b',' => self.next += 1,
                b'}' => {
                    self.next += 1;
                    return Ok(());
                }
                other => return Err(invalid(other, "after object key:value pair")),
            }
        }
    }

    fn array(&mut self, depth: usize) -> Result<(), String> {
        self.next += 1;
        if self.ahead()? == b']' {
            self.next += 1;
            return Ok(());
        }
        loop {
            self.value(depth + 1)?;
            match self.ahead()? {
                b',' => self.next += 1,
                b']' => {
                    self.next += 1;
                    return Ok(());
                }
                other => return Err(invalid(other, "after array element")),
            }
        }
    }

    fn string(&mut self) -> Result<(), String> {
        const ESCAPE: &str = "in string escape code";
        const HEXADECIMAL: &str = "in \\u hexadecimal character escape";
        self.next += 1;
        loop {
            let byte = self.peek().ok_or_else(end)?;
            self.next += 1;
            match byte {
                b'"' => return Ok(()),
                b'\\' => match self.take(ESCAPE)? {
                    b'b' | b'f' | b'n' | b'r' | b't' | b'\\' | b'/' | b'"' => {}
                    b'u' => {
                        for _ in 0..4 {
                            let digit = self.take(HEXADECIMAL)?;
                            if !digit.is_ascii_hexdigit() {
                                return Err(self.taken(digit, HEXADECIMAL));
                            }
                        }
                    }
                    other => return Err(self.taken(other, ESCAPE)),
                },
                control @ ..0x20 => return Err(self.taken(control, "in string literal")),
                _ => {}
            }
        }
    }

    fn number(&mut self) -> Result<(), String> {
        const PLACE: &str = "in numeric literal";
        if self.peek() == Some(b'-') {
            self.next += 1;
        }
        match self.take(PLACE)? {
            b'0' => {}
            b'1'..=b'9' => self.digits(),
            other => return Err(self.taken(other, PLACE)),
        }
        if self.peek() == Some(b'.') {
            self.next += 1;
            self.digit("after decimal point in numeric literal")?;
            self.digits();
        }
        if matches!(self.peek(), Some(b'e' | b'E')) {
            self.next += 1;
            if matches!(self.peek(), Some(b'+' | b'-')) {
                self.next += 1;
            }
            self.digit("in exponent of numeric literal")?;
            self.digits();
        }
        Ok(())
    }

    fn digit(&mut self, place: &str) -> Result<(), String> {
        let byte = self.take(place)?;
        if byte.is_ascii_digit() { Ok(()) } else { Err(self.taken(byte, place)) }
    }

    fn digits(&mut self) {
        while self.peek().is_some_and(|byte| byte.is_ascii_digit()) {
            self.next += 1;
        }
    }

    fn literal(&mut self, word: &str) -> Result<(), String> {
        self.next += 1;
        for expected in word.bytes().skip(1) {
            if self.peek() != Some(expected) {
                let place = format!("in literal {word} (expecting '{}')", char::from(expected));
                return Err(invalid(self.peek().unwrap_or(b' '), &place));
            }
            self.next += 1;
        }
        Ok(())
    }
}

fn end() -> String {
    "unexpected end of JSON input".to_owned()
}

fn invalid(byte: u8, place: &str) -> String {
    let shown = match byte {
        b'\'' => "'\\''".to_owned(),
        b'"' => "'\"'".to_owned(),
        other => {
            let quoted = quote(&char::from(other).to_string());
            format!("'{}'", quoted.trim_matches('"'))
        }
    };
    format!("invalid character {shown} {place}")
}

#[cfg(test)]
mod tests {
    use super::{located_json, read_json};

    #[test]
    fn errors_have_their_places() {
        for (text, at) in [
            ("", 0),
            ("[1 2]", 3),
            ("[\"a\nb\"]", 3),
            ("[\"a\\qb\"]", 4),
            ("[\"\\u12g4\"]", 6),
            ("[tru", 4),
            ("[trux]", 4),
            ("[1.x]", 3),
            ("[] x", 3),
            ("{\u{201c}a\u{201d}: 1}", 1),
        ] {
            assert_eq!(located_json(text).unwrap_err().at, at, "{text}");
        }
    }

    #[test]
    fn errors_are_those_of_go() {
        for (text, expected) in [
            ("", "unexpected end of JSON input"),
            ("abc", "invalid character 'a' looking for beginning of value"),
            ("true # c", "invalid character '#' after top-level value"),
            ("tru", "invalid character ' ' in literal true (expecting 'e')"),
            ("-", "invalid character ' ' in numeric literal"),
            ("\"a", "unexpected end of JSON input"),
            ("nil", "invalid character 'i' in literal null (expecting 'u')"),
            ("{a: 1}", "invalid character 'a' looking for beginning of object key string"),
            ("{\"a\" 1}", "invalid character '1' after object key"),
            ("{\"a\":1 2}", "invalid character '2' after object key:value pair"),
            ("[1 2]", "invalid character '2' after array element"),
            ("\"\\q\"", "invalid character 'q' in string escape code"),
            ("-x", "invalid character 'x' in numeric literal"),
            ("1.x", "invalid character 'x' after decimal point in numeric literal"),
            ("'a'", "invalid character '\\'' looking for beginning of value"),
        ] {
            assert_eq!(read_json(text), Err(expected.to_owned()), "{text}");
        }
        assert!(read_json(" {\"a\": [1, -2.5e3, null, \"x\\u00e9\"]} ").is_ok());
    }
}
