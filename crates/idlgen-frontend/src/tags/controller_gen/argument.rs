//! Parses a single argument and infers its type (`sigs.k8s.io/controller-tools/pkg/markers.Argument`).
//!
//! An invalid value leaves the previous value unchanged, like assignment by reflection.

use std::collections::BTreeMap;

use idlgen_runtime::go::quote;

use super::{
    grammar::Grammar,
    number,
    scanner::{Scanner, Token},
    unquote::unquote,
    value::{Kind, Value},
};

/// Maximum nesting depth of values.
const MAX_DEPTH: usize = 64;

/// Reads the arguments of a marker.
pub(super) struct Reader<'a> {
    pub(super) scanner: Scanner<'a>,
    /// The complete source.
    pub(super) text: &'a str,
    pub(super) grammar: Grammar,
}

impl<'a> Reader<'a> {
    pub(super) fn new(text: &'a str, grammar: Grammar) -> Self {
        Reader { scanner: Scanner::new(text), text, grammar }
    }

    /// Reads the next token. Reports an error unless it is the expected one.
    pub(super) fn expect(&mut self, expected: Token, what: &str) -> bool {
        if self.scanner.scan() == expected {
            return true;
        }
        let message = format!("expected {what}, got {}", quote(self.scanner.token_text()));
        self.scanner.error(&message);
        false
    }

    /// Reads a value of this type into `value`.
    pub(super) fn value(&mut self, kind: &Kind, value: &mut Value) {
        self.read(kind, value, false, 0);
    }

    fn read(&mut self, kind: &Kind, value: &mut Value, in_list: bool, depth: usize) {
        if depth > MAX_DEPTH {
            self.scanner.error(&format!("values nested more than {MAX_DEPTH} levels deep"));
            return;
        }
        match kind {
            Kind::Invalid => self.scanner.error("cannot parse invalid type"),
            Kind::Number => self.number(value),
            Kind::Integer => self.integer(value),
            Kind::Integer32 => {
                self.integer(value);
                if let Value::Integer(number) = value {
                    *number = i64::from(*number as i32);
                }
            }
            Kind::Text => self.string(value, false),
            Kind::Boolean => self.boolean(value),
            Kind::Any => {
                let guess = self.guess(!in_list, depth);
                if let Kind::List(element) = &guess
                    && !is_constructible(element)
                {
                    self.scanner.error("invalid type when constructing guessed slice out: 0");
                    return;
                }
                let mut guessed = if matches!(guess, Kind::List(_) | Kind::Map) { guess.zero() } else { value.clone() };
                self.read(&guess, &mut guessed, false, depth + 1);
                *value = guessed;
            }
            Kind::List(element) => self.list(element, value, depth),
            Kind::Map => self.map(value, depth),
        }
    }

    fn is_negative(&mut self) -> bool {
        let is_negative = self.scanner.peek() == Some('-');
        if is_negative {
            self.scanner.scan();
        }
        is_negative
    }

    fn number(&mut self, value: &mut Value) {
        let sign = if self.is_negative() { "-" } else { "" };
        if !matches!(self.scanner.scan(), Token::Float | Token::Integer) {
            let message = format!("expected integer or float, got {}", quote(self.scanner.token_text()));
            self.scanner.error(&message);
            return;
        }
        match number::float(&format!("{sign}{}", self.scanner.token_text())) {
            Ok(number) => *value = Value::Number(number),
            Err(message) => self.scanner.error(&format!("unable to parse number: {message}")),
        }
    }

    fn integer(&mut self, value: &mut Value) {
        let sign = if self.is_negative() { "-" } else { "" };
        if !self.expect(Token::Integer, "integer") {
            return;
        }
        match number::integer(&format!("{sign}{}", self.scanner.token_text())) {
            Ok(number) => *value = Value::Integer(number),
            Err(message) => self.scanner.error(&format!("unable to parse integer: {message}")),
        }
    }

    fn boolean(&mut self, value: &mut Value) {
        if !self.expect(Token::Identifier, "true or false") {
            return;
        }
        match self.scanner.token_text() {
            "true" => *value = Value::Boolean(true),
            "false" => *value = Value::Boolean(false),
            other => {
                let message = format!("expected true or false, got {}", quote(other));
                self.scanner.error(&message);
            }
        }
    }

    /// Reads a string literal, or all tokens up to a delimiter. A space before the delimiter removes the last token.
    fn string(&mut self, value: &mut Value, is_key: bool) {
        let read_numbers = std::mem::replace(&mut self.scanner.reads_numbers, false);
        let first = self.scanner.scan();
        if matches!(first, Token::Text | Token::RawText) {
            match unquote(self.scanner.token_text()) {
                Some(text) => *value = Value::Text(text),
                None => self.scanner.error("unable to parse string: invalid syntax"),
            }
        } else {
            let start = self.scanner.token_offset();
            while let Some(character) = self.scanner.peek_after_spaces() {
                let ends_key = is_key || !self.grammar.has_free_texts;
                if matches!(character, ',' | ';' | '}') || ends_key && character == ':' {
                    break;
                }
                self.scanner.scan();
            }
            let end = self.scanner.token_offset() + self.scanner.token_text().len();
            *value = Value::Text(self.text.get(start..end).unwrap_or_default().to_owned());
        }
        self.scanner.reads_numbers = read_numbers;
    }

    /// Reads `{a,b}` or `a;b`.
    fn list(&mut self, element: &Kind, value: &mut Value, depth: usize) {
        let mut items: Option<Vec<Value>> = None;
        let mut item = element.zero();
        if self.scanner.peek_after_spaces() == Some('{') {
            self.scanner.scan();
            while !matches!(self.scanner.peek_after_spaces(), None | Some('}')) {
                self.read(element, &mut item, true, depth + 1);
                items.get_or_insert_default().push(item.clone());
                if self.scanner.peek_after_spaces() == Some('}') {
                    break;
                }
                if !self.expect(Token::Character(','), "comma") {
                    return;
                }
            }
            if self.expect(Token::Character('}'), "close curly brace") {
                *value = Value::List { of: element.clone(), items };
            }
            return;
        }
        while !matches!(self.scanner.peek_after_spaces(), None | Some(',' | '}')) {
            self.read(element, &mut item, true, depth + 1);
            items.get_or_insert_default().push(item.clone());
            let next = self.scanner.peek_after_spaces();
            if matches!(next, None | Some(',' | '}')) {
                break;
            }
            self.scanner.scan();
            if next != Some(';') {
                let message = format!("expected comma, got {}", quote(self.scanner.token_text()));
                self.scanner.error(&message);
                return;
            }
        }
        *value = Value::List { of: element.clone(), items };
    }

    /// Reads `{key: value, …}`.
    fn map(&mut self, value: &mut Value, depth: usize) {
        let mut entries = BTreeMap::new();
        let (mut key, mut element) = (Kind::Text.zero(), Value::Nil);
        if !self.expect(Token::Character('{'), "open curly brace") {
            return;
        }
        while !matches!(self.scanner.peek_after_spaces(), None | Some('}')) {
            self.string(&mut key, true);
            if !self.expect(Token::Character(':'), "colon") {
                return;
            }
            self.read(&Kind::Any, &mut element, false, depth + 1);
            entries.insert(key.as_text().unwrap_or_default().to_owned(), element.clone());
            if self.scanner.peek_after_spaces() == Some('}') {
                break;
            }
            if !self.expect(Token::Character(','), "comma") {
                return;
            }
        }
        if self.expect(Token::Character('}'), "close curly brace") {
            *value = Value::Map(Some(entries));
        }
    }

    /// Infers the type of the remaining text from its start.
    fn guess(&self, allow_list: bool, depth: usize) -> Kind {
        let rest = self.text.get(self.scanner.position()..).unwrap_or_default();
        let kind = guess(rest, self.grammar, depth);
        if !allow_list {
            return kind;
        }
        let mut scanner = Scanner::new(rest);
        loop {
            match scanner.scan() {
                Token::Character(';') => return Kind::List(Box::new(kind)),
                Token::Character(',') | Token::End => return kind,
                _ => {}
            }
        }
    }
}

/// Returns `true` if Go can construct a list with elements of this type, which is not possible for unknown types.
fn is_constructible(kind: &Kind) -> bool {
    match kind {
        Kind::Invalid | Kind::Any => false,
        Kind::List(element) => is_constructible(element),
        _ => true,
    }
}

fn guess(text: &str, grammar: Grammar, depth: usize) -> Kind {
    if depth > MAX_DEPTH {
        return Kind::Invalid;
    }
    let mut reader = Reader::new(text, grammar);
    let hint = reader.scanner.peek_after_spaces();
    match hint {
        Some('"' | '\'' | '`') => return Kind::Text,
        Some('{') => {
            reader.scanner.scan();
            let hint = reader.scanner.peek_after_spaces();
            let rest = text.get(reader.scanner.position()..).unwrap_or_default();
            let first = guess(rest, grammar, depth + 1);
            if first == Kind::Text {
                reader.string(&mut Kind::Text.zero(), true);
                if reader.scanner.scan() == Token::Character(':') || hint == Some('}') {
                    return Kind::Map;
                }
            }
            return Kind::List(Box::new(first));
        }
        Some('t' | 'f') => {
            reader.scanner.scan();
            return if matches!(reader.scanner.token_text(), "true" | "false") { Kind::Boolean } else { Kind::Text };
        }
        _ => {}
    }
    let mut token = reader.scanner.scan();
    if token == Token::Character('-') {
        token = reader.scanner.scan();
    }
    let kind = match token {
        Token::Integer => Kind::Integer,
        Token::Float => Kind::Number,
        _ => return Kind::Text,
    };
    let is_whole =
        reader.scanner.errors.is_empty() && matches!(reader.scanner.peek_after_spaces(), None | Some(',' | ';' | '}'));
    if is_whole || !grammar.has_free_texts { kind } else { Kind::Text }
}
