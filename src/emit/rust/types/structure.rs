//! Structs.

use std::fmt::Write;

use proc_macro2::TokenStream;
use quote::quote;

use super::derives::derives;
use crate::emit::rust::{
    doc,
    name::{identifier, shown},
    plan::{Item, Member},
    print::Verbatim,
    scope::Scope,
};

pub(super) fn declare(
    item: &Item,
    parameters: &[String],
    members: &[Member],
    scope: &mut Scope<'_, '_>,
    verbatim: &mut Verbatim,
) -> Vec<TokenStream> {
    let documentation = doc::attributes(&item.doc);
    let derives = derives(item, &["Clone", "Debug", "Default", "PartialEq"], &[], scope);
    let name = identifier(&item.name);
    let parameters = &scope.type_parameters(parameters);
    let names: Vec<_> = parameters.iter().map(|parameter| identifier(parameter)).collect();
    let generics = if names.is_empty() {
        TokenStream::new()
    } else {
        quote! { <#(#names),*> }
    };
    let fields = members.iter().map(|member| {
        let documentation = doc::attributes(&member.doc);
        let name = identifier(&member.name);
        let ty = scope.field_type(&member.shape, member.is_boxed);
        quote! { #documentation pub #name: #ty }
    });
    let declaration = quote! { #documentation #derives pub struct #name #generics { #(#fields),* } };
    vec![declaration, verbatim.add(table(item, parameters, members))]
}

/// The list of members, from which serde's traits and the others come.
fn table(item: &Item, parameters: &[String], members: &[Member]) -> String {
    let mut text = format!("::idlgen_runtime::object! {{\n    {}", item.name);
    if !parameters.is_empty() {
        let _ = write!(text, "<{}>", parameters.join(", "));
    }
    if members.is_empty() {
        text.push_str(" {}\n}");
        return text;
    }
    text.push_str(" {\n");
    for member in members {
        let _ = write!(text, "        {}: {}", shown(&member.name), proc_macro2::Literal::string(&member.json_name));
        for (is_set, option) in [
            (member.is_omitempty, "omitempty"),
            (member.is_quoted, "quoted"),
            (member.is_foreign, "foreign"),
            (member.is_of_pointers && !member.is_foreign, "pointers"),
        ] {
            if is_set {
                let _ = write!(text, " {option}");
            }
        }
        text.push_str(",\n");
    }
    text.push_str("    }\n}");
    text
}
