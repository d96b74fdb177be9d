//! Generates `#[derive(…)]`.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};

use crate::{
    diag::Diagnostic,
    emit::rust::{
        codes,
        name::identifier,
        plan::{Item, ItemId},
        scope::Scope,
    },
};

/// Derives that a type with floats or arbitrary JSON cannot have.
const EXACT_ONLY: &[&str] = &["Eq", "Hash", "Ord", "PartialOrd"];

/// Returns the `derive` attribute: `base`, and the user's derives except those in `given`, which are implemented in
/// another way.
pub(super) fn derives(item: &Item, base: &[&str], given: &[&str], scope: &mut Scope<'_, '_>) -> TokenStream {
    let mut paths: Vec<TokenStream> = base.iter().map(|name| identifier(name).into_token_stream()).collect();
    let options = scope.plan.options;
    let own = match item.id {
        ItemId::Declared(id) => options.type_derives.get(&scope.plan.model.go_name(id)),
        ItemId::Anonymous(_) => None,
    };
    for added in own.unwrap_or(&options.derives) {
        let last = added.rsplit("::").next().unwrap_or(added).trim();
        if base.contains(&last) || given.contains(&last) || (EXACT_ONLY.contains(&last) && !item.is_exact) {
            continue;
        }
        match syn::parse_str::<syn::Path>(added) {
            Ok(path) => paths.push(path.into_token_stream()),
            Err(error) => {
                let diagnostic = Diagnostic::new(
                    codes::RUST_SETTING,
                    format!("`{added}` is not a valid derive macro path: {error}"),
                );
                if !scope.diagnostics.contains(&diagnostic) {
                    scope.diagnostics.push(diagnostic);
                }
            }
        }
    }
    quote! { #[derive(#(#paths),*)] }
}
