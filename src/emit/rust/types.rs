//! Type declarations.

mod alias;
mod derives;
mod enumeration;
mod newtype;
mod structure;

use proc_macro2::TokenStream;

use super::{
    plan::{Form, Item},
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
        Form::Struct { parameters, members } => {
            structure::declare(item, (parameters, members), analysis, scope, verbatim)
        }
        Form::Newtype(shape) => newtype::declare(item, shape, scope, verbatim),
        Form::Enumeration { variants, other } => enumeration::declare(item, variants, other, scope, verbatim),
        Form::Alias(shape) => alias::declare(item, shape, scope),
        Form::Known(known) => alias::declare(item, &super::plan::Shape::Known(*known), scope),
    }
}
