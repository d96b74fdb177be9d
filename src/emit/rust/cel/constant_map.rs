//! Map literals of constants, such as `{'a': 1, 'b': 2}[self.kind]`: the value of a key is a `match`.

use idlgen_runtime::cel::program::{Entry, Expression, NodeId, Type};
use quote::quote;

use super::{
    Reason, Translator, literal,
    operand::{Level, Of, Operand},
};

/// The cost of a map literal.
const MAP: u64 = 30;

impl Translator<'_, '_, '_> {
    /// Translates `map[key]` for a map literal whose keys are strings or integers and whose values are constants of the
    /// same type. Returns `None` for other expressions.
    pub(super) fn constant_entry(&mut self, map: NodeId, key: NodeId) -> Result<Option<Operand>, Reason> {
        let Expression::Map(literal) = &self.program_node(map)?.expression else { return Ok(None) };
        let Some(entries) = self.constant_entries(&literal.entries) else { return Ok(None) };
        let Some((first, value)) = entries.first() else { return Ok(None) };
        let (key_type, of) = (first.of.clone(), value.of.clone());
        let is_of_type = match key_type {
            Of::Text => true,
            // A double or unsigned integer can be equal to an integer.
            Of::Int => matches!(self.type_of(key), Some(Type::Int)),
            _ => false,
        };
        if !is_of_type || !entries.iter().all(|(key, value)| key.of == key_type && value.of == of) {
            return Ok(None);
        }
        // Each node can cost 2, like those that are translated.
        self.cost += MAP + 2 + 4 * u64::try_from(literal.entries.len()).unwrap_or(u64::MAX / 8);
        let key = self.node(key)?;
        let key = if key_type == Of::Text { self.string(key)? } else { self.integer(key)? };
        let some = self.scope.some();
        let arms = entries.iter().map(|(key, value)| {
            let (key, value) = (key.at(Level::Any), value.at(Level::Any));
            quote! { #key => #some(#value), }
        });
        let (subject, none) = (key.at(Level::Any), self.scope.none());
        // A missing key is an error.
        let code = quote! { (match #subject { #(#arms)* _ => #none }) };
        let mut entry = Operand::atom(code, of).with(&[&key]).unwrapped();
        // The value does not borrow from the key.
        entry.is_temporary = false;
        Ok(Some(entry))
    }

    /// Returns the translated entries. If keys are equal, the last one wins, as in cel-go. Returns
    /// `None` if an entry is optional or not constant.
    fn constant_entries(&self, entries: &[Entry]) -> Option<Vec<(Operand, Operand)>> {
        let constant = |id: NodeId| match &self.program_node(id).ok()?.expression {
            Expression::Constant(constant) => literal(constant).ok(),
            _ => None,
        };
        let mut kept: Vec<(Operand, Operand)> = Vec::new();
        for entry in entries {
            let (key, value) = (constant(entry.key)?, constant(entry.value)?);
            if entry.optional {
                return None;
            }
            kept.retain(|(other, _)| *other != key);
            kept.push((key, value));
        }
        Some(kept)
    }
}
