//! Tags, anchors and aliases.

use super::{Scanned, Scanner, TokenKind};
use crate::Problem;

impl<'t> Scanner<'t> {
    pub(super) fn fetch_anchor(&mut self, is_alias: bool) -> Scanned {
        let start = self.cursor.at;
        self.cursor.skip();
        let name = self.name();
        let ends = self.cursor.is_space_or_end(0)
            || matches!(self.cursor.byte(0), b'?' | b':' | b',' | b']' | b'}' | b'%' | b'@' | b'`');
        if name.is_empty() || !ends {
            return self.error("did not find expected alphabetic or numeric character");
        }
        self.push(if is_alias { TokenKind::Alias(name) } else { TokenKind::Anchor(name) }, start);
        Ok(())
    }

    pub(super) fn fetch_tag(&mut self) -> Scanned {
        let start = self.cursor.at;
        let (handle, suffix) = if self.cursor.byte(1) == b'<' {
            self.cursor.skip_many(2);
            let suffix = self.uri("")?;
            if self.cursor.byte(0) != b'>' {
                return self.error("did not find the expected '>'");
            }
            self.cursor.skip();
            (String::new(), suffix)
        } else {
            let handle = self.tag_handle(false)?;
            if handle.len() > 1 && handle.ends_with('!') {
                let suffix = self.uri("")?;
                (handle.to_owned(), suffix)
            } else {
                // The scanned text is not a handle: it is the start of the suffix after `!`, or a lone `!`.
                match self.uri(handle)? {
                    suffix if suffix.is_empty() => (suffix, "!".to_owned()),
                    suffix => ("!".to_owned(), suffix),
                }
            }
        };
        if !self.cursor.is_space_or_end(0) {
            return self.error("did not find expected whitespace or line break");
        }
        self.push(TokenKind::Tag(handle, suffix), start);
        Ok(())
    }

    /// Scans letters, digits, `_` and `-`.
    pub(super) fn name(&mut self) -> &'t str {
        let start = self.cursor.at;
        while self.cursor.is_of_name() {
            self.cursor.skip();
        }
        self.cursor.slice(start, self.cursor.at)
    }

    /// Scans a tag handle: `!`, `!!` or `!name!`. In a tag (not in a directive), also scans `!name`, which is not a
    /// handle.
    pub(super) fn tag_handle(&mut self, is_directive: bool) -> Result<&'t str, Problem> {
        let start = self.cursor.at;
        if self.cursor.byte(0) != b'!' {
            return self.error("did not find expected '!'");
        }
        self.cursor.skip();
        let name = self.name();
        if self.cursor.byte(0) == b'!' {
            self.cursor.skip();
        } else if is_directive && !name.is_empty() {
            return self.error("did not find expected '!'");
        }
        Ok(self.cursor.slice(start, self.cursor.at))
    }

    /// Scans the rest of a tag, after the part that was scanned as its handle.
    pub(super) fn uri(&mut self, head: &str) -> Result<String, Problem> {
        let mut bytes = head.as_bytes().get(1..).unwrap_or_default().to_vec();
        let mut is_empty = head.is_empty();
        loop {
            let byte = self.cursor.byte(0);
            if byte == b'%' {
                self.uri_escape(&mut bytes)?;
            } else if self.cursor.is_of_name() || b";/?:@&=+$,.!~*'()[]".contains(&byte) {
                bytes.push(byte);
                self.cursor.skip();
            } else {
                break;
            }
            is_empty = false;
        }
        if is_empty {
            return self.error("did not find expected tag URI");
        }
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }

    /// Parses a character whose UTF-8 bytes are all escaped, as in `%c3%a9`.
    fn uri_escape(&mut self, bytes: &mut Vec<u8>) -> Result<(), Problem> {
        let mut left = None;
        while left != Some(0) {
            let digit =
                |ahead| char::from(self.cursor.byte(ahead)).to_digit(16).filter(|_| self.cursor.byte(0) == b'%');
            let (Some(high), Some(low)) = (digit(1), digit(2)) else {
                return self.error("did not find URI escaped octet");
            };
            let octet = u8::try_from(high << 4 | low).unwrap_or_default();
            left = match (left, octet) {
                (None, 0..0x80) => Some(0),
                (None, 0xc0..0xe0) => Some(1),
                (None, 0xe0..0xf0) => Some(2),
                (None, 0xf0..0xf8) => Some(3),
                (None, _) => return self.error("found an incorrect leading UTF-8 octet"),
                (Some(left), 0x80..0xc0) => Some(left - 1),
                (Some(_), _) => return self.error("found an incorrect trailing UTF-8 octet"),
            };
            bytes.push(octet);
            self.cursor.skip_many(3);
        }
        Ok(())
    }
}
