//! `x-kubernetes-list-type`: duplicates in sets and maps. Their errors are reported after all errors of values.

use idlgen_validate::schema::ListType;
use proc_macro2::{Ident, Literal, TokenStream};
use quote::{ToTokens, quote};
use serde_json::Value as Json;

use super::{function::Writer, node::SchemaNode, presence::Presence};
use crate::emit::rust::{
    name::identifier,
    plan::{ItemKind, Member, PlannedType, RustKind},
};

/// The keys of a `map` list.
#[derive(Debug)]
pub(super) struct Keys {
    /// The JSON names.
    names: Vec<String>,
    /// The function that returns the values of an element's keys.
    pub(super) function: Ident,
}

const KEYWORDS: &[&str] = &["x-kubernetes-list-type", "x-kubernetes-list-map-keys"];

impl<'s> Writer<'_, 's, '_, '_> {
    pub(super) fn list_type(
        &mut self,
        element: &PlannedType,
        list: &TokenStream,
        keys: Option<&Keys>,
        node: &SchemaNode<'s>,
    ) -> TokenStream {
        let Some(list_type) = &node.compiled().list_type else { return TokenStream::new() };
        if self.analysis.is_unpublished()
            || self.in_branch
            || matches!(list_type, ListType::Atomic | ListType::Other(_))
        {
            return TokenStream::new();
        }
        if self.scope.plan.resolve(element).kind == RustKind::Opaque {
            self.mismatch(node, "duplicates cannot be detected among values of a type of another crate");
            return TokenStream::new();
        }
        let check = self.scope.runtime("check");
        let call = match list_type {
            ListType::Set => {
                let resolved = self.scope.plan.resolve(element);
                match resolved.kind {
                    RustKind::Text | RustKind::Enumeration => {
                        quote! { #check::list_set_by(#list, |item| item.as_str(), path, cx) }
                    }
                    RustKind::Bool | RustKind::Integer(_) => {
                        let zeros = std::iter::repeat_n(quote! { .0 }, resolved.wrappers);
                        let item = if resolved.wrappers == 0 {
                            quote! { *item }
                        } else {
                            quote! { item #(#zeros)* }
                        };
                        quote! { #check::list_set_by(#list, |item| #item, path, cx) }
                    }
                    _ => quote! { #check::list_set(#list, path, cx) },
                }
            }
            ListType::Map => keys.map_or_else(
                || self.list_map_of_values(&check, list, node),
                |Keys { names, function }| {
                    quote! { #check::list_map_keys(#list, [#(#names),*], #function, path, cx) }
                },
            ),
            ListType::Atomic | ListType::Other(_) => return TokenStream::new(),
        };
        let comment = self.comment(node, KEYWORDS);
        quote! { #comment cx.later(|cx| #call); }
    }

    /// Returns the keys of a `map` list whose elements are structs with fields for all of them.
    pub(super) fn list_map_keys(&mut self, element: &PlannedType, declared: &SchemaNode<'s>) -> Option<Keys> {
        let is_map = declared.compiled().list_type == Some(ListType::Map);
        if !is_map || (self.in_branch && !self.has_old) {
            return None;
        }
        let names = Some(&declared.compiled().list_map_keys).filter(|names| !names.is_empty())?;
        let plan = self.scope.plan;
        let members = match plan.resolve(pointee(element)).kind {
            RustKind::Struct(id) => match plan.item(id).map(|item| &item.form) {
                Some(ItemKind::Struct { members, .. }) => members,
                _ => return None,
            },
            _ => return None,
        };
        let item = SchemaNode::new(declared.items(), self.analysis.definitions());
        let mut values = Vec::new();
        for name in names {
            let member = members.iter().find(|member| member.json_name == *name && !member.is_foreign)?;
            let property = SchemaNode::new(item.property(name).iter().copied(), self.analysis.definitions());
            values.push(self.list_map_key(member, &property, item.requires(name)));
        }
        let function = self.function_name("keys");
        let ty = self.scope.ty(element);
        let key = self.scope.runtime("check::ListKey");
        let count = Literal::usize_unsuffixed(names.len());
        let body = if matches!(element, PlannedType::Option(_)) {
            let (some, none) = (self.scope.some(), self.scope.none());
            let missing = names.iter().map(|_| quote! { #key::Missing });
            quote! { match item { #some(item) => [#(#values),*], #none => [#(#missing),*] } }
        } else {
            quote! { [#(#values),*] }
        };
        self.functions.push(quote! {
            #[inline]
            fn #function(item: &#ty) -> [#key<'_>; #count] { #body }
        });
        Some(Keys { names: names.clone(), function })
    }

    fn list_map_key(&mut self, member: &Member, property: &SchemaNode<'s>, is_required: bool) -> TokenStream {
        let key = self.scope.runtime("check::ListKey");
        let field = identifier(&member.name);
        let presence = self.presence(member, property, is_required);
        let unless_zero = (presence == Presence::UnlessZero).then(|| quote! { .unless_zero() });
        let is_float = matches!(self.scope.plan.resolve(pointee(&member.shape)).kind, RustKind::Float(_));
        let default = default_key(property, is_float).map(|default| quote! { .or(#default) });
        quote! { #key::of(&item.#field) #unless_zero #default }
    }

    /// Returns the check of a `map` list whose keys are looked up by name because the elements' fields are unknown.
    fn list_map_of_values(&mut self, check: &TokenStream, list: &TokenStream, node: &SchemaNode<'s>) -> TokenStream {
        let item = SchemaNode::new(node.items(), self.analysis.definitions());
        let keys = node.compiled().list_map_keys.iter().map(|name| {
            let property = SchemaNode::new(item.property(name).iter().copied(), self.analysis.definitions());
            let unless_zero = property.absence_settings().strip_zero.then(|| quote! { .unless_zero() });
            let default = default_key(&property, false).map(|default| quote! { .or(|| #default.into()) });
            quote! { #check::NamedKey::new(#name) #unless_zero #default }
        });
        quote! { #check::list_map_named(#list, &[#(#keys),*], path, cx) }
    }
}

fn pointee(element: &PlannedType) -> &PlannedType {
    match element {
        PlannedType::Option(inner) => inner,
        _ => element,
    }
}

/// Returns the default of a key as a Rust literal. `is_float` if the Rust type of the key is a float.
fn default_key(property: &SchemaNode<'_>, is_float: bool) -> Option<TokenStream> {
    match property.absence_settings().default? {
        Json::String(text) => Some(quote! { #text }),
        Json::Bool(value) => Some(quote! { #value }),
        Json::Number(number) => Some(match number.as_i64().filter(|_| !is_float) {
            Some(value) => Literal::i64_suffixed(value).into_token_stream(),
            None => Literal::f64_suffixed(number.as_f64()?).into_token_stream(),
        }),
        _ => None,
    }
}
