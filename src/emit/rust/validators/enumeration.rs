//! Generates the checks of `enum`.

use idlgen_validate::{compiled::Check, keyword::Limit};
use proc_macro2::{Literal, TokenStream};
use quote::quote;
use serde_json::Value as Json;

use super::{function::Writer, node::SchemaNode, value::wrapped};
use crate::emit::rust::plan::{Integer, RustKind};

impl<'s> Writer<'_, 's, '_, '_> {
    pub(super) fn enumeration(&mut self, kind: &RustKind, wrappers: usize, node: &SchemaNode<'s>) -> TokenStream {
        let mut statements = TokenStream::new();
        for check in node.checks() {
            let Check::Limit(_, Limit::Members(members)) = check else { continue };
            let comment = self.keyword_comment(node, &["enum"]);
            let call = self.enumeration_call(kind, wrappers, members);
            let call = self.keyword(node, "enum", call);
            statements.extend(quote! { #comment #call; });
        }
        statements
    }

    fn enumeration_call(&mut self, kind: &RustKind, wrappers: usize, members: &[Json]) -> TokenStream {
        let check = self.scope.runtime("check");
        let texts: Option<Vec<&str>> = members.iter().map(Json::as_str).collect();
        if let (RustKind::Text | RustKind::Enumeration, Some(texts)) = (kind, texts) {
            let value = if *kind == RustKind::Enumeration {
                quote! { value.as_str() }
            } else {
                quote! { value }
            };
            return quote! { #check::enumeration_strings(#value, &[#(#texts),*], path, cx) };
        }
        let integers: Option<Vec<i64>> = members.iter().map(Json::as_i64).collect();
        if let (RustKind::Integer(integer), Some(integers)) = (kind, integers)
            && *integer != Integer::U64
        {
            let access = if wrappers == 0 {
                quote! { *value }
            } else {
                wrapped(wrappers)
            };
            let access = if *integer == Integer::I64 {
                access
            } else {
                quote! { i64::from(#access) }
            };
            let integers = integers.into_iter().map(Literal::i64_unsuffixed);
            return quote! { #check::enumeration_integers(#access, &[#(#integers),*], path, cx) };
        }
        let value = self.scope.runtime("value::Value");
        let members = Json::Array(members.to_vec()).to_string();
        quote! {
            {
                static ALLOWED: #check::LazyMembers = #check::LazyMembers::new(#members);
                #check::enumeration(&#value::as_value(value), ALLOWED.members(), path, cx)
            }
        }
    }
}
