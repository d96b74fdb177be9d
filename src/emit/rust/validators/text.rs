//! Checks of strings: `maxLength`, `minLength`, `pattern`, `format`.

use idlgen_validate::compiled::{Check, Family};
use proc_macro2::TokenStream;
use quote::quote;

use super::{function::Writer, keyword::Call, node::SchemaNode};

impl<'s> Writer<'_, 's, '_, '_> {
    /// Returns the checks of length and pattern, then of the format.
    pub(super) fn text(&mut self, value: &TokenStream, node: &SchemaNode<'s>) -> TokenStream {
        let mut statements = self.length_and_pattern(value, node);
        statements.extend(self.format(value, node));
        statements
    }

    /// Returns the checks of length and pattern, of which only the first failure is reported.
    pub(super) fn length_and_pattern(&mut self, value: &TokenStream, node: &SchemaNode<'s>) -> TokenStream {
        let checks = node.checks().iter().filter(|check| check.is_length_or_pattern());
        let calls: Vec<Call> = checks.filter_map(|check| self.call_of(check, value, node)).collect();
        let mut statements = TokenStream::new();
        for Call { comment, call } in calls.into_iter().rev() {
            statements = if statements.is_empty() {
                quote! { #comment #call; }
            } else {
                quote! { #comment if #call { #statements } }
            };
        }
        statements
    }

    pub(super) fn format(&mut self, value: &TokenStream, node: &SchemaNode<'s>) -> TokenStream {
        let mut statements = TokenStream::new();
        let is_format = |check: &&Check<_>| check.family() == Family::Text && !check.is_length_or_pattern();
        for check in node.checks().iter().filter(is_format) {
            if let Some(Call { comment, call }) = self.call_of(check, value, node) {
                statements.extend(quote! { #comment #call; });
            }
        }
        statements
    }
}
