//! The lexer.

mod string;

use std::ops::Range;

use crate::issue::Issue;

/// A token: its kind, its bytes in the source, and its position in code points.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Token {
    pub(crate) kind: TokenKind,
    pub(crate) start: usize,
    pub(crate) end: usize,
    pub(crate) position: u32,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum TokenKind {
    Identifier,
    EscapedIdentifier,
    Int,
    Uint,
    Double,
    String,
    Bytes,
    True,
    False,
    Null,
    In,
    EqualsEquals,
    NotEquals,
    Less,
    LessEquals,
    Greater,
    GreaterEquals,
    And,
    Or,
    LeftBracket,
    RightBracket,
    LeftBrace,
    RightBrace,
    LeftParenthesis,
    RightParenthesis,
    Dot,
    Comma,
    Minus,
    Not,
    Question,
    Colon,
    Plus,
    Star,
    Slash,
    Percent,
    End,
}

/// The result of the lexer.
pub(crate) struct Lexed {
    /// The tokens, ending with [`TokenKind::End`].
    pub(crate) tokens: Vec<Token>,
    /// Bytes that are not tokens.
    pub(crate) rejected: Vec<Range<usize>>,
    /// An issue for each of these ranges.
    pub(crate) issues: Vec<Issue>,
}

/// Tokenizes source text.
pub(crate) fn tokens(text: &str) -> Lexed {
    let rejected = Vec::new();
    let mut lexer = Lexer { bytes: text.as_bytes(), text, offset: 0, counted: 0, position: 0, rejected };
    let mut tokens = Vec::with_capacity(text.len() / 3 + 1);
    let mut issues = Vec::new();
    while let Some(token) = lexer.next(&mut issues) {
        tokens.push(token);
    }
    let position = lexer.position_of(text.len());
    tokens.push(Token { kind: TokenKind::End, start: text.len(), end: text.len(), position });
    Lexed { tokens, rejected: lexer.rejected, issues }
}

struct Lexer<'a> {
    bytes: &'a [u8],
    text: &'a str,
    offset: usize,
    /// The byte offset up to which code points have been counted, and their number.
    counted: usize,
    position: u32,
    rejected: Vec<Range<usize>>,
}

impl Lexer<'_> {
    fn byte(&self, offset: usize) -> Option<u8> {
        self.bytes.get(offset).copied()
    }

    fn position_of(&mut self, offset: usize) -> u32 {
        let passed = self.bytes.get(self.counted..offset).unwrap_or_default();
        self.position += passed.iter().filter(|byte| (**byte as i8) >= -0x40).count() as u32;
        self.counted = offset.max(self.counted);
        self.position
    }

    fn next(&mut self, issues: &mut Vec<Issue>) -> Option<Token> {
        loop {
            self.skip_hidden();
            let start = self.offset;
            self.byte(start)?;
            let position = self.position_of(start);
            match self.scan(start) {
                Ok((kind, end)) => {
                    self.offset = end;
                    return Some(Token { kind, start, end, position });
                }
                Err(failed) => {
                    // The message includes the first character that does not continue a token. The lexer skips it.
                    let length = self.text.get(failed..).and_then(|rest| rest.chars().next()).map_or(0, char::len_utf8);
                    self.offset = failed + length;
                    self.rejected.push(start..self.offset);
                    let rejected = self.text.get(start..self.offset).unwrap_or_default();
                    let shown = rejected.replace('\n', "\\n").replace('\r', "\\r").replace('\t', "\\t");
                    issues.push(Issue::new(position, format!("Syntax error: token recognition error at: '{shown}'")));
                }
            }
        }
    }

    fn skip_hidden(&mut self) {
        loop {
            match self.byte(self.offset) {
                Some(b' ' | b'\t' | b'\r' | b'\n' | 0x0c) => self.offset += 1,
                Some(b'/') if self.byte(self.offset + 1) == Some(b'/') => {
                    while self.byte(self.offset).is_some_and(|byte| byte != b'\n') {
                        self.offset += 1;
                    }
                }
                _ => return,
            }
        }
    }

    /// Returns the token at `start` and its end, or the offset at which no token continues.
    fn scan(&self, start: usize) -> Result<(TokenKind, usize), usize> {
        use TokenKind::{
            And, Colon, Comma, Dot, Double, EqualsEquals, Greater, GreaterEquals, LeftBrace, LeftBracket,
            LeftParenthesis, Less, LessEquals, Minus, Not, NotEquals, Or, Percent, Plus, Question, RightBrace,
            RightBracket, RightParenthesis, Slash, Star,
        };
        let second = self.byte(start + 1);
        let one = |kind| Ok((kind, start + 1));
        let pair =
            |byte, double, single| if second == Some(byte) { Ok((double, start + 2)) } else { Ok((single, start + 1)) };
        match self.byte(start).unwrap_or_default() {
            b'[' => one(LeftBracket),
            b']' => one(RightBracket),
            b'{' => one(LeftBrace),
            b'}' => one(RightBrace),
            b'(' => one(LeftParenthesis),
            b')' => one(RightParenthesis),
            b',' => one(Comma),
            b'-' => one(Minus),
            b'?' => one(Question),
            b':' => one(Colon),
            b'+' => one(Plus),
            b'*' => one(Star),
            b'/' => one(Slash),
            b'%' => one(Percent),
            b'!' => pair(b'=', NotEquals, Not),
            b'<' => pair(b'=', LessEquals, Less),
            b'>' => pair(b'=', GreaterEquals, Greater),
            b'=' if second == Some(b'=') => Ok((EqualsEquals, start + 2)),
            b'&' if second == Some(b'&') => Ok((And, start + 2)),
            b'|' if second == Some(b'|') => Ok((Or, start + 2)),
            b'=' | b'&' | b'|' => Err(start + 1),
            b'.' if second.is_some_and(|byte| byte.is_ascii_digit()) => {
                Ok((Double, self.exponent(self.digits(start + 1))))
            }
            b'.' => one(Dot),
            b'0'..=b'9' => Ok(self.number(start)),
            b'"' | b'\'' => string::scan(self.bytes, start, false).map(|end| (TokenKind::String, end)),
            b'`' => self.escaped_identifier(start),
            b'a'..=b'z' | b'A'..=b'Z' | b'_' => Ok(self.word(start)),
            _ => Err(start),
        }
    }

    fn digits(&self, mut offset: usize) -> usize {
        while self.byte(offset).is_some_and(|byte| byte.is_ascii_digit()) {
            offset += 1;
        }
        offset
    }

    /// Returns the end of an exponent at `offset`, or `offset` without one.
    fn exponent(&self, offset: usize) -> usize {
        if !matches!(self.byte(offset), Some(b'e' | b'E')) {
            return offset;
        }
        let digits = offset + if matches!(self.byte(offset + 1), Some(b'+' | b'-')) { 2 } else { 1 };
        let end = self.digits(digits);
        if end > digits { end } else { offset }
    }

    fn number(&self, start: usize) -> (TokenKind, usize) {
        let mut end = self.digits(start);
        if self.bytes.get(start..start + 2) == Some(b"0x") {
            let mut hex = start + 2;
            while self.byte(hex).is_some_and(|byte| byte.is_ascii_hexdigit()) {
                hex += 1;
            }
            if hex > start + 2 {
                end = hex;
            }
        } else {
            let mut double = end;
            if self.byte(end) == Some(b'.') && self.byte(end + 1).is_some_and(|byte| byte.is_ascii_digit()) {
                double = self.digits(end + 1);
            }
            double = self.exponent(double);
            if double > end {
                return (TokenKind::Double, double);
            }
        }
        if matches!(self.byte(end), Some(b'u' | b'U')) { (TokenKind::Uint, end + 1) } else { (TokenKind::Int, end) }
    }

    fn escaped_identifier(&self, start: usize) -> Result<(TokenKind, usize), usize> {
        let mut end = start + 1;
        while self.byte(end).is_some_and(|byte| byte.is_ascii_alphanumeric() || b"_.-/ ".contains(&byte)) {
            end += 1;
        }
        if end > start + 1 && self.byte(end) == Some(b'`') {
            Ok((TokenKind::EscapedIdentifier, end + 1))
        } else {
            Err(end)
        }
    }

    /// Scans an identifier, or a string with a prefix.
    fn word(&self, start: usize) -> (TokenKind, usize) {
        let mut end = start;
        while self.byte(end).is_some_and(|byte| byte.is_ascii_alphanumeric() || byte == b'_') {
            end += 1;
        }
        let prefix = self.bytes.get(start..end).unwrap_or_default();
        if prefix.len() <= 2 && matches!(self.byte(end), Some(b'"' | b'\'')) {
            let (bytes, raw) = match prefix {
                [b'r' | b'R'] => (false, true),
                [b'b' | b'B'] => (true, false),
                [b'b' | b'B', b'r' | b'R'] => (true, true),
                _ => return (TokenKind::Identifier, end),
            };
            return match string::scan(self.bytes, end, raw) {
                Ok(end) => (if bytes { TokenKind::Bytes } else { TokenKind::String }, end),
                Err(_) => (TokenKind::Identifier, end),
            };
        }
        let kind = match prefix {
            b"in" => TokenKind::In,
            b"true" => TokenKind::True,
            b"false" => TokenKind::False,
            b"null" => TokenKind::Null,
            _ => TokenKind::Identifier,
        };
        (kind, end)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds() {
        use TokenKind::*;
        for (text, expected) in [
            ("a.b", vec![Identifier, Dot, Identifier]),
            ("1 1u 0x1F 0xfu 1.5 1e3 .5 5.", vec![Int, Uint, Int, Uint, Double, Double, Double, Int, Dot]),
            ("1.e", vec![Int, Dot, Identifier]),
            (
                "'' 'a\\'b' r'\\' b'x' br\"y\" '''a'b''' \"\"\"\n\"\"\"",
                vec![String, String, String, Bytes, Bytes, String, String],
            ),
            ("x // y\n in true", vec![Identifier, In, True]),
            ("a||b&&!c!=d", vec![Identifier, Or, Identifier, And, Not, Identifier, NotEquals, Identifier]),
            ("`a-b/c.d`", vec![EscapedIdentifier]),
        ] {
            let Lexed { tokens, issues, .. } = tokens(text);
            assert_eq!(issues, [], "{text}");
            let kinds: Vec<TokenKind> = tokens.iter().map(|token| token.kind).filter(|kind| *kind != End).collect();
            assert_eq!(kinds, expected, "{text}");
        }
    }

    #[test]
    fn no_tokens() {
        for (text, position, rejected) in
            [("a @ b", 2, "@"), ("a = b", 2, "= "), ("é", 0, "é"), ("'é' + 'x", 6, "'x"), ("'a\nb'", 0, "'a\\n")]
        {
            let issues = tokens(text).issues;
            let expected = Issue::new(position, format!("Syntax error: token recognition error at: '{rejected}'"));
            assert_eq!(issues.first(), Some(&expected), "{text}");
        }
    }
}
