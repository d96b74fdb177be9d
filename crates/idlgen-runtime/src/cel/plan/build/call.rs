//! Operators and calls.

use super::{Builder, attribute::uncounted, inconsistent};
use crate::cel::library;
use crate::cel::plan::node::{ArithmeticOperator, Call, Comparison, Implementation, PlanNode, Step};
use crate::cel::program::{self, NodeId};
use crate::cel::{EvaluationError, Value};
use crate::regex::Pattern;

impl<'p> Builder<'p> {
    /// Builds the nodes of the receiver, if any, and of the arguments. A separate function reduces the stack usage of
    /// the recursion.
    pub(super) fn arguments(&mut self, id: NodeId, call: &'p program::Call) -> Result<Vec<PlanNode>, EvaluationError> {
        let mut arguments = Vec::with_capacity(call.arguments.len() + 1);
        for argument in call.target.iter().chain(call.arguments.iter()) {
            arguments.push(self.node(*argument, id)?);
        }
        Ok(arguments)
    }

    pub(super) fn call(position: u32, call: &program::Call, arguments: Vec<PlanNode>) -> Result<Step, EvaluationError> {
        let overload = match &*call.overloads {
            [only] => only,
            _ => "",
        };
        let call_cost = || library::call_cost(&call.function, overload);
        Ok(match (&*call.function, arguments.len()) {
            ("_&&_", _) => Step::And(flat(arguments, |step| match step {
                Step::And(operands) => Ok(operands),
                other => Err(other),
            })),
            ("_||_", _) => Step::Or(flat(arguments, |step| match step {
                Step::Or(operands) => Ok(operands),
                other => Err(other),
            })),
            ("!_", 1) => Step::Not(one(arguments)?),
            ("-_", 1) => Step::Negate(one(arguments)?),
            ("@not_strictly_false", 1) => Step::NotStrictlyFalse(one(arguments)?),
            ("size", 1) => Step::Size(one(arguments)?),
            ("type", 1) => Step::Type(one(arguments)?),
            ("dyn", 1) => Step::Dyn(one(arguments)?),
            ("_?_:_", 3) => {
                let [condition, truthy, falsy] = three(arguments)?;
                Step::Conditional(Box::new([condition, uncounted(truthy), uncounted(falsy)]))
            }
            ("_==_", 2) => Step::Equal(two(arguments)?),
            ("_!=_", 2) => Step::NotEqual(two(arguments)?),
            ("_<_", 2) => Step::Compare(Comparison::Less, call_cost(), two(arguments)?),
            ("_<=_", 2) => Step::Compare(Comparison::LessOrEqual, call_cost(), two(arguments)?),
            ("_>_", 2) => Step::Compare(Comparison::Greater, call_cost(), two(arguments)?),
            ("_>=_", 2) => Step::Compare(Comparison::GreaterOrEqual, call_cost(), two(arguments)?),
            ("_+_", 2) => Step::Arithmetic(ArithmeticOperator::Add, call_cost(), two(arguments)?),
            ("_-_", 2) => Step::Arithmetic(ArithmeticOperator::Subtract, call_cost(), two(arguments)?),
            ("_*_", 2) => Step::Arithmetic(ArithmeticOperator::Multiply, call_cost(), two(arguments)?),
            ("_/_", 2) => Step::Arithmetic(ArithmeticOperator::Divide, call_cost(), two(arguments)?),
            ("_%_", 2) => Step::Arithmetic(ArithmeticOperator::Modulo, call_cost(), two(arguments)?),
            ("@in" | "_in_" | "in", 2) => Step::In(call_cost(), two(arguments)?),
            ("_[_]", 2) => {
                let [operand, key] = *two(arguments)?;
                Self::index(operand, key, position, false)?
            }
            ("_[?_]" | "_?._", 2) => {
                let [operand, key] = *two(arguments)?;
                Self::index(operand, key, position, true)?
            }
            ("or", 2) if matches!(overload, "" | "optional_or_optional") => Step::OptionalOr(two(arguments)?),
            ("orValue", 2) if matches!(overload, "" | "optional_orValue_value") => {
                Step::OptionalOrValue(two(arguments)?)
            }
            (name, _) => {
                let call_cost = call_cost();
                let implementation = match pattern(name, &arguments)? {
                    Some(pattern) => Implementation::Pattern(Box::new(pattern)),
                    None => Implementation::Functions(library::functions(name, overload).collect()),
                };
                let ends_at_error =
                    matches!(implementation, Implementation::Pattern(_)) || library::ends_at_error(name, overload);
                let (name, arguments) = (name.into(), arguments.into());
                Step::Call(Box::new(Call { name, implementation, cost: call_cost, ends_at_error, arguments }))
            }
        })
    }
}

/// Compiles the regular expression of a call, if it is a constant.
fn pattern(function: &str, arguments: &[PlanNode]) -> Result<Option<Pattern>, EvaluationError> {
    match (function, arguments) {
        ("matches" | "find" | "findAll", [_, PlanNode { step: Step::Constant(Value::String(pattern)), .. }, ..]) => {
            Pattern::new(pattern).map(Some).map_err(|error| EvaluationError::message(error.to_string()))
        }
        _ => Ok(None),
    }
}

/// Flattens nested chains of the same operator.
fn flat(operands: Vec<PlanNode>, take: fn(Step) -> Result<Box<[PlanNode]>, Step>) -> Box<[PlanNode]> {
    let mut flat = Vec::with_capacity(operands.len());
    for operand in operands {
        match take(operand.step) {
            Ok(operands) => flat.extend(operands),
            Err(step) => flat.push(PlanNode { position: operand.position, step }),
        }
    }
    flat.into()
}

fn one(arguments: Vec<PlanNode>) -> Result<Box<PlanNode>, EvaluationError> {
    arguments.into_iter().next().map(Box::new).ok_or_else(inconsistent)
}

fn two(arguments: Vec<PlanNode>) -> Result<Box<[PlanNode; 2]>, EvaluationError> {
    arguments.try_into().map(Box::new).map_err(|_| inconsistent())
}

fn three(arguments: Vec<PlanNode>) -> Result<[PlanNode; 3], EvaluationError> {
    arguments.try_into().map_err(|_| inconsistent())
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;

    use super::*;

    #[test]
    fn what_has_no_implementation_is_a_step() {
        // Only the expansions of macros that build maps call the first. cel-go declares the second but does not use it.
        const OTHERS: [&str; 2] = ["cel.@mapInsert", "__not_strictly_false__"];
        for (function, overload) in library::overloads() {
            let has_implementation = library::functions(function, overload).next().is_some();
            let is_step = (1..=3).any(|count| {
                let call = program::Call {
                    function: Cow::Borrowed(function),
                    target: None,
                    arguments: Cow::Borrowed(&[]),
                    overloads: Cow::Owned(vec![Cow::Borrowed(overload)]),
                };
                let node = |_| PlanNode { position: 0, step: Step::Constant(Value::Int(0)) };
                let step = Builder::call(0, &call, (0..count).map(node).collect());
                step.is_ok_and(|step| !matches!(step, Step::Call(_)))
            });
            assert_eq!(is_step, !has_implementation && !OTHERS.contains(&function), "{function} {overload}");
        }
    }
}
