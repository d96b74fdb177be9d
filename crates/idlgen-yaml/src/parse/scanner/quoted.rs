//! Quoted scalars.

use std::borrow::Cow;

use super::{Fold, Scanned, Scanner};
use crate::Problem;

impl Scanner<'_> {
    pub(super) fn fetch_quoted(&mut self) -> Scanned {
        let start = self.cursor.at;
        let quote = self.cursor.byte(0);
        self.cursor.skip();
        let mut value = String::new();
        let mut fold = Fold::default();
        loop {
            if self.cursor.is_document_mark(b'-') || self.cursor.is_document_mark(b'.') {
                return self.error("found unexpected document indicator");
            }
            if self.cursor.is_at_end() {
                return self.error("found unexpected end of stream");
            }
            // An escaped line break is dropped together with the indentation of the next line.
            let mut is_behind_break = self.quoted_word(quote, &mut value)?;
            if self.cursor.byte(0) == quote {
                break;
            }
            let blanks = self.cursor.at;
            loop {
                if self.cursor.is_blank(0) {
                    self.cursor.skip();
                } else if self.cursor.is_break(0) {
                    let line_break = self.cursor.take_break();
                    fold.add(!is_behind_break, line_break);
                    is_behind_break = true;
                } else {
                    break;
                }
            }
            if is_behind_break {
                fold.write(&mut value);
            } else {
                value.push_str(self.cursor.slice(blanks, self.cursor.at));
            }
        }
        self.cursor.skip();
        self.scalar(Cow::Owned(value), false, start..self.cursor.at);
        Ok(())
    }

    /// Scans up to whitespace or the closing quote. Returns `true` if an escaped line break ended it.
    fn quoted_word(&mut self, quote: u8, value: &mut String) -> Result<bool, Problem> {
        let is_single = quote == b'\'';
        while !self.cursor.is_space_or_end(0) {
            match self.cursor.byte(0) {
                b'\'' if is_single && self.cursor.byte(1) == b'\'' => {
                    value.push('\'');
                    self.cursor.skip_many(2);
                }
                byte if byte == quote => break,
                b'\\' if !is_single && self.cursor.is_break(1) => {
                    self.cursor.skip();
                    self.cursor.take_break();
                    return Ok(true);
                }
                b'\\' if !is_single => value.push(self.escape()?),
                _ => value.push_str(self.cursor.take()),
            }
        }
        Ok(false)
    }

    /// Parses an escape. `\/`, which JSON has, is not supported.
    fn escape(&mut self) -> Result<char, Problem> {
        let character = match self.cursor.byte(1) {
            b'0' => '\0',
            b'a' => '\u{7}',
            b'b' => '\u{8}',
            b't' | b'\t' => '\t',
            b'n' => '\n',
            b'v' => '\u{b}',
            b'f' => '\u{c}',
            b'r' => '\r',
            b'e' => '\u{1b}',
            b'N' => '\u{85}',
            b'_' => '\u{a0}',
            b'L' => '\u{2028}',
            b'P' => '\u{2029}',
            byte @ (b' ' | b'"' | b'\'' | b'\\') => char::from(byte),
            b'x' => return self.code(2),
            b'u' => return self.code(4),
            b'U' => return self.code(8),
            _ => return self.error("found unknown escape character"),
        };
        self.cursor.skip_many(2);
        Ok(character)
    }

    /// Parses an escape with this many hexadecimal digits. YAML treats a surrogate pair as two invalid characters.
    fn code(&mut self, digits: usize) -> Result<char, Problem> {
        let mut code = 0;
        for digit in 0..digits {
            let Some(value) = char::from(self.cursor.byte(2 + digit)).to_digit(16) else {
                return self.error("did not find expected hexdecimal number");
            };
            code = code * 16 + u64::from(value);
        }
        match u32::try_from(code).ok().and_then(char::from_u32) {
            Some(character) => {
                self.cursor.skip_many(2 + digits);
                Ok(character)
            }
            None => self.error("found invalid Unicode character escape code"),
        }
    }
}
