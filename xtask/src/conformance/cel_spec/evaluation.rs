//! The results of evaluation.

use idlgen_cel::{Environment, Type, Variables, Version, compile};
use idlgen_runtime::cel::{CostTracker, Environment as RunEnvironment, Plan, Value};
use serde_json::Value as Json;

use super::{
    super::{
        case::{Cases, Origin, Outcome},
        go_value,
        input::SuiteDirectory,
    },
    data::{is_same, type_of, value},
};

/// The version of Kubernetes for the cases: the newest, whose language is closest to the specification.
const MINOR: u8 = 37;

/// Files about extensions that API servers do not provide for rules.
const NOT_IN_KUBERNETES: &[&str] = &["bindings_ext", "block_ext", "encoders_ext", "math_ext"];

pub(super) fn run(folder: &SuiteDirectory, cases: &mut Cases) -> Result<(), String> {
    let environment = Environment::new(Version::new(MINOR)).without_validators();
    for file in folder.files(".json")? {
        let data = folder.json(&file)?;
        let name = data.get("name").and_then(Json::as_str).unwrap_or_default();
        let is_in_kubernetes = !NOT_IN_KUBERNETES.contains(&name);
        for (index, case) in data.get("tests").and_then(Json::as_array).into_iter().flatten().enumerate() {
            let text = |key: &str| case.get(key).and_then(Json::as_str).unwrap_or_default();
            let origin = Origin { file: &file, line: index + 1, text: text("expr") };
            let applies = is_in_kubernetes
                && ["needs_proto", "container", "locale", "disable_macros"].iter().all(|key| case.get(key).is_none());
            let outcome = if applies { run_case(case, text("expr"), &environment) } else { Outcome::Skipped };
            cases.add(&origin, &format!("{} {}", text("section"), text("name")), outcome);
        }
    }
    Ok(())
}

fn run_case(case: &Json, text: &str, environment: &Environment) -> Outcome {
    let expected = case.get("expect").unwrap_or(&Json::Null);
    let Some(declared) = declared(case) else { return Outcome::Skipped };
    let is_error_expected = expected.get("errors").is_some();
    let is_checked = case.get("disable_check").is_none();
    let variables = declared.iter().fold(Variables::none(), |all, (name, of, _)| all.with(name, of.clone()));
    let compiled = match compile(text, environment, &variables) {
        Ok(compiled) => compiled,
        Err(_) if is_error_expected => return Outcome::Passed,
        // The case is meant to be evaluated without type checking. API servers check every expression.
        Err(_) if !is_checked => return Outcome::Skipped,
        Err(error) => return Outcome::Failed { expected: format!("{text}: {expected}"), got: error.to_string() },
    };
    if let Some(wanted) = expected.get("type").filter(|_| is_checked) {
        let Some(wanted) = type_of(wanted) else { return Outcome::Skipped };
        if wanted != *compiled.result_type() {
            return failed(text, &wanted.full_name(), compiled.result_type().full_name());
        }
    }
    if case.get("check_only").is_some() {
        return Outcome::Passed;
    }
    let names: Vec<&str> = declared.iter().map(|(name, ..)| name.as_str()).collect();
    let values: Vec<Value<'_>> = declared.iter().map(|(.., value)| value.clone()).collect();
    let plan = match Plan::new(&compiled.program(), &names, RunEnvironment::new(MINOR)) {
        Ok(plan) => plan,
        Err(_) if is_error_expected => return Outcome::Passed,
        Err(error) => return failed(text, &expected.to_string(), error.to_string()),
    };
    match (plan.evaluate(&values, &mut CostTracker::unlimited()), expected.get("value")) {
        (Err(_), _) if is_error_expected => Outcome::Passed,
        (Err(error), _) => failed(text, &expected.to_string(), error.to_string()),
        (Ok(_), None) if !is_error_expected => Outcome::Passed,
        (Ok(got), None) => failed(text, &expected.to_string(), go_value::print(&got)),
        (Ok(got), Some(wanted)) => match value(wanted) {
            Some(wanted) if is_same(&got, &wanted) => Outcome::Passed,
            Some(wanted) => failed(text, &go_value::print(&wanted), go_value::print(&got)),
            None => Outcome::Skipped,
        },
    }
}

fn failed(text: &str, expected: &str, got: String) -> Outcome {
    Outcome::Failed { expected: format!("{text}: {expected}"), got }
}

/// Returns the variables of a case with their types and values. `None` if one of them uses protocol buffers, or is a
/// function or a qualified name.
fn declared(case: &Json) -> Option<Vec<(String, Type, Value<'static>)>> {
    let mut declared = Vec::new();
    let bindings = case.get("bindings").unwrap_or(&Json::Null);
    for variable in case.get("type_env").and_then(Json::as_array).into_iter().flatten() {
        // Variables of rules have no dots in their names.
        let name = variable.get("var")?.as_str().filter(|name| !name.contains('.'))?;
        let bound = bindings.get(name).map_or(Some(Value::Null), value)?;
        declared.push((name.to_owned(), type_of(variable.get("type")?)?, bound));
    }
    for (name, bound) in bindings.as_object().into_iter().flatten() {
        if !declared.iter().any(|(known, ..)| known == name) {
            declared.push((name.clone(), Type::Dyn, value(bound)?));
        }
    }
    Some(declared)
}
