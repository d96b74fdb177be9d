//! Checks of a struct property.

use idlgen_validate::Schema;
use proc_macro2::{Ident, Literal, TokenStream};
use quote::quote;

use super::{
    block::{Block, Call, uses},
    function::Writer,
    node::SchemaNode,
    presence::Presence,
};
use crate::emit::rust::{
    name::identifier,
    plan::{Member, PlannedType},
};

impl<'s> Writer<'_, 's, '_, '_> {
    /// Returns the checks of a property, which run if it is present or has a default.
    pub(super) fn property(
        &mut self,
        base: &Ident,
        member: &Member,
        schemas: &[&'s Schema],
        declared: &[&'s Schema],
        is_required: bool,
    ) -> TokenStream {
        let definitions = self.analysis.definitions();
        let node = SchemaNode::new(schemas.iter().copied(), definitions);
        let declared = SchemaNode::new(declared.iter().copied(), definitions);
        let presence = self.presence(member, &declared, is_required);
        let inner = match &member.shape {
            PlannedType::Option(inner) => inner,
            shape => shape,
        };
        let has_old = self.has_old;
        self.has_old &= self.analysis.has_rules(&node);
        self.way.push(member.json_name.clone());
        let block = if member.is_quoted { self.quoted_value(&node) } else { self.value(inner, &node, &declared) };
        let statements = self.presented(base, member, presence, &declared, &block);
        self.way.pop();
        self.has_old = has_old;
        statements
    }

    /// Returns the checks of a number or boolean encoded as a quoted string.
    fn quoted_value(&mut self, node: &SchemaNode<'s>) -> Block {
        let old = if self.has_old {
            quote! { old.map(::idlgen_runtime::data::quoted_text).as_ref() }
        } else {
            self.scope.none()
        };
        let mut statements =
            self.rules_with_old(node, &quote! { &::idlgen_runtime::data::quoted_text(value) }, None, &old);
        let text = self.text(&quote! { text }, node);
        if !text.is_empty() {
            statements.extend(quote! { let text = &::idlgen_runtime::data::quoted_text(value); #text });
        }
        statements.into()
    }

    /// Returns an expression for the old field if it was present, otherwise its default.
    fn old_of(&mut self, member: &Member, presence: Presence, has_default: bool) -> TokenStream {
        let field = identifier(&member.name);
        let old = identifier("old");
        match presence {
            Presence::Always => quote! { let old = old.map(|old| &old.#field); },
            Presence::IfSome => {
                let inner = if member.is_boxed {
                    quote! { old.#field.as_deref() }
                } else {
                    quote! { old.#field.as_ref() }
                };
                if has_default {
                    quote! { let old = old.map(|old| #inner.unwrap_or_else(|| DEFAULT.get())); }
                } else {
                    quote! { let old = old.and_then(|old| #inner); }
                }
            }
            Presence::UnlessZero if has_default => {
                let absent = self.absent(&old, member, presence);
                quote! { let old = old.map(|old| if #absent { DEFAULT.get() } else { &old.#field }); }
            }
            Presence::UnlessZero => {
                let present = self.present(&old, member, presence).unwrap_or_else(|| quote! { true });
                quote! { let old = old.filter(|old| #present).map(|old| &old.#field); }
            }
        }
    }

    /// Adds the condition that the property is present to the checks.
    fn presented(
        &mut self,
        base: &Ident,
        member: &Member,
        presence: Presence,
        declared: &SchemaNode<'s>,
        block: &Block,
    ) -> TokenStream {
        let default = declared.absence_settings().default.filter(|_| presence != Presence::Always);
        let stands_in = default.is_some_and(|default| self.default_needs_checks(default, declared));
        if block.is_empty() {
            return TokenStream::new();
        }
        let mut old = (self.has_old && block.uses_old()).then(|| self.old_of(member, presence, default.is_some()));
        if let Some(default) = default {
            let declaration = self.default_declaration(member, default);
            if stands_in {
                let value = self.value_or_default(base, member, presence);
                let body = self.body(member, block, &quote! { value }, Presence::IfSome, old.as_ref());
                return quote! { { #declaration #value #body } };
            }
            old = old.map(|old| quote! { #declaration #old });
        }
        let field = identifier(&member.name);
        let present = match presence {
            Presence::Always | Presence::IfSome => None,
            Presence::UnlessZero => self.present(base, member, presence),
        };
        let body = self.body(member, block, &quote! { &#base.#field }, presence, old.as_ref());
        // Without elements nothing is checked, so presence need not be tested.
        let present = present.filter(|_| !matches!(block.call, Some(Call::Each(_))));
        match (presence, present) {
            (Presence::IfSome, _) if uses_value(block) => {
                let some = self.scope.some();
                quote! { if let #some(value) = &#base.#field { #body } }
            }
            (Presence::IfSome, _) => quote! { if #base.#field.is_some() { #body } },
            (_, Some(present)) => quote! { if #present { #body } },
            (_, None) if block.call.is_some() && !uses(&body, "let") => body,
            (_, None) => quote! { { #body } },
        }
    }

    /// Returns the statements of the block with actual expressions for `value`, `path` and `old`.
    pub(super) fn body(
        &mut self,
        member: &Member,
        block: &Block,
        value: &TokenStream,
        presence: Presence,
        old: Option<&TokenStream>,
    ) -> TokenStream {
        let name = Literal::string(&member.json_name);
        if let Some(call) = &block.call {
            let receiver = match (presence, call) {
                (Presence::IfSome, _) => quote! { value },
                // The receiver of a method is borrowed automatically.
                (_, Call::Method) => without_reference(value),
                (_, Call::Function(_) | Call::Each(_)) => value.clone(),
            };
            let call = self.call(call, &receiver, &quote! { &path.field(#name) });
            return quote! { #old #call };
        }
        let statements = &block.statements;
        let binds_value = presence != Presence::IfSome && block.uses("value");
        let bindings = match (binds_value, block.uses("path")) {
            (true, true) => quote! { let (value, path) = (#value, &path.field(#name)); },
            (true, false) => quote! { let value = #value; },
            (false, true) => quote! { let path = &path.field(#name); },
            (false, false) => TokenStream::new(),
        };
        quote! { #old #bindings #statements }
    }
}

fn uses_value(block: &Block) -> bool {
    block.call.is_some() || block.uses("value")
}

/// Converts `&self.x` to `self.x`.
fn without_reference(value: &TokenStream) -> TokenStream {
    value.clone().into_iter().skip(1).collect()
}
