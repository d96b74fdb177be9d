//! Splits source into Go tokens, as far as comments and syntax errors depend on them: the starts of tokens, the line
//! breaks that end a statement, and comments.
//!
//! The rules are those of `go/scanner`. They are needed in addition to tree-sitter because Go attaches comments by
//! lines and the ends of statements, and because a file with unbalanced braces must be split into declarations before
//! parsing.

use crate::source::line_end;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Token {
    pub(super) kind: TokenKind,
    /// The offset of its first byte.
    pub(super) start: usize,
    /// The offset after its last byte.
    pub(super) end: usize,
}

/// The kinds of tokens that are distinguished here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TokenKind {
    /// `// …` or `/* … */`.
    Comment,
    /// An identifier or keyword.
    Word,
    /// A number, string or rune.
    Literal,
    /// `(`, `[` or `{`.
    Open,
    /// `)`, `]` or `}`.
    Close,
    /// A written `;`.
    Semicolon,
    /// The semicolon that Go inserts at the end of a line.
    LineEnd,
    /// Any other operator or stray character.
    Other,
    /// The end of the file.
    End,
}

/// An unterminated literal or comment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Unterminated {
    /// The offset of its first byte.
    pub(super) start: usize,
    /// The offset after its last byte.
    pub(super) end: usize,
    /// The kind: `raw string`, `string`, `rune`, `comment`.
    pub(super) what: &'static str,
}

/// Reads tokens one by one.
#[derive(Debug)]
pub(super) struct Scanner<'a> {
    text: &'a [u8],
    position: usize,
    insert_semicolon: bool,
    /// The position at which a multi-line comment has ended the statement.
    pending_line_end: Option<usize>,
    raw_strings_on_one_line: bool,
    /// The unterminated tokens, in order.
    pub(super) unterminated: Vec<Unterminated>,
}

impl<'a> Scanner<'a> {
    /// Creates a scanner that starts at the byte `start` of `text`.
    pub(super) fn new(text: &'a str, start: usize) -> Self {
        Scanner {
            text: text.as_bytes(),
            position: start,
            insert_semicolon: false,
            pending_line_end: None,
            raw_strings_on_one_line: false,
            unterminated: Vec::new(),
        }
    }

    /// Terminates raw strings at the end of their line, for source with a missing backquote.
    pub(super) fn with_raw_strings_on_one_line(mut self) -> Self {
        self.raw_strings_on_one_line = true;
        self
    }

    pub(super) fn position(&self) -> usize {
        self.position
    }

    fn peek(&self, ahead: usize) -> u8 {
        self.text.get(self.position + ahead).copied().unwrap_or(0)
    }

    /// Moves to the next byte, including the current one, for which `stop` returns `true`, or to the end.
    fn skip_to(&mut self, stop: impl Fn(u8) -> bool) {
        let rest = self.text.get(self.position..).unwrap_or_default();
        self.position += rest.iter().position(|byte| stop(*byte)).unwrap_or(rest.len());
    }

    /// Moves to the end of the line.
    fn skip_line(&mut self) {
        self.position += line_end(self.text.get(self.position..).unwrap_or_default());
    }

    /// Returns the next token. At the end, always returns [`TokenKind::End`].
    pub(super) fn next_token(&mut self) -> Token {
        if let Some(position) = self.pending_line_end.take() {
            return Token { kind: TokenKind::LineEnd, start: position, end: position + 1 };
        }
        let insert = self.insert_semicolon;
        self.skip_to(|byte| !(byte == b' ' || byte == b'\t' || byte == b'\r' || byte == b'\n' && !insert));

        let start = self.position;
        let Some(&first) = self.text.get(start) else {
            let kind = if insert { TokenKind::LineEnd } else { TokenKind::End };
            self.insert_semicolon = false;
            return Token { kind, start, end: start };
        };
        let kind = match first {
            b'\n' => {
                self.position += 1;
                self.insert_semicolon = false;
                TokenKind::LineEnd
            }
            b'a'..=b'z' | b'A'..=b'Z' | b'_' | 0x80.. => {
                self.skip_to(|byte| !(byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80));
                self.insert_semicolon = self.text.get(start..self.position).is_some_and(ends_statement);
                TokenKind::Word
            }
            b'0'..=b'9' => self.number(),
            b'.' if self.peek(1).is_ascii_digit() => self.number(),
            b'"' => self.quoted(b'"', "string"),
            b'\'' => self.quoted(b'\'', "rune"),
            b'`' => self.raw_string(),
            b'/' if self.peek(1) == b'/' => {
                self.skip_line();
                TokenKind::Comment
            }
            b'/' if self.peek(1) == b'*' => self.block_comment(),
            b'(' | b'[' | b'{' => self.single(TokenKind::Open, false),
            b')' | b']' | b'}' => self.single(TokenKind::Close, true),
            b';' => self.single(TokenKind::Semicolon, false),
            b'+' | b'-' if self.peek(1) == first => {
                self.position += 1;
                self.single(TokenKind::Other, true)
            }
            _ => self.single(TokenKind::Other, false),
        };
        Token { kind, start, end: self.position }
    }

    /// Skips to the bracket that closes the last opened one, without creating tokens for the contents. Returns `false`
    /// if that bracket is missing, if a literal or comment is unterminated, or if brackets are nested more than
    /// `deepest` levels.
    pub(super) fn skip_block(&mut self, deepest: usize) -> bool {
        let mut depth = 1;
        loop {
            self.skip_to(|byte| IS_STRUCTURE.get(usize::from(byte)).copied().unwrap_or_default());
            self.insert_semicolon = false;
            match self.text.get(self.position) {
                Some(b'(' | b'[' | b'{') => {
                    depth += 1;
                    self.position += 1;
                }
                Some(b')' | b']' | b'}') => {
                    depth -= 1;
                    self.position += 1;
                }
                Some(quote @ (b'"' | b'\'')) => drop(self.quoted(*quote, "literal")),
                Some(b'`') => drop(self.raw_string()),
                Some(b'/') if self.peek(1) == b'/' => self.skip_line(),
                Some(b'/') if self.peek(1) == b'*' => drop(self.block_comment()),
                Some(_) => self.position += 1,
                None => return false,
            }
            if depth == 0 || depth > deepest || !self.unterminated.is_empty() {
                self.insert_semicolon = true;
                return depth == 0;
            }
        }
    }

    fn single(&mut self, kind: TokenKind, insert_semicolon: bool) -> TokenKind {
        self.position += 1;
        self.insert_semicolon = insert_semicolon;
        kind
    }

    /// Scans a number. Accepts invalid numbers, which the parser reports.
    fn number(&mut self) -> TokenKind {
        while self.position < self.text.len() {
            let byte = self.peek(0);
            let is_sign_of_exponent = (byte == b'+' || byte == b'-')
                && self.position > 0
                && matches!(self.text.get(self.position - 1), Some(b'e' | b'E' | b'p' | b'P'))
                && !self.is_hexadecimal_digit_e();
            if !(byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'.' || is_sign_of_exponent) {
                break;
            }
            self.position += 1;
        }
        self.insert_semicolon = true;
        TokenKind::Literal
    }

    /// Returns `true` if the `e` before the current position is a hexadecimal digit (`0x1e+2` is a sum).
    fn is_hexadecimal_digit_e(&self) -> bool {
        let before = self.text.get(..self.position).unwrap_or_default();
        let start = before.iter().rposition(|byte| !(byte.is_ascii_alphanumeric() || *byte == b'_' || *byte == b'.'));
        let number = before.get(start.map_or(0, |start| start + 1)..).unwrap_or_default();
        matches!(number, [b'0', b'x' | b'X', ..]) && matches!(number.last(), Some(b'e' | b'E'))
    }

    fn quoted(&mut self, quote: u8, what: &'static str) -> TokenKind {
        let start = self.position;
        self.position += 1;
        loop {
            self.skip_to(|byte| byte == quote || byte == b'\\' || byte == b'\n');
            match self.text.get(self.position) {
                Some(b'\\') if self.peek(1) != b'\n' => self.position = (self.position + 2).min(self.text.len()),
                Some(byte) if *byte == quote => {
                    self.position += 1;
                    break;
                }
                Some(b'\\') => self.position += 1,
                _ => {
                    self.unterminated.push(Unterminated { start, end: self.position, what });
                    break;
                }
            }
        }
        self.insert_semicolon = true;
        TokenKind::Literal
    }

    fn raw_string(&mut self) -> TokenKind {
        let start = self.position;
        self.position += 1;
        let on_one_line = self.raw_strings_on_one_line;
        self.skip_to(|byte| byte == b'`' || byte == b'\n' && on_one_line);
        if self.text.get(self.position) == Some(&b'`') {
            self.position += 1;
        } else {
            self.unterminated.push(Unterminated { start, end: self.position, what: "raw string" });
        }
        self.insert_semicolon = true;
        TokenKind::Literal
    }

    fn block_comment(&mut self) -> TokenKind {
        let start = self.position;
        let rest = self.text.get(start + 2..).unwrap_or_default();
        if let Some(length) = rest.windows(2).position(|pair| pair == b"*/") {
            self.position = start + 2 + length + 2;
        } else {
            self.position = self.text.len();
            self.unterminated.push(Unterminated { start, end: self.position, what: "comment" });
        }
        if self.insert_semicolon {
            let comment = self.text.get(start..self.position).unwrap_or_default();
            if let Some(line_break) = comment.iter().position(|byte| *byte == b'\n') {
                self.pending_line_end = Some(start + line_break);
                self.insert_semicolon = false;
            }
        }
        TokenKind::Comment
    }
}

/// The bytes that are relevant to [`Scanner::skip_block`]: brackets, quotes and the starts of comments.
const IS_STRUCTURE: [bool; 256] = {
    let mut table = [false; 256];
    let mut rest: &[u8] = b"()[]{}\"'`/";
    while let [first, others @ ..] = rest {
        table[*first as usize] = true;
        rest = others;
    }
    table
};

/// Returns `true` if a line break after this word ends a statement, as after identifiers and four keywords.
fn ends_statement(word: &[u8]) -> bool {
    !matches!(
        word,
        b"case"
            | b"chan"
            | b"const"
            | b"default"
            | b"defer"
            | b"else"
            | b"for"
            | b"func"
            | b"go"
            | b"goto"
            | b"if"
            | b"import"
            | b"interface"
            | b"map"
            | b"package"
            | b"range"
            | b"select"
            | b"struct"
            | b"switch"
            | b"type"
            | b"var"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(text: &str) -> String {
        let mut scanner = Scanner::new(text, 0);
        let mut shown = Vec::new();
        loop {
            let token = scanner.next_token();
            match token.kind {
                TokenKind::End => return shown.join(" "),
                TokenKind::LineEnd => shown.push("⏎".to_owned()),
                _ => shown.push(text[token.start..token.end].replace('\n', "␤")),
            }
        }
    }

    #[test]
    fn statements_end_as_in_go() {
        let table = [
            ("type A struct {\n\tB int\n}\n", "type A struct { B int ⏎ } ⏎"),
            ("return\nbreak\nx++\nfor\n", "return ⏎ break ⏎ x ++ ⏎ for"),
            ("A int // c\nB", "A int // c ⏎ B ⏎"),
            ("A int /* c\n d */ // e\nB", "A int /* c␤ d */ ⏎ // e B ⏎"),
            ("A int /* c */ `x`\n", "A int /* c */ `x` ⏎"),
            ("a := 0x1e+2\nb := 1e+2", "a : = 0x1e + 2 ⏎ b : = 1e+2 ⏎"),
            ("x = '\\'' + \"\\\"\" + `\\`", "x = '\\'' + \"\\\"\" + `\\` ⏎"),
            (".5 a.b", ".5 a . b ⏎"),
            ("", ""),
        ];
        for (text, expected) in table {
            assert_eq!(tokens(text), expected, "{text:?}");
        }
    }

    /// The results of `go/scanner`.
    #[test]
    fn tokens_are_those_of_go() {
        let table = [
            ("0x1p-2\n1e-3 1E+3 0b1 1_0 1.5e3 .5e-1", "0x1p-2 ⏎ 1e-3 1E+3 0b1 1_0 1.5e3 .5e-1 ⏎"),
            ("0X1E+2\n", "0X1E + 2 ⏎"),
            ("0x1P+2\n", "0x1P+2 ⏎"),
            ("0xe-1\n", "0xe - 1 ⏎"),
            ("a-- -b", "a -- - b ⏎"),
            ("a++ +b", "a ++ + b ⏎"),
            ("f(){}[]\n;", "f ( ) { } [ ] ⏎ ;"),
            ("a.b.0\n", "a . b .0 ⏎"),
            ("é_1 b\n_\n", "é_1 b ⏎ _ ⏎"),
            ("a /* b\n */ c\n", "a /* b␤ */ ⏎ c ⏎"),
            ("+ /* b\n */ c\n", "+ /* b␤ */ c ⏎"),
            ("a \r\n\tb", "a ⏎ b ⏎"),
            ("\"\\\\\"\n'\\\\'\n", "\"\\\\\" ⏎ '\\\\' ⏎"),
            ("a /*/ b */ c", "a /*/ b */ c ⏎"),
            ("/**/\n", "/**/"),
            ("x / y\n", "x / y ⏎"),
        ];
        for (text, expected) in table {
            assert_eq!(tokens(text), expected, "{text:?}");
        }
    }

    #[test]
    fn four_keywords_end_a_statement() {
        let end = ["break", "continue", "fallthrough", "return"];
        let others = [
            "case",
            "chan",
            "const",
            "default",
            "defer",
            "else",
            "for",
            "func",
            "go",
            "goto",
            "if",
            "import",
            "interface",
            "map",
            "package",
            "range",
            "select",
            "struct",
            "switch",
            "type",
            "var",
        ];
        for keyword in end {
            assert_eq!(tokens(&format!("{keyword}\n")), format!("{keyword} ⏎"));
        }
        for keyword in others {
            assert_eq!(tokens(&format!("{keyword}\n")), keyword);
        }
    }

    #[test]
    fn blocks_are_skipped_to_their_end() {
        let table = [
            ("a} b", 3, Some("a}")),
            ("(a) [b] {c}} d", 3, Some("(a) [b] {c}}")),
            ("\"}\" '}' `}` // }\n /* } */ a / b} c", 3, Some("\"}\" '}' `}` // }\n /* } */ a / b}")),
            ("`\n}` } a", 3, Some("`\n}` }")),
            ("{{}}}", 3, Some("{{}}}")),
            ("{{{}}}}", 3, None),
            ("{{}", 3, None),
            ("\"a\n}", 3, None),
            ("'a\n}", 3, None),
            ("`a}", 3, None),
            ("/* a}", 3, None),
            ("// a}", 3, None),
        ];
        for (text, deepest, expected) in table {
            let mut scanner = Scanner::new(text, 0);
            let is_closed = scanner.skip_block(deepest);
            assert_eq!(is_closed.then(|| &text[..scanner.position()]), expected, "{text:?}");
        }
        // The block ends a statement.
        let mut scanner = Scanner::new("a}\nb", 0);
        assert!(scanner.skip_block(1));
        assert_eq!(scanner.next_token().kind, TokenKind::LineEnd);
        let mut scanner = Scanner::new("+ a}  b", 1);
        assert!(scanner.skip_block(1));
        assert_eq!(scanner.next_token(), Token { kind: TokenKind::Word, start: 6, end: 7 });
    }

    #[test]
    fn raw_strings_can_end_with_their_line() {
        let mut scanner = Scanner::new("`a\nb` c", 0).with_raw_strings_on_one_line();
        assert_eq!(scanner.next_token(), Token { kind: TokenKind::Literal, start: 0, end: 2 });
        assert_eq!(scanner.unterminated, [Unterminated { start: 0, end: 2, what: "raw string" }]);
        assert_eq!(scanner.next_token().kind, TokenKind::LineEnd);
        assert_eq!(scanner.next_token(), Token { kind: TokenKind::Word, start: 3, end: 4 });
    }

    #[test]
    fn says_what_does_not_end() {
        let table = [
            ("a \"b\nc", "string", 2, 4),
            ("a \"b\\\nc", "string", 2, 5),
            ("a 'b\nc", "rune", 2, 4),
            ("a `b\nc", "raw string", 2, 6),
            ("a /* b\nc", "comment", 2, 8),
            ("\"\\", "string", 0, 2),
        ];
        for (text, what, start, end) in table {
            let mut scanner = Scanner::new(text, 0);
            while scanner.next_token().kind != TokenKind::End {}
            assert_eq!(scanner.unterminated, [Unterminated { start, end, what }], "{text:?}");
        }
    }
}
