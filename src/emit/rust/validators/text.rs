//! Checks of text: `maxLength`, `minLength`, `pattern`, `format`.

use proc_macro2::TokenStream;
use quote::quote;

use super::{function::Writer, node::Node};

impl<'s> Writer<'_, 's, '_, '_> {
    /// Length and pattern, then the format.
    pub(super) fn text(&mut self, value: &TokenStream, node: &Node<'s>) -> TokenStream {
        let mut statements = self.length_and_pattern(value, node);
        statements.extend(self.format(value, node));
        statements
    }

    /// Of length and pattern, the first that fails is the only one reported.
    pub(super) fn length_and_pattern(&mut self, value: &TokenStream, node: &Node<'s>) -> TokenStream {
        let check = self.scope.runtime("check");
        let mut first_failure: Vec<(TokenStream, TokenStream)> = Vec::new();
        if let Some(limit) = node.all(|schema| schema.max_length).min() {
            let limit = proc_macro2::Literal::u64_unsuffixed(limit);
            let call = self.keyword(node, "maxLength", quote! { #check::max_length(#value, #limit, path, cx) });
            first_failure.push((self.keyword_comment(node, &["maxLength"]), call));
        }
        if let Some(limit) = node.all(|schema| schema.min_length).max() {
            let limit = proc_macro2::Literal::u64_unsuffixed(limit);
            let call = self.keyword(node, "minLength", quote! { #check::min_length(#value, #limit, path, cx) });
            first_failure.push((self.keyword_comment(node, &["minLength"]), call));
        }
        let mut patterns: Vec<&str> = Vec::new();
        for pattern in node.all(|schema| schema.pattern.as_deref()) {
            if !patterns.contains(&pattern) {
                patterns.push(pattern);
            }
        }
        for pattern in patterns {
            let place = self.place();
            let comment = self.value_comment(node, "pattern", pattern);
            let pattern = self.patterns.name(pattern, &place);
            let call = self.keyword(node, "pattern", quote! { #check::pattern(#value, &#pattern, path, cx) });
            first_failure.push((comment, call));
        }
        let mut statements = TokenStream::new();
        for (comment, call) in first_failure.into_iter().rev() {
            statements = if statements.is_empty() {
                quote! { #comment #call; }
            } else {
                quote! { #comment if #call { #statements } }
            };
        }
        statements
    }

    pub(super) fn format(&mut self, value: &TokenStream, node: &Node<'s>) -> TokenStream {
        let check = self.scope.runtime("check");
        let mut formats: Vec<&str> = Vec::new();
        for format in node.all(|schema| schema.format.as_deref()) {
            if !formats.contains(&format) && idlgen_runtime::format::find(format).is_some() {
                formats.push(format);
            }
        }
        let mut statements = TokenStream::new();
        for format in formats {
            let call = self.keyword(node, "format", quote! { #check::format(#value, #format, path, cx) });
            let comment = self.value_comment(node, "format", format);
            statements.extend(quote! { #comment #call; });
        }
        statements
    }
}
