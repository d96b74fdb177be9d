//! `x-kubernetes-validation-errors`: custom errors for keywords.

use idlgen_validate::compiled::Message;
use proc_macro2::TokenStream;
use quote::quote;

use super::{function::Writer, node::SchemaNode};
use crate::emit::rust::name::identifier;

impl Writer<'_, '_, '_, '_> {
    /// Wraps the call of a check, an expression that is `true` if the value passes, so that a failure has the custom
    /// message of the keyword, if there is one.
    pub(super) fn keyword(&mut self, node: &SchemaNode<'_>, keyword: &str, call: TokenStream) -> TokenStream {
        let Some(Message { text: message, error_type }) = node.compiled().messages.get(keyword) else { return call };
        let check = self.scope.runtime("check");
        let reason = match error_type {
            None => self.scope.none(),
            Some(error_type) => {
                let some = self.scope.some();
                let ty = self.scope.runtime("field::ErrorType");
                // The `Debug` output is the name of the variant.
                let name = identifier(&format!("{error_type:?}"));
                quote! { #some(#ty::#name) }
            }
        };
        quote! { #check::with_message(cx, #reason, #message, |cx| #call) }
    }

    /// Returns a comment with the tags that set a keyword to this value, because several tags may set different values.
    pub(super) fn value_comment(&mut self, node: &SchemaNode<'_>, keyword: &str, value: &str) -> TokenStream {
        let of_keyword = node.tags(&[keyword]);
        let of_value: Vec<&str> = of_keyword.iter().copied().filter(|tag| tag.contains(value)).collect();
        if of_value.is_empty() || of_value.len() == of_keyword.len() {
            return self.keyword_comment(node, &[keyword]);
        }
        self.verbatim.comment(&of_value.join("\n"))
    }

    /// Returns the tags that set a keyword, including those of its message.
    pub(super) fn keyword_comment(&mut self, node: &SchemaNode<'_>, keywords: &[&str]) -> TokenStream {
        let messages = &node.compiled().messages;
        let has_message = keywords.iter().any(|keyword| messages.contains_key(*keyword));
        let mut tags: Vec<&str> = node.tags(keywords);
        if has_message {
            let of_messages = node.tags(&["x-kubernetes-validation-errors"]);
            tags.extend(
                of_messages
                    .into_iter()
                    .filter(|tag| keywords.iter().any(|keyword| tag.contains(&format!("({keyword})")))),
            );
        }
        if tags.is_empty() { TokenStream::new() } else { self.verbatim.comment(&tags.join("\n")) }
    }
}
