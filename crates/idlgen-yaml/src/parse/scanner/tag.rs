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

#[cfg(test)]
mod tests {
    use crate::testing::shown;

    /// Accepts the tags that goyaml.v2 accepts, and rejects the others with its messages.
    #[test]
    fn tags_are_scanned_like_in_go() {
        let table = [
            ("!%e2%82%ac x", "\"x\""),
            ("!%f0%9f%98%80 x", "\"x\""),
            ("!%C3%A9 x", "\"x\""),
            ("!!%69nt 1", "1"),
            ("!!%73tr 1", "\"1\""),
            ("!!int 1", "1"),
            ("! 1", "\"1\""),
            ("!a,b 1", "\"1\""),
            ("!<tag:yaml.org,2002:%73tr> 1", "\"1\""),
            ("%TAG !e! tag:yaml.org,2002:\n---\n!e!str 1", "\"1\""),
            ("!%c3x y", "did not find URI escaped octet at 4..4"),
            ("!%c3%4", "did not find URI escaped octet at 4..4"),
            ("!%zz x", "did not find URI escaped octet at 1..1"),
            ("!%80 x", "found an incorrect leading UTF-8 octet at 1..1"),
            ("!%f8%80 x", "found an incorrect leading UTF-8 octet at 1..1"),
            ("!%c3%41 x", "found an incorrect trailing UTF-8 octet at 4..4"),
            ("!<tag:yaml.org,2002:str 1", "did not find the expected '>' at 23..23"),
            ("!<> 1", "did not find expected tag URI at 2..2"),
            ("!{ 1", "did not find expected whitespace or line break at 1..1"),
        ];
        for (text, expected) in table {
            assert_eq!(shown(text), [expected], "{text}");
        }
    }

    #[test]
    fn names_of_anchors_end_before_special_characters() {
        let table = [
            ("[&a]", "[null]"),
            ("[&a,b]", "[null,\"b\"]"),
            ("[&a-_0 1, *a-_0]", "[1,1]"),
            ("*", "did not find expected alphabetic or numeric character at 1..1"),
            ("&a#b c", "did not find expected alphabetic or numeric character at 2..2"),
            ("&a%b c", "found character that cannot start any token at 2..2"),
        ];
        for (text, expected) in table {
            assert_eq!(shown(text), [expected], "{text}");
        }
    }
}
