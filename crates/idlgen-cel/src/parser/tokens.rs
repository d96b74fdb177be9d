//! Tokens at the end of the input, and at the start of an expression.

use crate::lexer::{Token, TokenKind};

pub(super) const END: Token = Token { kind: TokenKind::End, start: 0, end: 0, position: 0 };

pub(super) const EXPRESSION: &str =
    "{'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}";

pub(super) fn starts_expression(kind: TokenKind) -> bool {
    matches!(
        kind,
        TokenKind::LeftBracket
            | TokenKind::LeftBrace
            | TokenKind::LeftParenthesis
            | TokenKind::Dot
            | TokenKind::Minus
            | TokenKind::Not
            | TokenKind::True
            | TokenKind::False
            | TokenKind::Null
            | TokenKind::Double
            | TokenKind::Int
            | TokenKind::Uint
            | TokenKind::String
            | TokenKind::Bytes
            | TokenKind::Identifier
    )
}
