//! The cost of loops and bindings.

use idlgen_runtime::cel::program::{Constant, Text};

use crate::ast::{Comprehension, ExprId, ExprKind};
use crate::types::Type;

use super::{CostEstimate, Estimator, Local, SizeEstimate};

/// The part of an entry that a loop variable represents.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    /// The list element or map key, in a loop with one variable.
    Single,
    /// The list index or map key, in a loop with two variables.
    Key,
    /// The list element or map value, in a loop with two variables.
    Value,
}

impl Estimator<'_> {
    pub(super) fn cost_comprehension(&mut self, id: ExprId, comprehension: &Comprehension) -> CostEstimate {
        if self.is_binding(comprehension) {
            return self.cost_binding(id, comprehension);
        }
        let mut sum = self.cost(comprehension.range) + self.cost(comprehension.initial);
        self.push_accumulator(comprehension);
        match &comprehension.second_variable {
            None => self.push_variable(&comprehension.variable, comprehension.range, Part::Single),
            Some(second) => {
                self.push_variable(&comprehension.variable, comprehension.range, Part::Key);
                self.push_variable(second, comprehension.range, Part::Value);
            }
        }
        let condition = self.cost(comprehension.condition);
        let step = self.cost(comprehension.step);
        self.pop(&comprehension.variable);
        if let Some(second) = &comprehension.second_variable {
            self.pop(second);
        }
        sum = sum + self.cost(comprehension.result);
        self.pop(&comprehension.accumulator);
        let rounds = self.size_or_unknown(comprehension.range);
        sum = sum + rounds.times_cost(step + condition);
        match self.checked.ast.kind(comprehension.initial) {
            ExprKind::Literal(_) => {
                let size = self.size(comprehension.initial);
                self.set_size(id, size);
            }
            ExprKind::List { .. } | ExprKind::Map { .. } => {
                self.set_size(id, Some(rounds));
                let entry = self.entry_size(comprehension.step);
                self.set_entry_size(id, entry);
            }
            _ => {}
        }
        sum
    }

    fn is_binding(&self, comprehension: &Comprehension) -> bool {
        matches!(self.checked.ast.kind(comprehension.range), ExprKind::List { elements } if elements.is_empty())
            && matches!(self.checked.ast.kind(comprehension.condition), ExprKind::Literal(Constant::Bool(false)))
            && comprehension.accumulator != "__result__"
    }

    fn cost_binding(&mut self, id: ExprId, comprehension: &Comprehension) -> CostEstimate {
        let sum = self.cost(comprehension.range) + self.cost(comprehension.initial);
        self.push_accumulator(comprehension);
        let sum = sum + self.cost(comprehension.result);
        self.pop(&comprehension.accumulator);
        self.copy_sizes(id, comprehension.result);
        sum
    }

    fn push_accumulator(&mut self, comprehension: &Comprehension) {
        let path = self.path_of(comprehension.initial);
        let entry_size = self.entry_size(comprehension.initial);
        let size = self.size(comprehension.initial);
        self.locals.push((comprehension.accumulator.clone(), Local { path, size, entry_size }));
    }

    fn push_variable(&mut self, name: &Text, range: ExprId, part: Part) {
        let entry = self.entry_size(range);
        let is_list = entry.map_or_else(|| matches!(self.checked.type_of(range), Type::List(_)), |entry| entry.is_list);
        let (step, size): (_, Option<SizeEstimate>) = match (part, is_list) {
            (Part::Single | Part::Value, true) => ("@items", entry.map(|entry| entry.value)),
            (Part::Value, false) => ("@values", entry.map(|entry| entry.value)),
            (Part::Key, true) => ("@indices", entry.map(|entry| entry.key)),
            (Part::Single | Part::Key, false) => ("@keys", entry.map(|entry| entry.key)),
        };
        let path = self.path_of(range);
        let path = self.paths.append(path, step);
        self.locals.push((name.clone(), Local { path, size, entry_size: None }));
    }

    fn pop(&mut self, name: &str) {
        if let Some(index) = self.locals.iter().rposition(|(known, _)| known == name) {
            self.locals.remove(index);
        }
    }
}
