//! Newtypes.

use proc_macro2::TokenStream;
use quote::quote;
use serde_json::Value as Json;

use super::derives::derives;
use crate::{
    emit::rust::{
        doc,
        name::{Names, constant_case, identifier},
        plan::{Item, ItemId, PlannedType},
        print::Verbatim,
        scope::Scope,
    },
    model::Constant,
};

pub(super) fn declare(
    item: &Item,
    shape: &PlannedType,
    scope: &mut Scope<'_, '_>,
    verbatim: &mut Verbatim,
) -> Vec<TokenStream> {
    let documentation = doc::attributes(&item.doc);
    let base: &[&str] = match shape {
        PlannedType::Text => &["Clone", "Debug", "Default", "PartialEq", "Eq", "PartialOrd", "Ord", "Hash"],
        PlannedType::Bool | PlannedType::Integer(_) => {
            &["Clone", "Copy", "Debug", "Default", "PartialEq", "Eq", "PartialOrd", "Ord", "Hash"]
        }
        _ => &["Clone", "Debug", "Default", "PartialEq"],
    };
    let derives = derives(item, base, &[], scope);
    let name = identifier(&item.name);
    let ty = scope.ty(shape);
    let mut items = vec![quote! { #documentation #derives pub struct #name(pub #ty); }];
    items.extend(constants(item, shape, scope));
    let option = match shape {
        PlannedType::Text => " text",
        _ if scope.plan.contains_foreign(shape) => " foreign",
        _ => "",
    };
    let inner = printed(&ty);
    items.push(verbatim.add(format!("::idlgen_runtime::newtype!({}({inner}){option});", item.name)));
    items
}

/// Returns the constants of the type: `&str` for strings, values of the type for integers and booleans.
fn constants(item: &Item, shape: &PlannedType, scope: &Scope<'_, '_>) -> Option<TokenStream> {
    let ItemId::Declared(id) = item.id else { return None };
    let mut taken = Names::default();
    let mut constants = TokenStream::new();
    for constant in &scope.plan.model.type_definition(id).constants {
        let Some((ty, value)) = constant_value(constant, shape) else { continue };
        let documentation = doc::attributes(&constant.doc);
        let ident = identifier(&taken.take(&constant_case(&constant.name), "_"));
        constants.extend(quote! { #documentation pub const #ident: #ty = #value; });
    }
    if constants.is_empty() {
        return None;
    }
    let name = identifier(&item.name);
    Some(quote! { impl #name { #constants } })
}

fn constant_value(constant: &Constant, shape: &PlannedType) -> Option<(TokenStream, TokenStream)> {
    match (shape, &constant.value) {
        (PlannedType::Text, Json::String(text)) => Some((quote! { &'static str }, quote! { #text })),
        (PlannedType::Bool, Json::Bool(value)) => Some((quote! { Self }, quote! { Self(#value) })),
        (PlannedType::Integer(integer), Json::Number(number)) => {
            let number = number.to_string();
            // If a constant is out of range for its type, Go does not compile.
            let fits = match *integer {
                integer if integer.name().starts_with('u') => number.parse::<u64>().is_ok(),
                _ => number.parse::<i64>().is_ok(),
            };
            let literal: TokenStream = number.parse().ok()?;
            fits.then(|| (quote! { Self }, quote! { Self(#literal) }))
        }
        _ => None,
    }
}

/// Formats a type in the usual style.
fn printed(ty: &TokenStream) -> String {
    let file: Result<syn::File, _> = syn::parse2(quote! { type A = #ty; });
    let text = file.map(|file| prettyplease::unparse(&file)).unwrap_or_default();
    let text = text.trim().strip_prefix("type A = ").and_then(|text| text.strip_suffix(';')).unwrap_or_default();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
