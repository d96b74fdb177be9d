//! Builds comprehensions. Recognizes the expansions of macros.

use super::{Builder, inconsistent};
use crate::cel::EvaluationError;
use crate::cel::cost::LIST;
use crate::cel::plan::node::{PlanNode, Step};
use crate::cel::plan::{Comprehension, Fold, Loop};
use crate::cel::program::{self, Call, Element, Expression, Form, NodeId};

impl<'p> Builder<'p> {
    pub(super) fn comprehension(
        &mut self,
        id: NodeId,
        comprehension: &'p program::Comprehension,
    ) -> Result<Step, EvaluationError> {
        let range = self.node(comprehension.range, id)?;
        let accumulator = self.open(Some(&comprehension.accumulator));
        // The accumulator is not in scope in its initial value.
        self.hide(accumulator);
        let initial = self.node(comprehension.initial, id)?;
        self.show(accumulator, &comprehension.accumulator);
        let variable = self.open(Some(&comprehension.variable));
        let second_variable = comprehension.second_variable.as_deref().map(|name| self.open(Some(name)));
        let body = match (comprehension.form, self.predicate(comprehension, id)) {
            (Form::All, Some(predicate)) => Loop::All(self.node(predicate, comprehension.step)?),
            (Form::Exists, Some(predicate)) => Loop::Exists(self.node(predicate, comprehension.step)?),
            (Form::ExistsOne, Some(predicate)) => Loop::ExistsOne(self.node(predicate, comprehension.step)?),
            (form, _) => {
                let condition = self.node(comprehension.condition, id)?;
                let step = self.addition(comprehension, form, accumulator, id)?;
                self.hide(variable);
                if let Some(second) = second_variable {
                    self.hide(second);
                }
                let result = self.node(comprehension.result, id)?;
                Loop::Fold(Box::new(Fold { accumulator, initial, condition, step, result }))
            }
        };
        self.scopes.truncate(accumulator);
        Ok(Step::Comprehension(Box::new(Comprehension { range, variable, second_variable, body })))
    }

    /// Allocates a slot for a variable.
    fn open(&mut self, name: Option<&'p str>) -> usize {
        self.scopes.push(name);
        self.locals = self.locals.max(self.scopes.len());
        self.scopes.len() - 1
    }

    fn hide(&mut self, place: usize) {
        if let Some(scope) = self.scopes.get_mut(place) {
            *scope = None;
        }
    }

    fn show(&mut self, place: usize, name: &'p str) {
        if let Some(scope) = self.scopes.get_mut(place) {
            *scope = Some(name);
        }
    }

    fn expression(&self, id: NodeId, parent: NodeId) -> Option<&'p Expression> {
        self.part(id, parent).ok().map(|node| &node.expression)
    }

    fn call_of(&self, id: NodeId, parent: NodeId) -> Option<&'p Call> {
        match self.expression(id, parent)? {
            Expression::Call(call) if call.target.is_none() => Some(call),
            _ => None,
        }
    }

    fn is_variable(&self, id: NodeId, parent: NodeId, name: &str) -> bool {
        matches!(self.expression(id, parent), Some(Expression::Variable(variable)) if variable == name)
    }

    /// Returns the predicate of `all`, `exists` or `exists_one` if the step matches the expansion of the macro.
    fn predicate(&self, comprehension: &program::Comprehension, id: NodeId) -> Option<NodeId> {
        let call = self.call_of(comprehension.step, id)?;
        match (comprehension.form, &*call.function, &*call.arguments) {
            (Form::All, "_&&_", [left, right]) | (Form::Exists, "_||_", [left, right]) => {
                self.is_variable(*left, comprehension.step, &comprehension.accumulator).then_some(*right)
            }
            (Form::ExistsOne, "_?_:_", [predicate, _, _]) => Some(*predicate),
            _ => None,
        }
    }

    /// Builds the step of a loop. If the macro builds a list or a map, the step is an insertion into the accumulator.
    fn addition(
        &mut self,
        comprehension: &'p program::Comprehension,
        form: Form,
        accumulator: usize,
        id: NodeId,
    ) -> Result<PlanNode, EvaluationError> {
        let is_building = matches!(
            form,
            Form::Map
                | Form::MapFilter
                | Form::Filter
                | Form::TransformList
                | Form::TransformMap
                | Form::TransformMapEntry
        );
        let step = comprehension.step;
        if !is_building {
            return self.node(step, id);
        }
        let Some(call) = self.call_of(step, id) else { return self.node(step, id) };
        if let ("_?_:_", [predicate, addition, unchanged]) = (&*call.function, &*call.arguments) {
            let position = self.part(step, id)?.position;
            let condition = self.node(*predicate, step)?;
            let truthy = self.plain_addition(*addition, step, comprehension, accumulator)?;
            let falsy = super::attribute::uncounted(self.node(*unchanged, step)?);
            return Ok(PlanNode { position, step: Step::Conditional(Box::new([condition, truthy, falsy])) });
        }
        self.plain_addition(step, id, comprehension, accumulator)
    }

    fn plain_addition(
        &mut self,
        step: NodeId,
        parent: NodeId,
        comprehension: &'p program::Comprehension,
        accumulator: usize,
    ) -> Result<PlanNode, EvaluationError> {
        let Some(call) = self.call_of(step, parent) else { return self.node(step, parent) };
        let position = self.part(step, parent)?.position;
        let is_accumulator = |id: &NodeId| self.is_variable(*id, step, &comprehension.accumulator);
        let step = match (&*call.function, &*call.arguments) {
            ("_+_", [list, added]) if is_accumulator(list) => match self.expression(*added, step) {
                Some(Expression::List(list)) => match &*list.elements {
                    [Element { value, optional: false }] => {
                        let element = self.node(*value, *added)?;
                        // cel-go folds a list that contains only a constant, so it has no cost.
                        let list_cost = if matches!(element.step, Step::Constant(_)) { 0 } else { LIST };
                        Step::Append(accumulator, list_cost, Box::new(element))
                    }
                    _ => return self.node(step, parent),
                },
                _ => return self.node(step, parent),
            },
            ("cel.@mapInsert", [map, key, value]) if is_accumulator(map) => {
                Step::Insert(accumulator, Box::new([self.node(*key, step)?, self.node(*value, step)?]))
            }
            ("cel.@mapInsert", [map, entries]) if is_accumulator(map) => {
                Step::InsertAll(accumulator, Box::new(self.node(*entries, step)?))
            }
            ("cel.@mapInsert", _) => return Err(inconsistent()),
            _ => return self.node(step, parent),
        };
        Ok(PlanNode { position, step })
    }
}
