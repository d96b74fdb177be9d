//! Loops over list elements and map entries.

use proc_macro2::TokenStream;
use quote::quote;

use super::{
    block::{Block, Call},
    function::Writer,
};

/// The parts of a loop.
#[derive(Debug)]
pub(super) struct Elements {
    /// An iterator of key and value pairs.
    pub(super) iterator: TokenStream,
    /// The name of the key in the loop.
    pub(super) key: TokenStream,
    /// The statements that prepare the path.
    pub(super) preparation: TokenStream,
    pub(super) path: TokenStream,
    /// The runtime function that calls the check function of every element's type.
    pub(super) function: TokenStream,
}

impl Writer<'_, '_, '_, '_> {
    /// Returns a loop that runs the block for every element. `old` is an expression that finds the corresponding old
    /// element.
    pub(super) fn each(&self, block: &Block, elements: &Elements, old: Option<TokenStream>) -> Block {
        let Elements { iterator, key, preparation, path, function } = elements;
        let stop = quote! { if cx.is_done() { break; } };
        match &block.call {
            _ if block.is_empty() => Block::default(),
            Some(Call::Method) if !self.has_old && !self.analysis.is_unpublished() => {
                Block { statements: TokenStream::new(), call: Some(Call::Each(function.clone())) }
            }
            Some(_) => {
                let call = self.statements(block, Some(quote! { &#path }));
                quote! { for (#key, value) in #iterator { #stop #preparation #old #call } }.into()
            }
            None => {
                let statements = &block.statements;
                let value = if block.uses("value") || old.is_some() {
                    quote! { value }
                } else {
                    quote! { _ }
                };
                if block.uses("path") {
                    let path = quote! { #preparation let path = &#path; };
                    quote! { for (#key, #value) in #iterator { #stop #path #old #statements } }.into()
                } else if block.uses("value") || block.uses("old") {
                    let old = old.filter(|_| block.uses("old"));
                    quote! { for (_, #value) in #iterator { #stop #old #statements } }.into()
                } else {
                    quote! { if !value.is_empty() { #statements } }.into()
                }
            }
        }
    }

    /// Concatenates two blocks.
    pub(super) fn then(&self, first: Block, second: Block) -> Block {
        match (first.is_empty(), second.is_empty()) {
            (_, true) => first,
            (true, false) => second,
            (false, false) => {
                let mut statements = self.statements(&first, None);
                statements.extend(self.statements(&second, None));
                statements.into()
            }
        }
    }

    /// Adds statements before and after a block.
    pub(super) fn join(&self, before: &TokenStream, block: Block, after: &TokenStream) -> Block {
        if before.is_empty() && after.is_empty() {
            return block;
        }
        let statements = self.statements(&block, None);
        quote! { #before #statements #after }.into()
    }
}
