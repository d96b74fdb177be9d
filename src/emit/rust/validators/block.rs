//! Statements that look at a value.

use proc_macro2::{Ident, TokenStream, TokenTree};

use crate::emit::rust::name::identifier;

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
    Function(Ident),
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
    let [is_used] = uses_of(tokens, [name]);
    is_used
}

/// Which of several names tokens use. To look at tokens is to copy them.
pub(super) fn uses_of<const N: usize>(tokens: &TokenStream, names: [&str; N]) -> [bool; N] {
    let mut used = [false; N];
    note_uses(tokens.clone(), &names, &mut used);
    used
}

/// The name of an argument, which says that it is not used if it is not.
pub(super) fn argument(name: &str, is_used: bool) -> Ident {
    if is_used { identifier(name) } else { identifier(&format!("_{name}")) }
}

fn note_uses(tokens: TokenStream, names: &[&str], used: &mut [bool]) {
    for token in tokens {
        match token {
            TokenTree::Ident(ident) => {
                for (name, is_used) in names.iter().zip(&mut *used) {
                    *is_used |= ident == name;
                }
            }
            TokenTree::Group(group) => note_uses(group.stream(), names, used),
            TokenTree::Punct(_) | TokenTree::Literal(_) => {}
        }
        if !used.contains(&false) {
            return;
        }
    }
}
