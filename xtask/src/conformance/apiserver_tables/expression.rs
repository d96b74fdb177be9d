//! Rules on schemas: `apiextensions-apiserver/pkg/apiserver/schema/cel`.

use idlgen_cel::{Environment, Version};
use idlgen_validate::{
    Definitions, Schema,
    cel::{decl_type, field_path},
};
use serde_json::Value as Json;

use super::{
    super::{case::Outcome, cel_k8s},
    row_value::{KUBERNETES_MINOR, text},
};

fn version() -> Version {
    Version::new(KUBERNETES_MINOR as u8)
}

/// `TestEstimateMaxLengthJSON`: the maximum number of elements of values.
pub(super) fn max_elements(case: &Json) -> Outcome {
    let (schema, _) = Schema::from_json(case.get("InputSchema").unwrap_or(&Json::Null));
    let declared = decl_type(&schema, &Definitions::default(), version());
    let is_nil = case.get("ExpectNilType") == Some(&Json::Bool(true));
    let expected = case.get("ExpectedMaxElements").and_then(Json::as_i64).filter(|_| !is_nil);
    Outcome::compare(&expected, &declared.map(|declared| declared.max_elements))
}

/// `TestMetadataNameCostIsBounded`: the cost of a rule on names, which have a limited length.
pub(super) fn name_cost(case: &Json) -> Outcome {
    let rule = case.get("rule").map_or("", |rule| text(rule, "Rule"));
    match cel_k8s::max_cost(&Environment::new(version()), &serde_json::json!({"type": "object"}), true, rule) {
        // The cost limit of one expression.
        Ok(cost) if cost < 10_000_000 => Outcome::Passed,
        cost => Outcome::Failed { expected: "a cost within the limit".to_owned(), got: format!("{cost:?}") },
    }
}

/// `TestValidateFieldPath`
pub(super) fn validated_field_path(case: &Json) -> Outcome {
    let (schema, _) = Schema::from_json(case.get("schema").unwrap_or(&Json::Null));
    let detail = text(case, "errDetail");
    match field_path(text(case, "fieldPath"), &schema) {
        Ok(_) if detail.is_empty() => Outcome::Passed,
        Err(error) if !detail.is_empty() && error.to_string().contains(detail) => Outcome::Passed,
        got => Outcome::Failed { expected: detail.to_owned(), got: format!("{got:?}") },
    }
}

/// `TestValidationExpressions`, `TestCELMaxRecursionDepth`, `TestCELValidationLimit`: rules that pass, and rules that
/// fail with a part of a message.
pub(super) fn expressions(case: &Json) -> Outcome {
    first_failure(
        cel_k8s::expression_outcomes(case, &Environment::new(version())).into_iter().map(|(_, outcome)| outcome),
    )
}

/// `TestCelCostStability`: rules that pass, and their actual costs.
pub(super) fn costs(case: &Json) -> Outcome {
    first_failure(cel_k8s::cost_outcomes(case, &Environment::new(version())).into_iter().map(|(_, outcome)| outcome))
}

/// `TestCelEstimatedCostStability`: the maximum costs of rules.
pub(super) fn estimates(case: &Json) -> Outcome {
    let environment = Environment::new(version());
    let schema = case.get("schema").unwrap_or(&Json::Null);
    let rules = case.get("expectCost").and_then(Json::as_object).into_iter().flatten();
    first_failure(rules.map(|(rule, expected)| {
        let got = cel_k8s::max_cost(&environment, schema, true, rule);
        Outcome::compare(&(rule, Ok(expected.as_u64().unwrap_or_default())), &(rule, got))
    }))
}

fn first_failure(outcomes: impl IntoIterator<Item = Outcome>) -> Outcome {
    outcomes.into_iter().find(|outcome| *outcome != Outcome::Passed).unwrap_or(Outcome::Passed)
}
