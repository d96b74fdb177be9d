//! Values of recorded rows.

use idlgen_validate::{Definitions, Schema, Validator, ValidatorOptions};
use serde_json::Value as Json;

use crate::conformance::case::Outcome;

/// The minor version of Kubernetes that the rows were recorded from.
pub(super) const KUBERNETES_MINOR: u16 = 37;

/// Returns the validator of a row. Without a schema, the validator is empty.
pub(super) fn validator(case: &Json) -> Result<Validator, Outcome> {
    let empty = Json::Object(serde_json::Map::new());
    let (schema, _) = Schema::from_json(case.get("schema").unwrap_or(&empty));
    let mut options = ValidatorOptions::crd().keeping_broken_rules();
    options.kubernetes_minor = KUBERNETES_MINOR;
    Validator::with_definitions(&Definitions::default(), &schema, options).map_err(|errors| Outcome::Failed {
        expected: "a schema that can be executed".to_owned(),
        got: format!("{errors:?}"),
    })
}

/// Returns the elements of a list; empty if it is null or missing.
pub(super) fn list<'j>(case: &'j Json, key: &str) -> Vec<&'j Json> {
    case.get(key).and_then(Json::as_array).into_iter().flatten().collect()
}

pub(super) fn text<'j>(case: &'j Json, key: &str) -> &'j str {
    case.get(key).and_then(Json::as_str).unwrap_or_default()
}

/// Returns a value that a row stores as JSON source.
pub(super) fn document(case: &Json, key: &str) -> Result<Json, Outcome> {
    serde_json::from_str(text(case, key))
        .map_err(|error| Outcome::Failed { expected: format!("JSON in `{key}`"), got: error.to_string() })
}
