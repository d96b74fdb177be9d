//! The evaluation of a plan.

mod attribute;
mod binary;
mod call;
mod comprehension;
mod construct;
mod logic;
mod time;

pub(super) use attribute::printed;

use super::cost::CostTracker;
use super::plan::{Node, Plan, Step};
use super::value::Text;
use super::{Environment, ErrorKind, EvaluationError, Value};

/// So many variables of comprehensions need nothing from the heap.
const FEW: usize = 8;

type Outcome<'a> = Result<Value<'a>, EvaluationError>;

/// The evaluation of a plan on given values.
pub(super) struct Evaluation<'a, 'e> {
    variables: &'e [Value<'a>],
    locals: &'e mut [Slot<'a>],
    environment: &'a Environment,
    cost: &'e mut CostTracker,
    depth: u32,
}

/// The place of a variable of a comprehension.
#[derive(Clone, Debug)]
enum Slot<'a> {
    /// It has no value.
    Empty,
    /// It has the value of an expression, which has not been evaluated yet.
    Later(&'a Node),
    /// It has a value, or an error instead.
    Ready(Outcome<'a>),
}

impl<'a> Evaluation<'a, '_> {
    /// Evaluates.
    pub(super) fn run(
        root: &'a Node,
        locals: usize,
        variables: &[Value<'a>],
        environment: &'a Environment,
        cost: &mut CostTracker,
    ) -> Outcome<'a> {
        let mut few = [const { Slot::Empty }; FEW];
        let mut many = Vec::new();
        let locals = if let Some(locals) = few.get_mut(..locals) {
            locals
        } else {
            many.resize(locals, Slot::Empty);
            &mut many
        };
        Evaluation { variables, locals, environment, cost, depth: 0 }.value(root)
    }

    /// The value of a node.
    fn value(&mut self, node: &'a Node) -> Outcome<'a> {
        match &node.step {
            Step::Constant(value) => Ok(borrowed(value)),
            Step::Attribute(attribute) => self.attribute(attribute, node.position),
            step => {
                self.depth += 1;
                let outcome =
                    if self.depth > Plan::MAX_DEPTH { Err(ErrorKind::TooDeep.into()) } else { self.step(step) };
                self.depth -= 1;
                outcome.map_err(|error| error.at(node.position))
            }
        }
    }

    fn step(&mut self, step: &'a Step) -> Outcome<'a> {
        match step {
            Step::Equal(operands) => self.equal(operands, false),
            Step::NotEqual(operands) => self.equal(operands, true),
            Step::Compare(comparison, price, operands) => self.compare(*comparison, *price, operands),
            Step::And(operands) => self.and(operands),
            Step::Or(operands) => self.or(operands),
            Step::Not(operand) => self.not(operand),
            Step::Conditional(parts) => self.conditional(parts),
            Step::Comprehension(comprehension) => self.comprehension(comprehension),
            Step::Call(call) => self.call(call),
            Step::InSet(set, item) => {
                let item = self.value(item)?;
                Ok(Value::Bool(set.contains(&item)))
            }
            Step::In(price, operands) => self.contains(*price, operands),
            Step::Arithmetic(operator, price, operands) => self.arithmetic(*operator, *price, operands),
            Step::Size(operand) => self.size(operand),
            Step::Negate(operand) => self.negate(operand),
            Step::NotStrictlyFalse(operand) => self.not_strictly_false(operand),
            Step::Type(operand) => self.unary(operand, |value| Ok(Value::Type(Text::Borrowed(value.type_name())))),
            Step::Dyn(operand) => self.unary(operand, Ok),
            Step::OptionalOr(operands) => self.optional_or(operands, false),
            Step::OptionalOrValue(operands) => self.optional_or(operands, true),
            Step::List(elements) => self.list(elements),
            Step::Map(entries) => self.map(entries),
            Step::Time(time) => self.time(time),
            Step::Append(accumulator, list_cost, element) => self.append(*accumulator, *list_cost, element),
            Step::Insert(accumulator, entry) => self.insert(*accumulator, entry),
            Step::InsertAll(accumulator, entries) => self.insert_all(*accumulator, entries),
            Step::Constant(value) => Ok(borrowed(value)),
            Step::Attribute(attribute) => self.attribute(attribute, 0),
        }
    }
}

/// A constant of the plan as a value. Text is borrowed.
#[inline]
fn borrowed<'a>(value: &'a Value<'static>) -> Value<'a> {
    match value {
        Value::String(text) => Value::text(text),
        value => value.clone(),
    }
}

/// Does the error end the evaluation, whatever else there is?
#[inline]
fn is_final(error: &EvaluationError) -> bool {
    *error.kind() == ErrorKind::CostLimitExceeded
}
