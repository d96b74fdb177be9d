//! List, map and object literals.

use std::borrow::Cow;

use crate::ast::{Entry, ExprKind, Field};
use crate::lexer::{Token, TokenKind};

use super::tokens::starts_expression;
use super::{Parsed, Parser};

/// The tokens that delimit the elements of a literal, as messages name them.
struct Brackets {
    close: TokenKind,
    closing: &'static str,
    /// The tokens that may follow an element.
    next: &'static str,
    /// The tokens that may follow the opening bracket.
    first: &'static str,
    starts_element: fn(TokenKind) -> bool,
}

const LIST: Brackets = Brackets {
    close: TokenKind::RightBracket,
    closing: "']'",
    next: "{']', ','}",
    first: "{'[', ']', '{', '(', '.', ',', '-', '!', '?', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, \
            STRING, BYTES, IDENTIFIER}",
    starts_element: starts_expression,
};

const MAP: Brackets = Brackets {
    close: TokenKind::RightBrace,
    closing: "'}'",
    next: "{'}', ','}",
    first: "{'[', '{', '}', '(', '.', ',', '-', '!', '?', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, \
            STRING, BYTES, IDENTIFIER}",
    starts_element: starts_expression,
};

const OBJECT: Brackets =
    Brackets { first: "{'}', ',', '?', IDENTIFIER, ESC_IDENTIFIER}", starts_element: is_field_name, ..MAP };

fn is_field_name(kind: TokenKind) -> bool {
    matches!(kind, TokenKind::Identifier | TokenKind::EscapedIdentifier)
}

impl Brackets {
    fn may_be_element(&self, kind: TokenKind) -> bool {
        kind == TokenKind::Question || (self.starts_element)(kind)
    }
}

impl Parser<'_> {
    /// `'[' ('?'? expr (',' '?'? expr)*)? ','? ']'`
    pub(super) fn list(&mut self) -> Parsed {
        let open = self.advance();
        let mut elements = Vec::new();
        let mut depth = 0;
        let mut has_more = match self.has_first(&LIST) {
            Ok(has_first) => has_first,
            Err(stop) => return self.recovered(stop, open.position),
        };
        while has_more {
            let optional = self.optional_mark();
            let element = self.within(&[TokenKind::RightBracket, TokenKind::Comma], Self::expression)?;
            depth = depth.max(self.node_depth(element));
            elements.push((element, optional));
            has_more = self.has_next(&LIST)?;
        }
        self.expect(LIST.close, LIST.closing)?;
        let id = self.push(open.position, ExprKind::List { elements });
        self.set_depth(id, depth);
        Ok(id)
    }

    /// `'{' ('?'? expr ':' expr (',' …)*)? ','? '}'`
    pub(super) fn map(&mut self) -> Parsed {
        let open = self.advance();
        let mut entries = Vec::new();
        let mut depth = 0;
        let mut has_more = match self.has_first(&MAP) {
            Ok(has_first) => has_first,
            Err(stop) => return self.recovered(stop, open.position),
        };
        while has_more {
            let optional = self.optional_mark();
            let before = self.issues.len();
            let key = self.within(&[TokenKind::Colon], Self::expression)?;
            self.expect(TokenKind::Colon, "':'")?;
            let value = self.within(&[TokenKind::RightBrace, TokenKind::Comma], Self::expression)?;
            depth = depth.max(self.node_depth(key)).max(self.node_depth(value));
            if optional {
                self.forget_optional(before);
            }
            entries.push(Entry { key, value, optional });
            has_more = self.has_next(&MAP)?;
        }
        self.expect(MAP.close, MAP.closing)?;
        let id = self.push(open.position, ExprKind::Map { entries });
        self.set_depth(id, depth);
        Ok(id)
    }

    /// `'.'? name ('.' name)* '{' ('?'? name ':' expr (',' …)*)? ','? '}'`, after the dot.
    pub(super) fn object(&mut self, dot: bool, brace: Token) -> Parsed {
        let mut name = if dot { ".".to_owned() } else { String::new() };
        while !self.at(TokenKind::LeftBrace) && !self.at(TokenKind::End) {
            let part = self.advance();
            name.push_str(self.token_text(part));
        }
        self.advance();
        let mut fields = Vec::new();
        let mut depth = 0;
        let mut has_more = match self.has_first(&OBJECT) {
            Ok(has_first) => has_first,
            Err(stop) => return self.recovered(stop, brace.position),
        };
        while has_more {
            let optional = self.optional_mark();
            let before = self.issues.len();
            let token = self.peek();
            if !is_field_name(token.kind) {
                return Err(self.mismatch("{IDENTIFIER, ESC_IDENTIFIER}"));
            }
            self.advance();
            let name = self.identifier(token);
            let position = self.expect(TokenKind::Colon, "':'")?.position;
            let value = self.within(&[TokenKind::RightBrace, TokenKind::Comma], Self::expression)?;
            depth = depth.max(self.node_depth(value));
            if optional {
                self.forget_optional(before);
            }
            fields.push(Field { position, name, value, optional });
            has_more = self.has_next(&OBJECT)?;
        }
        self.expect(OBJECT.close, OBJECT.closing)?;
        let id = self.push(brace.position, ExprKind::Struct { name: Cow::Owned(name), fields });
        self.set_depth(id, depth);
        Ok(id)
    }

    /// Returns `true` if an element follows the opening bracket. Skips a lone comma.
    fn has_first(&mut self, brackets: &Brackets) -> Parsed<bool> {
        let may_stand = |kind| kind == brackets.close || kind == TokenKind::Comma || brackets.may_be_element(kind);
        self.expect_one_of(may_stand, brackets.first)?;
        Ok(self.take(TokenKind::Comma).is_none() && brackets.may_be_element(self.peek().kind))
    }

    /// Returns `true` if another element follows. Skips a trailing comma.
    fn has_next(&mut self, brackets: &Brackets) -> Parsed<bool> {
        self.expect_one_of(|kind| kind == brackets.close || kind == TokenKind::Comma, brackets.next)?;
        Ok(self.take(TokenKind::Comma).is_some() && brackets.may_be_element(self.peek().kind))
    }

    /// If optional entries are not supported, drops all issues inside them except syntax errors.
    fn forget_optional(&mut self, before: usize) {
        if !self.options.optional_syntax {
            let mut index = 0;
            self.issues.retain(|issue| {
                index += 1;
                index <= before || issue.message.starts_with("Syntax error")
            });
        }
    }

    /// Consumes a `?` before an element, key or field.
    fn optional_mark(&mut self) -> bool {
        let Some(mark) = self.take(TokenKind::Question) else { return false };
        if !self.options.optional_syntax {
            self.report(mark.position, "unsupported syntax '?'");
        }
        true
    }
}
