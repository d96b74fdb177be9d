//! Names, calls, parentheses and literals.

use std::borrow::Cow;

use idlgen_runtime::cel::program::Constant;

use crate::ast::ExprKind;
use crate::lexer::{Token, TokenKind};
use crate::literal;
use crate::words::is_reserved;

use super::tokens::{EXPRESSION, starts_expression};
use super::{Parsed, Parser, Stop};

impl Parser<'_> {
    pub(super) fn primary(&mut self) -> Parsed {
        let token = self.peek();
        let position = token.position;
        match token.kind {
            TokenKind::Identifier | TokenKind::Dot => self.name(),
            TokenKind::LeftParenthesis => {
                self.advance();
                let inner = self.within(&[TokenKind::RightParenthesis], Self::expression)?;
                self.expect(TokenKind::RightParenthesis, "')'")?;
                Ok(inner)
            }
            TokenKind::LeftBracket => self.list(),
            TokenKind::LeftBrace => self.map(),
            TokenKind::Minus if matches!(self.ahead(1).kind, TokenKind::Int | TokenKind::Double) => {
                self.advance();
                let number = self.advance();
                let text = self.token_text(number);
                let value =
                    if number.kind == TokenKind::Int { literal::int(text, true) } else { literal::double(text, true) };
                Ok(self.literal(position, value))
            }
            TokenKind::Int
            | TokenKind::Uint
            | TokenKind::Double
            | TokenKind::String
            | TokenKind::Bytes
            | TokenKind::True
            | TokenKind::False
            | TokenKind::Null => {
                self.advance();
                let text = self.token_text(token);
                let value = match token.kind {
                    TokenKind::Int => literal::int(text, false),
                    TokenKind::Uint => literal::uint(text),
                    TokenKind::Double => literal::double(text, false),
                    TokenKind::String => literal::string(text),
                    TokenKind::Bytes => literal::bytes(text),
                    TokenKind::True => Ok(Constant::Bool(true)),
                    TokenKind::False => Ok(Constant::Bool(false)),
                    _ => Ok(Constant::Null),
                };
                Ok(self.literal(position, value))
            }
            // After `!`, only a number may be negative. Continues as if the minus were a subtraction with a missing
            // left operand.
            TokenKind::Minus => {
                self.no_alternative(token, self.ahead(1));
                Ok(self.push(position, ExprKind::Unspecified))
            }
            kind => {
                if kind != TokenKind::End && starts_expression(self.ahead(1).kind) {
                    // An extraneous token: continue after it.
                    self.syntax_error("extraneous input", EXPRESSION);
                    self.advance();
                    return self.primary();
                }
                let stop = self.mismatch(EXPRESSION);
                self.recovered(stop, position)
            }
        }
    }

    /// Continues at a binary operator as if its left operand existed. Otherwise returns `stop`.
    pub(super) fn recovered(&mut self, stop: Stop, position: u32) -> Parsed {
        if may_follow_operand(self.peek().kind) { Ok(self.push(position, ExprKind::Unspecified)) } else { Err(stop) }
    }

    /// `'.'? name`, a call, or an object literal.
    fn name(&mut self) -> Parsed {
        let first = self.peek();
        let dot = self.take(TokenKind::Dot).is_some();
        if !self.at(TokenKind::Identifier) {
            return if dot { Ok(self.no_name(first)) } else { Err(self.mismatch("IDENTIFIER")) };
        }
        if let Some(brace) = self.object_brace() {
            return self.object(dot, brace);
        }
        let token = self.advance();
        let text = self.token_text(token);
        let name = if dot { format!(".{text}") } else { text.to_owned() };
        let reserved = is_reserved(text);
        if let Some(open) = self.take(TokenKind::LeftParenthesis) {
            let (arguments, depth) = self.arguments()?;
            if reserved {
                return Ok(self.report(first.position, format!("reserved identifier: {text}")));
            }
            let call = self.call(open.position, Cow::Owned(name), None, arguments)?;
            self.set_depth(call, depth);
            return Ok(call);
        }
        if reserved {
            return Ok(self.report(first.position, format!("reserved identifier: {text}")));
        }
        Ok(self.push(token.position, ExprKind::Ident(Cow::Owned(name))))
    }

    /// Returns the brace after `a.b.c` if it is the name of an object literal.
    fn object_brace(&self) -> Option<Token> {
        let mut ahead = 1;
        loop {
            match self.ahead(ahead).kind {
                TokenKind::LeftBrace => return Some(self.ahead(ahead)),
                TokenKind::Dot if self.ahead(ahead + 1).kind == TokenKind::Identifier => ahead += 2,
                _ => return None,
            }
        }
    }
}

/// Returns `true` for binary operators, except those that are also unary operators.
fn may_follow_operand(kind: TokenKind) -> bool {
    matches!(
        kind,
        TokenKind::Plus
            | TokenKind::Star
            | TokenKind::Slash
            | TokenKind::Percent
            | TokenKind::Less
            | TokenKind::LessEquals
            | TokenKind::Greater
            | TokenKind::GreaterEquals
            | TokenKind::EqualsEquals
            | TokenKind::NotEquals
            | TokenKind::In
            | TokenKind::And
            | TokenKind::Or
    )
}
