//! String enums.

use std::fmt::Write;

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use super::derives::derives;
use crate::emit::rust::{
    doc,
    name::identifier,
    plan::{Item, PlannedType, Variant},
    print::Verbatim,
    scope::Scope,
};

pub(super) fn declare(
    item: &Item,
    variants: &[Variant],
    other: &str,
    scope: &mut Scope<'_, '_>,
    verbatim: &mut Verbatim,
) -> Vec<TokenStream> {
    let documentation = doc::attributes(&item.doc);
    let given = &["Default", "PartialEq", "Eq", "PartialOrd", "Ord", "Hash"];
    let derives = derives(item, &["Clone", "Debug"], given, scope);
    let name = identifier(&item.name);
    let declared = variants.iter().map(|variant| {
        let documentation = doc::attributes(&variant.doc);
        let name = identifier(&variant.name);
        quote! { #documentation #name }
    });
    let kept = identifier(other);
    let text = scope.ty(&PlannedType::Text);
    let declaration = quote! {
        #documentation
        #derives
        pub enum #name {
            #(#declared,)*
            /// Any other value.
            #kept(#text),
        }
    };
    let mut table = format!("::idlgen_runtime::string_enum! {{\n    {} {{\n", item.name);
    for variant in variants {
        let _ = writeln!(table, "        {} = {},", variant.name, Literal::string(&variant.text));
    }
    let _ = write!(table, "    }} else {other}\n}}");
    vec![declaration, verbatim.add(table)]
}
