//! `x-kubernetes-validation-errors`: an author's own errors for keywords.

use idlgen_validate::schema::Reason;
use proc_macro2::TokenStream;
use quote::quote;

use super::{function::Writer, node::Node};
use crate::emit::rust::name::identifier;

impl Writer<'_, '_, '_, '_> {
    /// A call of a check as an expression that answers whether the value passed: with the author's message for the keyword, if there is one.
    pub(super) fn keyword(&mut self, node: &Node<'_>, keyword: &str, call: TokenStream) -> TokenStream {
        let Some(error) = node.all(|schema| schema.extensions.validation_errors.get(keyword)).next() else {
            return call;
        };
        let check = self.scope.runtime("check");
        let message = &error.message;
        let reason = match error.reason.as_ref().and_then(error_type) {
            None => self.scope.none(),
            Some(name) => {
                let some = self.scope.some();
                let ty = self.scope.runtime("field::ErrorType");
                let name = identifier(name);
                quote! { #some(#ty::#name) }
            }
        };
        quote! { #check::with_message(cx, #reason, #message, |cx| #call) }
    }

    /// Of the tags that said a keyword, those that said this value: several may have said several.
    pub(super) fn value_comment(&mut self, node: &Node<'_>, keyword: &str, value: &str) -> TokenStream {
        let of_keyword = node.tags(&[keyword]);
        let of_value: Vec<&str> = of_keyword.iter().copied().filter(|tag| tag.contains(value)).collect();
        if of_value.is_empty() || of_value.len() == of_keyword.len() {
            return self.keyword_comment(node, &[keyword]);
        }
        self.verbatim.comment(&of_value.join("\n"))
    }

    /// The tags that said a keyword, those of its message included.
    pub(super) fn keyword_comment(&mut self, node: &Node<'_>, keywords: &[&str]) -> TokenStream {
        let has_message = node
            .all(|schema| Some(&schema.extensions.validation_errors))
            .any(|errors| keywords.iter().any(|keyword| errors.contains_key(*keyword)));
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

/// The variant of `field::ErrorType` for a reason, if there is one.
fn error_type(reason: &Reason) -> Option<&'static str> {
    Some(match reason {
        Reason::Invalid => "Invalid",
        Reason::Forbidden => "Forbidden",
        Reason::Required => "Required",
        Reason::Duplicate => "Duplicate",
        Reason::Other(name) => match name.strip_prefix("FieldValue").unwrap_or(name) {
            "NotFound" => "NotFound",
            "NotSupported" => "NotSupported",
            "TooLong" => "TooLong",
            "TooMany" => "TooMany",
            "TooFew" => "TooFew",
            "TooShort" => "TooShort",
            "TypeInvalid" => "TypeInvalid",
            _ => return None,
        },
    })
}
