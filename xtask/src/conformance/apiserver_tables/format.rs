//! Formats: `apiextensions-apiserver/pkg/apiserver/validation` and `kube-openapi/pkg/validation/strfmt`.

use idlgen_runtime::format::find;
use idlgen_validate::Schema;
use serde_json::Value as Json;

use super::{
    super::case::Outcome,
    row_value::{KUBERNETES_MINOR, list, text},
};

/// `TestGetUnrecognizedFormats`.
pub(super) fn unrecognized(case: &Json) -> Outcome {
    let (schema, _) = Schema::from_json(case.get("schema").unwrap_or(&Json::Null));
    let Some(formats_of) = text(case, "compatibilityVersion").strip_prefix("1.").and_then(|minor| minor.parse().ok())
    else {
        return Outcome::Failed { expected: "a version".to_owned(), got: case.to_string() };
    };
    let expected: Vec<String> =
        list(case, "expectedFormats").into_iter().filter_map(Json::as_str).map(str::to_owned).collect();
    let got = schema.unrecognized_format(KUBERNETES_MINOR, formats_of).map(str::to_owned);
    Outcome::compare(&expected, &got.into_iter().collect())
}

/// `TestDate_IsDate`.
pub(super) fn date(case: &Json) -> Outcome {
    let expected = case.get("valid").and_then(Json::as_bool).unwrap_or_default();
    let got = find("date").map(|format| format.accepts(text(case, "value")));
    Outcome::compare(&Some(expected), &got)
}
