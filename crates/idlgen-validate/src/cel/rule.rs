//! Compiling the rules of a schema node, with the API server's verdicts and texts.

use std::sync::Arc;

use idlgen_cel::{CompileError, Compiled, DeclType, Environment, Type, Variables, compile};
use idlgen_runtime::cel::{Environment as Runtime, Plan, PlanError, program::Program};
use thiserror::Error;

use crate::schema::ValidationRule;

/// What the type of `self` is called in messages; an API server adds a number of its own.
pub(super) const SELF_TYPE: &str = "selfType";

/// Compiles the rules of one schema node.
#[derive(Clone, Debug)]
pub struct RuleCompiler<'a> {
    environment: &'a Environment,
    variables: Variables,
    optional: Variables,
}

/// A rule that compiled.
#[derive(Clone, Debug)]
pub struct CompiledRule {
    /// The rule.
    pub rule: Compiled,
    /// What is run.
    pub(super) program: Program,
    /// The most that one evaluation of the rule costs.
    pub max_cost: u64,
    /// Does the rule refer to `oldSelf`?
    pub uses_old_self: bool,
    /// `messageExpression`, if there is one.
    pub message_expression: Option<Result<MessageExpression, RuleError>>,
}

/// A `messageExpression` that compiled.
#[derive(Clone, Debug)]
pub struct MessageExpression {
    /// The expression.
    pub expression: Compiled,
    /// What is run.
    pub(super) program: Program,
    /// The most that one evaluation costs.
    pub max_cost: u64,
}

/// What is run of a rule.
pub(super) struct Programs {
    /// The rule.
    pub(super) rule: Program,
    /// `messageExpression`, if there is one.
    pub(super) message_expression: Option<Result<Program, RuleError>>,
}

/// Why a rule is refused, in the API server's words.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum RuleError {
    /// It does not compile.
    #[error("{}compilation failed: {error}", if *message_expression { "messageExpression " } else { "" })]
    Compilation {
        /// Where and why.
        error: CompileError,
        /// Is it the `messageExpression`?
        message_expression: bool,
    },
    /// The rule is of another type than bool.
    #[error("cel expression must evaluate to a bool")]
    NotBool {
        /// Of this one.
        found: Type,
    },
    /// The `messageExpression` is of another type than string.
    #[error("messageExpression must evaluate to a string")]
    NotString {
        /// Of this one.
        found: Type,
    },
    /// It compiles, but a constant part of it always fails: `int("abc")`, or a regular expression that is none.
    #[error(
        "{} instantiation failed: {}",
        if *message_expression { "messageExpression" } else { "program" },
        error.error
    )]
    Instantiation {
        /// Where and why.
        error: PlanError,
        /// Is it the `messageExpression`?
        message_expression: bool,
    },
}

impl Programs {
    /// Those of a rule that compiled.
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
    /// For rules on values of the type that a schema declares.
    pub fn new(environment: &'a Environment, declared: &Arc<DeclType>) -> Self {
        let variables = |optional| Variables::of_rule(environment.version(), Arc::clone(declared), optional, SELF_TYPE);
        Self { environment, variables: variables(false), optional: variables(true) }
    }

    /// The variables of a rule.
    pub fn variables(&self, rule: &ValidationRule) -> &Variables {
        if rule.optional_old_self == Some(true) { &self.optional } else { &self.variables }
    }

    /// Compiles a rule; none if it is blank, which is another error.
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

    /// The programs of a rule and of its `messageExpression`, for whoever runs them and does not ask what they may
    /// cost; none if the rule is blank.
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

    /// Compiles the `messageExpression` of a rule, if it has one, whether or not the rule compiles.
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

    /// The program, if it can be made ready to be evaluated.
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
