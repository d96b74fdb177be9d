//! Statements that look at a value.

use proc_macro2::{TokenStream, TokenTree};

/// Statements that look at `value`, which is a reference to it, at `path`, with the value before the update in `old`
/// where they need it.
#[derive(Debug, Default)]
pub(super) struct Block {
    /// The statements.
    pub(super) statements: TokenStream,
    /// Set if there is one statement only: the function that it calls with `(value, old, path, cx)`.
    pub(super) call: Option<Call>,
}

/// A call of a function of checks.
#[derive(Debug)]
pub(super) enum Call {
    /// `value.check(old, path, cx)`.
    Method,
    /// `name(value, old, path, cx)`.
    Function(proc_macro2::Ident),
    /// `check::name(value, path, cx)`, where nothing is to be compared with what was before.
    Each(TokenStream),
}

impl Block {
    pub(super) fn is_empty(&self) -> bool {
        self.statements.is_empty() && self.call.is_none()
    }

    /// Whether the value is compared with the one before the update, if there is one.
    pub(super) fn uses_old(&self) -> bool {
        match &self.call {
            Some(Call::Method | Call::Function(_)) => true,
            Some(Call::Each(_)) => false,
            None => self.uses("old"),
        }
    }

    /// Whether the statements use a name.
    pub(super) fn uses(&self, name: &str) -> bool {
        uses(&self.statements, name)
    }
}

impl From<TokenStream> for Block {
    fn from(statements: TokenStream) -> Self {
        Block { statements, call: None }
    }
}

/// Whether tokens use a name.
pub(super) fn uses(tokens: &TokenStream, name: &str) -> bool {
    tokens.clone().into_iter().any(|token| match token {
        TokenTree::Ident(ident) => ident == name,
        TokenTree::Group(group) => uses(&group.stream(), name),
        TokenTree::Punct(_) | TokenTree::Literal(_) => false,
    })
}
