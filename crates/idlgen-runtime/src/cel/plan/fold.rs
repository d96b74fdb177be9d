//! Folds constants (`Optimize` of cel-go's interpreter).

use super::node::{Implementation, PlanNode, Step};
use super::set::Set;
use crate::cel::cost::{CallCost, CostTracker};
use crate::cel::evaluation::Evaluation;
use crate::cel::{Environment, EvaluationError, Value};

/// Functions whose calls with a constant argument are folded.
const CONVERSIONS: [&str; 8] = ["bool", "bytes", "double", "duration", "int", "string", "timestamp", "uint"];

/// Folds a node to a constant: list and map literals, conversions, and `in` with a constant list. Constants have no
/// cost, so this function must fold exactly the nodes that cel-go folds.
pub(super) fn fold(node: PlanNode, environment: Environment) -> Result<PlanNode, EvaluationError> {
    let position = node.position;
    match node.step {
        Step::In(CallCost::Elements, operands) => {
            let [item, list] = *operands;
            let set = match &list.step {
                Step::Constant(Value::List(list)) if list.is_empty() => {
                    return Ok(PlanNode { position, step: Step::Constant(Value::Bool(false)) });
                }
                Step::Constant(Value::List(list)) => Set::new(list),
                _ => None,
            };
            let step = match set {
                Some(set) => Step::InSet(set, Box::new(item)),
                None => Step::In(CallCost::Elements, Box::new([item, list])),
            };
            Ok(PlanNode { position, step })
        }
        step if is_foldable(&step) => {
            let node = PlanNode { position, step };
            let value = value_of(&node, environment)?;
            Ok(match value {
                Some(value) => PlanNode { position, step: Step::Constant(value) },
                None => node,
            })
        }
        step => Ok(PlanNode { position, step }),
    }
}

fn is_foldable(step: &Step) -> bool {
    let is_constant = |node: &PlanNode| matches!(node.step, Step::Constant(_));
    match step {
        Step::List(elements) => elements.iter().all(|(element, _)| is_constant(element)),
        Step::Map(entries) => entries.iter().all(|(key, value, _)| is_constant(key) && is_constant(value)),
        Step::Type(operand) | Step::Dyn(operand) => is_constant(operand),
        Step::Call(call) => match &*call.arguments {
            [only] => {
                CONVERSIONS.contains(&&*call.name)
                    && is_constant(only)
                    && matches!(call.implementation, Implementation::Functions(_))
            }
            _ => false,
        },
        _ => false,
    }
}

/// Returns the value of a constant node if it does not borrow from the node.
fn value_of(node: &PlanNode, environment: Environment) -> Result<Option<Value<'static>>, EvaluationError> {
    let mut cost = CostTracker::unlimited();
    let value = Evaluation::run(node, 0, &[], &environment, &mut cost)?;
    Ok(owned(&value))
}

/// Copies a value so that it borrows nothing. Returns `None` if the value contains something other than constants.
fn owned(value: &Value<'_>) -> Option<Value<'static>> {
    Some(match value {
        Value::Null => Value::Null,
        Value::Bool(value) => Value::Bool(*value),
        Value::Int(value) => Value::Int(*value),
        Value::Uint(value) => Value::Uint(*value),
        Value::Double(value) => Value::Double(*value),
        Value::String(text) => Value::from(text.to_string()),
        Value::Bytes(bytes) => Value::Bytes(bytes.to_vec().into()),
        Value::Duration(value) => Value::Duration(*value),
        Value::Timestamp(value) => Value::Timestamp(*value),
        Value::Type(name) => Value::Type(name.to_string().into()),
        Value::List(list) => {
            let elements = list.iter().map(|element| owned(&element.ok()?)).collect::<Option<Vec<_>>>()?;
            Value::from(elements)
        }
        Value::Map(map) => {
            let entries = map
                .entries()
                .map(|(key, value)| Some((owned(&key)?, owned(&value.ok()?)?)))
                .collect::<Option<Vec<_>>>()?;
            Value::Map(entries.into())
        }
        Value::Optional(None) => Value::NONE,
        Value::Optional(Some(value)) => Value::some(owned(value)?),
        _ => return None,
    })
}
