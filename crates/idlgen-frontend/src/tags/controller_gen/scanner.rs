//! Splits the arguments of a marker into tokens, like Go's `text/scanner` for identifiers, numbers, strings and raw
//! strings. controller-gen has the errors and peculiarities of this scanner.

/// The kind of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Token {
    Identifier,
    /// An integer literal of Go.
    Integer,
    /// A float literal of Go.
    Float,
    /// A string literal in double quotes, possibly unclosed.
    Text,
    /// A raw string literal.
    RawText,
    /// Any other character.
    Character(char),
    /// The end of the source.
    End,
}

/// The start of the last token. `None` after reading another character (`Scanner.Next` discards the token).
type Offset = Option<usize>;

/// Reads the tokens of a line.
#[derive(Debug)]
pub(super) struct Scanner<'a> {
    text: &'a str,
    /// The offset of the next byte to read.
    next: usize,
    /// The length in bytes of the last character, or 0 at the end.
    last_length: usize,
    /// The number of characters read.
    column: usize,
    /// The last character, which is not part of a token yet.
    #[expect(clippy::option_option, reason = "the outer option: was it read; the inner option: is there a character")]
    ahead: Option<Option<char>>,
    /// The bounds of the last token, if it is valid.
    token: Option<(usize, usize)>,
    /// The offset of the last token, even if it is no longer valid.
    offset: usize,
    /// The column of the last token, if it is valid.
    place: Offset,
    /// `true` if numbers are tokens.
    pub(super) reads_numbers: bool,
    pub(super) errors: Vec<String>,
}

impl<'a> Scanner<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Scanner {
            text,
            next: 0,
            last_length: 0,
            column: 0,
            ahead: None,
            token: None,
            offset: 0,
            place: None,
            reads_numbers: true,
            errors: Vec::new(),
        }
    }

    /// Records an error at the last token.
    pub(super) fn error(&mut self, message: &str) {
        let place = self.place.map_or_else(|| "<input>".to_owned(), |column| format!("<input>:1:{column}"));
        self.errors.push(format!("{message} (at {place})"));
    }

    /// Returns the offset of the next character (`Scanner.Pos`).
    pub(super) fn position(&self) -> usize {
        self.next - self.last_length
    }

    /// Returns the offset of the last token, even if a character was read past it since (`Scanner.Position.Offset`).
    pub(super) fn token_offset(&self) -> usize {
        self.offset
    }

    /// Returns the source of the last token. Empty after reading another character.
    pub(super) fn token_text(&self) -> &'a str {
        self.token.and_then(|(start, end)| self.text.get(start..end.max(start))).unwrap_or_default()
    }

    /// Returns the next character.
    pub(super) fn peek(&mut self) -> Option<char> {
        if let Some(character) = self.ahead {
            return character;
        }
        let mut character = self.read();
        if character == Some('\u{feff}') {
            character = self.read();
        }
        self.ahead = Some(character);
        character
    }

    /// Returns the next character that is not a space. Skipping spaces discards the last token.
    pub(super) fn peek_after_spaces(&mut self) -> Option<char> {
        while let Some(character) = self.peek() {
            if !is_blank(character) {
                return Some(character);
            }
            self.token = None;
            self.place = None;
            self.ahead = Some(self.read());
        }
        None
    }

    fn read(&mut self) -> Option<char> {
        let character = self.text.get(self.next..).and_then(|rest| rest.chars().next());
        let Some(character) = character else {
            if self.last_length > 0 {
                self.column += 1;
            }
            self.last_length = 0;
            return None;
        };
        self.last_length = character.len_utf8();
        self.next += self.last_length;
        self.column += 1;
        if character == '\0' {
            self.end_token();
            self.error("invalid character NUL");
        }
        Some(character)
    }

    fn end_token(&mut self) {
        let end = self.position();
        if let Some((_, token_end)) = &mut self.token {
            *token_end = end;
        }
    }

    fn literal_error(&mut self, message: &str) {
        self.end_token();
        self.error(message);
    }

    /// Returns the next token.
    pub(super) fn scan(&mut self) -> Token {
        let mut character = self.peek();
        self.token = None;
        self.place = None;
        while character.is_some_and(is_blank) {
            character = self.read();
        }
        let start = self.position();
        self.token = Some((start, start));
        self.offset = start;
        self.place = (self.column > 0).then_some(self.column);
        let (token, ahead) = self.token_at(character);
        self.end_token();
        self.ahead = Some(ahead);
        token
    }

    /// Returns the token that begins with this character, and the character after it.
    fn token_at(&mut self, character: Option<char>) -> (Token, Option<char>) {
        let Some(first) = character else { return (Token::End, None) };
        match first {
            _ if is_letter(first) => {
                let mut ahead = self.read();
                while ahead.is_some_and(|character| is_letter(character) || character.is_numeric()) {
                    ahead = self.read();
                }
                (Token::Identifier, ahead)
            }
            '0'..='9' if self.reads_numbers => self.number(first, false),
            '"' => {
                self.quoted();
                (Token::Text, self.read())
            }
            '`' => {
                self.raw();
                (Token::RawText, self.read())
            }
            '.' => {
                let ahead = self.read();
                match ahead {
                    Some(digit @ '0'..='9') if self.reads_numbers => self.number(digit, true),
                    _ => (Token::Character('.'), ahead),
                }
            }
            other => (Token::Character(other), self.read()),
        }
    }

    fn quoted(&mut self) {
        let mut character = self.read();
        loop {
            match character {
                Some('"') => return,
                None | Some('\n') => {
                    self.literal_error("literal not terminated");
                    return;
                }
                Some('\\') => character = self.escape(),
                Some(_) => character = self.read(),
            }
        }
    }

    fn escape(&mut self) -> Option<char> {
        let character = self.read();
        match character {
            Some('a' | 'b' | 'f' | 'n' | 'r' | 't' | 'v' | '\\' | '"') => self.read(),
            Some('0'..='7') => self.escape_digits(character, 8, 3),
            Some('x') => self.escape_hexadecimal(2),
            Some('u') => self.escape_hexadecimal(4),
            Some('U') => self.escape_hexadecimal(8),
            _ => {
                self.literal_error("invalid char escape");
                character
            }
        }
    }

    fn escape_hexadecimal(&mut self, count: usize) -> Option<char> {
        let first = self.read();
        self.escape_digits(first, 16, count)
    }

    fn escape_digits(&mut self, first: Option<char>, base: u32, count: usize) -> Option<char> {
        let mut character = first;
        for _ in 0..count {
            if !character.is_some_and(|digit| digit.is_digit(base)) {
                self.literal_error("invalid char escape");
                return character;
            }
            character = self.read();
        }
        character
    }

    fn raw(&mut self) {
        loop {
            match self.read() {
                Some('`') => return,
                None => {
                    self.literal_error("literal not terminated");
                    return;
                }
                Some(_) => {}
            }
        }
    }

    /// Reads a number that begins with this digit, after a dot if one was read.
    fn number(&mut self, first: char, after_dot: bool) -> (Token, Option<char>) {
        let mut number =
            Number { ahead: Some(first), base: 10, has_digits: false, has_separators: false, invalid: None };
        let mut has_dot = after_dot;
        let mut prefix = None;
        let mut token = Token::Integer;
        if !has_dot {
            if first == '0' {
                number.ahead = self.read();
                (number.base, prefix) = match number.ahead.map(|character| character.to_ascii_lowercase()) {
                    Some('x') => (16, Some('x')),
                    Some('o') => (8, Some('o')),
                    Some('b') => (2, Some('b')),
                    _ => (8, Some('0')),
                };
                if prefix == Some('0') {
                    number.has_digits = true;
                } else {
                    number.ahead = self.read();
                }
            }
            self.digits(&mut number);
            if number.ahead == Some('.') {
                number.ahead = self.read();
                has_dot = true;
            }
        }
        if has_dot {
            token = Token::Float;
            if matches!(prefix, Some('o' | 'b')) {
                self.literal_error(&format!("invalid radix point in {}", literal_name(prefix)));
            }
            self.digits(&mut number);
        }
        if !number.has_digits {
            self.literal_error(&format!("{} has no digits", literal_name(prefix)));
        }
        token = self.exponent(&mut number, prefix, token);
        if let (Token::Integer, Some(digit)) = (token, number.invalid) {
            self.literal_error(&format!("invalid digit '{digit}' in {}", literal_name(prefix)));
        }
        if number.has_separators {
            self.end_token();
            if has_invalid_separator(self.token_text()) {
                self.literal_error("'_' must separate successive digits");
            }
        }
        (token, number.ahead)
    }

    fn exponent(&mut self, number: &mut Number, prefix: Option<char>, token: Token) -> Token {
        let Some(sign @ ('e' | 'E' | 'p' | 'P')) = number.ahead else {
            if prefix == Some('x') && token == Token::Float {
                self.literal_error("hexadecimal mantissa requires a 'p' exponent");
            }
            return token;
        };
        match sign.to_ascii_lowercase() {
            'e' if !matches!(prefix, None | Some('0')) => {
                self.literal_error(&format!("'{sign}' exponent requires decimal mantissa"));
            }
            'p' if prefix != Some('x') => {
                self.literal_error(&format!("'{sign}' exponent requires hexadecimal mantissa"));
            }
            _ => {}
        }
        number.ahead = self.read();
        if matches!(number.ahead, Some('+' | '-')) {
            number.ahead = self.read();
        }
        let mut digits =
            Number { ahead: number.ahead, base: 10, has_digits: false, has_separators: false, invalid: None };
        self.digits(&mut digits);
        number.ahead = digits.ahead;
        number.has_separators |= digits.has_separators;
        if !digits.has_digits {
            self.literal_error("exponent has no digits");
        }
        Token::Float
    }

    fn digits(&mut self, number: &mut Number) {
        while let Some(character) = number.ahead {
            let is_digit = if number.base <= 10 { character.is_ascii_digit() } else { character.is_ascii_hexdigit() };
            if character == '_' {
                number.has_separators = true;
            } else if is_digit {
                number.has_digits = true;
                if !character.is_digit(number.base) && number.invalid.is_none() {
                    number.invalid = Some(character);
                }
            } else {
                return;
            }
            number.ahead = self.read();
        }
    }
}

/// A number that is being read.
struct Number {
    ahead: Option<char>,
    base: u32,
    has_digits: bool,
    has_separators: bool,
    /// The first digit that is invalid in the number's base.
    invalid: Option<char>,
}

fn literal_name(prefix: Option<char>) -> &'static str {
    match prefix {
        Some('x') => "hexadecimal literal",
        Some('o' | '0') => "octal literal",
        Some('b') => "binary literal",
        _ => "decimal literal",
    }
}

/// Returns `true` if a `_` is not between digits, or between a prefix and a digit.
fn has_invalid_separator(number: &str) -> bool {
    let lower = number.to_ascii_lowercase();
    let is_prefixed = ["0x", "0o", "0b"].iter().any(|prefix| lower.starts_with(prefix));
    let is_hexadecimal = lower.starts_with("0x");
    let is_digit = |byte: u8| byte.is_ascii_digit() || is_hexadecimal && byte.is_ascii_hexdigit();
    let mut previous_is_digit = is_prefixed;
    let mut previous_is_separator = false;
    for byte in lower.bytes().skip(if is_prefixed { 2 } else { 0 }) {
        if byte == b'_' {
            if !previous_is_digit {
                return true;
            }
            (previous_is_digit, previous_is_separator) = (false, true);
            continue;
        }
        if previous_is_separator && !is_digit(byte) {
            return true;
        }
        (previous_is_digit, previous_is_separator) = (is_digit(byte), false);
    }
    previous_is_separator
}

fn is_blank(character: char) -> bool {
    matches!(character, ' ' | '\t' | '\n' | '\r')
}

fn is_letter(character: char) -> bool {
    character == '_' || character.is_alphabetic()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(text: &str) -> (Vec<String>, Vec<String>) {
        let mut scanner = Scanner::new(text);
        let mut tokens = Vec::new();
        loop {
            let token = scanner.scan();
            if token == Token::End {
                return (tokens, scanner.errors);
            }
            tokens.push(format!("{token:?} {}", scanner.token_text()));
        }
    }

    #[test]
    fn tokens_are_those_of_go() {
        for (text, expected, errors) in [
            ("a1 =", vec!["Identifier a1", "Character('=') ="], vec![]),
            ("é'", vec!["Identifier é", "Character('\\'') '"], vec![]),
            ("10 1.5 .5 1e3", vec!["Integer 10", "Float 1.5", "Float .5", "Float 1e3"], vec![]),
            ("\"a\\n\" `b`", vec!["Text \"a\\n\"", "RawText `b`"], vec![]),
            ("\"a", vec!["Text \"a"], vec!["literal not terminated (at <input>:1:1)"]),
            ("x \"\\d\"", vec!["Identifier x", "Text \"\\d\""], vec!["invalid char escape (at <input>:1:3)"]),
            ("08", vec!["Integer 08"], vec!["invalid digit '8' in octal literal (at <input>:1:1)"]),
            ("1__0", vec!["Integer 1__0"], vec!["'_' must separate successive digits (at <input>:1:1)"]),
            ("0x", vec!["Integer 0x"], vec!["hexadecimal literal has no digits (at <input>:1:1)"]),
            ("1e", vec!["Float 1e"], vec!["exponent has no digits (at <input>:1:1)"]),
            ("a//b", vec!["Identifier a", "Character('/') /", "Character('/') /", "Identifier b"], vec![]),
        ] {
            assert_eq!(
                tokens(text),
                (expected.iter().map(ToString::to_string).collect(), errors.iter().map(ToString::to_string).collect()),
                "{text}"
            );
        }
    }

    #[test]
    fn a_token_is_forgotten_when_blanks_behind_it_are_read() {
        let mut scanner = Scanner::new("ab ,");
        scanner.scan();
        assert_eq!((scanner.token_text(), scanner.token_offset()), ("ab", 0));
        assert_eq!(scanner.peek_after_spaces(), Some(','));
        assert_eq!((scanner.token_text(), scanner.token_offset()), ("", 0));
        scanner.error("here");
        assert_eq!(scanner.errors, ["here (at <input>)"]);
    }

    #[test]
    fn numbers_and_escapes_are_those_of_go() {
        // Printed by a program with `text/scanner`.
        let table: &[(&str, &[&str], &[&str])] = &[
            ("0o17", &["Integer 0o17"], &[]),
            ("0b101", &["Integer 0b101"], &[]),
            ("0b", &["Integer 0b"], &["binary literal has no digits"]),
            ("0b12", &["Integer 0b12"], &["invalid digit '2' in binary literal"]),
            ("0b8", &["Integer 0b8"], &["invalid digit '8' in binary literal"]),
            ("0o8", &["Integer 0o8"], &["invalid digit '8' in octal literal"]),
            ("0o", &["Integer 0o"], &["octal literal has no digits"]),
            ("0x1F", &["Integer 0x1F"], &[]),
            ("0x1p-2", &["Float 0x1p-2"], &[]),
            ("0x1p", &["Float 0x1p"], &["exponent has no digits"]),
            ("0x1.8", &["Float 0x1.8"], &["hexadecimal mantissa requires a 'p' exponent"]),
            ("1p3", &["Float 1p3"], &["'p' exponent requires hexadecimal mantissa"]),
            ("0b1e2", &["Float 0b1e2"], &["'e' exponent requires decimal mantissa"]),
            ("0o1e2", &["Float 0o1e2"], &["'e' exponent requires decimal mantissa"]),
            ("0b1.5", &["Float 0b1.5"], &["invalid radix point in binary literal"]),
            ("0x_1", &["Integer 0x_1"], &[]),
            ("0_1", &["Integer 0_1"], &[]),
            ("1_", &["Integer 1_"], &["'_' must separate successive digits"]),
            ("_1", &["Identifier _1"], &[]),
            ("1_.5", &["Float 1_.5"], &["'_' must separate successive digits"]),
            ("1._5", &["Float 1._5"], &["'_' must separate successive digits"]),
            ("1e_5", &["Float 1e_5"], &["'_' must separate successive digits"]),
            ("1e5_", &["Float 1e5_"], &["'_' must separate successive digits"]),
            ("1_000", &["Integer 1_000"], &[]),
            ("0_", &["Integer 0_"], &["'_' must separate successive digits"]),
            ("0b_1_0", &["Integer 0b_1_0"], &[]),
            ("0x1__2", &["Integer 0x1__2"], &["'_' must separate successive digits"]),
            ("09.5", &["Float 09.5"], &[]),
            ("08e1", &["Float 08e1"], &[]),
            ("0", &["Integer 0"], &[]),
            ("00", &["Integer 00"], &[]),
            ("007", &["Integer 007"], &[]),
            ("1.", &["Float 1."], &[]),
            (".5.5", &["Float .5", "Float .5"], &[]),
            ("1e+3", &["Float 1e+3"], &[]),
            ("1e-3", &["Float 1e-3"], &[]),
            ("1E3", &["Float 1E3"], &[]),
            ("0X1f", &["Integer 0X1f"], &[]),
            ("0B1", &["Integer 0B1"], &[]),
            ("0O7", &["Integer 0O7"], &[]),
            ("1__0_", &["Integer 1__0_"], &["'_' must separate successive digits"]),
            ("\"\\u0007\\b\\f\\n\\r\\t\\u000b\\\\\\\"\"", &["Text \"\\u0007\\b\\f\\n\\r\\t\\u000b\\\\\\\"\""], &[]),
            ("\"\\101\\u0041\\u0041\\U00000041\"", &["Text \"\\101\\u0041\\u0041\\U00000041\""], &[]),
            ("\"\\8\"", &["Text \"\\8\""], &["invalid char escape"]),
            ("\"\\18\"", &["Text \"\\18\""], &["invalid char escape"]),
            ("\"\\u004\"", &["Text \"\\u004\""], &["invalid char escape"]),
            ("\"\\u004g\"", &["Text \"\\u004g\""], &["invalid char escape"]),
            ("\"\\u004\"", &["Text \"\\u004\""], &["invalid char escape"]),
            ("\"\\U0000004\"", &["Text \"\\U0000004\""], &["invalid char escape"]),
            ("\"\\u{41}\"", &["Text \"\\u{41}\""], &["invalid char escape"]),
            ("\"\\'\"", &["Text \"\\'\""], &["invalid char escape"]),
            (
                "\"a\nb\"",
                &["Text \"a\n", "Identifier b", "Text \""],
                &["literal not terminated", "literal not terminated"],
            ),
            ("`a\nb`", &["RawText `a\nb`"], &[]),
            ("`a", &["RawText `a"], &["literal not terminated"]),
            ("'a'", &["Character('\\'') '", "Identifier a", "Character('\\'') '"], &[]),
            ("a_b", &["Identifier a_b"], &[]),
            ("a-b", &["Identifier a", "Character('-') -", "Identifier b"], &[]),
            ("a.b", &["Identifier a", "Character('.') .", "Identifier b"], &[]),
            (
                "{a,b}",
                &["Character('{') {", "Identifier a", "Character(',') ,", "Identifier b", "Character('}') }"],
                &[],
            ),
            ("é1", &["Identifier é1"], &[]),
        ];
        for (text, expected, errors) in table {
            let (tokens, found) = tokens(text);
            let found: Vec<&str> = found.iter().filter_map(|error| error.split(" (at <input>").next()).collect();
            assert_eq!(
                (tokens, found),
                (expected.iter().map(ToString::to_string).collect(), errors.to_vec()),
                "{text}"
            );
        }
    }
}
