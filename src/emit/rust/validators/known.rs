//! Values of runtime types.

use idlgen_validate::{
    compiled::{Check, Family},
    keyword::Limit,
};
use proc_macro2::TokenStream;
use quote::quote;

use super::{block::Block, function::Writer, node::SchemaNode, seen::Seen, value::wrapped};
use crate::emit::rust::plan::{Known, PlannedType, RustKind};

impl<'s> Writer<'_, 's, '_, '_> {
    /// Returns the checks of the value, except for its format, which decoding enforces.
    pub(super) fn known_value(&mut self, known: Known, shape: &PlannedType, node: &SchemaNode<'s>) -> Block {
        let own = if known.is_free_json() { node.clone() } else { self.without_definition(node) };
        let mut statements = self.rules_on(&own, &quote! { value }, Some(&Seen::Value(shape.clone())));
        let describes = |own: &SchemaNode<'_>| {
            !own.compiled().properties.is_empty() || own.items().next().is_some() || own.entries().next().is_some()
        };
        if known.is_free_json() && describes(&own) {
            self.mismatch(node, "the schema describes its contents, but the Go type writes JSON with its own method");
            return statements.into();
        }
        for family in Family::ORDER {
            let checks = match family {
                Family::Type if known.is_free_json() && !self.analysis.is_unpublished() => self.free_json_type(&own),
                Family::Composite => {
                    self.composites(&own, &mut |writer, branch| writer.known_value(known, shape, branch).statements)
                }
                Family::Text => self.known_text(known, shape, &own),
                Family::Number if known.is_free_json() || known == Known::IntOrString => self.known_number(&own),
                Family::Enumeration => self.enumeration(&RustKind::Known(known), 0, &own),
                Family::Object if known.is_free_json() => self.embedded_resource(&own),
                // Decoding enforces the type, and the content of arbitrary JSON has no schema.
                Family::Type | Family::Number | Family::List | Family::Object => continue,
            };
            statements.extend(checks);
        }
        statements.into()
    }

    fn known_text(&mut self, known: Known, shape: &PlannedType, own: &SchemaNode<'s>) -> TokenStream {
        let check = self.scope.runtime("check");
        let mut statements = TokenStream::new();
        if known == Known::Bytes {
            // The base64 format only rejects a nonempty string that decodes to no bytes.
            if own
                .checks()
                .iter()
                .any(|check| matches!(check, Check::Limit(_, Limit::Name(format)) if format == "byte"))
            {
                let call = self.keyword(own, "format", quote! { #check::format("", "byte", path, cx) });
                let bytes = wrapped(self.scope.plan.resolve(shape).wrappers);
                statements.extend(quote! { if #bytes.0.is_empty() { #call; } });
            }
        }
        let mut text = self.length_and_pattern(&quote! { text }, own);
        if known != Known::Bytes {
            text.extend(self.format(&quote! { text }, own));
        }
        if !text.is_empty() {
            let (value, some) = (self.scope.runtime("value::Value"), self.scope.some());
            statements.extend(quote! { if let #some(text) = #value::as_value(value).as_str() { #text } });
        }
        statements
    }

    fn known_number(&mut self, own: &SchemaNode<'s>) -> TokenStream {
        let number = self.number_checks(&quote! { number }, own);
        if number.is_empty() {
            return number;
        }
        let (value, some) = (self.scope.runtime("value::Value"), self.scope.some());
        quote! { if let #some(number) = #value::as_value(value).as_number() { #number } }
    }

    fn embedded_resource(&mut self, node: &SchemaNode<'s>) -> TokenStream {
        if !node.checks().iter().any(|check| matches!(check, Check::EmbeddedResource)) {
            return TokenStream::new();
        }
        let check = self.scope.runtime("check");
        let comment = self.keyword_comment(node, &["x-kubernetes-embedded-resource"]);
        let value = self.scope.runtime("value::Value");
        quote! { #comment #check::embedded_resource(&#value::as_value(value), path, cx); }
    }

    fn free_json_type(&mut self, node: &SchemaNode<'s>) -> TokenStream {
        let check = self.scope.runtime("check");
        let value = self.scope.runtime("value::Value");
        let nullable = node.compiled().nullable;
        let mut statements = TokenStream::new();
        for said in &node.compiled().schema_types.alternatives {
            let call = quote! { #check::schema_type(&#value::as_value(value), &[#(#said),*], "", #nullable, path, cx) };
            let call = self.keyword(node, "type", call);
            statements.extend(quote! { #call; });
        }
        statements
    }

    /// Returns the keywords of a node without those of its referenced definitions.
    pub(super) fn without_definition(&self, node: &SchemaNode<'s>) -> SchemaNode<'s> {
        let definitions = self.analysis.definitions();
        let is_definition = |schema: &idlgen_validate::Schema| {
            definitions.schemas.values().any(|definition| std::ptr::eq(definition, schema))
        };
        SchemaNode::without_references(node.parts().filter(|schema| !is_definition(schema)))
    }
}
