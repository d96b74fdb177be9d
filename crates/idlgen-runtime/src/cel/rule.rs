//! Rules (`x-kubernetes-validations`), ready to be run on values: the one place where an answer of an expression
//! becomes an error, for the schema engine and for generated validators alike.

mod check;
mod lazy;
mod message;
mod unchanged;

use std::sync::Arc;

pub use lazy::LazyRule;
pub use unchanged::unchanged;

use super::{
    Environment, Plan, Shape,
    program::{Program, Sequence, Text},
};
use crate::field::{Element, ErrorType};

/// The variables of a rule, in the order in which their values are given.
const VARIABLES: &[&str] = &["self", "oldSelf"];

/// What a rule says, as plain data that generated code can write as a constant.
#[derive(Clone, Debug)]
pub struct RuleData {
    /// The expression.
    pub rule: Program,
    /// `message`.
    pub message: Option<Text>,
    /// `messageExpression`.
    pub message_expression: Option<Program>,
    /// `reason`: [`Invalid`](ErrorType::Invalid) unless the author says another.
    pub reason: ErrorType,
    /// `fieldPath`, taken apart.
    pub field_path: Sequence<Element<Text>>,
    /// `optionalOldSelf`.
    pub optional_old_self: bool,
    /// Whether a rule beside this one uses `oldSelf`: then a `messageExpression` may use it, too.
    pub is_beside_transition_rule: bool,
    /// `type` of the schema that the rule stands on; empty if it says none.
    pub self_type: Text,
}

/// A rule that is ready to be run. Make it once, run it often, from any thread.
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
    /// The detail of the error that takes the place of the rule's answer.
    Refused(String),
}

impl Rule {
    /// Makes a rule ready. `shape` is that of the value that it stands on.
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

    /// A rule that cannot be run: every value that it stands on gets an error with that detail.
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

    /// Whether the rule applies only to updates: it uses `oldSelf` and does not say `optionalOldSelf`.
    pub fn is_transition(&self) -> bool {
        self.uses_old_self && !self.data.optional_old_self
    }

    /// The shape of the value that the rule stands on.
    fn shape(&self) -> &Shape {
        match &self.state {
            State::Ready { shape, .. } => shape,
            State::Refused(_) => Shape::dynamic(),
        }
    }

    /// How errors of evaluation name the rule: by its message if it has one.
    fn text(&self) -> &str {
        match self.data.message.as_deref() {
            Some(message) if !message.is_empty() => message.trim(),
            _ => self.data.rule.source.trim(),
        }
    }
}
