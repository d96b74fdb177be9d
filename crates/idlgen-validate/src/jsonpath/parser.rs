//! The template parser (`jsonpath.Parser`).

use std::ops::Range;

use idlgen_runtime::regex::LazyPattern;

use super::{
    error::{ParseError, SyntaxError, syntax_error},
    filter::operator,
    limits::{MAX_DEPTH, MAX_TEMPLATE},
    node::{Filter, Node},
    number, subscript,
    unquote::unquote,
};

/// Parses a template into alternating literal strings and node lists.
pub(super) fn parse(text: &str) -> Result<Vec<Node>, ParseError> {
    if text.len() > MAX_TEMPLATE {
        return Err(ParseError { error: SyntaxError::TooLong, at: MAX_TEMPLATE });
    }
    Parser { input: text, at: 0, base: 0, depth: 0 }.template()
}

/// The position of the parser.
pub(super) struct Parser<'t> {
    input: &'t str,
    at: usize,
    /// The position of the input in the template.
    base: usize,
    depth: usize,
}

impl<'t> Parser<'t> {
    /// Parses the content of brackets as if it were in braces of its own. `at` is its start in the template.
    pub(super) fn inner(&self, text: &str, at: usize) -> Result<Vec<Node>, ParseError> {
        if self.depth >= MAX_DEPTH {
            return Err(ParseError { error: SyntaxError::TooDeep, at });
        }
        let braced = format!("{{{text}}}");
        let base = (self.base + at).saturating_sub(1);
        let nodes = Parser { input: &braced, at: 0, base, depth: self.depth + 1 }
            .template()
            .map_err(|error| ParseError { at: at + error.at.saturating_sub(1), ..error })?;
        // A `}` in the text closes the braces early. The text after it is ignored.
        Ok(match nodes.into_iter().next() {
            Some(Node::List(nodes)) => nodes,
            _ => Vec::new(),
        })
    }

    fn template(&mut self) -> Result<Vec<Node>, ParseError> {
        let mut nodes = Vec::new();
        loop {
            let rest = self.rest();
            let (text, is_last) = match rest.find('{') {
                Some(length) => (rest.get(..length).unwrap_or_default(), false),
                None => (rest, true),
            };
            if !text.is_empty() {
                nodes.push(Node::Text(text.to_owned()));
            }
            self.at += text.len();
            if is_last {
                return Ok(nodes);
            }
            self.at += 1;
            nodes.push(Node::List(self.action()?));
        }
    }

    /// Parses the content of braces up to the closing one.
    fn action(&mut self) -> Result<Vec<Node>, ParseError> {
        let mut nodes = Vec::new();
        loop {
            let start = self.at;
            let rest = self.rest();
            if rest.starts_with('}') {
                self.at += 1;
                return Ok(nodes);
            } else if rest.starts_with("[?(") {
                nodes.push(self.filter()?);
            } else if rest.starts_with("..") {
                if nodes.last() == Some(&Node::Recursive) {
                    return Err(syntax_error(SyntaxError::MultipleRecursiveDescent, start));
                }
                self.at += 2;
                nodes.push(Node::Recursive);
                if self.rest().starts_with(is_alphanumeric) {
                    nodes.push(self.field());
                }
            } else {
                match self.next() {
                    None | Some('\r' | '\n') => return Err(syntax_error(SyntaxError::UnclosedAction, start)),
                    // These characters represent the current object, with which each node list starts anyway.
                    Some(' ' | '@' | '$') => {}
                    Some('[') => self.subscript(start, &mut nodes)?,
                    Some(quote @ ('"' | '\'')) => nodes.push(self.quoted(start, quote)?),
                    Some('.') => nodes.push(self.field()),
                    Some(first) if first == '+' || first == '-' || is_digit(first) => {
                        nodes.push(self.number(start)?);
                    }
                    Some(first) if is_alphanumeric(first) => nodes.push(self.word(start)),
                    Some(other) => return Err(syntax_error(SyntaxError::UnrecognizedCharacter(other), start)),
                }
            }
        }
    }

    /// Parses a name after a dot. After a backslash, any character is part of the name.
    fn field(&mut self) -> Node {
        let start = self.at;
        while let Some(character) = self.peek().filter(|character| !is_terminator(*character)) {
            self.at += character.len_utf8();
            if character == '\\' {
                self.next();
            }
        }
        match self.since(start) {
            "*" => Node::Wildcard,
            name => Node::Field { name: name.replace('\\', ""), bytes: self.bytes(start) },
        }
    }

    fn word(&mut self, start: usize) -> Node {
        while self.peek().is_some_and(|character| !is_terminator(character)) {
            self.next();
        }
        match self.since(start) {
            "true" => Node::Boolean(true),
            "false" => Node::Boolean(false),
            word => Node::Identifier(word.to_owned()),
        }
    }

    fn number(&mut self, start: usize) -> Result<Node, ParseError> {
        while self.peek().is_some_and(|character| character == '.' || is_digit(character)) {
            self.next();
        }
        let text = self.since(start);
        let float = || idlgen_runtime::go::parse_float(text).map(Node::Float);
        number::integer(text)
            .map(Node::Integer)
            .or_else(float)
            .ok_or_else(|| syntax_error(SyntaxError::Number(text.to_owned()), start))
    }

    fn quoted(&mut self, start: usize, quote: char) -> Result<Node, ParseError> {
        loop {
            match self.next() {
                None | Some('\n') => return Err(syntax_error(SyntaxError::UnterminatedQuote, start)),
                Some(character) if character == quote && !self.is_escaped() => break,
                Some(_) => {}
            }
        }
        let text = self.since(start);
        unquote(text).map(Node::Text).ok_or_else(|| syntax_error(SyntaxError::Escape(text.to_owned()), start))
    }

    /// Parses a subscript: an index, a slice or a key, or several of them.
    fn subscript(&mut self, start: usize, nodes: &mut Vec<Node>) -> Result<(), ParseError> {
        loop {
            match self.next() {
                None | Some('\n') => return Err(syntax_error(SyntaxError::UnterminatedArray, start)),
                Some(']') => break,
                Some(_) => {}
            }
        }
        let content = self.since(start + 1).strip_suffix(']').unwrap_or_default();
        subscript::read(&|text, at| self.inner(text, at), content, self.bytes(start), start + 1, nodes)
    }

    fn filter(&mut self) -> Result<Node, ParseError> {
        let start = self.at;
        self.at += "[?(".len();
        let inner = self.at;
        let mut open = None;
        let mut is_closed = false;
        loop {
            match self.next() {
                None | Some('\n') => return Err(syntax_error(SyntaxError::UnterminatedFilter, start)),
                Some(quote @ ('"' | '\'')) => match open {
                    None => open = Some(quote),
                    Some(pair) => is_closed |= pair == quote && !self.is_escaped(),
                },
                // Brackets in a quoted string are ignored. Only the first quote of the filter starts a string.
                Some(')') if open.is_some() == is_closed => break,
                Some(_) => {}
            }
        }
        let text = self.since(inner).strip_suffix(')').unwrap_or_default();
        let end = self.at;
        if self.next() != Some(']') {
            return Err(syntax_error(SyntaxError::UnclosedFilter, end));
        }
        let Some((left, operator, right)) = operator(text) else {
            return Ok(Node::Filter(Filter { left: self.inner(text, inner)?, comparison: None }));
        };
        let right_at = inner + left.len() + operator.len();
        let left = self.inner(left, inner)?;
        let right = self.inner(right, right_at)?;
        Ok(Node::Filter(Filter { left, comparison: Some((operator.to_owned(), right)) }))
    }

    /// Returns `true` if the last character, which is a quote, follows a backslash.
    fn is_escaped(&self) -> bool {
        self.at.checked_sub(2).and_then(|before| self.input.as_bytes().get(before)) == Some(&b'\\')
    }

    fn rest(&self) -> &'t str {
        self.input.get(self.at..).unwrap_or_default()
    }

    fn since(&self, start: usize) -> &'t str {
        self.input.get(start..self.at).unwrap_or_default()
    }

    /// Returns the range in the template from an offset of the input to the current one.
    fn bytes(&self, start: usize) -> Range<usize> {
        self.base + start..self.base + self.at
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn next(&mut self) -> Option<char> {
        let next = self.peek()?;
        self.at += next.len_utf8();
        Some(next)
    }
}

/// Returns `true` for a character that ends a name or an identifier.
fn is_terminator(character: char) -> bool {
    matches!(character, ' ' | '\t' | '\r' | '\n' | '.' | ',' | '[' | ']' | '$' | '@' | '{' | '}')
}

/// Returns `true` for a digit according to Go's `unicode.IsDigit`.
fn is_digit(character: char) -> bool {
    static DIGIT: LazyPattern = LazyPattern::new(r"^\p{Nd}$");
    character.is_ascii_digit() || (!character.is_ascii() && is_of(&DIGIT, character))
}

/// Returns `true` for `_`, and for letters and digits according to Go's `unicode.IsLetter` and `unicode.IsDigit`.
fn is_alphanumeric(character: char) -> bool {
    static LETTER: LazyPattern = LazyPattern::new(r"^\p{L}$");
    let is_letter = if character.is_ascii() { character.is_ascii_alphabetic() } else { is_of(&LETTER, character) };
    character == '_' || is_letter || is_digit(character)
}

fn is_of(class: &LazyPattern, character: char) -> bool {
    class.compiled().is_ok_and(|class| class.is_match(character.encode_utf8(&mut [0; 4])))
}
