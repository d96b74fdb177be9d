//! Expressions without variables: compile errors, types and static costs, at 1.35 and 1.37.

use idlgen_cel::{Environment, Variables, Version, compile};
use serde_json::{Value as Json, json};

use super::super::{
    case::{Cases, Origin, Outcome},
    input::Folder,
};

pub(super) fn run(folder: &Folder, cases: &mut Cases) -> Result<(), String> {
    for (file, version) in [("library_expressions_oracle.json", 35), ("library_expressions_oracle_1.37.json", 37)] {
        let environment = Environment::new(Version::new(version));
        for (index, case) in folder.json(file)?.as_array().into_iter().flatten().enumerate() {
            let text = case.get("expr").and_then(Json::as_str).unwrap_or_default();
            let origin = Origin { file, line: index + 1, text };
            cases.add_part(&origin, "compile", judge(case, text, &environment));
            if case.get("compile_error").is_none() {
                cases.add_part(&origin, "evaluate", Outcome::NotYet);
            }
        }
    }
    Ok(())
}

fn judge(case: &Json, text: &str, environment: &Environment) -> Outcome {
    let variables = Variables::none();
    let got = match compile(text, environment, &variables) {
        Err(error) => json!({"compile_error": error.to_string()}),
        Ok(compiled) => {
            let cost = compiled.cost(environment, &variables);
            json!({"type": compiled.result_type().full_name(), "estimated_cost": [cost.min, cost.max]})
        }
    };
    let error = case.get("compile_error").and_then(Json::as_str);
    let expected = match error {
        Some(error) if error.starts_with("program instantiation failed") => return Outcome::NotYet,
        Some(error) => json!({"compile_error": error}),
        None => json!({"type": case.get("type"), "estimated_cost": case.get("estimated_cost")}),
    };
    if expected == got {
        Outcome::Passed
    } else {
        Outcome::Failed { expected: format!("{text}: {expected}"), got: got.to_string() }
    }
}
