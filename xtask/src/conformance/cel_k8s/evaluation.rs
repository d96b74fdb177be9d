//! Tables of the results and costs of rules.

use idlgen_cel::{Environment, Version};
use idlgen_runtime::{
    cel::{self, CostTracker, Plan, Shape, Value},
    value::Value as _,
};
use idlgen_validate::{Definitions, Schema, ZeroMode, cel::shape};
use serde_json::Value as Json;

use super::super::{
    case::{Cases, Origin, Outcome},
    go_value,
    input::SuiteDirectory,
    rules,
};
use crate::self_type::mask;

const EXPRESSIONS: &str = "TestValidationExpressions.json";
/// A test of a row.
type Test = fn(&Json) -> Outcome;

/// Tables of rules with their complete input.
const TABLES: [(&str, Test); 3] = [
    ("TestValidationExpressionsAtSchemaLevels.json", rules::schema_levels),
    ("TestMessageExpression.json", rules::message_expression),
    ("TestReasonAndFldPath.json", rules::reason_and_field_path),
];
const COSTS: &str = "TestCelCostStability.json";
const PATTERNS: &str = "regex_re2_oracle.json";

/// The result of a rule: its value as Go prints it or the error, and the cost.
pub(super) struct Evaluated {
    pub(super) value: Result<String, String>,
    pub(super) cost: u64,
}

pub(super) fn run(folder: &SuiteDirectory, cases: &mut Cases) -> Result<(), String> {
    let environment = Environment::new(Version::new(37));
    // A table may be missing, for example in a directory with other cases.
    for (file, test) in TABLES {
        let Ok(table) = folder.json(file) else { continue };
        for (index, case) in table.as_array().into_iter().flatten().enumerate() {
            let name = case.get("name").and_then(Json::as_str).unwrap_or_default();
            cases.add(&Origin { file, line: index + 1, text: name }, name, test(case));
        }
    }
    if let Ok(table) = folder.json(EXPRESSIONS) {
        expressions(&table, &environment, cases);
    }
    for case in folder.json(COSTS)?.as_array().into_iter().flatten() {
        for (rule, outcome) in cost_outcomes(case, &environment) {
            let name = case.get("name").and_then(Json::as_str).unwrap_or_default();
            cases.add(&Origin { file: COSTS, line: 0, text: &rule }, &format!("{name} {rule}"), outcome);
        }
    }
    for (index, case) in folder.json(PATTERNS)?.as_array().into_iter().flatten().enumerate() {
        let text = |key: &str| case.get(key).and_then(Json::as_str).unwrap_or_default();
        let rule = format!("self.matches({})", Json::from(text("pattern")));
        let got =
            evaluate(&environment, &serde_json::json!({"type": "string"}), false, &rule, &text("text").into(), None);
        let expected = case.get("match").and_then(Json::as_bool).map(|matches| format!("bool {matches}"));
        let outcome = match (expected, got.value) {
            (None, Err(_)) => Outcome::Passed,
            (expected, got) => Outcome::compare(&expected, &got.ok()),
        };
        cases.add_anonymous(&Origin { file: PATTERNS, line: index + 1, text: &rule }, outcome);
    }
    Ok(())
}

fn expressions(table: &Json, environment: &Environment, cases: &mut Cases) {
    for case in table.as_array().into_iter().flatten() {
        let name = case.get("name").and_then(Json::as_str).unwrap_or_default();
        for (rule, outcome) in expression_outcomes(case, environment) {
            cases.add(&Origin { file: EXPRESSIONS, line: 0, text: &rule }, &format!("{name} {rule}"), outcome);
        }
    }
}

/// Runs the rules of a row of `TestCelCostStability`, which all pass, and returns their costs.
pub(in crate::conformance) fn cost_outcomes(case: &Json, environment: &Environment) -> Vec<(String, Outcome)> {
    let (schema, object) = (case.get("schema").unwrap_or(&Json::Null), case.get("obj").unwrap_or(&Json::Null));
    let rules = case.get("expectCost").and_then(Json::as_object).into_iter().flatten();
    let judge = |(rule, expected): (&String, &Json)| {
        let got = evaluate(environment, schema, true, rule, object, None);
        let expected = (Ok("bool true".to_owned()), expected.as_u64().unwrap_or_default());
        (rule.clone(), Outcome::compare(&expected, &(got.value, got.cost)))
    };
    rules.map(judge).collect()
}

/// Runs the rules of a row of `TestValidationExpressions`: those that pass, and those that fail with a part of a
/// message.
pub(in crate::conformance) fn expression_outcomes(case: &Json, environment: &Environment) -> Vec<(String, Outcome)> {
    let schema = case.get("schema").unwrap_or(&Json::Null);
    let is_root = case.get("isRoot") == Some(&Json::Bool(true));
    let object = case.get("obj").unwrap_or(&Json::Null);
    let old = case.get("oldObj").filter(|old| !old.is_null());
    let is_skipped = case.get("expectSkipped") == Some(&Json::Bool(true));
    let expected_cost = case.get("expectedCost").and_then(Json::as_u64).filter(|cost| *cost > 0);
    let mut outcomes = Vec::new();
    for rule in case.get("valid").and_then(Json::as_array).into_iter().flatten().filter_map(Json::as_str) {
        let got = evaluate(environment, schema, is_root, rule, object, old);
        let expected = if is_skipped { Err("skipped".to_owned()) } else { Ok("bool true".to_owned()) };
        let cost = expected_cost.unwrap_or(got.cost);
        outcomes.push((rule.to_owned(), Outcome::compare(&(expected, cost), &(got.value, got.cost))));
    }
    for (rule, part) in case.get("errors").and_then(Json::as_object).into_iter().flatten() {
        let part = part.as_str().unwrap_or_default();
        let got = match evaluate(environment, schema, is_root, rule, object, old).value {
            Err(error) if error.contains("failed: ") => format!("compile error: {error}"),
            Err(error) => format!("{error} evaluating rule: {rule}"),
            Ok(value) => value,
        };
        let outcome =
            if got.contains(part) { Outcome::Passed } else { Outcome::Failed { expected: part.to_owned(), got } };
        outcomes.push((rule.clone(), outcome));
    }
    outcomes
}

/// Compiles a rule and evaluates it.
pub(super) fn evaluate(
    environment: &Environment,
    schema: &Json,
    is_resource: bool,
    rule: &str,
    object: &Json,
    old: Option<&Json>,
) -> Evaluated {
    let compiled = match super::rule::compile(environment, schema, is_resource, &super::rule::rule(rule)) {
        Some(Ok(compiled)) => compiled,
        Some(Err(error)) => return Evaluated { value: Err(mask(&error.to_string())), cost: 0 },
        None => return Evaluated { value: Err("not compiled".to_owned()), cost: 0 },
    };
    if compiled.uses_old_self && old.is_none() {
        return Evaluated { value: Err("skipped".to_owned()), cost: 0 };
    }
    let (schema, _) = Schema::from_json(schema);
    let shape = Shape::new(shape(&schema, &Definitions::default(), is_resource, ZeroMode::Crd));
    let environment = cel::Environment::new(environment.version().minor());
    let plan = match Plan::new(&compiled.rule.program(), &["self", "oldSelf"], environment) {
        Ok(plan) => plan,
        Err(error) => return Evaluated { value: Err(error.to_string()), cost: 0 },
    };
    let value = Value::of_data(object.as_value(), &shape);
    let old = old.map(|old| Value::of_data(old.as_value(), &shape));
    match value.and_then(|value| Ok((value, old.transpose()?))) {
        Ok((value, old)) => evaluated(&plan, &[&[value], old.as_slice()].concat()),
        Err(error) => Evaluated { value: Err(error.to_string()), cost: 0 },
    }
}

pub(super) fn evaluated(plan: &Plan, variables: &[Value<'_>]) -> Evaluated {
    fn run<'a>(plan: &'a Plan, variables: &[Value<'a>]) -> Evaluated {
        let mut cost = CostTracker::default();
        let value = plan.evaluate(variables, &mut cost);
        let value = value.map(|value| go_value::print(&value)).map_err(|error| error.to_string());
        Evaluated { value, cost: cost.cost() }
    }
    run(plan, variables)
}
