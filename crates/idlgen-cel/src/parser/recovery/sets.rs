//! Token sets, and the first tokens of each part of the grammar.

use std::fmt;

use crate::lexer::TokenKind;

/// A set of token kinds.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Set(u64);

/// The tokens in the order of cel-go's lexer, with their names in messages.
const NAMES: [(TokenKind, &str); 36] = [
    (TokenKind::End, "<EOF>"),
    (TokenKind::EqualsEquals, "'=='"),
    (TokenKind::NotEquals, "'!='"),
    (TokenKind::In, "'in'"),
    (TokenKind::Less, "'<'"),
    (TokenKind::LessEquals, "'<='"),
    (TokenKind::GreaterEquals, "'>='"),
    (TokenKind::Greater, "'>'"),
    (TokenKind::And, "'&&'"),
    (TokenKind::Or, "'||'"),
    (TokenKind::LeftBracket, "'['"),
    (TokenKind::RightBracket, "']'"),
    (TokenKind::LeftBrace, "'{'"),
    (TokenKind::RightBrace, "'}'"),
    (TokenKind::LeftParenthesis, "'('"),
    (TokenKind::RightParenthesis, "')'"),
    (TokenKind::Dot, "'.'"),
    (TokenKind::Comma, "','"),
    (TokenKind::Minus, "'-'"),
    (TokenKind::Not, "'!'"),
    (TokenKind::Question, "'?'"),
    (TokenKind::Colon, "':'"),
    (TokenKind::Plus, "'+'"),
    (TokenKind::Star, "'*'"),
    (TokenKind::Slash, "'/'"),
    (TokenKind::Percent, "'%'"),
    (TokenKind::True, "'true'"),
    (TokenKind::False, "'false'"),
    (TokenKind::Null, "'null'"),
    (TokenKind::Double, "NUM_FLOAT"),
    (TokenKind::Int, "NUM_INT"),
    (TokenKind::Uint, "NUM_UINT"),
    (TokenKind::String, "STRING"),
    (TokenKind::Bytes, "BYTES"),
    (TokenKind::Identifier, "IDENTIFIER"),
    (TokenKind::EscapedIdentifier, "ESC_IDENTIFIER"),
];

impl Set {
    pub(super) const EMPTY: Self = Set(0);

    pub(super) const fn has(self, kind: TokenKind) -> bool {
        self.0 & (1 << kind as u64) != 0
    }

    /// Returns the union of both sets.
    pub(super) const fn and(self, other: Self) -> Self {
        Set(self.0 | other.0)
    }
}

pub(super) const fn set(kinds: &[TokenKind]) -> Set {
    let mut set = Set::EMPTY;
    let mut rest = kinds;
    while let Some((kind, others)) = rest.split_first() {
        set.0 |= 1 << *kind as u64;
        rest = others;
    }
    set
}

/// Formats the set as in cel-go's messages.
impl fmt::Display for Set {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = NAMES.iter().filter(|(kind, _)| self.has(*kind)).map(|(_, name)| *name).collect();
        match names.as_slice() {
            [name] => f.write_str(name),
            names => write!(f, "{{{}}}", names.join(", ")),
        }
    }
}

pub(super) const LITERAL: Set = set(&[
    TokenKind::Minus,
    TokenKind::True,
    TokenKind::False,
    TokenKind::Null,
    TokenKind::Double,
    TokenKind::Int,
    TokenKind::Uint,
    TokenKind::String,
    TokenKind::Bytes,
]);
/// The first tokens of a primary or a member.
pub(super) const MEMBER: Set = LITERAL.and(set(&[
    TokenKind::LeftBracket,
    TokenKind::LeftBrace,
    TokenKind::LeftParenthesis,
    TokenKind::Dot,
    TokenKind::Identifier,
]));
pub(super) const FIRST_UNARY: Set = MEMBER.and(set(&[TokenKind::Not]));
/// The tokens that may follow `!` and `-`.
pub(super) const FIRST_NOT: Set = FIRST_UNARY;
pub(super) const FIRST_NEGATED: Set = MEMBER;
pub(super) const EXPRESSION: Set = FIRST_UNARY;
pub(super) const ELEMENT: Set = EXPRESSION.and(set(&[TokenKind::Question]));
pub(super) const INDEX: Set = ELEMENT;
pub(super) const ARGUMENTS: Set = EXPRESSION.and(set(&[TokenKind::RightParenthesis]));
pub(super) const LIST: Set = ELEMENT.and(set(&[TokenKind::Comma, TokenKind::RightBracket]));
pub(super) const ENTRIES: Set = ELEMENT.and(set(&[TokenKind::Comma, TokenKind::RightBrace]));
pub(super) const NAME: Set = set(&[TokenKind::Identifier, TokenKind::EscapedIdentifier]);
pub(super) const FIELD: Set = NAME.and(set(&[TokenKind::Question]));
pub(super) const FIELDS: Set = FIELD.and(set(&[TokenKind::Comma, TokenKind::RightBrace]));
pub(super) const SUFFIXES: Set = set(&[TokenKind::Dot, TokenKind::LeftBracket]);
pub(super) const RELATIONS: Set = set(&[
    TokenKind::EqualsEquals,
    TokenKind::NotEquals,
    TokenKind::In,
    TokenKind::Less,
    TokenKind::LessEquals,
    TokenKind::Greater,
    TokenKind::GreaterEquals,
]);
pub(super) const CALCULATIONS: Set =
    set(&[TokenKind::Star, TokenKind::Slash, TokenKind::Percent, TokenKind::Plus, TokenKind::Minus]);
