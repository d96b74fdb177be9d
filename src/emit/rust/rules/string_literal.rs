//! String literals in generated rules.

use proc_macro2::Literal;

/// Formats a string literal in Rust.
pub(super) fn quoted(text: &str) -> String {
    Literal::string(text).to_string()
}

/// Formats an expression for a borrowed string.
pub(super) fn borrowed(text: &str) -> String {
    format!("Borrowed({})", quoted(text))
}
