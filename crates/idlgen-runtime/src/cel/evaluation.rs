//! Evaluates plans.

mod attribute;
mod binary;
mod call;
mod comprehension;
mod construct;
mod logic;
mod time;
mod truth;

use super::cost::CostTracker;
use super::plan::{Loop, PlanNode, Step, depth};
use super::value::Text;
use super::{Environment, ErrorKind, EvaluationError, Value};

/// Maximum number of comprehension variables that are stored without heap allocation.
const FEW: usize = 8;

type Outcome<'a> = Result<Value<'a>, EvaluationError>;

/// The state of the evaluation of a plan.
pub(super) struct Evaluation<'a, 'e> {
    variables: &'e [Value<'a>],
    locals: &'e mut [Slot<'a>],
    environment: &'a Environment,
    cost: &'e mut CostTracker,
    depth: u32,
    /// Number of list elements built so far, see [`build`](Self::build).
    built: u64,
    /// The error of the last [`truth`](Self::truth) that failed.
    failure: Option<EvaluationError>,
}

/// A slot for a comprehension variable.
#[derive(Clone, Debug)]
enum Slot<'a> {
    /// The variable has no value.
    Empty,
    /// The variable has the value of an expression that has not been evaluated yet.
    Later(&'a PlanNode),
    /// The variable has a value or an error.
    Ready(Outcome<'a>),
}

impl<'a> Evaluation<'a, '_> {
    /// Evaluates an expression.
    pub(super) fn run(
        root: &'a PlanNode,
        locals: usize,
        variables: &[Value<'a>],
        environment: &'a Environment,
        cost: &mut CostTracker,
    ) -> Outcome<'a> {
        if locals == 0 {
            return Evaluation { variables, locals: &mut [], environment, cost, depth: 0, built: 0, failure: None }
                .value(root);
        }
        let mut few = [const { Slot::Empty }; FEW];
        let mut many = Vec::new();
        let locals = if let Some(locals) = few.get_mut(..locals) {
            locals
        } else {
            many.resize(locals, Slot::Empty);
            &mut many
        };
        Evaluation { variables, locals, environment, cost, depth: 0, built: 0, failure: None }.value(root)
    }

    /// Evaluates a node.
    fn value(&mut self, node: &'a PlanNode) -> Outcome<'a> {
        match &node.step {
            Step::Constant(value) => Ok(borrowed(value)),
            Step::Attribute(attribute) => self.attribute(attribute, node.position),
            step => {
                self.depth += 1;
                let mut outcome =
                    if self.depth > depth::MAX { Err(ErrorKind::TooDeep.into()) } else { self.step(step) }
                        .and_then(Value::within_nesting_limit);
                self.depth -= 1;
                if let Err(error) = &mut outcome {
                    error.place(node.position);
                }
                outcome
            }
        }
    }

    /// Counts the list elements that the expression builds. Strings count as elements of the same memory size. An API
    /// server concatenates lists without copying them, so an expression can repeatedly double one. This implementation
    /// copies them, so it reports an exceeded cost limit above a maximum.
    fn build(&mut self, elements: usize) -> Result<(), EvaluationError> {
        const MOST: u64 = 1 << 23;
        self.built = self.built.saturating_add(elements as u64);
        if self.built > MOST { Err(ErrorKind::CostLimitExceeded.into()) } else { Ok(()) }
    }

    /// Counts a value that the expression builds, see [`build`](Self::build).
    fn build_value(&mut self, value: &Value<'_>) -> Result<(), EvaluationError> {
        match value {
            Value::List(list) => self.build(list.len()),
            Value::String(Text::Shared(text)) => self.build(text.len() / size_of::<Value<'_>>()),
            _ => Ok(()),
        }
    }

    fn step(&mut self, step: &'a Step) -> Outcome<'a> {
        match step {
            Step::Call(call) => self.call(call),
            Step::Equal(_)
            | Step::NotEqual(_)
            | Step::Compare(..)
            | Step::And(_)
            | Step::Or(_)
            | Step::Not(_)
            | Step::InSet(..) => {
                let truth = self.truth_of_step(step);
                self.outcome(truth)
            }
            Step::Conditional(parts) => self.conditional(parts),
            Step::Comprehension(comprehension) => {
                if let Loop::Fold(fold) = &comprehension.body {
                    let range = self.value(&comprehension.range)?;
                    self.fold(comprehension, &range, fold)
                } else {
                    let truth = self.truth_of_step(step);
                    self.outcome(truth)
                }
            }
            Step::In(call_cost, operands) => self.contains(*call_cost, operands),
            Step::Arithmetic(operator, call_cost, operands) => self.arithmetic(*operator, *call_cost, operands),
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
            Step::Wrapper(wrapper) => self.wrapper(wrapper),
            Step::Append(accumulator, list_cost, element) => self.append(*accumulator, *list_cost, element),
            Step::Insert(accumulator, entry) => self.insert(*accumulator, entry),
            Step::InsertAll(accumulator, entries) => self.insert_all(*accumulator, entries),
            Step::Constant(value) => Ok(borrowed(value)),
            Step::Attribute(attribute) => self.attribute(attribute, 0),
        }
    }
}

/// Converts a constant of the plan to a value that borrows its strings.
#[inline]
fn borrowed<'a>(value: &'a Value<'static>) -> Value<'a> {
    match value {
        Value::String(text) => Value::text(text),
        value => value.clone(),
    }
}

/// Returns `true` if the error stops the evaluation and no operator can absorb it.
#[inline]
fn is_final(error: &EvaluationError) -> bool {
    error.is_final()
}
