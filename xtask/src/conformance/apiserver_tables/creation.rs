//! The errors of rules on an API server when a CRD is created:
//! `apiextensions-apiserver/pkg/apis/apiextensions/validation`, and its conversion of schemas
//! (`…/apiserver/schema/cel/model`).

use idlgen_cel::{Environment, Version, cost::CostTotal};
use idlgen_runtime::field::Path;
use idlgen_validate::{
    Definitions, Schema,
    cel::{RuleCheckOptions, check_rules, field_path, max_children, resource_decl_type},
};
use serde_json::Value as Json;

use super::{
    super::case::Outcome,
    row_value::{KUBERNETES_MINOR, list, text},
};

fn version() -> Version {
    Version::new(u8::try_from(KUBERNETES_MINOR).unwrap_or(u8::MAX))
}

fn schema(json: &Json) -> Schema {
    Schema::from_json(json).0
}

/// `TestValidateFieldPath`: the error, if there is one.
pub(super) fn valid_field_path(case: &Json) -> Outcome {
    let found = field_path(text(case, "fieldPath"), &schema(case.get("schema").unwrap_or(&Json::Null)));
    let found = found.err().map(|error| error.to_string()).unwrap_or_default();
    let expected = text(case, "errMsg");
    if found.contains(expected) && expected.is_empty() == found.is_empty() {
        Outcome::Passed
    } else {
        Outcome::Failed { expected: expected.to_owned(), got: found }
    }
}

/// `TestCostInfo`: the maximum number of values for nested schemas.
pub(super) fn cardinality(case: &Json) -> Outcome {
    let expected = case.get("expectedMaxCardinality").and_then(Json::as_u64);
    let found = list(case, "schema")
        .into_iter()
        .try_fold(1_u64, |product, json| Some(product.saturating_mul(max_children(&schema(json))?)));
    Outcome::compare(&expected, &found)
}

/// `TestPerCRDEstimatedCost`: the total cost and the most expensive rules.
pub(super) fn total_cost(case: &Json) -> Outcome {
    let numbers = |key: &str| list(case, key).into_iter().filter_map(Json::as_u64).collect::<Vec<_>>();
    let mut total = CostTotal::default();
    for cost in numbers("costs") {
        total.add(cost, || ());
    }
    let expensive: Vec<u64> = total.most_expensive().map(|((), cost)| cost).collect();
    let expected = (case.get("expectedTotal").and_then(Json::as_u64).unwrap_or_default(), numbers("expectedExpensive"));
    Outcome::compare(&expected, &(total.total(), expensive))
}

/// `TestCelContext`: no errors, and one type for all schemas.
pub(super) fn one_conversion(case: &Json) -> Outcome {
    let schema = schema(case.get("schema").unwrap_or(&Json::Null));
    let options = RuleCheckOptions { is_resource: true, everything: false };
    let check = check_rules(&schema, &Path::root(), &Environment::new(version()), options);
    Outcome::compare(&(0, 1), &(check.problems.len(), check.conversions))
}

/// `TestWithTypeAndObjectMetaNameLength`: the maximum length of names, in characters.
pub(super) fn name_lengths(case: &Json) -> Outcome {
    let schema = schema(case.get("input").unwrap_or(&Json::Null));
    let declared = resource_decl_type(&schema, &Definitions::default(), version());
    let length = |name: &str| {
        declared.as_ref().and_then(|declared| declared.at(&format!("metadata.{name}"))).map(|name| name.max_elements)
    };
    let expected = |key: &str| case.get(key).and_then(Json::as_i64).map(|length| length * 4);
    Outcome::compare(&(expected("wantName"), expected("wantGenerateName")), &(length("name"), length("generateName")))
}
