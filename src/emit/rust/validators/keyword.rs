//! Checks that are one call of the runtime.

use idlgen_validate::{
    Schema,
    compiled::{Check, Family},
    keyword::{Bound, Limit, Test},
};
use proc_macro2::{Literal, TokenStream};
use quote::{format_ident, quote};

use super::{function::Writer, node::SchemaNode, number::literal};

/// The call of a check.
#[derive(Debug)]
pub(super) struct Call {
    /// Quotes the tags that said it.
    pub(super) comment: TokenStream,
    /// An expression that answers whether the value passed.
    pub(super) call: TokenStream,
}

impl<'s> Writer<'_, 's, '_, '_> {
    /// The calls of the checks of one family on `value`, in their order.
    pub(super) fn calls_of(&mut self, family: Family, value: &TokenStream, node: &SchemaNode<'s>) -> TokenStream {
        let mut statements = TokenStream::new();
        for check in node.checks().iter().filter(|check| check.family() == family) {
            if let Some(Call { comment, call }) = self.call_of(check, value, node) {
                statements.extend(quote! { #comment #call; });
            }
        }
        statements
    }

    /// The call of a check on `value`: a text, a number, a list, or how many properties an object has. None for checks
    /// that need more than a call, and for those that a value of a Go type cannot fail.
    pub(super) fn call_of(
        &mut self,
        check: &Check<Vec<&'s Schema>>,
        value: &TokenStream,
        node: &SchemaNode<'s>,
    ) -> Option<Call> {
        let (keyword, limit) = match check {
            Check::Limit(keyword, limit) => (keyword, limit),
            // Decoding sees to it.
            Check::Type { .. } | Check::NumberFormat | Check::Quantity => return None,
            // Each has a function of its own.
            Check::AnyOf(_)
            | Check::OneOf(_)
            | Check::AllOf(_)
            | Check::Not(_)
            | Check::Items
            | Check::AdditionalProperties
            | Check::Properties
            | Check::Required
            | Check::EmbeddedResource => return None,
            // No schema of a Go type says it.
            Check::Dependencies | Check::Tuple | Check::PatternProperties => return None,
        };
        let row = keyword.row();
        let runtime = self.scope.runtime("check");
        let function = format_ident!("{}", row.call);
        let subject = match row.test {
            Test::Elements(_) => quote! { value.len() },
            _ => value.clone(),
        };
        let arguments = match limit {
            Limit::Count(count) => {
                let count = Literal::u64_unsuffixed(*count);
                quote! { #count, }
            }
            Limit::Number(number) => {
                let number = literal(*number);
                quote! { #number, }
            }
            Limit::Bound(Bound { limit, exclusive }) => {
                let limit = literal(*limit);
                quote! { #limit, #exclusive, }
            }
            Limit::Pattern(pattern) => {
                let place = self.place();
                let pattern = self.patterns.name(pattern.as_str(), &place);
                quote! { &#pattern, }
            }
            Limit::Name(name) => quote! { #name, },
            Limit::Flag => TokenStream::new(),
            // It has a function of its own.
            Limit::Members(_) => return None,
        };
        // Where all count, the tag is the one that says this.
        let comment = match limit {
            Limit::Pattern(pattern) => self.value_comment(node, row.name, pattern.as_str()),
            Limit::Name(name) => self.value_comment(node, row.name, name),
            _ => {
                let names: Vec<&str> = [row.name].into_iter().chain(row.flag()).collect();
                self.keyword_comment(node, &names)
            }
        };
        let call = quote! { #runtime::#function(#subject, #arguments path, cx) };
        Some(Call { comment, call: self.keyword(node, row.name, call) })
    }
}
