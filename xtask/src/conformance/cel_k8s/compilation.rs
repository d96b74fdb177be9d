//! `TestCelCompilation`: the rules that compile.

use idlgen_cel::{Environment, Version};
use idlgen_validate::{Schema, cel::RuleCompiler, cel::RuleError};
use serde_json::Value as Json;

use super::super::{
    case::{Cases, Origin, Outcome},
    input::SuiteDirectory,
};

const FILE: &str = "TestCelCompilation.json";

pub(super) fn run(folder: &SuiteDirectory, cases: &mut Cases) -> Result<(), String> {
    let environment = Environment::new(Version::new(37));
    let data = folder.json(FILE)?;
    for case in data.as_array().into_iter().flatten() {
        let name = case.get("name").and_then(Json::as_str).unwrap_or_default();
        let (schema, _) = Schema::from_json(case.get("schema").unwrap_or(&Json::Null));
        let declared =
            super::rule::declared(&schema, case.get("isRoot") == Some(&Json::Bool(true)), environment.version());
        let origin = Origin { file: FILE, line: 0, text: name };
        for (index, (rule, expected)) in schema
            .extensions
            .validations
            .iter()
            .zip(case.get("expectedResults").and_then(Json::as_array).into_iter().flatten())
            .enumerate()
        {
            let expected = expected.as_str().unwrap_or_default();
            let got = declared.as_ref().and_then(|declared| RuleCompiler::new(&environment, declared).compile(rule));
            let got = match got {
                None => "no error and program is nil".to_owned(),
                Some(Err(error @ RuleError::NotBool { .. })) => format!("RuleInvalid {error}"),
                Some(Err(error)) => format!("RuleInvalid {error}"),
                Some(Ok(compiled)) => match compiled.message_expression {
                    Some(Err(error)) => format!("MessageExpressionInvalid {error}"),
                    Some(Ok(_)) | None if compiled.uses_old_self => "no error and is a transition rule".to_owned(),
                    Some(Ok(_)) | None => "no error".to_owned(),
                },
            };
            cases.add(&origin, &format!("{name} {index}"), run_case(expected, got));
        }
    }
    Ok(())
}

/// Compares with `has error of type "T" containing string "S"`, `no error`, or `no error and is a transition rule`.
fn run_case(expected: &str, got: String) -> Outcome {
    let quoted: Vec<&str> = expected.split('"').collect();
    let passed = match quoted.as_slice() {
        ["has messageExpression error containing string ", part, ..] => {
            got.starts_with("MessageExpressionInvalid") && got.contains(part)
        }
        ["has error of type ", of, _, part, ..] => got.starts_with(of) && got.contains(part),
        _ => got == expected || expected == format!("{got} and is not a transition rule"),
    };
    if passed { Outcome::Passed } else { Outcome::Failed { expected: expected.to_owned(), got } }
}
