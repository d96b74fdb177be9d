//! List, map and object literals.

use std::borrow::Cow;

use crate::ast::{Entry, ExprKind, Field};
use crate::lexer::{Token, TokenKind};

use super::{Parsed, Parser};

impl Parser<'_> {
    /// `'[' ('?'? expr (',' '?'? expr)*)? ','? ']'`
    pub(super) fn list(&mut self) -> Parsed {
        let open = self.advance();
        let mut elements = Vec::new();
        let mut depth = 0;
        while !self.at_end_of_list(TokenKind::RightBracket, elements.is_empty()) {
            let optional = self.optional_mark();
            let element = self.within(&[TokenKind::RightBracket, TokenKind::Comma], Self::expression)?;
            depth = depth.max(self.node_depth(element));
            elements.push((element, optional));
            if !self.at(TokenKind::Comma) || self.ahead(1).kind == TokenKind::RightBracket {
                break;
            }
            self.advance();
        }
        self.take(TokenKind::Comma);
        self.expect(TokenKind::RightBracket, "']'")?;
        let id = self.push(open.position, ExprKind::List { elements });
        self.set_depth(id, depth);
        Ok(id)
    }

    /// `'{' ('?'? expr ':' expr (',' …)*)? ','? '}'`
    pub(super) fn map(&mut self) -> Parsed {
        let open = self.advance();
        let mut entries = Vec::new();
        let mut depth = 0;
        while !self.at_end_of_list(TokenKind::RightBrace, entries.is_empty()) {
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
            if !self.at(TokenKind::Comma) || self.ahead(1).kind == TokenKind::RightBrace {
                break;
            }
            self.advance();
        }
        self.take(TokenKind::Comma);
        self.expect(TokenKind::RightBrace, "'}'")?;
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
        while !self.at_end_of_list(TokenKind::RightBrace, fields.is_empty()) {
            let optional = self.optional_mark();
            let before = self.issues.len();
            let token = self.peek();
            if !matches!(token.kind, TokenKind::Identifier | TokenKind::EscapedIdentifier) {
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
            if !self.at(TokenKind::Comma) || self.ahead(1).kind == TokenKind::RightBrace {
                break;
            }
            self.advance();
        }
        self.take(TokenKind::Comma);
        self.expect(TokenKind::RightBrace, "'}'")?;
        let id = self.push(brace.position, ExprKind::Struct { name: Cow::Owned(name), fields });
        self.set_depth(id, depth);
        Ok(id)
    }

    /// At the closing token, or at a comma that nothing stands before.
    fn at_end_of_list(&self, close: TokenKind, is_empty: bool) -> bool {
        self.at(close) || (is_empty && self.at(TokenKind::Comma))
    }

    /// Where optional entries are not supported, nothing is said of what is in them, but for syntax errors.
    fn forget_optional(&mut self, before: usize) {
        if !self.options.optional_syntax {
            let mut index = 0;
            self.issues.retain(|issue| {
                index += 1;
                index <= before || issue.message.starts_with("Syntax error")
            });
        }
    }

    /// A `?` before an element, key or field.
    fn optional_mark(&mut self) -> bool {
        let Some(mark) = self.take(TokenKind::Question) else { return false };
        if !self.options.optional_syntax {
            self.report(mark.position, "unsupported syntax '?'");
        }
        true
    }
}
