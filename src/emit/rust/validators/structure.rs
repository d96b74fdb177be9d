//! Checks of structs: the number of properties, each property, and missing properties.

use std::collections::BTreeMap;

use idlgen_validate::{
    Schema,
    compiled::{Check, Family},
};
use proc_macro2::{Ident, TokenStream};
use quote::quote;

use super::{
    block::{Block, Call, argument, uses_of},
    function::Writer,
    node::SchemaNode,
    presence::Presence,
    seen::Seen,
};
use crate::emit::rust::{
    name::identifier,
    plan::{ItemId, ItemKind, Member, PlannedType},
};

/// A struct whose checks are generated.
#[derive(Clone, Copy)]
struct Struct<'n, 's> {
    /// The name of the struct variable.
    base: &'n Ident,
    members: &'n [Member],
    node: &'n SchemaNode<'s>,
    /// The struct's own node. It differs from `node` if that is a composite branch.
    declared: &'n SchemaNode<'s>,
}

impl<'n, 's> Struct<'n, 's> {
    /// Returns the fields by their JSON names.
    fn by_name(self) -> BTreeMap<&'n str, &'n Member> {
        self.members.iter().map(|member| (member.json_name.as_str(), member)).collect()
    }

    /// Returns the schemas with which the struct declares a property, or `of_node` if it declares none.
    fn declared_property(self, name: &str, of_node: &'n [&'s Schema]) -> &'n [&'s Schema] {
        let declared = self.declared.property(name);
        if declared.is_empty() { of_node } else { declared }
    }
}

impl<'s> Writer<'_, 's, '_, '_> {
    /// Returns the checks of the struct value `base` for everything in `node`. If `node` is a composite branch,
    /// `declared` is the struct's own node. `seen` is the value for rules.
    pub(super) fn structure(
        &mut self,
        base: &Ident,
        members: &[Member],
        node: &SchemaNode<'s>,
        declared: Option<&SchemaNode<'s>>,
        seen: &Seen,
    ) -> TokenStream {
        let declared = declared.unwrap_or(node);
        let of = Struct { base, members, node, declared };
        let mut statements = self.rules_on(node, &quote! { #base }, Some(seen));
        for family in Family::ORDER {
            match family {
                Family::Composite => {
                    let branch = &mut |writer: &mut Self, branch: &SchemaNode<'s>| {
                        writer.structure(base, members, branch, Some(declared), seen)
                    };
                    statements.extend(self.composites(node, branch));
                }
                Family::Object => statements.extend(self.object(of)),
                // The value is always an object, so these families do not apply.
                Family::Type | Family::Text | Family::Number | Family::List | Family::Enumeration => {}
            }
        }
        statements
    }

    /// Returns the checks of a struct as an object, in order.
    fn object(&mut self, of: Struct<'_, 's>) -> TokenStream {
        let mut statements = TokenStream::new();
        let mut is_counted = false;
        for check in of.node.checks() {
            match check {
                check @ Check::Limit(..) if check.family() == Family::Object && !is_counted => {
                    is_counted = true;
                    statements.extend(self.count(of));
                }
                Check::Properties => statements.extend(self.properties(of)),
                Check::Required => statements.extend(self.required_properties(of)),
                // The first check of the number of properties covers all of them. Other limits belong to other
                // families.
                Check::Limit(..) => {}
                // A struct has no properties except its declared ones.
                Check::AdditionalProperties | Check::PatternProperties | Check::EmbeddedResource => {}
                // These belong to other families.
                Check::Type { .. }
                | Check::AnyOf(_)
                | Check::OneOf(_)
                | Check::AllOf(_)
                | Check::Not(_)
                | Check::Dependencies
                | Check::Quantity
                | Check::NumberFormat
                | Check::Items
                | Check::Tuple => {}
            }
        }
        statements
    }

    fn properties(&mut self, of: Struct<'_, 's>) -> TokenStream {
        let mut statements = TokenStream::new();
        let by_name = of.by_name();
        for (name, property) in &of.node.compiled().properties {
            let schemas = property.node.as_slice();
            let Some(member) = by_name.get(name.as_str()).copied() else {
                let property = SchemaNode::without_references(schemas.iter().copied());
                self.mismatch(&property, &format!("the Go type has no field `{name}` in JSON"));
                continue;
            };
            let declared = of.declared_property(name, schemas);
            statements.extend(self.property(of.base, member, schemas, declared, of.declared.requires(name)));
        }
        statements
    }

    fn required_properties(&mut self, of: Struct<'_, 's>) -> TokenStream {
        let mut statements = TokenStream::new();
        let by_name = of.by_name();
        for name in &of.node.compiled().required {
            let Some(member) = by_name.get(name.as_str()).copied() else { continue };
            let schemas = of.declared_property(name, of.node.property(name));
            statements.extend(self.required(of.base, member, schemas, of.declared.requires(name), of.node));
        }
        statements
    }

    /// Returns the checks of `minProperties` and `maxProperties`: counts the present fields.
    fn count(&mut self, of: Struct<'_, 's>) -> TokenStream {
        let counts = |check: &Check<_>| matches!(check, Check::Limit(..)) && check.family() == Family::Object;
        let Struct { base, members, node, declared } = of;
        if !node.checks().iter().any(counts) {
            return TokenStream::new();
        }
        let mut always = 0_usize;
        let mut conditions = Vec::new();
        for member in members {
            let schemas = declared.property(&member.json_name);
            let property = SchemaNode::new(schemas.iter().copied(), self.analysis.definitions());
            let presence = self.presence(member, &property, declared.requires(&member.json_name));
            if presence == Presence::Always || property.absence_settings().default.is_some() {
                always += 1;
            } else if let Some(condition) = self.present(base, member, presence) {
                conditions.push(condition);
            }
        }
        let checks = self.number_of_properties(&quote! { count }, node);
        let always = (always > 0).then(|| {
            let always = proc_macro2::Literal::usize_unsuffixed(always);
            quote! { #always + }
        });
        quote! {
            let count = #always [#(#conditions),*].into_iter().filter(|is_present| *is_present).count();
            #checks
        }
    }

    /// Returns the checks of a struct value: those of the reference's siblings, then a call of the type's check
    /// function.
    pub(super) fn struct_value(
        &mut self,
        id: ItemId,
        shape: &PlannedType,
        node: &SchemaNode<'s>,
        declared: &SchemaNode<'s>,
    ) -> Block {
        let own = self.analysis.node_of(id);
        let definition = own.as_ref().and_then(|own| own.parts().next());
        let beside: Vec<_> = node
            .parts()
            .take_while(|schema| definition.is_none_or(|definition| !std::ptr::eq(*schema, definition)))
            .collect();
        let is_reference = beside.len() < node.parts().count();
        let beside = SchemaNode::without_references(beside);
        let says_more = !beside.compiled().properties.is_empty() || !beside.compiled().required.is_empty();
        if !is_reference || says_more {
            let Some(ItemKind::Struct { members, .. }) = self.scope.plan.item(id).map(|item| &item.form) else {
                return Block::default();
            };
            return self.place_function(shape, members, node, declared);
        }
        self.calls.insert(id);
        let mut statements = self.rules_on(&beside, &quote! { value }, Some(&Seen::Value(shape.clone())));
        if let Some(ItemKind::Struct { members, .. }) = self.scope.plan.item(id).map(|item| &item.form) {
            let value = identifier("value");
            statements.extend(self.composites(&beside, &mut |writer, branch| {
                let seen = Seen::Struct(members.clone());
                writer.structure(&value, members, branch, Some(node), &seen)
            }));
            statements.extend(self.count(Struct { base: &value, members, node: &beside, declared: node }));
        }
        if !self.analysis.is_checking(id) {
            return statements.into();
        }
        self.with_call(statements, Call::Method)
    }

    /// Returns the checks of a generic struct value: a function for this location, in which the type arguments are
    /// substituted.
    pub(super) fn instance_value(
        &mut self,
        shape: &PlannedType,
        node: &SchemaNode<'s>,
        declared: &SchemaNode<'s>,
    ) -> Block {
        let Some(members) = self.scope.plan.members_of(shape) else { return Block::default() };
        self.place_function(shape, &members, node, declared)
    }

    /// Returns the checks of a value whose type is in another crate and has a check function.
    pub(super) fn validated_value(&mut self, node: &SchemaNode<'s>) -> Block {
        let own = self.without_definition(node);
        self.scope.runtime("Validate");
        let statements = self.rules(&own, &quote! { value });
        self.with_call(statements, Call::Method)
    }

    /// Returns a block with a check function for this location only, for a schema that differs from that of the type.
    fn place_function(
        &mut self,
        shape: &PlannedType,
        members: &[Member],
        node: &SchemaNode<'s>,
        declared: &SchemaNode<'s>,
    ) -> Block {
        let value = identifier("value");
        let name = self.function_name("check");
        let has_old = std::mem::replace(&mut self.has_old, self.analysis.has_rules(node));
        let seen = Seen::Struct(members.to_vec());
        let body = self.structure(&value, members, node, Some(declared), &seen);
        self.has_old = has_old;
        if body.is_empty() {
            return Block::default();
        }
        let ty = self.scope.ty(shape);
        let path = self.scope.runtime("field::Path");
        let context = self.scope.runtime("Context");
        let option = self.scope.option();
        let [uses_value, uses_old, uses_path] = uses_of(&body, ["value", "old", "path"]);
        let (value, old, at) = (argument("value", uses_value), argument("old", uses_old), argument("path", uses_path));
        let methods = self.scope.validate_methods();
        self.functions.push(quote! {
            #[inline]
            fn #name(#value: &#ty, #old: #option<&#ty>, #at: &#path<'_>, cx: &mut #context) {
                #methods
                if cx.is_done() { return; }
                #body
            }
        });
        Block { statements: TokenStream::new(), call: Some(Call::Function(name)) }
    }

    /// Returns statements followed by a call, or only the call if there are no statements.
    fn with_call(&mut self, mut statements: TokenStream, call: Call) -> Block {
        if statements.is_empty() {
            return Block { statements, call: Some(call) };
        }
        statements.extend(self.call(&call, &quote! { value }, &quote! { path }));
        statements.into()
    }

    /// Returns the call of a check function.
    pub(super) fn call(&self, call: &Call, value: &TokenStream, path: &TokenStream) -> TokenStream {
        let old = if self.has_old {
            quote! { old }
        } else {
            self.scope.none()
        };
        match call {
            Call::Method if self.analysis.is_unpublished() => quote! { #value.check_unpublished(#old, #path, cx); },
            Call::Method => quote! { #value.check(#old, #path, cx); },
            Call::Function(name) => quote! { #name(#value, #old, #path, cx); },
            Call::Each(function) => quote! { #function(#value, #path, cx); },
        }
    }
}

/// Substitutes type arguments for type parameters.
pub(super) fn substituted(shape: &PlannedType, parameters: &[String], arguments: &[PlannedType]) -> PlannedType {
    let inner = |shape: &PlannedType| Box::new(substituted(shape, parameters, arguments));
    match shape {
        PlannedType::Parameter(name) => {
            let position = parameters.iter().position(|parameter| parameter == name);
            position.and_then(|position| arguments.get(position)).unwrap_or(shape).clone()
        }
        PlannedType::List(element) => PlannedType::List(inner(element)),
        PlannedType::Option(value) => PlannedType::Option(inner(value)),
        PlannedType::Map(key, value) => PlannedType::Map(inner(key), inner(value)),
        PlannedType::Instance(id, own) => {
            PlannedType::Instance(*id, own.iter().map(|shape| substituted(shape, parameters, arguments)).collect())
        }
        PlannedType::Anonymous(number, own) => {
            PlannedType::Anonymous(*number, own.iter().map(|shape| substituted(shape, parameters, arguments)).collect())
        }
        _ => shape.clone(),
    }
}
