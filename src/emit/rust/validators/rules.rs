//! `x-kubernetes-validations`: rules in CEL.

use proc_macro2::TokenStream;
use quote::quote;

use super::{function::Writer, node::SchemaNode};
use crate::emit::rust::name::identifier;

impl<'s> Writer<'_, 's, '_, '_> {
    /// The calls of the rules of a node, on `value`. Rules below `anyOf`, `oneOf` and `not` are never run.
    pub(super) fn rules(&mut self, node: &SchemaNode<'s>, value: &TokenStream) -> TokenStream {
        let old = if self.has_old {
            quote! { old }
        } else {
            self.scope.none()
        };
        self.rules_with_old(node, value, &old)
    }

    /// As [`rules`](Self::rules), with what was there before the update.
    pub(super) fn rules_with_old(
        &mut self,
        node: &SchemaNode<'s>,
        value: &TokenStream,
        old: &TokenStream,
    ) -> TokenStream {
        let mut statements = TokenStream::new();
        let Some(schema) = node.parts().next().filter(|_| !self.in_branch) else { return statements };
        let rules: Vec<_> = node.rules().map(|(_, rule)| rule).filter(|rule| !rule.rule.trim().is_empty()).collect();
        if rules.is_empty() {
            return statements;
        }
        let place = self.place();
        let names = self.rules.names(schema, rules.iter().copied(), &place);
        let module = identifier(self.scope.rules_module());
        for (rule, name) in rules.into_iter().zip(names) {
            if rule.needs_old() && !self.has_old {
                continue;
            }
            let tags: Vec<&str> = rule.origin.tags.iter().map(|(_, text)| text.as_str()).collect();
            let comment = if tags.is_empty() { TokenStream::new() } else { self.verbatim.comment(&tags.join("\n")) };
            let name = identifier(&name);
            statements.extend(quote! { #comment #module::#name.check(#value, #old, path, cx); });
        }
        statements
    }
}
