//! Type declarations.

mod alias;
mod derives;
mod enumeration;
mod newtype;
mod structure;

use proc_macro2::TokenStream;

use super::{
    plan::{Item, ItemKind},
    print::Verbatim,
    scope::Scope,
    validators::Analysis,
};

/// Returns the declaration of a type with its implementations, item by item.
pub(super) fn declare(
    item: &Item,
    analysis: &Analysis<'_>,
    scope: &mut Scope<'_, '_>,
    verbatim: &mut Verbatim,
) -> Vec<TokenStream> {
    match &item.form {
        ItemKind::Struct { parameters, members } => {
            structure::declare(item, (parameters, members), analysis, scope, verbatim)
        }
        ItemKind::Newtype(shape) => newtype::declare(item, shape, scope, verbatim),
        ItemKind::Enumeration { variants, other } => enumeration::declare(item, variants, other, scope, verbatim),
        ItemKind::Alias(shape) => alias::declare(item, shape, scope),
        ItemKind::Known(known) => alias::declare(item, &super::plan::PlannedType::Known(*known), scope),
    }
}
