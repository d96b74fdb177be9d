//! `seeds`: the examples of the source documents.
//!
//! A line defines several results. Each of them is a separate case, named `file#id KEY`, so that those with a supported
//! subject can run while the others are skipped.

mod definition;

use idlgen_runtime::{field::ErrorList, value::Value};
use idlgen_validate::{Definitions, Schema, Validator, ValidatorOptions};
use serde_json::Value as Json;

use self::definition::{Definition, strings};
use super::{
    case::{Cases, Origin, Outcome},
    input::SuiteDirectory,
};
use crate::self_type::mask;

pub(super) fn run(folder: &SuiteDirectory, cases: &mut Cases) -> Result<(), String> {
    for file in folder.files(".cases.jsonl")? {
        let expected_file = file.replace(".cases.", ".expected.");
        let expected = folder.json_lines(&expected_file)?;
        for ((line, case), (_, expected)) in folder.json_lines(&file)?.into_iter().zip(expected) {
            let id = case.get("id").and_then(Json::as_str).unwrap_or_default();
            if expected.get("id").and_then(Json::as_str) != Some(id) {
                return Err(format!("{expected_file}:{}: belongs to another case than {file}", line.number));
            }
            let origin = Origin { file: &file, line: line.number, text: &line.text };
            let run = Run::new(&case);
            for (key, expected) in expected.as_object().into_iter().flatten().filter(|(key, _)| *key != "id") {
                cases.add(&origin, &format!("{id} {key}"), run.outcome(key, expected));
            }
        }
    }
    Ok(())
}

/// The result of a case. Empty if its feature is not implemented yet.
struct Run {
    definition: Definition,
    errors: Option<Vec<String>>,
    after: Option<Json>,
    pruned_paths: Option<Vec<String>>,
}

impl Run {
    fn new(case: &Json) -> Self {
        let definition = Definition::new(case);
        let nothing = Run { definition, errors: None, after: None, pruned_paths: None };
        let (Some(schema), Some(object)) = (definition::schema(case), case.get("obj")) else { return nothing };
        let (schema, _) = Schema::from_json(&schema);
        let Ok(validator) = Validator::with_definitions(
            &Definitions::default(),
            &schema,
            ValidatorOptions::crd().keeping_broken_rules(),
        ) else {
            return nothing;
        };
        let mut object = object.clone();
        let mut run = nothing;
        if case.get("prune") == Some(&Json::Bool(true)) {
            let pruned = validator.prune(&mut object, true);
            run.pruned_paths = Some(pruned.iter().map(ToString::to_string).collect());
            validator.drop_nulls(&mut object);
            validator.fill_in_defaults(&mut object);
            run.after = Some(object.clone());
        }
        let old = case.get("old").map(|old| old as &dyn Value);
        run.errors = Some(texts(&validator.validate(&object, old).errors));
        run
    }

    fn outcome(&self, key: &str, expected: &Json) -> Outcome {
        if let Some(outcome) = self.definition.outcome(key, expected) {
            return outcome;
        }
        match (key, &self.errors, &self.after, &self.pruned_paths) {
            ("errors", Some(errors), ..) => {
                let masked = |texts: Vec<String>| texts.iter().map(|text| mask(text)).collect();
                Outcome::compare_sorted(masked(strings(expected)), masked(errors.clone()))
            }
            ("after", _, Some(after), _) => Outcome::compare(expected, after),
            ("prunedPaths", .., Some(paths)) => Outcome::compare(&strings(expected), paths),
            _ => Outcome::NotYet,
        }
    }
}

/// Formats errors as `TYPE | PATH: MESSAGE`.
fn texts(errors: &ErrorList) -> Vec<String> {
    errors.iter().map(|error| format!("{} | {error}", error.error_type.reason())).collect()
}
