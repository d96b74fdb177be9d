//! When a field counts as present.

use idlgen_runtime::value::presence::Structure;
use proc_macro2::{Ident, TokenStream};
use quote::quote;

use super::{function::Writer, node::SchemaNode};
use crate::emit::rust::{
    name::identifier,
    plan::{Known, Member, RustKind, Shape},
};

/// When a field counts as present.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Presence {
    /// Always.
    Always,
    /// If it is not zero.
    UnlessZero,
    /// If the pointer is not nil.
    IfSome,
}

impl<'s> Writer<'_, 's, '_, '_> {
    /// When a field counts as present, explicit defaults aside. `declared` is what its struct says of it.
    pub(super) fn presence(&self, member: &Member, declared: &SchemaNode<'s>, is_required: bool) -> Presence {
        if matches!(member.shape, Shape::Option(_)) {
            return Presence::IfSome;
        }
        let said = declared.said_of_absence();
        let structure = said.structure(is_required);
        if matches!(structure, Structure::Required | Structure::Objects) {
            return Presence::Always;
        }
        let kind = self.scope.plan.resolve(&member.shape).kind;
        let is_null_if_zero = match kind {
            RustKind::Known(known) => {
                known.is_free_json() || matches!(known, Known::Time | Known::MicroTime | Known::Quantity)
            }
            RustKind::Option(_) => true,
            _ => false,
        };
        if structure == Structure::Optional
            || said.strip_zero
            || member.is_omitempty
            || member.is_quoted
            || is_null_if_zero
        {
            Presence::UnlessZero
        } else {
            Presence::Always
        }
    }

    /// Whether the field of a value is absent, as a condition.
    pub(super) fn absent(&mut self, base: &Ident, member: &Member, presence: Presence) -> TokenStream {
        let field = identifier(&member.name);
        match presence {
            Presence::Always => quote! { false },
            Presence::IfSome => quote! { #base.#field.is_none() },
            Presence::UnlessZero => self.is_zero(&quote! { #base.#field }, member).0,
        }
    }

    /// Whether the field of a value is present, as a condition; `None` if it always is.
    pub(super) fn present(&mut self, base: &Ident, member: &Member, presence: Presence) -> Option<TokenStream> {
        let field = identifier(&member.name);
        match presence {
            Presence::Always => None,
            Presence::IfSome => Some(quote! { #base.#field.is_some() }),
            Presence::UnlessZero => Some(self.is_zero(&quote! { #base.#field }, member).1),
        }
    }

    /// Conditions that a field is zero, and that it is not.
    fn is_zero(&mut self, field: &TokenStream, member: &Member) -> (TokenStream, TokenStream) {
        let resolved = self.scope.plan.resolve(&member.shape);
        let inner = {
            let zeros = std::iter::repeat_n(quote! { .0 }, resolved.wrappers);
            quote! { #field #(#zeros)* }
        };
        let is_zero = match resolved.kind {
            RustKind::Integer(_) => return (quote! { #inner == 0 }, quote! { #inner != 0 }),
            RustKind::Float(_) => return (quote! { #inner == 0.0 }, quote! { #inner != 0.0 }),
            RustKind::Bool => return (quote! { !#inner }, inner),
            RustKind::Text | RustKind::List(_) | RustKind::Map(..) => quote! { #field.is_empty() },
            RustKind::Known(Known::Bytes) => quote! { #inner.0.is_empty() },
            RustKind::Enumeration => quote! { #field.as_str().is_empty() },
            RustKind::Opaque if member.is_foreign => quote! { #field == ::std::default::Default::default() },
            _ => {
                let zero = self.scope.runtime("types::Zero");
                quote! { #zero::is_zero(&#field) }
            }
        };
        let is_not_zero = quote! { !#is_zero };
        (is_zero, is_not_zero)
    }
}
