//! The test tables of `apiextensions-apiserver/pkg/apiserver/schema/listtype`.

use idlgen_runtime::{Context, Mode, Options, field::Path};
use serde_json::Value as Json;

use super::{
    super::case::Outcome,
    row_value::{list, text, validator},
};

/// `TestValidateListSetsAndMaps`: paths begin with `root`.
pub(super) fn sets_and_maps(case: &Json) -> Outcome {
    let validator = match validator(case) {
        Ok(validator) => validator,
        Err(outcome) => return outcome,
    };
    let mut cx = Context::new(Mode::AllErrors, Options::default());
    let value = case.get("obj").unwrap_or(&Json::Null);
    validator.check_list_types(value, None, &Path::root().field("root"), &mut cx);
    let expected = list(case, "errors");
    let expected = expected.iter().map(|error| format!("{} {}", text(error, "errorType"), text(error, "path")));
    let got = cx.errors().iter().map(|error| format!("{} {}", error.error_type.reason(), error.field));
    Outcome::compare_sorted(expected.collect(), got.collect())
}
