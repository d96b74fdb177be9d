//! Operators with two operands.

use super::{Evaluation, Outcome, is_final};
use crate::cel::cost::{Price, equality};
use crate::cel::library::no_such_overload;
use crate::cel::operators;
use crate::cel::plan::{ArithmeticOperator, Comparison, Node};
use crate::cel::value::{equality::equal, ordering::compare};
use crate::cel::{EvaluationError, Value};

impl<'a> Evaluation<'a, '_> {
    /// Both operands, and the first error in place of both. An operand is evaluated even if the one before it failed, and an error has a size as any other value, so
    /// that it all costs the same.
    #[inline]
    fn operands(
        &mut self,
        operands: &'a [Node; 2],
        price: impl FnOnce(&Value<'a>, &Value<'a>) -> u64,
    ) -> Result<(Value<'a>, Value<'a>), EvaluationError> {
        let [left, right] = operands;
        match (self.value(left), self.value(right)) {
            (Ok(left), Ok(right)) => {
                self.cost.charge(price(&left, &right))?;
                Ok((left, right))
            }
            (left, right) => self.failed_operands(left, right, price),
        }
    }

    #[cold]
    fn failed_operands(
        &mut self,
        left: Outcome<'a>,
        right: Outcome<'a>,
        price: impl FnOnce(&Value<'a>, &Value<'a>) -> u64,
    ) -> Result<(Value<'a>, Value<'a>), EvaluationError> {
        match right {
            Err(error) if is_final(&error) => return Err(error),
            _ => {}
        }
        let size = |outcome: &Outcome<'a>| outcome.as_ref().map_or(Value::Null, Value::clone);
        self.cost.charge(price(&size(&left), &size(&right)))?;
        Ok((left?, right?))
    }

    pub(super) fn equal(&mut self, operands: &'a [Node; 2], is_negated: bool) -> Outcome<'a> {
        let (left, right) = self.operands(operands, |left, right| equality(left, right, is_negated))?;
        let answer = equal(&left, &right);
        // What cannot be compared is not equal.
        Ok(Value::Bool(if is_negated { answer != Ok(true) } else { answer? }))
    }

    pub(super) fn compare(&mut self, comparison: Comparison, price: Price, operands: &'a [Node; 2]) -> Outcome<'a> {
        let (left, right) = self.operands(operands, |left, right| match (price, left, right) {
            (Price::One, ..) => 1,
            (Price::SmallerSize, left, right) => equality(left, right, true),
            _ => 1,
        })?;
        let order = compare(&left, &right).map_err(|error| operators::overload_of(&left, comparison.name(), error))?;
        Ok(Value::Bool(match comparison {
            Comparison::Less => order.is_lt(),
            Comparison::LessOrEqual => order.is_le(),
            Comparison::Greater => order.is_gt(),
            Comparison::GreaterOrEqual => order.is_ge(),
        }))
    }

    pub(super) fn arithmetic(
        &mut self,
        operator: ArithmeticOperator,
        price: Price,
        operands: &'a [Node; 2],
    ) -> Outcome<'a> {
        let (left, right) = self.operands(operands, |left, right| price_of(price, left, right))?;
        match operator {
            ArithmeticOperator::Add => operators::add(left, right),
            ArithmeticOperator::Subtract => operators::subtract(&left, &right),
            ArithmeticOperator::Multiply => operators::multiply(&left, &right),
            ArithmeticOperator::Divide => operators::divide(&left, &right),
            ArithmeticOperator::Modulo => operators::modulo(&left, &right),
        }
    }

    pub(super) fn contains(&mut self, price: Price, operands: &'a [Node; 2]) -> Outcome<'a> {
        let (item, container) = self.operands(operands, |left, right| price_of(price, left, right))?;
        match &container {
            Value::List(list) => list.contains(&item).map(Value::Bool),
            Value::Map(map) => map.get(&item).map(|value| Value::Bool(value.is_some())),
            _ => Err(EvaluationError::no_such_overload()),
        }
    }

    pub(super) fn size(&mut self, operand: &'a Node) -> Outcome<'a> {
        self.unary(operand, |value| match value {
            Value::String(_) | Value::Bytes(_) | Value::List(_) | Value::Map(_) => {
                Ok(Value::Int(value.size().and_then(|size| i64::try_from(size).ok()).unwrap_or(i64::MAX)))
            }
            value => Err(no_such_overload("size", std::slice::from_ref(&value))),
        })
    }

    pub(super) fn negate(&mut self, operand: &'a Node) -> Outcome<'a> {
        self.unary(operand, |value| operators::negate(&value))
    }
}

fn price_of(price: Price, left: &Value<'_>, right: &Value<'_>) -> u64 {
    match price {
        Price::One => 1,
        price => price.count(&[left.clone(), right.clone()], None),
    }
}
