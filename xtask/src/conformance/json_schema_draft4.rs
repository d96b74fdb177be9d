//! `json-schema-draft4`: the JSON Schema Test Suite, validated like custom resources on the API server.

use idlgen_runtime::Verdict;
use idlgen_validate::{Definitions, Schema, Validator, ValidatorOptions, schema::ProblemKind};
use serde_json::Value as Json;

use super::{
    case::{Cases, Origin, Outcome},
    input::SuiteDirectory,
};

/// Keywords for references between schemas and to other documents. Kubernetes schemas refer to definitions only by
/// name.
const REFERENCE_KEYWORDS: &[&str] = &["$ref", "$schema", "definitions", "id"];

/// Files that do not apply: regular expressions that are not RE2, and formats that Kubernetes does not have.
const FOREIGN_FILES: &[&str] = &["optional/ecmascript-regex.json", "optional/format/"];

pub(super) fn run(folder: &SuiteDirectory, cases: &mut Cases) -> Result<(), String> {
    for file in folder.files(".json")? {
        let json = folder.json(&file)?;
        let is_foreign_file = FOREIGN_FILES.iter().any(|foreign| file.starts_with(foreign));
        for group in json.as_array().into_iter().flatten() {
            let schema = group.get("schema").unwrap_or(&Json::Null);
            let applies = !is_foreign_file && !refers(schema);
            for test in group.get("tests").and_then(Json::as_array).into_iter().flatten() {
                let id = format!("{}/{}", description(group), description(test));
                let text = test.to_string();
                let origin = Origin { file: &file, line: 0, text: &text };
                let outcome = if applies { run_case(schema, test) } else { Outcome::Skipped };
                cases.add(&origin, &id, outcome);
            }
        }
    }
    Ok(())
}

fn description(value: &Json) -> &str {
    value.get("description").and_then(Json::as_str).unwrap_or_default()
}

fn refers(schema: &Json) -> bool {
    match schema {
        Json::Object(object) => {
            object.iter().any(|(keyword, value)| REFERENCE_KEYWORDS.contains(&keyword.as_str()) || refers(value))
        }
        Json::Array(elements) => elements.iter().any(refers),
        _ => false,
    }
}

fn run_case(schema: &Json, test: &Json) -> Outcome {
    let (schema, mut problems) = Schema::from_json(schema);
    problems.retain(|problem| problem.kind != ProblemKind::Draft4);
    let expected = test.get("valid").and_then(Json::as_bool).unwrap_or_default();
    let expected = if expected { "valid" } else { "invalid" }.to_owned();
    let got = match Validator::with_definitions(&Definitions::default(), &schema, ValidatorOptions::crd()) {
        _ if !problems.is_empty() => format!("{problems:?}"),
        Err(errors) => format!("{errors:?}"),
        Ok(validator) => match validator.verdict(test.get("data").unwrap_or(&Json::Null), None) {
            Verdict::Valid => "valid",
            Verdict::Invalid => "invalid",
        }
        .to_owned(),
    };
    Outcome::compare(&expected, &got)
}
