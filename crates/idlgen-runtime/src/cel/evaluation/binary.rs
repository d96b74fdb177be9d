//! Evaluates binary operators.

use std::cmp::Ordering;

use super::truth::Truth;
use super::{Evaluation, Outcome, is_final};
use crate::cel::cost::{CallCost, equality};
use crate::cel::library::no_such_overload;
use crate::cel::operators;
use crate::cel::plan::{ArithmeticOperator, Comparison, PlanNode};
use crate::cel::value::{equality::equal, ordering::compare};
use crate::cel::{Environment, EvaluationError, Value};

impl<'a> Evaluation<'a, '_> {
    /// Returns the error of two operands of which at least one failed. Like a successful operation, it evaluates both
    /// operands and charges for both, so that the cost is the same.
    #[cold]
    fn failed_operands(
        &mut self,
        left: Outcome<'a>,
        right: Outcome<'a>,
        call_cost: impl FnOnce(&Value<'a>, &Value<'a>) -> u64,
    ) -> EvaluationError {
        for outcome in [&left, &right] {
            match outcome {
                Err(error) if is_final(error) => return error.clone(),
                _ => {}
            }
        }
        let size = |outcome: &Outcome<'a>| outcome.as_ref().map_or(Value::Null, Value::clone);
        if let Err(limit) = self.cost.charge(call_cost(&size(&left), &size(&right))) {
            return limit;
        }
        left.err().or(right.err()).unwrap_or_else(EvaluationError::no_such_overload)
    }

    pub(super) fn equal(&mut self, operands: &'a [PlanNode; 2], is_negated: bool) -> Truth {
        let [left, right] = operands;
        match (&self.value(left), &self.value(right)) {
            (Ok(left), Ok(right)) => {
                if !self.charged(equality(left, right, is_negated)) {
                    return Truth::Failed;
                }
                match equal(left, right) {
                    Ok(answer) => (answer != is_negated).into(),
                    // `!=` returns `true` for values that cannot be compared.
                    Err(error) if is_negated && !is_final(&error) => Truth::True,
                    Err(error) => self.fail(error),
                }
            }
            (left, right) => {
                let call_cost = |left: &Value<'a>, right: &Value<'a>| equality(left, right, is_negated);
                let error = self.failed_operands(left.clone(), right.clone(), call_cost);
                self.fail(error)
            }
        }
    }

    pub(super) fn compare(
        &mut self,
        comparison: Comparison,
        call_cost: CallCost,
        operands: &'a [PlanNode; 2],
    ) -> Truth {
        let [left, right] = operands;
        let call_cost = |left: &Value<'a>, right: &Value<'a>| match call_cost {
            CallCost::SmallerSize => equality(left, right, true),
            _ => 1,
        };
        match (&self.value(left), &self.value(right)) {
            (Ok(left), Ok(right)) => {
                if !self.charged(call_cost(left, right)) {
                    return Truth::Failed;
                }
                match compare(left, right) {
                    Ok(order) => match comparison {
                        Comparison::Less => order == Ordering::Less,
                        Comparison::LessOrEqual => order != Ordering::Greater,
                        Comparison::Greater => order == Ordering::Greater,
                        Comparison::GreaterOrEqual => order != Ordering::Less,
                    }
                    .into(),
                    Err(error) => self.fail(operators::overload_of(left, comparison.name(), error)),
                }
            }
            (left, right) => {
                let error = self.failed_operands(left.clone(), right.clone(), call_cost);
                self.fail(error)
            }
        }
    }

    /// Evaluates both operands and charges for the operator.
    fn operands(
        &mut self,
        operands: &'a [PlanNode; 2],
        call_cost: CallCost,
    ) -> Result<(Value<'a>, Value<'a>), EvaluationError> {
        let [left, right] = operands;
        let environment = *self.environment;
        match (self.value(left), self.value(right)) {
            (Ok(left), Ok(right)) => {
                self.cost.charge(call_cost_of(call_cost, &left, &right, environment))?;
                Ok((left, right))
            }
            (left, right) => {
                Err(self.failed_operands(left, right, |left, right| call_cost_of(call_cost, left, right, environment)))
            }
        }
    }

    pub(super) fn arithmetic(
        &mut self,
        operator: ArithmeticOperator,
        call_cost: CallCost,
        operands: &'a [PlanNode; 2],
    ) -> Outcome<'a> {
        let (left, right) = self.operands(operands, call_cost)?;
        match operator {
            ArithmeticOperator::Add => {
                match (&left, &right) {
                    (Value::List(left), Value::List(right)) => self.build(left.len().saturating_add(right.len()))?,
                    (Value::String(left), Value::String(right)) => {
                        self.build(left.len().saturating_add(right.len()) / size_of::<Value<'_>>())?;
                    }
                    _ => {}
                }
                operators::add(left, right)
            }
            ArithmeticOperator::Subtract => operators::subtract(&left, &right),
            ArithmeticOperator::Multiply => operators::multiply(&left, &right),
            ArithmeticOperator::Divide => operators::divide(&left, &right),
            ArithmeticOperator::Modulo => operators::modulo(&left, &right),
        }
    }

    pub(super) fn contains(&mut self, call_cost: CallCost, operands: &'a [PlanNode; 2]) -> Outcome<'a> {
        let (item, container) = self.operands(operands, call_cost)?;
        match &container {
            Value::List(list) => list.contains(&item).map(Value::Bool),
            Value::Map(map) => map.get(&item).map(|value| Value::Bool(value.is_some())),
            _ => Err(EvaluationError::no_such_overload()),
        }
    }

    pub(super) fn size(&mut self, operand: &'a PlanNode) -> Outcome<'a> {
        self.unary(operand, |value| match value {
            Value::String(_) | Value::Bytes(_) | Value::List(_) | Value::Map(_) => {
                Ok(Value::Int(value.size().and_then(|size| i64::try_from(size).ok()).unwrap_or(i64::MAX)))
            }
            value => Err(no_such_overload("size", std::slice::from_ref(&value))),
        })
    }

    pub(super) fn negate(&mut self, operand: &'a PlanNode) -> Outcome<'a> {
        self.unary(operand, |value| operators::negate(&value))
    }
}

fn call_cost_of(call_cost: CallCost, left: &Value<'_>, right: &Value<'_>, environment: Environment) -> u64 {
    match call_cost {
        CallCost::One => 1,
        call_cost => call_cost.count(&[left.clone(), right.clone()], None, environment),
    }
}
