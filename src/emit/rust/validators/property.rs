//! One property of a struct.

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
    plan::{Member, Shape},
};

impl<'s> Writer<'_, 's, '_, '_> {
    /// The checks of a property, if it is present or has a default.
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
            Shape::Option(inner) => inner,
            shape => shape,
        };
        let has_old = self.has_old;
        self.has_old &= self.analysis.has_rules(&node);
        self.way.push(member.json_name.clone());
        let block = if member.is_quoted { self.quoted_value(&node) } else { self.value(inner, &node, &declared) };
        let old = self.has_old.then(|| self.old_of(member, presence, declared.said_of_absence().default.is_some()));
        let statements = self.presented(base, member, presence, &declared, &block, old);
        self.way.pop();
        self.has_old = has_old;
        statements
    }

    /// Text of a number or boolean between quotes.
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

    /// The field of the value before the update, if it was present.
    fn old_of(&mut self, member: &Member, presence: Presence, has_default: bool) -> TokenStream {
        let field = identifier(&member.name);
        match presence {
            Presence::IfSome if member.is_boxed => quote! { let old = old.and_then(|old| old.#field.as_deref()); },
            Presence::IfSome => quote! { let old = old.and_then(|old| old.#field.as_ref()); },
            Presence::UnlessZero if !has_default => {
                let old = identifier("old");
                let present = self.present(&old, member, presence).unwrap_or_else(|| quote! { true });
                quote! { let old = old.filter(|old| #present).map(|old| &old.#field); }
            }
            Presence::UnlessZero | Presence::Always => quote! { let old = old.map(|old| &old.#field); },
        }
    }

    /// The checks under the condition that the property is present.
    fn presented(
        &mut self,
        base: &Ident,
        member: &Member,
        presence: Presence,
        declared: &SchemaNode<'s>,
        block: &Block,
        old: Option<TokenStream>,
    ) -> TokenStream {
        let default = declared.said_of_absence().default.filter(|_| presence != Presence::Always);
        let otherwise = match default {
            None => TokenStream::new(),
            Some(default) => match self.default_value(member, default, declared, base, presence, block, old.as_ref()) {
                Ok(otherwise) => otherwise,
                Err(replaced) => return replaced,
            },
        };
        if block.is_empty() && otherwise.is_empty() {
            return TokenStream::new();
        }
        let field = identifier(&member.name);
        let present = match presence {
            Presence::Always | Presence::IfSome => None,
            Presence::UnlessZero => self.present(base, member, presence),
        };
        let body = self.body(member, block, &quote! { &#base.#field }, presence, old);
        // Without elements there is nothing to do, present or not.
        let present = present.filter(|_| !(matches!(block.call, Some(Call::Each(_))) && otherwise.is_empty()));
        let otherwise = (!otherwise.is_empty()).then(|| quote! { else { #otherwise } });
        match (presence, present) {
            (Presence::IfSome, _) if uses_value(block) => {
                let some = self.scope.some();
                quote! { if let #some(value) = &#base.#field { #body } #otherwise }
            }
            (Presence::IfSome, _) => quote! { if #base.#field.is_some() { #body } #otherwise },
            (_, Some(present)) => quote! { if #present { #body } #otherwise },
            (_, None) if block.call.is_some() && !uses(&body, "let") => body,
            (_, None) => quote! { { #body } },
        }
    }

    /// The statements of the block with `value`, `path` and `old` in place.
    pub(super) fn body(
        &mut self,
        member: &Member,
        block: &Block,
        value: &TokenStream,
        presence: Presence,
        old: Option<TokenStream>,
    ) -> TokenStream {
        let name = Literal::string(&member.json_name);
        if let Some(call) = &block.call {
            let is_each = matches!(call, Call::Each(_));
            let receiver = match (presence, call) {
                (Presence::IfSome, _) => quote! { value },
                // A method borrows by itself.
                (_, Call::Method) => without_reference(value),
                (_, Call::Function(_) | Call::Each(_)) => value.clone(),
            };
            let call = self.call(call, &receiver, &quote! { &path.field(#name) });
            return match old {
                Some(old) if !is_each => quote! { #old #call },
                _ => call,
            };
        }
        let statements = &block.statements;
        let old = old.filter(|_| block.uses("old"));
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

/// `self.x` for `&self.x`.
fn without_reference(value: &TokenStream) -> TokenStream {
    value.clone().into_iter().skip(1).collect()
}
