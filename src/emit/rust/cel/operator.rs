//! Operators, except for equality.

use idlgen_runtime::cel::program::NodeId;
use proc_macro2::TokenStream;
use quote::quote;

use super::{
    Reason, Translator,
    equality::one_of,
    operand::{Level, Of, Operand},
};

impl Translator<'_, '_, '_> {
    /// Translates `left && right` or `left || right`.
    pub(super) fn logic(&mut self, left: NodeId, right: NodeId, is_and: bool) -> Result<Operand, Reason> {
        let left_node = left;
        let before = self.guards.present.len();
        let left = self.node_of_logic(left)?;
        let left = self.boolean(left)?;
        let absorbs = self.absorbs(&left, !is_and);
        // If the failure of the left operand is absorbed, the right one is evaluated even if the left one did not
        // succeed, so its tests prove nothing.
        let right = if absorbs {
            self.guards.present.truncate(before);
            self.isolated(|translator| translator.node_of_logic(right))?
        } else {
            self.guarded(left_node, is_and, |translator| translator.node_of_logic(right))?
        };
        let right = self.boolean(right)?;
        if let (Some(left_cases), Some(right_cases)) = (&left.cases, &right.cases)
            && !is_and
            && left_cases.subject.to_string() == right_cases.subject.to_string()
        {
            let constants = left_cases.constants.iter().chain(&right_cases.constants).cloned().collect();
            return Ok(one_of(left_cases.subject.clone(), constants).with(&[&left, &right]));
        }
        if absorbs {
            // If the left operand fails, the right one may determine the result.
            let (module, some) = (&self.module, self.scope.some());
            let function = super::super::name::identifier(if is_and { "and" } else { "or" });
            let (left, right) = (left.at(Level::Any), right.at(Level::Any));
            let code = quote! { #module::#function(#module::attempt(|| #some(#left)), || #some(#right)) };
            return Ok(Operand::atom(code, Of::Bool).unwrapped());
        }
        let level = if is_and { Level::And } else { Level::Or };
        let (first, second) = (left.at(level), right.at(level));
        let code = if is_and {
            quote! { #first && #second }
        } else {
            quote! { #first || #second }
        };
        Ok(Operand::new(code, Of::Bool, level).with(&[&left, &right]))
    }

    /// Translates `!operand`.
    pub(super) fn not(&mut self, operand: NodeId) -> Result<Operand, Reason> {
        let polarity = self.polarity.negated();
        let operand = self.with_polarity(polarity, |translator| translator.node_of_logic(operand))?;
        Ok(self.boolean(operand)?.negated())
    }

    /// Translates `condition ? truthy : falsy`.
    pub(super) fn conditional(&mut self, condition: NodeId, truthy: NodeId, falsy: NodeId) -> Result<Operand, Reason> {
        let test = condition;
        let condition = self.node(condition)?;
        let condition = self.boolean(condition)?;
        let mut truthy = self.guarded(test, true, |translator| translator.node_of_logic(truthy))?;
        let mut falsy = self.guarded(test, false, |translator| translator.node_of_logic(falsy))?;
        if truthy.of == Of::Value || falsy.of == Of::Value {
            (truthy, falsy) = (self.boxed(&truthy)?, self.boxed(&falsy)?);
        }
        let of = truthy.borrowed_type();
        if of != falsy.borrowed_type() || matches!(of, Of::Literal(_) | Of::List(_)) {
            return Err("the branches of a conditional have different Rust types".into());
        }
        if matches!(&of, Of::Optional(content) if matches!(**content, Of::Data { .. })) {
            return Err("a branch of a conditional is an optional object, which loses its type".into());
        }
        if truthy.is_temporary || falsy.is_temporary {
            return Err("a branch of a conditional builds a string".into());
        }
        let (test, first, second) = (condition.at(Level::Any), truthy.borrowed(), falsy.borrowed());
        let code = quote! { if #test { #first } else { #second } };
        Ok(Operand::new(code, of, Level::Any).with(&[&condition, &truthy, &falsy]))
    }

    /// Translates `left < right` and other comparisons.
    pub(super) fn comparison(&mut self, left: NodeId, right: NodeId, function: &str) -> Result<Operand, Reason> {
        let (left, right) = (self.node(left)?, self.node(right)?);
        let (symbol, method) = match function {
            "_<_" => (quote! { < }, quote! { is_lt() }),
            "_<=_" => (quote! { <= }, quote! { is_le() }),
            "_>_" => (quote! { > }, quote! { is_gt() }),
            _ => (quote! { >= }, quote! { is_ge() }),
        };
        let module = self.module.clone();
        match (&left.of, &right.of) {
            (Of::Int, Of::Int) | (Of::Uint, Of::Uint) | (Of::Duration, Of::Duration) => {
                let (first, second) = (left.at(Level::Sum), right.at(Level::Sum));
                let code = quote! { #first #symbol #second };
                Ok(Operand::new(code, Of::Bool, Level::Compare).with(&[&left, &right]))
            }
            (Of::Double, Of::Double) => {
                let (first, second) = (left.at(Level::Unary), right.at(Level::Unary));
                let code = quote! { f64::partial_cmp(&#first, &#second)?.#method };
                Ok(Operand::atom(code, Of::Bool).fallible())
            }
            (Of::Text, Of::Text) => {
                let (first, second) = (left.at(Level::Any), right.at(Level::Any));
                let code = quote! { #module::compare_text(#first, #second, cost).#method };
                Ok(Operand::atom(code, Of::Bool).with(&[&left, &right]))
            }
            _ => {
                let (left, right) = (self.boxed(&left)?, self.boxed(&right)?);
                let (first, second) = (left.at(Level::Unary), right.at(Level::Unary));
                let code = quote! { #module::compare(&#first, &#second, cost)?.#method };
                Ok(Operand::atom(code, Of::Bool).fallible())
            }
        }
    }

    /// Translates `left + right` and other arithmetic operations.
    pub(super) fn arithmetic(&mut self, left: NodeId, right: NodeId, function: &str) -> Result<Operand, Reason> {
        let (left, right) = (self.node(left)?, self.node(right)?);
        let operands = [&left, &right];
        let plain = |symbol: TokenStream, level: Level| {
            let (first, second) = (left.at(level), right.at(Level::Unary));
            Ok(Operand::new(quote! { #first #symbol #second }, Of::Double, level).with(&operands))
        };
        match (function, &left.of, &right.of) {
            (_, Of::Int, Of::Int) | (_, Of::Uint, Of::Uint) => {
                let ty = if left.of == Of::Int {
                    quote! { i64 }
                } else {
                    quote! { u64 }
                };
                let method = match function {
                    "_+_" => quote! { checked_add },
                    "_-_" => quote! { checked_sub },
                    "_*_" => quote! { checked_mul },
                    "_/_" => quote! { checked_div },
                    _ => quote! { checked_rem },
                };
                let (first, second) = (left.at(Level::Any), right.at(Level::Any));
                let code = quote! { #ty::#method(#first, #second) };
                Ok(Operand::atom(code, left.of.clone()).with(&operands).unwrapped())
            }
            ("_+_", Of::Double, Of::Double) => plain(quote! { + }, Level::Sum),
            ("_-_", Of::Double, Of::Double) => plain(quote! { - }, Level::Sum),
            ("_*_", Of::Double, Of::Double) => plain(quote! { * }, Level::Product),
            ("_/_", Of::Double, Of::Double) => plain(quote! { / }, Level::Product),
            ("_+_", Of::Text, Of::Text) => {
                let (module, first, second) = (&self.module, left.at(Level::Any), right.at(Level::Any));
                let code = quote! { &*#module::concat(#first, #second, cost) };
                Ok(Operand::new(code, Of::Text, Level::Unary).with(&[&left, &right]).temporary())
            }
            ("_+_", _, _) => {
                let (left, right) = (self.boxed(&left)?, self.boxed(&right)?);
                let (module, first, second) = (&self.module, left.at(Level::Any), right.at(Level::Any));
                let code = quote! { #module::add(#first, #second, cost) };
                Ok(Operand::atom(code, Of::Value).with(&[&left, &right]).unwrapped())
            }
            ("_-_", _, _) => {
                let (left, right) = (self.boxed(&left)?, self.boxed(&right)?);
                let (module, first, second) = (&self.module, left.at(Level::Unary), right.at(Level::Unary));
                let code = quote! { #module::subtract(&#first, &#second) };
                Ok(Operand::atom(code, Of::Value).with(&[&left, &right]).unwrapped())
            }
            _ => Err(format!("it calculates with {} and {}", left.of.name(), right.of.name()).into()),
        }
    }

    /// Translates `-operand`.
    pub(super) fn negate(&mut self, operand: NodeId) -> Result<Operand, Reason> {
        let operand = self.node(operand)?;
        match operand.of {
            Of::Int => {
                let code = operand.at(Level::Any);
                Ok(Operand::atom(quote! { i64::checked_neg(#code) }, Of::Int).with(&[&operand]).unwrapped())
            }
            Of::Double => {
                let code = operand.at(Level::Unary);
                Ok(Operand::new(quote! { -#code }, Of::Double, Level::Unary).with(&[&operand]))
            }
            _ => Err(format!("it negates {}", operand.of.name()).into()),
        }
    }
}
