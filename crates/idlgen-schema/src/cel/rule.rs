//! Compiles the rules of a schema node, with the results and messages of the API server.

use std::sync::Arc;

use idlgen_cel::{CompileError, Compiled, DeclType, Environment, Type, Variables, compile};
use idlgen_runtime::cel::{Environment as Runtime, Plan, PlanError, program::Program};
use thiserror::Error;

use crate::schema::ValidationRule;

/// The name of the type of `self` in messages. An API server appends a number to it.
pub(super) const SELF_TYPE: &str = "selfType";

/// Compiles the rules of one schema node.
#[derive(Clone, Debug)]
pub struct RuleCompiler<'a> {
    environment: &'a Environment,
    variables: Variables,
    optional: Variables,
}

/// A rule that compiles, with the program that evaluates it.
#[derive(Clone, Debug)]
pub struct CompiledRule {
    /// The compiled expression.
    pub rule: Compiled,
    /// The program to evaluate.
    pub(super) program: Program,
    /// Maximum cost of one evaluation.
    pub max_cost: u64,
    /// `true` if the rule refers to `oldSelf`.
    pub uses_old_self: bool,
    /// The compiled `messageExpression`, if the rule has one.
    pub message_expression: Option<Result<MessageExpression, RuleError>>,
}

/// A compiled `messageExpression`.
#[derive(Clone, Debug)]
pub struct MessageExpression {
    /// The compiled expression.
    pub expression: Compiled,
    /// The program to evaluate.
    pub(super) program: Program,
    /// Maximum cost of one evaluation.
    pub max_cost: u64,
}

pub(super) struct Programs {
    pub(super) rule: Program,
    /// The program of the `messageExpression`, if the rule has one.
    pub(super) message_expression: Option<Result<Program, RuleError>>,
}

/// A rule error, with the message of the API server.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum RuleError {
    /// The expression does not compile.
    #[error("{}compilation failed: {error}", if *message_expression { "messageExpression " } else { "" })]
    Compilation {
        /// The error with its position.
        error: CompileError,
        /// `true` for the `messageExpression`.
        message_expression: bool,
    },
    /// The result type of the rule is not bool.
    #[error("cel expression must evaluate to a bool")]
    NotBool {
        /// The actual type.
        found: Type,
    },
    /// The result type of the `messageExpression` is not string.
    #[error("messageExpression must evaluate to a string")]
    NotString {
        /// The actual type.
        found: Type,
    },
    /// The expression compiles, but evaluating a constant part of it always fails: `int("abc")`, or an invalid regular
    /// expression.
    #[error(
        "{} instantiation failed: {}",
        if *message_expression { "messageExpression" } else { "program" },
        error.error
    )]
    Instantiation {
        /// The error with its position.
        error: PlanError,
        /// `true` for the `messageExpression`.
        message_expression: bool,
    },
}

impl Programs {
    pub(super) fn of(compiled: &CompiledRule) -> Self {
        let message = compiled.message_expression.as_ref();
        Programs {
            rule: compiled.program.clone(),
            message_expression: message.map(|message| match message {
                Ok(message) => Ok(message.program.clone()),
                Err(error) => Err(error.clone()),
            }),
        }
    }
}

impl<'a> RuleCompiler<'a> {
    /// Creates a compiler for rules on values of a declared type.
    pub fn new(environment: &'a Environment, declared: &Arc<DeclType>) -> Self {
        let variables = |optional| Variables::of_rule(environment.version(), Arc::clone(declared), optional, SELF_TYPE);
        Self { environment, variables: variables(false), optional: variables(true) }
    }

    /// Returns the declarations of `self` and `oldSelf`, which is optional if the rule has `optionalOldSelf`.
    pub fn variables(&self, rule: &ValidationRule) -> &Variables {
        if rule.optional_old_self == Some(true) { &self.optional } else { &self.variables }
    }

    /// Compiles a rule. Returns `None` if its expression is empty, which is reported elsewhere.
    pub fn compile(&self, rule: &ValidationRule) -> Option<Result<CompiledRule, RuleError>> {
        if rule.rule.trim().is_empty() {
            return None;
        }
        Some(self.compile_rule(rule))
    }

    fn compile_rule(&self, rule: &ValidationRule) -> Result<CompiledRule, RuleError> {
        let (compiled, program) = self.checked_rule(rule)?;
        let max_cost = compiled.cost(self.environment, self.variables(rule)).max;
        let message_expression = self.message_expression(rule);
        let uses_old_self = compiled.refers_to("oldSelf");
        Ok(CompiledRule { rule: compiled, program, max_cost, uses_old_self, message_expression })
    }

    /// Compiles a rule and its `messageExpression` for evaluation, without estimating their costs. Returns `None` if
    /// the expression of the rule is empty.
    pub(super) fn programs(&self, rule: &ValidationRule) -> Option<Result<Programs, RuleError>> {
        if rule.rule.trim().is_empty() {
            return None;
        }
        let programs = self.checked_rule(rule).map(|(_, rule_program)| {
            let text = rule.message_expression.as_deref().filter(|text| !text.is_empty());
            let message = text.map(|text| self.checked_message_expression(text, self.variables(rule)));
            Programs {
                rule: rule_program,
                message_expression: message.map(|checked| checked.map(|(_, program)| program)),
            }
        });
        Some(programs)
    }

    fn checked_rule(&self, rule: &ValidationRule) -> Result<(Compiled, Program), RuleError> {
        let compiled = compile(&rule.rule, self.environment, self.variables(rule))
            .map_err(|error| RuleError::Compilation { error, message_expression: false })?;
        if compiled.result_type() != &Type::Bool {
            return Err(RuleError::NotBool { found: compiled.result_type().clone() });
        }
        let program = self.instantiate(&compiled, false)?;
        Ok((compiled, program))
    }

    /// Compiles the `messageExpression` of a rule, if it has one. The rule itself need not compile.
    pub fn message_expression(&self, rule: &ValidationRule) -> Option<Result<MessageExpression, RuleError>> {
        let text = rule.message_expression.as_deref().filter(|text| !text.is_empty())?;
        Some(self.compile_message_expression(text, self.variables(rule)))
    }

    fn compile_message_expression(&self, text: &str, variables: &Variables) -> Result<MessageExpression, RuleError> {
        let (expression, program) = self.checked_message_expression(text, variables)?;
        let max_cost = expression.cost(self.environment, variables).max;
        Ok(MessageExpression { expression, program, max_cost })
    }

    fn checked_message_expression(&self, text: &str, variables: &Variables) -> Result<(Compiled, Program), RuleError> {
        let expression = compile(text, self.environment, variables)
            .map_err(|error| RuleError::Compilation { error, message_expression: true })?;
        if expression.result_type() != &Type::String {
            return Err(RuleError::NotString { found: expression.result_type().clone() });
        }
        let program = self.instantiate(&expression, true)?;
        Ok((expression, program))
    }

    /// Returns the program if it can be prepared for evaluation.
    fn instantiate(&self, compiled: &Compiled, message_expression: bool) -> Result<Program, RuleError> {
        let runtime = Runtime::new(self.environment.version().minor());
        let program = compiled.program();
        match Plan::new(&program, &["self", "oldSelf"], runtime) {
            Ok(_) => Ok(program),
            Err(error) => Err(RuleError::Instantiation { error, message_expression }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use idlgen_cel::{DeclKind, Version};

    fn compiled(rule: &ValidationRule) -> Option<Result<CompiledRule, RuleError>> {
        let environment = Environment::new(Version::default());
        let string = Arc::new(DeclType { kind: DeclKind::String, max_elements: 40, min_serialized_size: 2 });
        RuleCompiler::new(&environment, &string).compile(rule)
    }

    fn text(rule: &str) -> String {
        match compiled(&ValidationRule { rule: rule.to_owned(), ..ValidationRule::default() }) {
            None => "blank".to_owned(),
            Some(Ok(rule)) => format!("{}{}", rule.max_cost, if rule.uses_old_self { " old" } else { "" }),
            Some(Err(error)) => error.to_string(),
        }
    }

    #[test]
    fn rules() {
        assert_eq!(text(" "), "blank");
        assert_eq!(text("self.contains('x')"), "5");
        assert_eq!(text("self == oldSelf"), "6 old");
        assert_eq!(
            text("self == string(int('abc'))"),
            "program instantiation failed: type conversion error from 'string' to 'int'"
        );
        assert_eq!(text("self.size()"), "cel expression must evaluate to a bool");
        assert_eq!(
            text("self.b"),
            "compilation failed: ERROR: <input>:1:5: type 'string' does not support field selection\n | self.b\n | \
             ....^"
        );
    }

    #[test]
    fn message_expressions() {
        let message = |text: &str| {
            let rule = ValidationRule {
                rule: "true".to_owned(),
                message_expression: Some(text.to_owned()),
                ..ValidationRule::default()
            };
            match compiled(&rule).and_then(Result::ok).and_then(|rule| rule.message_expression) {
                Some(Err(error)) => error.to_string(),
                Some(Ok(message)) => message.max_cost.to_string(),
                None => String::new(),
            }
        };
        assert_eq!(message("self + '!'"), "6");
        assert_eq!(message("1"), "messageExpression must evaluate to a string");
    }
}
