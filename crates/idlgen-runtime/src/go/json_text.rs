//! JSON as Go's `encoding/json` checks it, with its errors.

use serde_json::Value as Json;

use super::quote;

/// How deep values may nest; Go allows more than any default has.
const MAX_DEPTH: usize = 100;

/// `json.Unmarshal` into an `interface{}`.
///
/// # Errors
/// What `encoding/json` says.
pub fn read_json(text: &str) -> Result<Json, String> {
    let mut checker = Checker { bytes: text.as_bytes(), next: 0 };
    checker.value(0)?;
    checker.skip_blanks();
    if let Some(byte) = checker.peek() {
        return Err(invalid(byte, "after top-level value"));
    }
    serde_json::from_str(text).map_err(|error| error.to_string())
}

struct Checker<'a> {
    bytes: &'a [u8],
    next: usize,
}

impl Checker<'_> {
    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.next).copied()
    }

    fn skip_blanks(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t' | b'\r' | b'\n')) {
            self.next += 1;
        }
    }

    /// The next byte that is no blank.
    fn ahead(&mut self) -> Result<u8, String> {
        self.skip_blanks();
        self.peek().ok_or_else(end)
    }

    fn take(&mut self) -> Result<u8, String> {
        let byte = self.peek().ok_or_else(end)?;
        self.next += 1;
        Ok(byte)
    }

    fn value(&mut self, depth: usize) -> Result<(), String> {
        if depth > MAX_DEPTH {
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
        self.next += 1;
        loop {
            match self.take()? {
                b'"' => return Ok(()),
                b'\\' => match self.take()? {
                    b'b' | b'f' | b'n' | b'r' | b't' | b'\\' | b'/' | b'"' => {}
                    b'u' => {
                        for _ in 0..4 {
                            let digit = self.take()?;
                            if !digit.is_ascii_hexdigit() {
                                return Err(invalid(digit, "in \\u hexadecimal character escape"));
                            }
                        }
                    }
                    other => return Err(invalid(other, "in string escape code")),
                },
                control @ ..0x20 => return Err(invalid(control, "in string literal")),
                _ => {}
            }
        }
    }

    fn number(&mut self) -> Result<(), String> {
        if self.peek() == Some(b'-') {
            self.next += 1;
        }
        match self.take()? {
            b'0' => {}
            b'1'..=b'9' => self.digits(),
            other => return Err(invalid(other, "in numeric literal")),
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
        let byte = self.take()?;
        if byte.is_ascii_digit() { Ok(()) } else { Err(invalid(byte, place)) }
    }

    fn digits(&mut self) {
        while self.peek().is_some_and(|byte| byte.is_ascii_digit()) {
            self.next += 1;
        }
    }

    fn literal(&mut self, word: &str) -> Result<(), String> {
        self.next += 1;
        for expected in word.bytes().skip(1) {
            let byte = self.take()?;
            if byte != expected {
                let place = format!("in literal {word} (expecting '{}')", char::from(expected));
                return Err(invalid(byte, &place));
            }
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
    use super::read_json;

    #[test]
    fn errors_are_those_of_go() {
        for (text, expected) in [
            ("", "unexpected end of JSON input"),
            ("abc", "invalid character 'a' looking for beginning of value"),
            ("true # c", "invalid character '#' after top-level value"),
            ("tru", "unexpected end of JSON input"),
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
