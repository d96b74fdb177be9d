//! Converts translated expressions to other types.

use proc_macro2::TokenStream;
use quote::quote;

use super::{
    Reason, Translator,
    operand::{Level, Of, Operand},
};

impl Translator<'_, '_, '_> {
    /// Converts an expression to a boolean.
    pub(super) fn boolean(&mut self, operand: Operand) -> Result<Operand, Reason> {
        self.unboxed(operand, Of::Bool, "as_bool")
    }

    /// Converts an expression to an integer.
    pub(super) fn integer(&mut self, operand: Operand) -> Result<Operand, Reason> {
        self.unboxed(operand, Of::Int, "as_int")
    }

    /// Converts an expression to a string.
    pub(super) fn string(&mut self, operand: Operand) -> Result<Operand, Reason> {
        let is_value = operand.of == Of::Value;
        let text = self.unboxed(operand, Of::Text, "as_text")?;
        Ok(if is_value { text.temporary() } else { text })
    }

    /// Converts an expression to this scalar type.
    pub(super) fn unboxed(&mut self, operand: Operand, of: Of, function: &str) -> Result<Operand, Reason> {
        match &operand.of {
            known if *known == of => Ok(operand),
            Of::Value => {
                let (module, function) = (&self.module, crate::emit::rust::name::identifier(function));
                let value = operand.at(Level::Unary);
                Ok(Operand::atom(quote! { #module::#function(&#value) }, of).with(&[&operand]).unwrapped())
            }
            other => Err(format!("it uses {} as {}", other.name(), of.name()).into()),
        }
    }

    /// Converts an expression to a CEL value.
    pub(super) fn boxed(&mut self, operand: &Operand) -> Result<Operand, Reason> {
        let module = self.module.clone();
        let code = operand.at(Level::Any);
        let value =
            |function: TokenStream| Operand::atom(quote! { #module::#function(#code) }, Of::Value).with(&[operand]);
        match &operand.of {
            Of::Value => Ok(operand.clone()),
            Of::Bool => Ok(value(quote! { bool })),
            Of::Int => Ok(value(quote! { int })),
            Of::Uint => Ok(value(quote! { uint })),
            Of::Double => Ok(value(quote! { double })),
            Of::Text => Ok(value(quote! { string })),
            Of::Duration => Ok(value(quote! { nanoseconds })),
            Of::Literal(elements) => {
                let mut values = Vec::new();
                for element in elements {
                    values.push(self.boxed(element)?);
                }
                let code = values.iter().map(|value| value.at(Level::Any));
                let parts: Vec<&Operand> = values.iter().collect();
                Ok(Operand::atom(quote! { #module::list([#(#code),*]) }, Of::Value).with(&parts))
            }
            // View the data with its schema: a list of its elements would always be compared like an atomic list, and
            // the order of a map would be lost.
            Of::Data { shape, .. } => Ok(self.view(*shape, &operand.borrowed()).with(&[operand])),
            Of::List(_) => self.boxed_list(operand),
            Of::Optional(_) => Err("it passes an optional to a function".into()),
        }
    }
}

impl Translator<'_, '_, '_> {
    /// Converts a list of scalars to a CEL value.
    fn boxed_list(&mut self, operand: &Operand) -> Result<Operand, Reason> {
        let range = self.range(operand)?;
        if matches!(range.element.of, Of::Value | Of::Data { .. } | Of::List(_) | Of::Optional(_)) {
            return Err("it passes a list of such elements to a function".into());
        }
        let element = self.boxed(&range.element)?;
        let (module, iterator, pattern) = (&self.module, &range.iterator, &range.pattern);
        let element = element.at(Level::Any);
        let code = quote! { #module::list(#iterator.map(|#pattern| #element)) };
        Ok(Operand::atom(code, Of::Value).with(&[operand]))
    }
}
