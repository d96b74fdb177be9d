//! Generated statements that check a value.

use proc_macro2::{Ident, TokenStream, TokenTree};

use crate::emit::rust::name::identifier;

/// Statements that check `value`, a reference, at `path`. If they need the old value, it is in `old`.
#[derive(Debug, Default)]
pub(super) struct Block {
    pub(super) statements: TokenStream,
    /// The called function, if the block is a single call with `(value, old, path, cx)`.
    pub(super) call: Option<Call>,
}

/// A call of a check function.
#[derive(Debug)]
pub(super) enum Call {
    /// `value.check(old, path, cx)`.
    Method,
    /// `name(value, old, path, cx)`.
    Function(Ident),
    /// `check::name(value, path, cx)`, which does not compare with the old value.
    Each(TokenStream),
}

impl Block {
    pub(super) fn is_empty(&self) -> bool {
        self.statements.is_empty() && self.call.is_none()
    }

    /// Returns `true` if the statements compare the value with the old one, if there is one.
    pub(super) fn uses_old(&self) -> bool {
        match &self.call {
            Some(Call::Method | Call::Function(_)) => true,
            Some(Call::Each(_)) => false,
            None => self.uses("old"),
        }
    }

    /// Returns `true` if the statements use a name.
    pub(super) fn uses(&self, name: &str) -> bool {
        uses(&self.statements, name)
    }
}

impl From<TokenStream> for Block {
    fn from(statements: TokenStream) -> Self {
        Block { statements, call: None }
    }
}

/// Returns `true` if tokens use a name.
pub(in super::super) fn uses(tokens: &TokenStream, name: &str) -> bool {
    let [is_used] = uses_of(tokens, [name]);
    is_used
}

/// Returns for each name whether the tokens use it, ignoring fields and methods. Copies the tokens.
pub(in super::super) fn uses_of<const N: usize>(tokens: &TokenStream, names: [&str; N]) -> [bool; N] {
    let mut used = [false; N];
    note_uses(tokens.clone(), &names, &mut used);
    used
}

/// Returns the name of a parameter, with an underscore prefix if it is unused.
pub(super) fn argument(name: &str, is_used: bool) -> Ident {
    if is_used { identifier(name) } else { identifier(&format!("_{name}")) }
}

fn note_uses(tokens: TokenStream, names: &[&str], used: &mut [bool]) {
    let mut follows_dot = false;
    for token in tokens {
        let is_field = std::mem::take(&mut follows_dot);
        match token {
            TokenTree::Ident(_) if is_field => {}
            TokenTree::Ident(ident) => {
                for (name, is_used) in names.iter().zip(&mut *used) {
                    *is_used |= ident == name;
                }
            }
            TokenTree::Group(group) => note_uses(group.stream(), names, used),
            TokenTree::Punct(punct) => follows_dot = punct.as_char() == '.',
            TokenTree::Literal(_) => {}
        }
        if !used.contains(&false) {
            return;
        }
    }
}
