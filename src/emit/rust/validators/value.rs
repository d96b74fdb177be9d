//! Checks of a node, by the Rust type of the value.

use idlgen_validate::{compiled::Family, schema::SchemaType};
use proc_macro2::TokenStream;
use quote::quote;

use super::{block::Block, function::Writer, node::SchemaNode, seen::Seen};
use crate::emit::rust::{
    hand_written,
    plan::{ItemKind, Known, PlannedType, RustKind},
};

impl<'s> Writer<'_, 's, '_, '_> {
    /// Returns the checks of a value. Rules come first, then the type's own keywords in the order of the API server.
    ///
    /// `declared` determines which fields may be missing. It differs from `node` in composite branches.
    pub(super) fn value(&mut self, shape: &PlannedType, node: &SchemaNode<'s>, declared: &SchemaNode<'s>) -> Block {
        let checks = self.checks(shape, node, declared);
        let validators = self.validators(shape);
        self.then(checks, validators)
    }

    /// Returns the calls of the hand-written validators of a value of a named type that is not a struct. The method of
    /// a struct calls its own.
    fn validators(&mut self, shape: &PlannedType) -> Block {
        let PlannedType::Named(id) = shape else { return Block::default() };
        let plan = self.scope.plan;
        let item = plan.declared(*id).filter(|item| !matches!(item.form, ItemKind::Struct { .. }));
        let Some(item) = item.filter(|_| self.analysis.is_unpublished()) else { return Block::default() };
        let old = if self.has_old {
            quote! { old }
        } else {
            self.scope.none()
        };
        hand_written::validators(item, plan, (&quote! { value }, &old), &mut self.rules.calls).into()
    }

    fn checks(&mut self, shape: &PlannedType, node: &SchemaNode<'s>, declared: &SchemaNode<'s>) -> Block {
        let resolved = self.scope.plan.resolve(shape);
        // Without a schema there is nothing to check. This also ends the recursion for `type Tree []Tree`.
        if node.parts().next().is_none() && resolved.kind != RustKind::Validated {
            return Block::default();
        }
        if !self.describes(&resolved.kind, node) {
            return Block::default();
        }
        match &resolved.kind {
            RustKind::Struct(id) => return self.struct_value(*id, shape, node, declared),
            RustKind::Instance(..) => return self.instance_value(shape, node, declared),
            RustKind::Validated => return self.validated_value(node),
            RustKind::Known(known) => return self.known_value(*known, shape, node),
            RustKind::Option(inner) if self.scope.plan.is_endless_pointer(inner) => return Block::default(),
            RustKind::Option(inner) => {
                let block = self.value(inner, node, declared);
                return self.pointee(&block, resolved.wrappers, &TokenStream::new());
            }
            RustKind::Opaque => {
                // The value cannot be checked. This only reports rules that read it.
                let own = self.without_definition(node);
                self.rules_on(&own, &quote! { value }, Some(&Seen::Value(shape.clone())));
                return Block::default();
            }
            RustKind::Bool
            | RustKind::Integer(_)
            | RustKind::Float(_)
            | RustKind::Text
            | RustKind::Enumeration
            | RustKind::List(_)
            | RustKind::Map(..) => {}
        }
        let mut all = Block::from(self.rules_on(node, &quote! { value }, Some(&Seen::Value(shape.clone()))));
        for family in Family::ORDER {
            let block = match (family, &resolved.kind) {
                (Family::Composite, _) => {
                    let composites = self.composites(node, &mut |writer, branch| {
                        let block = writer.value(shape, branch, declared);
                        writer.statements(&block, None)
                    });
                    composites.into()
                }
                (Family::Text, RustKind::Text | RustKind::Enumeration) => {
                    self.text(&text_of(&resolved.kind), node).into()
                }
                (Family::Number, RustKind::Integer(_) | RustKind::Float(_)) => {
                    self.number(&resolved.kind, resolved.wrappers, node).into()
                }
                (Family::List, RustKind::List(element)) => self.list(element, resolved.wrappers, node, declared),
                (Family::Enumeration, _) => self.enumeration(&resolved.kind, resolved.wrappers, node).into(),
                (Family::Object, RustKind::Map(key, value)) => self.map(key, value, node, declared),
                // Decoding enforces the type. The other families apply to values of other types.
                (Family::Type | Family::Text | Family::Number | Family::List | Family::Object, _) => continue,
            };
            all = self.then(all, block);
        }
        all
    }

    /// Returns the checks of a list element or map entry. There, a nil pointer is encoded as `null`, which is
    /// validated.
    pub(super) fn element(&mut self, shape: &PlannedType, node: &SchemaNode<'s>, declared: &SchemaNode<'s>) -> Block {
        let resolved = self.scope.plan.resolve(shape);
        let RustKind::Option(inner) = &resolved.kind else { return self.value(shape, node, declared) };
        if node.parts().next().is_none() || self.scope.plan.is_endless_pointer(inner) {
            return Block::default();
        }
        let block = self.value(inner, node, declared);
        let mut of_null = TokenStream::new();
        let check = self.scope.runtime("check");
        let may_be_null = self.analysis.is_unpublished() || node.compiled().nullable;
        for said in node.compiled().schema_types.alternatives.iter().filter(|_| !may_be_null) {
            let call = self.keyword(node, "type", quote! { #check::not_null(&[#(#said),*], path, cx) });
            of_null.extend(quote! { #call; });
        }
        of_null.extend(self.enumeration(&RustKind::Known(Known::RawMessage), 0, node));
        self.pointee(&block, resolved.wrappers, &of_null)
    }

    /// Returns the checks of a pointer: `block` for a target, `of_null` for a nil pointer.
    fn pointee(&mut self, block: &Block, wrappers: usize, of_null: &TokenStream) -> Block {
        let access = wrapped(wrappers);
        let some = self.scope.some();
        let old = (self.has_old && block.uses_old()).then(|| {
            let zeros = std::iter::repeat_n(quote! { .0 }, wrappers);
            quote! { let old = old.and_then(|old| old #(#zeros)* .as_ref()); }
        });
        let statements = self.statements(block, None);
        match (block.is_empty(), of_null.is_empty()) {
            (true, true) => return Block::default(),
            (true, false) => quote! { if #access.is_none() { #of_null } },
            (false, true) => quote! { if let #some(value) = &#access { #old #statements } },
            (false, false) => quote! { if let #some(value) = &#access { #old #statements } else { #of_null } },
        }
        .into()
    }

    /// Returns `true` if the schema type matches the JSON type of the Go type, and reports a mismatch otherwise.
    fn describes(&mut self, kind: &RustKind, node: &SchemaNode<'s>) -> bool {
        let fitting: &[SchemaType] = match kind {
            RustKind::Bool => &[SchemaType::Boolean],
            RustKind::Integer(_) => &[SchemaType::Integer, SchemaType::Number],
            RustKind::Float(_) => &[SchemaType::Number],
            RustKind::Text | RustKind::Enumeration => &[SchemaType::String],
            RustKind::List(_) => &[SchemaType::Array],
            RustKind::Map(..) | RustKind::Struct(_) | RustKind::Instance(..) => &[SchemaType::Object],
            RustKind::Known(Known::Bytes | Known::Duration | Known::MicroTime | Known::Quantity | Known::Time) => {
                &[SchemaType::String]
            }
            RustKind::Known(Known::IntOrString) => &[SchemaType::String, SchemaType::Integer],
            RustKind::Known(_) | RustKind::Option(_) | RustKind::Validated | RustKind::Opaque => return true,
        };
        match node.schema_types().find(|said| !fitting.contains(said)) {
            None => true,
            Some(said) => {
                self.mismatch(
                    node,
                    &format!("the schema has type `{}`, which does not match the JSON of the Go type", said.name()),
                );
                false
            }
        }
    }

    /// Returns the statements of a block. A block that is a single call is written as that call.
    pub(super) fn statements(&self, block: &Block, path: Option<TokenStream>) -> TokenStream {
        let path = path.unwrap_or_else(|| quote! { path });
        match &block.call {
            None => block.statements.clone(),
            Some(call) => self.call(call, &quote! { value }, &path),
        }
    }
}

/// Returns the expression for `value` without this number of newtypes.
pub(super) fn wrapped(wrappers: usize) -> TokenStream {
    let zeros = std::iter::repeat_n(quote! { .0 }, wrappers);
    quote! { value #(#zeros)* }
}

/// Returns the string of a value.
fn text_of(kind: &RustKind) -> TokenStream {
    if *kind == RustKind::Enumeration {
        quote! { value.as_str() }
    } else {
        quote! { value }
    }
}
