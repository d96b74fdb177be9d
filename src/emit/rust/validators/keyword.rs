//! Checks that are one call of the runtime.

use idlgen_validate::{
    Schema,
    compiled::{Bound, Check, Family},
    keyword::{Test, Value},
};
use proc_macro2::{Literal, TokenStream};
use quote::{ToTokens, format_ident, quote};

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
        let runtime = self.scope.runtime("check");
        let keyword = check.keyword();
        let call = match check {
            Check::Limit(keyword, limit) => {
                let row = keyword.row();
                let function = format_ident!("{}", row.call);
                let limit = literal_of(limit);
                let subject = match row.test {
                    Test::Elements(_) => quote! { value.len() },
                    Test::Number(..) | Test::Text(_) | Test::Properties(_) => value.clone(),
                };
                quote! { #runtime::#function(#subject, #limit, path, cx) }
            }
            Check::Pattern(pattern) => {
                let comment = self.value_comment(node, keyword, pattern.as_str());
                let place = self.place();
                let pattern = self.patterns.name(pattern.as_str(), &place);
                let call = self.keyword(node, keyword, quote! { #runtime::pattern(#value, &#pattern, path, cx) });
                return Some(Call { comment, call });
            }
            Check::Format(format) => {
                let comment = self.value_comment(node, keyword, format);
                let call = self.keyword(node, keyword, quote! { #runtime::format(#value, #format, path, cx) });
                return Some(Call { comment, call });
            }
            Check::Minimum(Bound { limit, exclusive }) => {
                let limit = literal(*limit);
                let call = quote! { #runtime::minimum(#value, #limit, #exclusive, path, cx) };
                return Some(self.bound(node, [keyword, "exclusiveMinimum"], call));
            }
            Check::Maximum(Bound { limit, exclusive }) => {
                let limit = literal(*limit);
                let call = quote! { #runtime::maximum(#value, #limit, #exclusive, path, cx) };
                return Some(self.bound(node, [keyword, "exclusiveMaximum"], call));
            }
            Check::UniqueItems => quote! { #runtime::unique_items(#value, path, cx) },
            // Decoding sees to it.
            Check::Type { .. } | Check::NumberFormat | Check::Quantity => return None,
            // Each has a function of its own.
            Check::AnyOf(_)
            | Check::OneOf(_)
            | Check::AllOf(_)
            | Check::Not(_)
            | Check::Items
            | Check::Enumeration(_)
            | Check::AdditionalProperties
            | Check::Properties
            | Check::Required
            | Check::EmbeddedResource => return None,
            // No schema of a Go type says it.
            Check::Dependencies | Check::Tuple | Check::PatternProperties => return None,
        };
        let comment = self.keyword_comment(node, &[keyword]);
        Some(Call { comment, call: self.keyword(node, keyword, call) })
    }

    fn bound(&mut self, node: &SchemaNode<'s>, keywords: [&str; 2], call: TokenStream) -> Call {
        let [keyword, _] = keywords;
        Call { comment: self.keyword_comment(node, &keywords), call: self.keyword(node, keyword, call) }
    }
}

/// The value of a limit, in a call.
fn literal_of(limit: &Value) -> TokenStream {
    match limit {
        Value::Count(count) => Literal::u64_unsuffixed(*count).into_token_stream(),
        Value::Number(number) => literal(*number),
    }
}
