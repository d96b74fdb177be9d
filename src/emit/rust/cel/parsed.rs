//! The fields that a rule parses more than once.

use proc_macro2::Ident;

/// A field that a rule parses as a duration more than once. Generated code parses it once.
#[derive(Debug)]
pub(super) struct Parsed {
    /// The field in the rule: `self.timeout`.
    pub(super) field: String,
    /// The Rust variable.
    pub(super) identifier: Ident,
}
