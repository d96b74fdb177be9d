//! Prepares rules (`x-kubernetes-validations`) for evaluation. Converts the results of their expressions to errors, for
//! the schema engine and for generated validators.

mod check;
mod lazy;
mod message;
mod unchanged;

use std::sync::Arc;

pub use lazy::LazyRule;
pub use unchanged::unchanged;

use super::{
    Environment, Plan, Shape,
    program::{PackedProgram, Program, Sequence, Text},
};
use crate::field::{Element, ErrorType};

/// The variables of a rule, in the order of their values.
const VARIABLES: &[&str] = &["self", "oldSelf"];

/// A rule as plain data, which generated code can define as a constant.
#[derive(Clone, Debug)]
pub struct RuleData<P = Program> {
    /// The expression.
    pub rule: P,
    /// The value of `message`.
    pub message: Option<Text>,
    /// The compiled `messageExpression`.
    pub message_expression: Option<P>,
    /// The value of `reason`. The default is [`Invalid`](ErrorType::Invalid).
    pub reason: ErrorType,
    /// The value of `fieldPath`, parsed.
    pub field_path: Sequence<Element<Text>>,
    /// The value of `optionalOldSelf`.
    pub optional_old_self: bool,
    /// `true` if another rule of the same schema uses `oldSelf`. In this case, a `messageExpression` may use it, too.
    pub is_beside_transition_rule: bool,
    /// The `type` of the schema with the rule, or empty if the schema has no type.
    pub self_type: Text,
}

impl RuleData<PackedProgram> {
    /// Unpacks the expressions.
    fn unpack(&self) -> RuleData {
        RuleData {
            rule: self.rule.unpack(),
            message: self.message.clone(),
            message_expression: self.message_expression.as_ref().map(PackedProgram::unpack),
            reason: self.reason,
            field_path: self.field_path.clone(),
            optional_old_self: self.optional_old_self,
            is_beside_transition_rule: self.is_beside_transition_rule,
            self_type: self.self_type.clone(),
        }
    }
}

/// A rule prepared for evaluation. Build it once and run it repeatedly, from any thread.
#[derive(Debug)]
pub struct Rule {
    data: RuleData,
    uses_old_self: bool,
    state: State,
}

#[derive(Debug)]
enum State {
    Ready {
        shape: Arc<Shape>,
        plan: Plan,
        message: Option<Plan>,
    },
    /// The rule is invalid. This is the error detail for every value to which it applies.
    Refused(String),
}

impl Rule {
    /// Prepares a rule. `shape` is the CEL value type of the values to which the rule applies.
    pub fn new(data: RuleData, shape: Arc<Shape>, environment: Environment) -> Self {
        let state = match Plan::new(&data.rule, VARIABLES, environment) {
            Ok(plan) => {
                let message = data.message_expression.as_ref();
                State::Ready {
                    shape,
                    plan,
                    message: message.and_then(|text| Plan::new(text, VARIABLES, environment).ok()),
                }
            }
            Err(error) => State::Refused(format!("rule compile error: {error}")),
        };
        Rule { uses_old_self: data.rule.refers_to("oldSelf"), data, state }
    }

    /// Creates a rule that cannot be evaluated. Every value to which it applies gets an error with this detail.
    pub fn refused(self_type: impl Into<Text>, detail: impl Into<String>) -> Self {
        let rule = Program {
            source: "".into(),
            nodes: [].as_slice().into(),
            types: [].as_slice().into(),
            root: super::program::NodeId(0),
        };
        let data = RuleData {
            rule,
            message: None,
            message_expression: None,
            reason: ErrorType::Invalid,
            field_path: [].as_slice().into(),
            optional_old_self: false,
            is_beside_transition_rule: false,
            self_type: self_type.into(),
        };
        Rule { data, uses_old_self: false, state: State::Refused(detail.into()) }
    }

    /// Returns `true` if the rule applies only to updates: it uses `oldSelf` without `optionalOldSelf`.
    pub fn is_transition(&self) -> bool {
        self.uses_old_self && !self.data.optional_old_self
    }

    /// Returns the CEL value type of the values to which the rule applies.
    fn shape(&self) -> &Shape {
        match &self.state {
            State::Ready { shape, .. } => shape,
            State::Refused(_) => Shape::dynamic(),
        }
    }
}
