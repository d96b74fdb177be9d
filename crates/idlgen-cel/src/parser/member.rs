//! Selections, member calls and indexes.

use std::borrow::Cow;

use idlgen_runtime::cel::program::{Constant, Text};

use crate::ast::{ExprId, ExprKind};
use crate::issue::Issue;
use crate::lexer::{Token, TokenKind};
use crate::operators;

use super::tokens::starts_expression;
use super::{Parsed, Parser};

/// The tokens that may follow the parenthesis of a call, as messages name them.
const ARGUMENTS: &str = "{'[', '{', '(', ')', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, \
                         STRING, BYTES, IDENTIFIER}";
/// The tokens that may follow the bracket of an index, as messages name them.
const INDEX: &str = "{'[', '{', '(', '.', '-', '!', '?', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, \
                     STRING, BYTES, IDENTIFIER}";

impl Parser<'_> {
    /// `member: primary | member '.' '?'? name | member '.' name '(' … ')' | member '[' '?'? expr ']'`
    pub(super) fn member(&mut self) -> Parsed {
        let mut operand = self.primary()?;
        loop {
            operand = match self.peek().kind {
                TokenKind::Dot => self.selection(operand)?,
                TokenKind::LeftBracket => self.index(operand)?,
                _ => return Ok(operand),
            };
        }
    }

    fn selection(&mut self, operand: ExprId) -> Parsed {
        let dot = self.advance();
        let question = self.take(TokenKind::Question);
        let name = self.peek();
        if !matches!(name.kind, TokenKind::Identifier | TokenKind::EscapedIdentifier) {
            return Ok(self.no_name(dot));
        }
        self.advance();
        let below = self.node_depth(operand);
        if question.is_none() && name.kind == TokenKind::Identifier && self.at(TokenKind::LeftParenthesis) {
            return self.member_call(operand, name);
        }
        let field = self.identifier(name);
        if question.is_none() {
            return self.push_counted(dot.position, ExprKind::Select { operand, field, test_only: false }, below);
        }
        if !self.options.optional_syntax {
            return Ok(self.report(dot.position, "unsupported syntax '.?'"));
        }
        let field = self.push(name.position, ExprKind::Literal(Constant::String(field)));
        let kind = ExprKind::Call {
            function: operators::OPTIONAL_SELECT.into(),
            target: None,
            arguments: vec![operand, field],
        };
        self.push_counted(dot.position, kind, below)
    }

    /// Reports a missing name after a dot, and continues at the next operator or closing token.
    pub(super) fn no_name(&mut self, dot: Token) -> ExprId {
        let token = self.peek();
        self.no_alternative(dot, token);
        let ends = |kind: TokenKind| match kind {
            TokenKind::Dot => token.kind != TokenKind::Dot,
            kind => matches!(kind, TokenKind::LeftBracket | TokenKind::Minus) || !starts_expression(kind),
        };
        while !ends(self.peek().kind) {
            self.advance();
        }
        self.push(dot.position, ExprKind::Unspecified)
    }

    /// Reports that no syntax alternative starts with the tokens from `first` to `last`, of which only the last does
    /// not match.
    pub(super) fn no_alternative(&mut self, first: Token, last: Token) {
        let message = match last.kind {
            TokenKind::True | TokenKind::False | TokenKind::Null if first.end == last.start => {
                format!("mismatched input '{}' expecting IDENTIFIER", self.token_text(last))
            }
            _ => {
                let input = self.text.get(first.start..last.end).unwrap_or_default().replace('\n', "\\n");
                format!("no viable alternative at input '{input}'")
            }
        };
        self.issues.push(Issue::new(last.position, format!("Syntax error: {message}")));
    }

    fn member_call(&mut self, operand: ExprId, name: Token) -> Parsed {
        let open = self.advance();
        let (arguments, below) = self.arguments()?;
        let below = below.max(self.node_depth(operand));
        let function = Cow::Owned(self.token_text(name).to_owned());
        let call = self.call(open.position, function, Some(operand), arguments)?;
        self.count(call, below)
    }

    fn index(&mut self, operand: ExprId) -> Parsed {
        let open = self.advance();
        self.expect_one_of(|kind| kind == TokenKind::Question || starts_expression(kind), INDEX)?;
        let question = self.take(TokenKind::Question);
        let index = self.within(&[TokenKind::RightBracket], Self::expression)?;
        self.expect(TokenKind::RightBracket, "']'")?;
        if question.is_some() && !self.options.optional_syntax {
            return Ok(self.report(open.position, "unsupported syntax '[?'"));
        }
        let function = if question.is_some() { operators::OPTIONAL_INDEX } else { operators::INDEX };
        let below = self.node_depth(operand).max(self.node_depth(index));
        self.push_counted(
            open.position,
            ExprKind::Call { function: function.into(), target: None, arguments: vec![operand, index] },
            below,
        )
    }

    /// Returns the name of a field, without backquotes.
    pub(super) fn identifier(&mut self, token: Token) -> Text {
        let text = self.token_text(token);
        if token.kind == TokenKind::EscapedIdentifier {
            if !self.options.escaped_identifiers {
                self.report(token.position, "unsupported syntax: '`'");
            }
            return Cow::Owned(text.trim_matches('`').to_owned());
        }
        Cow::Owned(text.to_owned())
    }

    /// `(expr (',' expr)*)? ')'`. Also returns the maximum depth.
    pub(super) fn arguments(&mut self) -> Parsed<(Vec<ExprId>, u32)> {
        let mut arguments = Vec::new();
        let mut depth = 0;
        self.expect_one_of(|kind| kind == TokenKind::RightParenthesis || starts_expression(kind), ARGUMENTS)?;
        if self.take(TokenKind::RightParenthesis).is_some() {
            return Ok((arguments, depth));
        }
        loop {
            let argument = self.within(&[TokenKind::RightParenthesis, TokenKind::Comma], Self::expression)?;
            depth = depth.max(self.node_depth(argument));
            arguments.push(argument);
            if self.take(TokenKind::Comma).is_none() {
                break;
            }
        }
        self.expect(TokenKind::RightParenthesis, "')'")?;
        Ok((arguments, depth))
    }
}
