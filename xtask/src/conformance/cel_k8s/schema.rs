//! Rules on one schema with a field of every type: compile errors and static costs.

use idlgen_cel::{Environment, Version};
use serde_json::Value as Json;

use super::super::{
    case::{Cases, Origin, Outcome},
    input::SuiteDirectory,
};
use crate::self_type::mask;

const FILE: &str = "schema_edge_cases_oracle.json";

pub(super) fn run(folder: &SuiteDirectory, cases: &mut Cases) -> Result<(), String> {
    let data = folder.json(FILE)?;
    let environment = Environment::new(Version::new(35));
    let schema = data.get("schema").unwrap_or(&Json::Null);
    for (index, case) in data.get("results").and_then(Json::as_array).into_iter().flatten().enumerate() {
        let rule = case.get("rule").and_then(Json::as_str).unwrap_or_default();
        let expected = match case.get("compile_error").and_then(Json::as_str) {
            Some(error) => Err(mask(error)),
            None => Ok(case.get("est_max").and_then(Json::as_u64).unwrap_or_default()),
        };
        let got = super::rule::max_cost(&environment, schema, false, rule).map_err(|error| mask(&error));
        let object = data.get("object").unwrap_or(&Json::Null);
        let evaluated = super::evaluation::evaluate(&environment, schema, false, rule, object, Some(object));
        let instantiation = expected.as_ref().is_err_and(|error| error.starts_with("program instantiation failed"));
        let outcome = if instantiation {
            Outcome::compare(&expected.clone().map(|_| String::new()), &evaluated.value)
        } else {
            Outcome::compare(&expected, &got)
        };
        let origin = Origin { file: FILE, line: index + 1, text: rule };
        cases.add_part(&origin, "compile", outcome);
        if expected.is_ok() {
            let expected = match case.get("eval_error").and_then(Json::as_str) {
                Some(error) => Err(error.to_owned()),
                None => Ok(case.get("value").and_then(Json::as_str).unwrap_or_default().to_owned()),
            };
            let cost = case.get("cost").and_then(Json::as_u64).unwrap_or_default();
            let got = (evaluated.value, evaluated.cost);
            cases.add_part(&origin, "evaluate", Outcome::compare(&(expected, cost), &got));
        }
    }
    Ok(())
}
