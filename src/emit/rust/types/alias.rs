//! `type A = B`, and Go types that the runtime implements.

use proc_macro2::TokenStream;
use quote::quote;

use crate::emit::rust::{
    doc,
    name::identifier,
    plan::{Item, PlannedType},
    scope::Scope,
};

pub(super) fn declare(item: &Item, shape: &PlannedType, scope: &mut Scope<'_, '_>) -> Vec<TokenStream> {
    let doc = doc::attributes(&item.doc);
    let name = identifier(&item.name);
    let ty = scope.ty(shape);
    vec![quote! { #doc pub type #name = #ty; }]
}
