//! `TestCelEstimatedCostStability` and `TestCostEstimation`: exact static costs.

use idlgen_cel::{Environment, Version};
use serde_json::Value as Json;

use super::super::{
    case::{Cases, Origin, Outcome},
    input::SuiteDirectory,
};

const STABILITY: &str = "TestCelEstimatedCostStability.json";
const ESTIMATION: &str = "TestCostEstimation.json";

pub(super) fn run(folder: &SuiteDirectory, cases: &mut Cases) -> Result<(), String> {
    // The tables were recorded with the 1.37 sources. The estimates of their rules did not change.
    let environment = Environment::new(Version::new(37));
    for case in folder.json(STABILITY)?.as_array().into_iter().flatten() {
        let name = case.get("name").and_then(Json::as_str).unwrap_or_default();
        let schema = case.get("schema").unwrap_or(&Json::Null);
        for (rule, expected) in case.get("expectCost").and_then(Json::as_object).into_iter().flatten() {
            let got = super::rule::max_cost(&environment, schema, true, rule);
            let origin = Origin { file: STABILITY, line: 0, text: rule };
            cases.add(
                &origin,
                &format!("{name} {rule}"),
                Outcome::compare(&Ok(expected.as_u64().unwrap_or_default()), &got),
            );
        }
    }
    for case in folder.json(ESTIMATION)?.as_array().into_iter().flatten() {
        let name = case.get("name").and_then(Json::as_str).unwrap_or_default();
        for (schema, exact, least) in [
            ("schema", "expectedCalcCost", "expectCalcCostExceedsLimit"),
            ("schemaSet", "expectedSetCost", "expectedSetCostExceedsLimit"),
        ] {
            let node = case.get(schema).unwrap_or(&Json::Null);
            let rule = node.pointer("/x-kubernetes-validations/0/rule").and_then(Json::as_str).unwrap_or_default();
            let number = |key: &str| case.get(key).and_then(Json::as_u64).unwrap_or_default();
            let got = super::rule::max_cost(&environment, node, false, rule);
            let outcome = match (number(exact), number(least)) {
                (0, 0) => Outcome::Skipped,
                (0, least) if got.as_ref().is_ok_and(|got| *got > least) => Outcome::Passed,
                (0, least) => Outcome::Failed { expected: format!("more than {least}"), got: format!("{got:?}") },
                (exact, _) => Outcome::compare(&Ok(exact), &got),
            };
            cases.add(&Origin { file: ESTIMATION, line: 0, text: name }, &format!("{name} {schema}"), outcome);
        }
    }
    Ok(())
}
