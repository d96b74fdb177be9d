//! Comparisons of quantities: `quantity(self.limit).compareTo(quantity('1Gi')) <= 0`.

use idlgen_runtime::{
    cel::program::{Call, Expression, NodeId, Type},
    types::Quantity,
};
use proc_macro2::Literal;
use quote::quote;

use super::{
    Reason, Translator,
    operand::{Level, Of, Operand},
};

impl Translator<'_, '_, '_> {
    /// Returns `true` if the expression is `quantity(text)`.
    pub(super) fn is_quantity(&self, id: NodeId) -> bool {
        self.quantity_text(id).is_some()
    }

    /// Returns the argument of `quantity(text)`.
    fn quantity_text(&self, id: NodeId) -> Option<NodeId> {
        let Expression::Call(Call { function, target: None, arguments, .. }) = &self.program_node(id).ok()?.expression
        else {
            return None;
        };
        match &**arguments {
            [text] if &**function == "quantity" && matches!(self.type_of(*text), Some(Type::String)) => Some(*text),
            _ => None,
        }
    }

    /// Translates `left.compareTo(right)`, `left.isLessThan(right)` and `left.isGreaterThan(right)`.
    pub(super) fn quantity_comparison(
        &mut self,
        left: NodeId,
        right: NodeId,
        function: &str,
    ) -> Result<Operand, Reason> {
        let (left, right) = (self.parsed_quantity(left)?, self.parsed_quantity(right)?);
        let (first, second) = (left.at(Level::Atom), right.at(Level::Any));
        let ordering = quote! { #first.compare(&#second) };
        let (code, of) = match function {
            "isLessThan" => (quote! { #ordering.is_lt() }, Of::Bool),
            "isGreaterThan" => (quote! { #ordering.is_gt() }, Of::Bool),
            _ => (quote! { (#ordering as i64) }, Of::Int),
        };
        Ok(Operand::atom(code, of).with(&[&left, &right]))
    }

    /// Translates `quantity(text)` to an amount. If the text is constant, the amount is computed during translation.
    fn parsed_quantity(&mut self, id: NodeId) -> Result<Operand, Reason> {
        self.cost += 2;
        let text = self.quantity_text(id).ok_or("it compares with a value that is not a quantity")?;
        let amount = self.scope.runtime("cel::compiled::Amount");
        if let Some(text) = self.constant_text(text) {
            self.cost += (text.len() as u64).div_ceil(10);
            let quantity: Quantity = text.parse().map_err(|_| "its quantity is invalid")?;
            let (mantissa, exponent) = quantity.scientific();
            let signed = |is_negative: bool, digits: Literal| {
                let sign = is_negative.then(|| quote! { - });
                quote! { #sign #digits }
            };
            let mantissa = signed(mantissa < 0, Literal::u128_unsuffixed(mantissa.unsigned_abs()));
            let exponent = signed(exponent < 0, Literal::u32_unsuffixed(exponent.unsigned_abs()));
            return Ok(Operand::atom(quote! { #amount::new(#mantissa, #exponent) }, Of::Value));
        }
        let text = self.node(text)?;
        let text = self.string(text)?;
        let code = text.at(Level::Any);
        Ok(Operand::atom(quote! { #amount::parse(#code, cost) }, Of::Value).with(&[&text]).unwrapped())
    }
}
