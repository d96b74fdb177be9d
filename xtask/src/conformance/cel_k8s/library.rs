//! Expressions without variables: compile errors, types and static costs, at 1.35 and 1.37.

use idlgen_cel::{Compiled, Environment, Variables, Version, compile};
use idlgen_runtime::cel::{self, Plan, PlanError};
use serde_json::{Value as Json, json};

use super::super::{
    case::{Cases, Origin, Outcome},
    go_value,
    input::SuiteDirectory,
};

pub(super) fn run(folder: &SuiteDirectory, cases: &mut Cases) -> Result<(), String> {
    for (file, version) in [("library_expressions_oracle.json", 35), ("library_expressions_oracle_1.37.json", 37)] {
        let environment = Environment::new(Version::new(version));
        for (index, case) in folder.json(file)?.as_array().into_iter().flatten().enumerate() {
            let text = case.get("expr").and_then(Json::as_str).unwrap_or_default();
            let origin = Origin { file, line: index + 1, text };
            cases.add_part(&origin, "compile", run_case(case, text, &environment));
            if case.get("compile_error").is_none() {
                cases.add_part(&origin, "evaluate", evaluation(case, text, &environment));
            }
        }
    }
    Ok(())
}

fn run_case(case: &Json, text: &str, environment: &Environment) -> Outcome {
    let variables = Variables::none();
    let error = case.get("compile_error").and_then(Json::as_str);
    let got = match compile(text, environment, &variables) {
        Err(error) => json!({"compile_error": error.to_string()}),
        Ok(compiled) if error.is_some_and(|error| error.starts_with("program instantiation failed")) => {
            match plan(&compiled, environment) {
                Err(error) => json!({"compile_error": error.to_string()}),
                Ok(_) => json!("instantiated"),
            }
        }
        Ok(compiled) => {
            let cost = compiled.cost(environment, &variables);
            json!({"type": compiled.result_type().full_name(), "estimated_cost": [cost.min, cost.max]})
        }
    };
    let expected = match error {
        Some(error) => json!({"compile_error": error}),
        None => json!({"type": case.get("type"), "estimated_cost": case.get("estimated_cost")}),
    };
    if expected == got {
        Outcome::Passed
    } else {
        Outcome::Failed { expected: format!("{text}: {expected}"), got: got.to_string() }
    }
}

fn plan(compiled: &Compiled, environment: &Environment) -> Result<Plan, PlanError> {
    Plan::new(&compiled.program(), &[], cel::Environment::new(environment.version().minor()))
}

/// Returns the value and the run-time cost.
fn evaluation(case: &Json, text: &str, environment: &Environment) -> Outcome {
    let Ok(compiled) = compile(text, environment, &Variables::none()) else {
        return Outcome::Failed { expected: text.to_owned(), got: "does not compile".to_owned() };
    };
    let got = match plan(&compiled, environment) {
        Ok(plan) => super::evaluation::evaluated(&plan, &[]),
        Err(error) => return Outcome::Failed { expected: text.to_owned(), got: error.to_string() },
    };
    let text_at = |key: &str| case.get(key).and_then(Json::as_str);
    let expected = match text_at("eval_error") {
        Some(error) => Err(error.to_owned()),
        None => Ok(text_at("value").unwrap_or_default().to_owned()),
    };
    let cost = case.get("runtime_cost").and_then(Json::as_u64).unwrap_or_default();
    let normalized =
        |value: &Result<String, String>| value.as_ref().map(|value| go_value::normalized(value)).map_err(Clone::clone);
    if normalized(&expected) == normalized(&got.value) && cost == got.cost {
        Outcome::Passed
    } else {
        Outcome::Failed {
            expected: format!("{text}: {expected:?} {cost}"),
            got: format!("{:?} {}", got.value, got.cost),
        }
    }
}
