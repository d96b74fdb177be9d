//! Checks that are a single call of the runtime.

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
    /// A comment with the tags that set it.
    pub(super) comment: TokenStream,
    /// An expression that is `true` if the value passes.
    pub(super) call: TokenStream,
}

impl<'s> Writer<'_, 's, '_, '_> {
    /// Returns the calls for the checks of a family on `value`, in order.
    pub(super) fn calls_of(&mut self, family: Family, value: &TokenStream, node: &SchemaNode<'s>) -> TokenStream {
        let mut statements = TokenStream::new();
        for check in node.checks().iter().filter(|check| check.family() == family) {
            if let Some(Call { comment, call }) = self.call_of(check, value, node) {
                statements.extend(quote! { #comment #call; });
            }
        }
        statements
    }

    /// Returns the call of a check on `value`: a string, a number, a list, or the number of an object's properties.
    /// Returns `None` for checks that need more than a call, and for those that a value of a Go type always passes.
    pub(super) fn call_of(
        &mut self,
        check: &Check<Vec<&'s Schema>>,
        value: &TokenStream,
        node: &SchemaNode<'s>,
    ) -> Option<Call> {
        let (keyword, limit) = match check {
            Check::Limit(keyword, limit) => (keyword, limit),
            // Decoding ensures it.
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
            // No schema of a Go type has it.
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
        // If all values apply, select the tag with this value.
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
