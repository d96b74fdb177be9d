//! `idlgen cel`

use std::path::Path;
use std::sync::Arc;

use idlgen_cel::{Compiled, Environment, Issue, Source, Variables, Version, compile, display};
use idlgen_runtime::cel::{self, CostTracker, EvaluationError, Plan, Shape, Value};
use idlgen_runtime::value::Value as _;
use idlgen_validate::cel::{decl_type, resource_decl_type, shape};
use idlgen_validate::{Definitions, Schema, engine::ZeroMode};
use idlgen_yaml::{Limits, ProblemKind, load};
use serde_json::Value as Json;

use super::preparation::read_text;
use crate::cli::{
    Exit,
    arguments::{CelCommand, CelEvalArguments, CelExpressionArguments},
    terminal::Terminal,
};

/// What the type of `self` is called in messages.
const SELF_TYPE: &str = "selfType";

/// Checks, prices or evaluates an expression.
pub(crate) fn run(command: &CelCommand, terminal: &mut Terminal) -> Exit {
    let outcome = match command {
        CelCommand::Check(arguments) => Expression::new(arguments)
            .and_then(|expression| Ok(format!("{}\n", expression.compile()?.result_type().full_name()))),
        CelCommand::Cost(arguments) => Expression::new(arguments).and_then(|expression| {
            let cost = expression.compile()?.cost(&expression.environment, &expression.variables);
            Ok(format!("{} to {}\n", cost.min, cost.max))
        }),
        CelCommand::Eval(arguments) => {
            Expression::new(&arguments.expression).and_then(|expression| expression.evaluate(arguments))
        }
    };
    match outcome {
        Ok(text) => {
            terminal.out(&text);
            Exit::Clean
        }
        Err(Failure::Finding(text)) => {
            terminal.out(&format!("{text}\n"));
            Exit::Findings
        }
        Err(Failure::Environment(text)) => {
            terminal.fatal(&text);
            Exit::Environment
        }
    }
}

/// Why there is no answer.
enum Failure {
    /// The expression is wrong, or has no value.
    Finding(String),
    /// A file cannot be read.
    Environment(String),
}

/// An expression and what it is about.
struct Expression<'a> {
    text: &'a str,
    environment: Environment,
    variables: Variables,
    shape: Option<Shape>,
}

impl<'a> Expression<'a> {
    fn new(arguments: &'a CelExpressionArguments) -> Result<Self, Failure> {
        let minor = arguments.kubernetes_version.unwrap_or(35);
        let environment = Environment::new(Version::new(u8::try_from(minor).unwrap_or(u8::MAX)));
        let Some(file) = &arguments.schema else {
            return Ok(Self { text: &arguments.expression, environment, variables: Variables::none(), shape: None });
        };
        let (schema, problems) = Schema::from_json(&read(file)?);
        if let Some(problem) = problems.first() {
            return Err(Failure::Environment(format!("{}: {problem}", file.display())));
        }
        let definitions = Definitions::default();
        let convert = if arguments.resource { resource_decl_type } else { decl_type };
        let Some(declared) = convert(&schema, &definitions, environment.version()) else {
            let text = format!("{}: rules cannot see values of this schema, because it has no type", file.display());
            return Err(Failure::Environment(text));
        };
        let optional = arguments.optional_old_self;
        let variables = Variables::of_rule(environment.version(), Arc::new(declared), optional, SELF_TYPE);
        let shape = Shape::new(shape(&schema, &definitions, arguments.resource, ZeroMode::Crd));
        Ok(Self { text: &arguments.expression, environment, variables, shape: Some(shape) })
    }

    fn compile(&self) -> Result<Compiled, Failure> {
        compile(self.text, &self.environment, &self.variables).map_err(|error| Failure::Finding(error.to_string()))
    }

    fn evaluate(&self, arguments: &CelEvalArguments) -> Result<String, Failure> {
        let compiled = self.compile()?;
        let environment = cel::Environment::new(self.environment.version().minor());
        let plan = Plan::new(&compiled.program(), &["self", "oldSelf"], environment)
            .map_err(|error| Failure::Finding(error.to_string()))?;
        let object = arguments.object.as_deref().map(read).transpose()?;
        let old = arguments.old.as_deref().map(read).transpose()?;
        let shape = self.shape.as_ref().unwrap_or(Shape::dynamic());
        let mut variables = Vec::new();
        if let Some(object) = &object {
            variables.push(Value::of_data(object.as_value(), shape).map_err(|error| self.failure(&error))?);
        }
        if let Some(old) = &old {
            let old = Value::of_data(old.as_value(), shape).map_err(|error| self.failure(&error))?;
            let is_optional = arguments.expression.optional_old_self;
            variables.push(if is_optional { Value::some(old) } else { old });
        } else if object.is_some() && arguments.expression.optional_old_self {
            variables.push(Value::NONE);
        }
        let mut cost = CostTracker::default();
        let value = plan.evaluate(&variables, &mut cost).map_err(|error| self.failure(&error))?;
        Ok(format!("{value}\ntype {}, cost {}\n", compiled.result_type().full_name(), cost.cost()))
    }

    /// The error, with a mark under its place.
    fn failure(&self, error: &EvaluationError) -> Failure {
        let issue = Issue { message: error.to_string(), position: error.position(), subject: None };
        Failure::Finding(display(&Source::new(self.text), &[issue]))
    }
}

/// The one document of a YAML or JSON file.
fn read(path: &Path) -> Result<Json, Failure> {
    let text = read_text(path).map_err(Failure::Environment)?;
    let documents = load(&text, &Limits::default());
    let problems = documents.iter().flat_map(|document| &document.problems);
    if let Some(problem) = problems.into_iter().find(|problem| problem.kind != ProblemKind::DuplicateKey) {
        return Err(Failure::Environment(format!("{}: {}", path.display(), problem.message)));
    }
    let root = documents.into_iter().find_map(|document| document.root);
    Ok(root.map_or(Json::Null, |root| root.to_json()))
}
