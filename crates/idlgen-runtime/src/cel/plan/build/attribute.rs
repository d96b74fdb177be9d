//! Variables, fields and indices: access chains.

use std::sync::Arc;
use std::sync::atomic::AtomicU32;

use super::Builder;
use crate::cel::plan::node::{PlanNode, Step};
use crate::cel::plan::{Attribute, Key, Qualifier, Root};
use crate::cel::program::{NodeId, Select};
use crate::cel::{EvaluationError, Value};

impl<'p> Builder<'p> {
    pub(super) fn variable(&self, name: &str) -> Step {
        let root = if let Some(place) = self.scopes.iter().rposition(|known| *known == Some(name)) {
            Root::Local(place)
        } else if let Some(place) = self.variables.iter().position(|known| *known == name) {
            Root::Variable(place, name.into())
        } else {
            Root::Unknown(name.into())
        };
        Step::Attribute(Box::new(Attribute::new(root)))
    }

    pub(super) fn select(&mut self, id: NodeId, position: u32, select: &'p Select) -> Result<Step, EvaluationError> {
        let operand = self.node(select.operand, id)?;
        let key = Key::Field(Box::from(&*select.field), AtomicU32::new(0));
        let qualifier = Qualifier { position, is_optional: false, key };
        Ok(below(operand, qualifier, select.test_only))
    }

    /// Builds `a[k]`, `a[?k]` or `a.?k`.
    pub(super) fn index(
        operand: PlanNode,
        key: PlanNode,
        position: u32,
        is_optional: bool,
    ) -> Result<Step, EvaluationError> {
        if let Step::Constant(constant) = &key.step {
            constant.check_qualifier()?;
        }
        let key = match key.step {
            Step::Constant(Value::String(text)) => Key::Field(Box::from(text.as_str()), AtomicU32::new(0)),
            Step::Constant(value) => Key::Constant(value),
            _ => Key::Computed(Arc::new(uncounted(key))),
        };
        Ok(below(operand, Qualifier { position, is_optional, key }, false))
    }
}

/// Adds an access to an operand. An access chain is extended. A conditional is extended in both branches. Any other
/// operand becomes the start of a new chain.
fn below(operand: PlanNode, qualifier: Qualifier, is_test: bool) -> Step {
    match operand.step {
        // A presence test is not extended: its result is a boolean.
        Step::Attribute(mut attribute) if !attribute.is_test => {
            attribute.push(qualifier);
            if is_test {
                attribute.is_test = true;
                attribute.counts = false;
            }
            Step::Attribute(attribute)
        }
        Step::Conditional(parts) if !is_test => {
            let [condition, truthy, falsy] = *parts;
            let repeated = repeat(&qualifier);
            let end = |node: PlanNode, qualifier| {
                let position = node.position;
                let mut step = below(node, qualifier, false);
                if let Step::Attribute(attribute) = &mut step {
                    attribute.counts = false;
                }
                PlanNode { position, step }
            };
            Step::Conditional(Box::new([condition, end(truthy, qualifier), end(falsy, repeated)]))
        }
        _ => {
            let is_conditional = matches!(operand.step, Step::Conditional(_));
            let mut attribute = Attribute::new(Root::Value(operand));
            attribute.push(qualifier);
            attribute.is_test = is_test;
            attribute.counts = !is_test && !is_conditional;
            Step::Attribute(Box::new(attribute))
        }
    }
}

fn repeat(qualifier: &Qualifier) -> Qualifier {
    let key = match &qualifier.key {
        Key::Field(name, _) => Key::Field(name.clone(), AtomicU32::new(0)),
        Key::Constant(value) => Key::Constant(value.clone()),
        Key::Computed(node) => Key::Computed(Arc::clone(node)),
    };
    Qualifier { position: qualifier.position, is_optional: qualifier.is_optional, key }
}

/// Marks an access chain as having no cost of its own, because its cost is counted elsewhere. Used for branches of a
/// conditional and for indices.
pub(super) fn uncounted(mut node: PlanNode) -> PlanNode {
    if let Step::Attribute(attribute) = &mut node.step {
        attribute.counts = false;
    }
    node
}
