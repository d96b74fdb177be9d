//! `x-kubernetes-validations`: CEL rules, which are reported as not executed.

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use super::{function::Writer, node::Node};
use crate::emit::rust::name::identifier;

impl<'s> Writer<'_, 's, '_, '_> {
    /// Notes the rules of a node. Those that compare with the value before an update apply only where there is one.
    pub(super) fn rules(&mut self, node: &Node<'s>) -> TokenStream {
        let mut statements = TokenStream::new();
        for (schema, rule) in node.rules() {
            let needs_old = rule.needs_old();
            if needs_old && !self.has_old {
                continue;
            }
            let declaration = rule.origin.declaration.as_ref().or(schema.origin.declaration.as_ref());
            let scope = declaration.cloned().unwrap_or_else(|| self.place().trim_end().replace(' ', "."));
            let tags: Vec<&str> = rule.origin.tags.iter().map(|(_, text)| text.as_str()).collect();
            let comment = if tags.is_empty() { TokenStream::new() } else { self.verbatim.comment(&tags.join("\n")) };
            let note = self.note_rule(scope, rule.rule.clone(), rule.message.clone());
            statements.extend(if needs_old {
                quote! { #comment if old.is_some() { #note } }
            } else {
                quote! { #comment #note }
            });
        }
        statements
    }

    /// Notes one rule, which the type's list gets if it has not got it yet.
    pub(super) fn note_rule(&mut self, scope: String, rule: String, message: Option<String>) -> TokenStream {
        let entry = (scope, rule, message);
        let index = self.rules.iter().position(|known| *known == entry).unwrap_or_else(|| {
            self.rules.push(entry);
            self.rules.len() - 1
        });
        let index = Literal::usize_unsuffixed(index);
        let name = identifier(&self.item.name);
        quote! { cx.not_executed(&#name::RULES[#index]); }
    }
}
