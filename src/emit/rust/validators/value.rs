//! One node on one value, by what the value is in Rust.

use idlgen_validate::{compiled::Family, schema::SchemaType};
use proc_macro2::TokenStream;
use quote::quote;

use super::{block::Block, function::Writer, node::Node};
use crate::emit::rust::plan::{Kind, Known, Shape};

impl<'s> Writer<'_, 's, '_, '_> {
    /// The checks of a value of this type. Rules come first, then the type's own keywords in the order of the API server.
    ///
    /// `declared` says which fields may be absent; it differs from `node` in the branches of composites.
    pub(super) fn value(&mut self, shape: &Shape, node: &Node<'s>, declared: &Node<'s>) -> Block {
        let resolved = self.scope.plan.resolve(shape);
        // Where the schema ends there is nothing to check; `type Tree []Tree` would go on for ever.
        if node.parts().next().is_none() && resolved.kind != Kind::Validated {
            return Block::default();
        }
        if !self.describes(&resolved.kind, node) {
            return Block::default();
        }
        match &resolved.kind {
            Kind::Struct(id) => return self.struct_value(*id, shape, node, declared),
            Kind::Instance(id, arguments) => return self.instance_value(*id, arguments, shape, node, declared),
            Kind::Validated => return self.validated_value(node),
            Kind::Known(known) => return self.known_value(*known, shape, node),
            Kind::Option(inner) if self.scope.plan.is_endless_pointer(inner) => return Block::default(),
            Kind::Option(inner) => {
                let access = wrapped(resolved.wrappers);
                let block = self.value(inner, node, declared);
                if block.is_empty() {
                    return block;
                }
                let statements = self.statements(&block, None);
                let some = self.scope.some();
                return quote! { if let #some(value) = &#access { #statements } }.into();
            }
            Kind::Opaque => {
                if self.without_definition(node).rules().next().is_some() {
                    self.mismatch(node, "rules cannot look into a type of another crate");
                }
                return Block::default();
            }
            Kind::Bool
            | Kind::Integer(_)
            | Kind::Float(_)
            | Kind::Text
            | Kind::Enumeration
            | Kind::List(_)
            | Kind::Map(..) => {}
        }
        let mut all = Block::from(self.rules(node, &quote! { value }));
        for family in Family::ORDER {
            let block = match (family, &resolved.kind) {
                (Family::Composite, _) => {
                    let composites = self.composites(node, &mut |writer, branch| {
                        let block = writer.value(shape, branch, declared);
                        writer.statements(&block, None)
                    });
                    composites.into()
                }
                (Family::Text, Kind::Text | Kind::Enumeration) => self.text(&text_of(&resolved.kind), node).into(),
                (Family::Number, Kind::Integer(_) | Kind::Float(_)) => {
                    self.number(&resolved.kind, resolved.wrappers, node).into()
                }
                (Family::List, Kind::List(element)) => self.list(element, resolved.wrappers, node, declared),
                (Family::Enumeration, _) => self.enumeration(&resolved.kind, resolved.wrappers, node).into(),
                (Family::Object, Kind::Map(key, value)) => self.map(key, value, node, declared),
                // Decoding sees to the type; the others look at values that are of another type.
                (Family::Type | Family::Text | Family::Number | Family::List | Family::Object, _) => continue,
            };
            all = self.then(all, block);
        }
        all
    }

    /// Whether the type that the schema says is the one that the Go type has in JSON; if not, says so.
    fn describes(&mut self, kind: &Kind, node: &Node<'s>) -> bool {
        let fitting: &[SchemaType] = match kind {
            Kind::Bool => &[SchemaType::Boolean],
            Kind::Integer(_) => &[SchemaType::Integer, SchemaType::Number],
            Kind::Float(_) => &[SchemaType::Number],
            Kind::Text | Kind::Enumeration => &[SchemaType::String],
            Kind::List(_) => &[SchemaType::Array],
            Kind::Map(..) | Kind::Struct(_) | Kind::Instance(..) => &[SchemaType::Object],
            Kind::Known(Known::Bytes | Known::Duration | Known::MicroTime | Known::Quantity | Known::Time) => {
                &[SchemaType::String]
            }
            Kind::Known(Known::IntOrString) => &[SchemaType::String, SchemaType::Integer],
            Kind::Known(_) | Kind::Option(_) | Kind::Validated | Kind::Opaque => return true,
        };
        match node.schema_types().find(|said| !fitting.contains(said)) {
            None => true,
            Some(said) => {
                self.mismatch(
                    node,
                    &format!("the schema says `{}`, which the JSON of the Go type is not", said.name()),
                );
                false
            }
        }
    }

    /// The statements of a block where there is nothing else: a call is written out.
    pub(super) fn statements(&self, block: &Block, path: Option<TokenStream>) -> TokenStream {
        let path = path.unwrap_or_else(|| quote! { path });
        match &block.call {
            None => block.statements.clone(),
            Some(call) => self.call(call, &quote! { value }, &path),
        }
    }
}

/// `value` without the newtypes around it.
pub(super) fn wrapped(wrappers: usize) -> TokenStream {
    let zeros = std::iter::repeat_n(quote! { .0 }, wrappers);
    quote! { value #(#zeros)* }
}

/// The text of a value.
fn text_of(kind: &Kind) -> TokenStream {
    if *kind == Kind::Enumeration {
        quote! { value.as_str() }
    } else {
        quote! { value }
    }
}
