//! The command `idlgen cel`.

mod inferred;
mod input;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::{Args, Parser, Subcommand, ValueHint};
use idlgen_cel::{
    Compiled, DeclKind, DeclType, Environment, Issue, Source, Type, Variables, Version, compile, display,
};
use idlgen_runtime::cel::{self, CostTracker, EvaluationError, Plan, Shape, Value};
use idlgen_runtime::value::Value as _;
use idlgen_validate::cel::{decl_type, resource_decl_type, shape};
use idlgen_validate::{
    Definitions, Schema, ZeroMode,
    schema::{Recursion, fit_resource, is_resource, structural},
};
use serde_json::Value as Json;

use super::{
    command::Run,
    go_packages::go_packages,
    preparation::{apply, exit_of, has_errors, read_text, session, standard_input},
};
use crate::{
    cli::{
        Exit,
        arguments::{FetchArguments, GlobalArguments, package},
        flags::{Expressions, Flags},
        terminal::Terminal,
    },
    diag::{nearest, render::Format},
    objects,
    session::Purpose,
    settings::Settings,
};

/// The formats of results. The others list findings in files.
const FORMATS: [Format; 3] = [Format::Full, Format::Short, Format::Json];

/// The name of the type of `self` in messages.
const SELF_TYPE: &str = "selfType";

/// Check or evaluate a CEL validation rule, or estimate its cost.
#[derive(Debug, Parser)]
#[command(name = "cel")]
pub(super) struct Cel {
    #[command(subcommand)]
    command: CelCommand,
}

/// The commands for an expression.
#[derive(Debug, Subcommand)]
enum CelCommand {
    /// Print the type of an expression, or its errors.
    Check(CelExpressionArguments),
    /// Print the minimum and maximum cost that an API server estimates.
    Cost(CelExpressionArguments),
    /// Evaluate an expression; print its value, type and cost.
    Eval(CelEvalArguments),
}

/// An expression and its input.
#[derive(Debug, Args)]
struct CelExpressionArguments {
    /// The expression, such as 'self.replicas <= 10'.
    ///
    /// `@FILE` reads it from a file, `-` from standard input.
    #[arg(value_name = "EXPRESSION", allow_hyphen_values = true)]
    expression: String,

    /// Read the type of `self` from a schema or CustomResourceDefinition.
    ///
    /// The file is YAML or JSON. Without a type or a value, the expression cannot use `self`.
    #[arg(long, visible_alias = "crd", value_name = "FILE", value_hint = ValueHint::FilePath)]
    #[arg(conflicts_with = "packages")]
    schema: Option<PathBuf>,

    /// Select the version of the CRD [default: the storage version].
    #[arg(long, value_name = "NAME", requires = "schema")]
    crd_version: Option<String>,

    /// Read the type of `self` from a Go package.
    ///
    /// The package is a directory, an import path or a pattern. May be repeated.
    #[arg(long = "go", value_name = "PACKAGE", value_parser = package(), requires = "type_name")]
    packages: Vec<String>,

    /// Select the Go type of `self`.
    #[arg(long = "type", value_name = "NAME", requires = "packages")]
    type_name: Option<String>,

    /// Treat the schema as the root of a custom resource.
    ///
    /// Rules can then access apiVersion, kind, metadata.name and metadata.generateName.
    #[arg(long, requires = "schema")]
    resource: bool,

    /// Make `oldSelf` an optional value, as optionalOldSelf does.
    #[arg(long)]
    optional_old_self: bool,

    #[command(flatten)]
    fetching: FetchArguments,

    #[command(flatten)]
    settings: Flags<Expressions>,
}

/// An expression and its values.
#[derive(Debug, Args)]
struct CelEvalArguments {
    #[command(flatten)]
    expression: CelExpressionArguments,

    /// Read the value of `self` from a YAML or JSON file.
    ///
    /// Without a schema, types are inferred from the value.
    #[arg(long = "self", value_name = "FILE", value_hint = ValueHint::FilePath)]
    object: Option<PathBuf>,

    /// Read the value of `oldSelf` from a YAML or JSON file.
    #[arg(long = "old-self", value_name = "FILE", requires = "object", value_hint = ValueHint::FilePath)]
    old: Option<PathBuf>,
}

impl Run for Cel {
    fn run(self, global: &GlobalArguments, terminal: &mut Terminal) -> Exit {
        run(&self.command, global, terminal)
    }
}

/// Checks or evaluates an expression, or estimates its cost.
fn run(command: &CelCommand, global: &GlobalArguments, terminal: &mut Terminal) -> Exit {
    let format = global.message_format;
    if !FORMATS.contains(&format) {
        let names: Vec<&str> =
            Format::NAMES.iter().filter(|(_, one)| FORMATS.contains(one)).map(|(name, _)| *name).collect();
        let names = names.join(", ");
        terminal.fatal(&format!("`cel` prints a result and not findings; use one of these --message-format: {names}"));
        return Exit::Environment;
    }
    let is_json = format == Format::Json;
    // The result is data. Diagnostics about Go packages are not part of it.
    terminal.output_is_data = true;
    let show = |text: String| if is_json { terminal.json(text) } else { terminal.out(&text) };
    let arguments = match command {
        CelCommand::Check(arguments) | CelCommand::Cost(arguments) => arguments,
        CelCommand::Eval(arguments) => &arguments.expression,
    };
    let mut value = None;
    let outcome = subject(arguments, global, terminal).and_then(|mut subject| {
        if let CelCommand::Eval(CelEvalArguments { object: Some(file), .. }) = command {
            let object = input::value(file, subject.as_ref().and_then(|subject| subject.kind.as_deref()))
                .map_err(Failure::Environment)?;
            subject = subject.or_else(|| inferred_subject(&object, file, arguments.resource));
            value = Some(object);
        }
        let mut settings = Settings::default();
        apply(&arguments.settings.given, &mut settings, terminal).map_err(Failure::Shown)?;
        let expression = Expression::new(arguments, &settings, subject, value.is_some())?;
        match command {
            CelCommand::Check(_) => expression.check(),
            CelCommand::Cost(_) => expression.cost(),
            CelCommand::Eval(arguments) => expression.evaluate(arguments, value.as_ref()),
        }
    });
    match outcome {
        Ok(answer) => {
            show(if is_json { answer.to_json() } else { answer.text });
            Exit::Clean
        }
        Err(Failure::Finding { text, issues, help }) => {
            let found = match format {
                Format::Json => errors_as_json(&issues),
                Format::Short => errors_as_lines(&text, &arguments.expression),
                _ => text,
            };
            show(format!("{found}\n"));
            let advice = advice(&issues, matches!(command, CelCommand::Eval(_))).map(str::to_owned);
            if let Some(advice) = advice.or(help) {
                terminal.status(&advice);
            }
            Exit::Findings
        }
        Err(Failure::Environment(text)) => {
            terminal.fatal(&text);
            Exit::Environment
        }
        Err(Failure::Shown(exit)) => exit,
    }
}

/// The reason why there is no result.
enum Failure {
    /// The expression is invalid, or has no value.
    Finding {
        /// The API server's message.
        text: String,
        issues: Vec<Issue>,
        /// The advice, if any.
        help: Option<String>,
    },
    /// A file is unreadable.
    Environment(String),
    /// The error that has already been reported.
    Shown(Exit),
}

impl Failure {
    /// Creates an error that refers to the entire expression.
    fn of_all(message: String) -> Self {
        let issue = Issue { message: message.clone(), position: None, subject: None };
        Failure::Finding { text: message, issues: vec![issue], help: None }
    }

    fn environment(error: impl std::fmt::Display) -> Self {
        Failure::Environment(error.to_string())
    }
}

/// The result of checking, evaluating or estimating an expression.
struct Answer {
    text: String,
    members: Vec<(&'static str, Json)>,
}

impl Answer {
    /// Formats a single line with the members in order.
    fn to_json(&self) -> String {
        let members: Vec<String> =
            self.members.iter().map(|(name, value)| format!("{}:{value}", Json::from(*name))).collect();
        format!("{{{}}}\n", members.join(","))
    }
}

/// Formats the server's errors like other commands in this format: without the source, and with the name of the file.
fn errors_as_lines(text: &str, expression: &str) -> String {
    let file = expression.strip_prefix('@').unwrap_or("<input>");
    let lines = text.lines().filter(|line| !line.starts_with(" | "));
    let line = |line: &str| match line.strip_prefix("ERROR: <input>:").map(|line| line.split_once(": ")) {
        Some(Some((position, message))) => format!("{file}:{position}: error: {message}"),
        _ => line.to_owned(),
    };
    lines.map(line).collect::<Vec<_>>().join("\n")
}

fn errors_as_json(issues: &[Issue]) -> String {
    let one = |issue: &Issue| {
        let position = issue.position.map_or(Json::Null, Json::from);
        format!("{{\"message\":{},\"position\":{position}}}", Json::from(issue.message.as_str()))
    };
    format!("{{\"errors\":[{}]}}", issues.iter().map(one).collect::<Vec<_>>().join(","))
}

/// Returns the flags that declare the names in the expression.
fn advice(issues: &[Issue], evaluates: bool) -> Option<&'static str> {
    let is_about = |name: &str| {
        let is_undefined = |issue: &Issue| match &issue.subject {
            Some(idlgen_cel::Subject::Name(known)) => known == name,
            _ => issue.message == format!("no such attribute(s): {name}"),
        };
        issues.iter().any(is_undefined)
    };
    Some(match (is_about("self"), is_about("oldSelf"), evaluates) {
        (true, _, true) => {
            "help: set the value of `self` with `--self FILE`, and its type with `--schema FILE` or `--go PACKAGE \
             --type NAME`"
        }
        (true, _, false) => "help: set the type of `self` with `--schema FILE` or `--go PACKAGE --type NAME`",
        (_, true, true) => "help: set the value of `oldSelf` with `--old-self FILE`",
        (_, true, false) => "help: set the type of `oldSelf` with `--schema FILE` or `--go PACKAGE --type NAME`",
        _ => return None,
    })
}

/// Infers the type of `self` from its value. Returns `None` if a part has no unique type.
fn inferred_subject(object: &Json, file: &Path, is_resource: bool) -> Option<Subject> {
    let (schema, _) = Schema::from_json(&inferred::schema(object)?);
    Some(Subject { schema, is_resource, name: file.display().to_string(), kind: None })
}

/// The type of `self`.
struct Subject {
    schema: Schema,
    is_resource: bool,
    /// Its name in messages.
    name: String,
    /// The kind that the CRD defines, if it comes from a CRD.
    kind: Option<String>,
}

/// Returns the schema of `self` from a file or a Go type, or `None` if there is no `self`.
fn subject(
    arguments: &CelExpressionArguments,
    global: &GlobalArguments,
    terminal: &Terminal,
) -> Result<Option<Subject>, Failure> {
    if let Some(name) = &arguments.type_name {
        return go_type(arguments, name, global, terminal).map(Some);
    }
    let Some(file) = &arguments.schema else { return Ok(None) };
    let document = input::schema(file).map_err(Failure::Environment)?;
    let name = file.display().to_string();
    let is_definition = input::is_definition(&document);
    let found = if is_definition {
        version_of(&document, arguments.crd_version.as_deref()).ok_or_else(|| {
            let version = arguments.crd_version.as_deref().map_or_else(String::new, |version| format!(" `{version}`"));
            let versions: Vec<&str> = document
                .pointer("/spec/versions")
                .and_then(Json::as_array)
                .into_iter()
                .flatten()
                .filter_map(|version| version.get("name")?.as_str())
                .collect();
            Failure::Environment(format!(
                "{name}: the CRD has no version{version} with a schema; its versions: {}",
                versions.join(", ")
            ))
        })?
    } else {
        &document
    };
    let (schema, problems) = Schema::from_json(found);
    if let Some(problem) = problems.first() {
        return Err(Failure::Environment(format!("{name}: {problem}")));
    }
    let kind = document.pointer("/spec/names/kind").and_then(Json::as_str).filter(|_| is_definition);
    let is_resource = is_definition || arguments.resource;
    Ok(Some(Subject { schema, is_resource, name, kind: kind.map(str::to_owned) }))
}

/// Returns the schema of a CRD version: the named one, or the storage version.
fn version_of<'j>(definition: &'j Json, name: Option<&str>) -> Option<&'j Json> {
    let versions = definition.pointer("/spec/versions")?.as_array()?;
    let version = match name {
        Some(name) => versions.iter().find(|version| version.get("name").and_then(Json::as_str) == Some(name)),
        None => versions.iter().find(|version| version.get("storage") == Some(&Json::Bool(true))).or(versions.first()),
    };
    version?.pointer("/schema/openAPIV3Schema")
}

/// Returns the schema of a Go type in a CRD.
fn go_type(
    arguments: &CelExpressionArguments,
    name: &str,
    global: &GlobalArguments,
    terminal: &Terminal,
) -> Result<Subject, Failure> {
    let given = &arguments.settings.given;
    let (global, packages) = go_packages(&arguments.packages, global);
    let mut session = session(&global, given, &packages, arguments.fetching, terminal).map_err(Failure::Shown)?;
    let (reading, lowered) = session.read_for(Purpose::Objects);
    if has_errors(&reading.diagnostics) {
        terminal.diagnostics(&reading.diagnostics, &session.sources);
        return Err(Failure::Shown(exit_of(&reading.diagnostics)));
    }
    let id = objects::find_type(&reading.model, name).map_err(Failure::environment)?;
    let schema = lowered.schema_of(id).ok_or_else(|| Failure::Environment(format!("{name} has no schema")))?;
    let mut schema = structural(&schema, &lowered.definitions, Recursion::Cut).map_err(Failure::environment)?;
    let is_resource = arguments.resource || is_resource(&schema);
    fit_resource(&mut schema);
    Ok(Subject { schema, is_resource, name: name.to_owned(), kind: None })
}

/// An expression with its context.
struct Expression {
    text: String,
    environment: Environment,
    variables: Variables,
    shape: Option<Shape>,
    /// The type of `self`, if known.
    declared: Option<Arc<DeclType>>,
    /// The kind that the CRD defines, if `self` is its object.
    kind: Option<String>,
}

impl Expression {
    /// Creates the context. `has_value` is `true` if `self` has a value; then, without a schema, the types of its parts
    /// are dynamic.
    fn new(
        arguments: &CelExpressionArguments,
        settings: &Settings,
        subject: Option<Subject>,
        has_value: bool,
    ) -> Result<Self, Failure> {
        let minor = settings.kubernetes_minor;
        let mut environment = Environment::new(Version::new(u8::try_from(minor).unwrap_or(u8::MAX)));
        if settings.kep_4153_functions {
            environment = environment.with_proposed_functions();
        }
        let text = match (arguments.expression.as_str(), arguments.expression.strip_prefix('@')) {
            ("-", _) => standard_input().map_err(Failure::Environment)?.trim_end().to_owned(),
            (_, Some(file)) => read_text(Path::new(file)).map_err(Failure::Environment)?.trim_end().to_owned(),
            (text, None) => text.to_owned(),
        };
        let Some(Subject { schema, is_resource, name, kind }) = subject else {
            let mut variables = Variables::none();
            if has_value {
                let old = if arguments.optional_old_self { Type::optional(Type::Dyn) } else { Type::Dyn };
                variables = variables.with("self", Type::Dyn).with("oldSelf", old);
            }
            return Ok(Self { text, environment, variables, shape: None, declared: None, kind: None });
        };
        let definitions = Definitions::default();
        let convert = if is_resource { resource_decl_type } else { decl_type };
        let Some(declared) = convert(&schema, &definitions, environment.version()) else {
            let text = format!("{name}: rules cannot access values of this schema, because it has no type");
            return Err(Failure::Environment(text));
        };
        let optional = arguments.optional_old_self;
        let declared = Arc::new(declared);
        let variables = Variables::of_rule(environment.version(), Arc::clone(&declared), optional, SELF_TYPE);
        let shape = Shape::new(shape(&schema, &definitions, is_resource, ZeroMode::Crd));
        Ok(Self { text, environment, variables, shape: Some(shape), declared: Some(declared), kind })
    }

    fn check(&self) -> Result<Answer, Failure> {
        let of = self.compile()?.result_type().full_name();
        Ok(Answer { text: format!("{of}\n"), members: vec![("type", of.into())] })
    }

    fn cost(&self) -> Result<Answer, Failure> {
        let compiled = self.compile()?;
        let cost = compiled.cost(&self.environment, &self.variables);
        let text = format!("{} to {}\n", cost.min, cost.max);
        let members = vec![
            ("type", compiled.result_type().full_name().into()),
            ("minCost", cost.min.into()),
            ("maxCost", cost.max.into()),
        ];
        Ok(Answer { text, members })
    }

    fn compile(&self) -> Result<Compiled, Failure> {
        compile(&self.text, &self.environment, &self.variables).map_err(|error| {
            let help = error.issues.iter().find_map(|issue| self.field_advice(issue));
            Failure::Finding { text: error.to_string(), issues: error.issues, help }
        })
    }

    /// Returns the field that an unknown field probably means.
    fn field_advice(&self, issue: &Issue) -> Option<String> {
        let Some(idlgen_cel::Subject::Field { name, of: Type::Object(object) }) = &issue.subject else { return None };
        let declared = self.declared.as_ref()?.at(object.strip_prefix(SELF_TYPE)?)?;
        let DeclKind::Object(fields) = &declared.kind else { return None };
        nearest(name, fields.keys().map(|field| &**field)).map(|near| format!("help: use `{near}`"))
    }

    fn evaluate(&self, arguments: &CelEvalArguments, object: Option<&Json>) -> Result<Answer, Failure> {
        let compiled = self.compile()?;
        let environment = cel::Environment::new(self.environment.version().minor());
        let plan = Plan::new(&compiled.program(), &["self", "oldSelf"], environment)
            .map_err(|error| Failure::of_all(error.to_string()))?;
        let old = arguments.old.as_deref().map(|old| input::value(old, self.kind.as_deref())).transpose();
        let old = old.map_err(Failure::Environment)?;
        let shape = self.shape.as_ref().unwrap_or(Shape::dynamic());
        let mut variables = Vec::new();
        if let Some(object) = object {
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
        let of = compiled.result_type().full_name();
        let text = format!("{value}\ntype {of}, cost {}\n", cost.cost());
        Ok(Answer {
            text,
            members: vec![("value", value.to_string().into()), ("type", of.into()), ("cost", cost.cost().into())],
        })
    }

    /// Formats the error with a marker at its position.
    fn failure(&self, error: &EvaluationError) -> Failure {
        let issue = Issue { message: error.to_string(), position: error.position(), subject: None };
        let text = display(&Source::new(&self.text), std::slice::from_ref(&issue));
        Failure::Finding { text, issues: vec![issue], help: None }
    }
}
