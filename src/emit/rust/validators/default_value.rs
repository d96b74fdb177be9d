//! Explicit defaults: what is absent is judged as its default. A default is known when the code is written, so what
//! there is to say of it is known as well.

use idlgen_validate::{Schema, Validator, ValidatorOptions};
use proc_macro2::{Ident, TokenStream};
use quote::quote;
use serde_json::Value as Json;

use super::{function::Writer, node::SchemaNode, presence::Presence};
use crate::emit::rust::{
    name::identifier,
    plan::{Member, Shape},
};

/// Schemas that one is compared with, to find what was judged already.
const MOST_COMPARED: usize = 8;

impl<'s> Writer<'_, 's, '_, '_> {
    /// Whether there may be something to say of the default where it stands in for a property that is absent: it is
    /// not valid, or compared with what was before an update.
    pub(super) fn default_stands_in(&mut self, default: &'s Json, node: &SchemaNode<'s>) -> bool {
        let Some(schema) = node.parts().next() else { return false };
        let Some(errors) = self.errors_of_default(default, schema) else { return false };
        if !errors.is_empty() {
            self.invalid_default(node, &errors);
        }
        !errors.is_empty() || (self.has_old && self.analysis.compares(node))
    }

    /// What is wrong with a default; nothing if its schema cannot judge anything.
    fn errors_of_default(&mut self, default: &Json, schema: &'s Schema) -> Option<String> {
        let judged = self.rules.defaults.entry(default.to_string()).or_default();
        // Of many schemas with one default, the last ones are the likeliest.
        if let Some((_, errors)) = judged.iter().rev().take(MOST_COMPARED).find(|(known, _)| *known == schema) {
            return Some(errors.clone());
        }
        let definitions = self.analysis.definitions();
        let mut options = ValidatorOptions::default().keeping_broken_rules();
        options.kep4153_functions = self.scope.plan.options.kep_4153_functions;
        let validator = Validator::with_definitions(definitions, schema, options).ok()?;
        let errors = validator.validate(default, None).errors;
        let errors = if errors.is_empty() { String::new() } else { errors.to_string() };
        judged.push((schema, errors.clone()));
        Some(errors)
    }

    /// `default`, which stands in for a property that is absent.
    pub(super) fn default_declaration(&mut self, member: &Member, default: &Json) -> TokenStream {
        let ty = self.scope.ty(inner(member));
        let text = default.to_string();
        let default_value = self.scope.runtime("data::DefaultValue");
        quote! { let default = #default_value::<#ty>::new(#text); }
    }

    /// `value`: the property, or the `default` if it is absent.
    pub(super) fn value_or_default(&mut self, base: &Ident, member: &Member, presence: Presence) -> TokenStream {
        let field = identifier(&member.name);
        let value = match presence {
            Presence::IfSome if member.is_boxed => {
                quote! { #base.#field.as_deref().unwrap_or_else(|| default.get()) }
            }
            Presence::IfSome => quote! { #base.#field.as_ref().unwrap_or_else(|| default.get()) },
            Presence::UnlessZero | Presence::Always => {
                let absent = self.absent(base, member, presence);
                quote! { if #absent { default.get() } else { &#base.#field } }
            }
        };
        quote! { let value = #value; }
    }
}

/// What the field holds if it is there.
fn inner(member: &Member) -> &Shape {
    match &member.shape {
        Shape::Option(inner) => inner,
        shape => shape,
    }
}
