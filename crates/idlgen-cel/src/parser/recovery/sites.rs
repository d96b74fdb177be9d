//! The decision points of the grammar, with the expected tokens.

use super::sets::{
    ARGUMENTS, ELEMENT, ENTRIES, EXPRESSION, FIELD, FIELDS, FIRST_NEGATED, FIRST_NOT, FIRST_UNARY, INDEX, LIST,
    LITERAL, MEMBER, NAME, SUFFIXES, Set, set,
};
use crate::lexer::TokenKind;

/// The tokens that may come next at a point of the grammar.
#[derive(Clone, Copy)]
pub(super) struct Next {
    pub(super) tokens: Set,
    /// `true` if the rule may end here.
    pub(super) ends: bool,
}

pub(super) const fn then(tokens: Set) -> Next {
    Next { tokens, ends: false }
}

pub(super) const fn or_end(tokens: Set) -> Next {
    Next { tokens, ends: true }
}

pub(super) const END_OF_RULE: Next = or_end(Set::EMPTY);

/// A point of the grammar where the parser compares the next token with the expected ones.
#[derive(Clone, Copy)]
pub(super) struct Site {
    pub(super) next: Next,
    pub(super) kind: Kind,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// A single token or the start of a rule.
    Basic,
    /// The start of a choice or an optional part, or of a repetition.
    Choice,
    /// The continuation or end of a repetition.
    Repeated,
}

pub(super) const fn choice(tokens: Set) -> Site {
    Site { next: then(tokens), kind: Kind::Choice }
}

pub(super) const fn repeated(tokens: Set) -> Site {
    Site { next: then(tokens), kind: Kind::Repeated }
}

pub(super) const fn expected(kind: TokenKind) -> Site {
    Site { next: then(set(&[kind])), kind: Kind::Basic }
}

pub(super) static START: Site = Site { next: then(EXPRESSION), kind: Kind::Basic };
pub(super) static AFTER_ALL: Site = expected(TokenKind::End);
pub(super) static COLON_OF_CONDITION: Site = expected(TokenKind::Colon);
pub(super) static UNARY: Site = choice(FIRST_UNARY);
pub(super) static NOT_AGAIN: Site = repeated(FIRST_NOT);
pub(super) static MINUS_AGAIN: Site = repeated(FIRST_NEGATED);
pub(super) static SUFFIX: Site = choice(SUFFIXES);
pub(super) static SELECTION: Site = choice(FIELD);
pub(super) static ARGUMENTS_OF_MEMBER: Site = choice(ARGUMENTS);
pub(super) static END_OF_MEMBER_ARGUMENTS: Site = expected(TokenKind::RightParenthesis);
pub(super) static INDEXED: Site = choice(INDEX);
pub(super) static END_OF_INDEX: Site = expected(TokenKind::RightBracket);
pub(super) static PRIMARY: Site = choice(MEMBER);
pub(super) static ARGUMENTS_OF_CALL: Site = choice(ARGUMENTS);
pub(super) static END_OF_ARGUMENTS: Site = expected(TokenKind::RightParenthesis);
pub(super) static END_OF_GROUP: Site = expected(TokenKind::RightParenthesis);
pub(super) static FIRST_ELEMENT: Site = choice(LIST);
pub(super) static LAST_COMMA_OF_LIST: Site = choice(set(&[TokenKind::Comma, TokenKind::RightBracket]));
pub(super) static END_OF_LIST: Site = expected(TokenKind::RightBracket);
pub(super) static FIRST_ENTRY: Site = choice(ENTRIES);
pub(super) static LAST_COMMA_OF_MAP: Site = choice(set(&[TokenKind::Comma, TokenKind::RightBrace]));
pub(super) static END_OF_MAP: Site = expected(TokenKind::RightBrace);
pub(super) static FIRST_FIELD: Site = choice(FIELDS);
pub(super) static LAST_COMMA_OF_OBJECT: Site = choice(set(&[TokenKind::Comma, TokenKind::RightBrace]));
pub(super) static END_OF_OBJECT: Site = expected(TokenKind::RightBrace);
pub(super) static COLON_OF_ENTRY: Site = expected(TokenKind::Colon);
pub(super) static COLON_OF_NEXT_ENTRY: Site = expected(TokenKind::Colon);
pub(super) static COLON_OF_FIELD: Site = expected(TokenKind::Colon);
pub(super) static COLON_OF_NEXT_FIELD: Site = expected(TokenKind::Colon);
pub(super) static OPTIONAL_ELEMENT: Site = choice(ELEMENT);
pub(super) static OPTIONAL_FIELD: Site = choice(FIELD);
pub(super) static FIELD_NAME: Site = choice(NAME);
pub(super) static VALUE: Site = choice(LITERAL);
