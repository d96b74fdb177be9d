//! Values: `apiextensions-apiserver/pkg/apiserver/validation` and `kube-openapi/pkg/validation/validate`.

use std::collections::BTreeSet;

use idlgen_runtime::{Context, Mode, Options, field::Path, value::Value};
use idlgen_validate::Validator;
use serde_json::Value as Json;

use super::{
    super::case::Outcome,
    row_value::{list, validator},
};

/// `TestValidateCustomResource`: without pruning, defaulting and list types. Errors are compared as a set of strings.
pub(super) fn custom_resource(case: &Json) -> Outcome {
    let validator = match validator(case) {
        Ok(validator) => validator,
        Err(outcome) => return outcome,
    };
    let mut expected = Vec::new();
    let mut got = Vec::new();
    let old_objects = list(case, "oldObjects");
    for (index, object) in list(case, "objects").into_iter().enumerate() {
        expected.push(BTreeSet::new());
        got.push(errors(&validator, object, old_objects.get(index).copied()));
    }
    for failing in list(case, "failingObjects") {
        expected.push(list(failing, "expectErrs").into_iter().filter_map(Json::as_str).map(str::to_owned).collect());
        let old = failing.get("oldObject").filter(|old| !old.is_null());
        got.push(errors(&validator, failing.get("object").unwrap_or(&Json::Null), old));
    }
    Outcome::compare(&expected, &got)
}

/// Returns the errors of values and of rules as strings.
fn errors(validator: &Validator, value: &Json, old: Option<&Json>) -> BTreeSet<String> {
    let old = old.map(|old| old as &dyn Value);
    let mut cx = Context::new(Mode::AllErrors, Options::default());
    validator.check_values(value, old, &Path::root(), &mut cx);
    let (_, values, _) = cx.finish();
    let mut cx = Context::new(Mode::AllErrors, Options::default());
    validator.check_rules(value, old, &Path::root(), &mut cx);
    let (_, rules, _) = cx.finish();
    values.iter().chain(&rules).map(ToString::to_string).collect()
}

/// `TestItemsProperty`: whether there is any error.
pub(super) fn items_property(case: &Json) -> Outcome {
    let arguments = case.get("args").unwrap_or(&Json::Null);
    let expected = case.get("wantErr").and_then(Json::as_bool).unwrap_or_default();
    run_case(arguments, "object", expected)
}

/// `TestNumericFormatEnforcement`: compares whether there are errors.
pub(super) fn numeric_format(case: &Json) -> Outcome {
    let expected = case.get("expectSuccess").and_then(Json::as_bool).unwrap_or_default();
    run_case(case, "value", !expected)
}

fn run_case(case: &Json, key: &str, expected: bool) -> Outcome {
    match validator(case) {
        Err(outcome) => outcome,
        Ok(validator) => {
            let value = case.get(key).unwrap_or(&Json::Null);
            let first = validator.first_error(value, None).map(|error| error.to_string());
            match (expected, first) {
                (true, None) => Outcome::Failed { expected: "an error".to_owned(), got: "none".to_owned() },
                (false, Some(error)) => Outcome::Failed { expected: "no error".to_owned(), got: error },
                _ => Outcome::Passed,
            }
        }
    }
}
