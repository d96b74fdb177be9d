//! Explicit defaults: what is absent is judged as its default. A default is known when the code is written, so what
//! there is to say of it is known as well.

use idlgen_validate::{Validator, ValidatorOptions};
use proc_macro2::{Ident, TokenStream};
use quote::quote;
use serde_json::Value as Json;

use super::{block::Block, function::Writer, node::SchemaNode, presence::Presence};
use crate::emit::rust::{
    name::identifier,
    plan::{Member, Shape},
};

impl<'s> Writer<'_, 's, '_, '_> {
    /// What happens where the property is absent: `Ok` with statements for a default that is valid, `Err` with
    /// statements for the whole property, present or not, for one that is not.
    #[expect(clippy::too_many_arguments, reason = "they are the parts of one property")]
    pub(super) fn default_value(
        &mut self,
        member: &Member,
        default: &'s Json,
        node: &SchemaNode<'s>,
        base: &Ident,
        presence: Presence,
        block: &Block,
        old: Option<&TokenStream>,
    ) -> Result<TokenStream, TokenStream> {
        let Some(schema) = node.parts().next() else { return Ok(TokenStream::new()) };
        let definitions = self.analysis.definitions();
        let Ok(validator) = Validator::new(definitions, schema, ValidatorOptions::default()) else {
            return Ok(TokenStream::new());
        };
        let outcome = validator.validate(default, None);
        let is_compared = self.has_old && node.rules().any(|(_, rule)| rule.uses_old_self());
        if outcome.errors.is_empty() && !is_compared {
            return Ok(TokenStream::new());
        }
        if !outcome.errors.is_empty() {
            self.invalid_default(node, &outcome.errors.to_string());
        }
        if block.is_empty() {
            return Ok(TokenStream::new());
        }
        let inner = match &member.shape {
            Shape::Option(inner) => inner,
            shape => shape,
        };
        let ty = self.scope.ty(inner);
        let field = identifier(&member.name);
        let text = default.to_string();
        let default = quote! { default.insert(::idlgen_runtime::data::from_json_text::<#ty>(#text)) };
        let (option, some, none) = (self.scope.option(), self.scope.some(), self.scope.none());
        let value = match presence {
            Presence::IfSome => {
                let unboxed = if member.is_boxed {
                    quote! { as_deref }
                } else {
                    quote! { as_ref }
                };
                quote! {
                    match #base.#field.#unboxed() {
                        #some(value) => value,
                        #none => #default,
                    }
                }
            }
            Presence::UnlessZero | Presence::Always => {
                let absent = self.absent(base, member, presence);
                quote! { if #absent { #default } else { &#base.#field } }
            }
        };
        let body = self.body(member, block, &quote! { value }, Presence::IfSome, old.cloned());
        Err(quote! {
            {
                let mut default: #option<#ty> = #none;
                let value: &#ty = #value;
                #body
            }
        })
    }
}
