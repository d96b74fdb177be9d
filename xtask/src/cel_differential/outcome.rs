//! The result of a case: of idlgen, and of the real libraries.

use idlgen_cel::{Environment, Variables, Version, compile};
use idlgen_runtime::{
    cel::{self, CostTracker, Plan, Shape, Value},
    value::Value as _,
};
use idlgen_validate::{
    Definitions, Schema, ZeroMode,
    cel::{RuleCompiler, decl_type, resource_decl_type, shape},
    schema::ValidationRule,
};
use serde_json::Value as Json;

use super::case::{Case, On};
use crate::{conformance::go_value, self_type::mask};

/// The result of a case. Missing strings are empty.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Outcome {
    compile_error: String,
    result_type: String,
    value: String,
    evaluation_error: String,
    cost: u64,
    least: u64,
    most: u64,
    uses_old_self: bool,
    message_error: String,
    message_most: u64,
}

impl Outcome {
    /// Reads the result of the oracle.
    pub(super) fn of_oracle(answer: &Json) -> Outcome {
        let text = |key: &str| answer[key].as_str().unwrap_or_default();
        let number = |key: &str| answer[key].as_u64().unwrap_or_default();
        Outcome {
            compile_error: mask(text("compile_error")),
            result_type: text("type").to_owned(),
            value: comparable_value(text("value")),
            evaluation_error: text("eval_error").to_owned(),
            cost: number("cost"),
            least: number("est_min"),
            most: number("est_max"),
            uses_old_self: answer["uses_old_self"] == true,
            message_error: mask(text("message_compile_error")),
            message_most: number("message_est_max"),
        }
    }

    /// Returns the result of idlgen.
    pub(crate) fn of(case: &Case) -> Outcome {
        let environment = Environment::new(Version::new(case.minor));
        match &case.on {
            None => Self::of_expression(case, &environment),
            Some(on) => Self::of_rule(case, on, &environment),
        }
    }

    /// Returns the panic of the Go program, if there was one. Costs up to then are ignored.
    pub(super) fn panic(&self) -> Option<&str> {
        self.evaluation_error.strip_prefix("internal error: ")
    }

    /// Returns the stage that the case reached, for the summary.
    pub(super) fn kind(&self) -> Kind {
        if !self.compile_error.is_empty() {
            Kind::NotCompiled
        } else if !self.evaluation_error.is_empty() {
            Kind::Failed
        } else {
            Kind::Value
        }
    }

    /// Returns `true` if it evaluated to a value.
    pub(crate) fn has_value(&self) -> bool {
        !self.value.is_empty()
    }

    fn not_compiled(error: &str) -> Outcome {
        Outcome { compile_error: mask(error), ..Outcome::default() }
    }

    fn of_expression(case: &Case, environment: &Environment) -> Outcome {
        let variables = Variables::none();
        let compiled = match compile(&case.rule, environment, &variables) {
            Ok(compiled) => compiled,
            Err(error) => return Self::not_compiled(&error.to_string()),
        };
        let result_type = compiled.result_type().full_name();
        let estimate = compiled.cost(environment, &variables);
        match Plan::new(&compiled.program(), &[], cel::Environment::new(case.minor)) {
            Err(error) => Outcome { result_type, ..Self::not_compiled(&error.to_string()) },
            Ok(plan) => {
                let outcome = Outcome { result_type, least: estimate.min, most: estimate.max, ..Outcome::default() };
                outcome.evaluated(&plan, &[])
            }
        }
    }

    fn of_rule(case: &Case, on: &On, environment: &Environment) -> Outcome {
        let (schema, _) = Schema::from_json(&on.schema);
        let convert = if on.is_resource { resource_decl_type } else { decl_type };
        let Some(declared) = convert(&schema, &Definitions::default(), environment.version()) else {
            return Self::not_compiled("no type");
        };
        let rule = ValidationRule {
            rule: case.rule.clone(),
            optional_old_self: on.optional_old_self.then_some(true),
            message_expression: on.message_expression.clone(),
            ..ValidationRule::default()
        };
        let declared = declared.into();
        let compiled = match RuleCompiler::new(environment, &declared).compile(&rule) {
            Some(Ok(compiled)) => compiled,
            Some(Err(error)) => return Self::not_compiled(&error.to_string()),
            None => return Self::not_compiled("blank"),
        };
        let plan = match Plan::new(&compiled.rule.program(), &["self", "oldSelf"], cel::Environment::new(case.minor)) {
            Ok(plan) => plan,
            Err(error) => return Self::not_compiled(&error.to_string()),
        };
        let mut outcome =
            Outcome { most: compiled.max_cost, uses_old_self: compiled.uses_old_self, ..Outcome::default() };
        match &compiled.message_expression {
            None => {}
            Some(Ok(message)) => {
                let plan =
                    Plan::new(&message.expression.program(), &["self", "oldSelf"], cel::Environment::new(case.minor));
                match plan {
                    Ok(_) => outcome.message_most = message.max_cost,
                    Err(error) => {
                        outcome.message_error = format!("messageExpression instantiation failed: {}", error.error);
                    }
                }
            }
            Some(Err(error)) => outcome.message_error = mask(&error.to_string()),
        }
        let shape = Shape::new(shape(&schema, &Definitions::default(), on.is_resource, ZeroMode::Crd));
        outcome.evaluated_on(&plan, on, &shape)
    }

    fn evaluated_on(self, plan: &Plan, on: &On, shape: &Shape) -> Outcome {
        let value = Value::of_data(on.object.as_value(), shape);
        let old = on.old.as_ref().map(|old| Value::of_data(old.as_value(), shape)).transpose();
        match (value, old) {
            (Ok(value), Ok(old)) => {
                let old = if on.optional_old_self { Some(old.map_or(Value::NONE, Value::some)) } else { old };
                self.evaluated(plan, &[&[value], old.as_slice()].concat())
            }
            (Err(error), _) | (_, Err(error)) => Outcome { evaluation_error: error.to_string(), ..self },
        }
    }

    fn evaluated(self, plan: &Plan, variables: &[Value<'_>]) -> Outcome {
        fn run<'a>(outcome: Outcome, plan: &'a Plan, variables: &[Value<'a>]) -> Outcome {
            let mut cost = CostTracker::default();
            match plan.evaluate(variables, &mut cost) {
                Ok(value) => {
                    let value = comparable_value(&go_value::print(&value));
                    Outcome { value, cost: cost.cost(), ..outcome }
                }
                Err(error) => Outcome { evaluation_error: error.to_string(), cost: cost.cost(), ..outcome },
            }
        }
        run(self, plan, variables)
    }
}

/// Replaces Go's text about the internals of a named format, and normalizes lists and maps, so that values can be
/// compared.
fn comparable_value(text: &str) -> String {
    // Go prints the address of a pointer, which differs between runs.
    let shows_format = text.contains("Format(") || text.contains(" 0x") || text.starts_with("kubernetes.NamedFormat");
    if shows_format { "of formats".to_owned() } else { go_value::normalized(text) }
}

/// The stage that a case reached.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    NotCompiled,
    Failed,
    Value,
}
