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
    validators::{Absence, Analysis},
    zero::ZeroEffect,
};

pub(super) fn declare(
    item: &Item,
    (parameters, members): (&[String], &[Member]),
    analysis: &Analysis<'_>,
    scope: &mut Scope<'_, '_>,
    verbatim: &mut Verbatim,
) -> Vec<TokenStream> {
    let documentation = doc::attributes_with(&item.doc, &section(&analysis.zero_effects(item, scope.plan)));
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
    let absences = analysis.absences(item.id, members, scope.plan);
    vec![declaration, verbatim.add(table(item, parameters, members, &absences))]
}

/// Returns the section of a type's documentation about fields in which zero is a missing value.
fn section(effects: &[ZeroEffect]) -> String {
    let mut text = String::new();
    for ZeroEffect { name, result, .. } in effects {
        if text.is_empty() {
            text.push_str("# Zero values\n\n`validate` treats zero in these fields as a missing value:\n");
        }
        let _ = write!(text, "\n- `{name}`: {}", result.describe());
    }
    text
}

/// Returns the list of members from which a macro derives serde's traits and others.
fn table(item: &Item, parameters: &[String], members: &[Member], absences: &[Absence]) -> String {
    let mut text = format!("::idlgen_runtime::object! {{\n    {}", item.name);
    if !parameters.is_empty() {
        let _ = write!(text, "<{}>", parameters.join(", "));
    }
    if members.is_empty() {
        text.push_str(" {}\n}");
        return text;
    }
    text.push_str(" {\n");
    let unsaid = Absence::default();
    for (index, member) in members.iter().enumerate() {
        let absence = absences.get(index).unwrap_or(&unsaid);
        let _ = write!(text, "        {}: {}", shown(&member.name), proc_macro2::Literal::string(&member.json_name));
        for (is_set, option) in [
            (member.is_omitempty, "omitempty"),
            (member.is_omitzero, "omitzero"),
            (absence.if_zero, "unless_zero"),
            (absence.never_null, "never_null"),
            (member.is_quoted, "quoted"),
            (member.is_foreign, "foreign"),
        ] {
            if is_set {
                let _ = write!(text, " {option}");
            }
        }
        if let Some(default) = &absence.default {
            let _ = write!(text, " = {}", proc_macro2::Literal::string(default));
        }
        text.push_str(",\n");
    }
    text.push_str("    }\n}");
    text
}
