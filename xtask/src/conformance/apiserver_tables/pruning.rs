//! The test tables of `apiextensions-apiserver/pkg/apiserver/schema/pruning`.

use idlgen_runtime::field::PathBuf;
use serde_json::Value as Json;

use super::{
    super::case::Outcome,
    row_value::{document, list, validator},
};

/// `TestPrune`.
pub(super) fn prune(case: &Json) -> Outcome {
    try_prune(case).unwrap_or_else(|outcome| outcome)
}

fn try_prune(case: &Json) -> Result<Outcome, Outcome> {
    let (mut value, expected) = (document(case, "json")?, document(case, "expectedObject")?);
    let is_resource_root = case.get("isResourceRoot") == Some(&Json::Bool(true));
    let expected_paths: Vec<String> =
        list(case, "expectedPruned").into_iter().filter_map(Json::as_str).map(str::to_owned).collect();
    let paths: Vec<String> =
        validator(case)?.prune(&mut value, is_resource_root).iter().map(PathBuf::to_dotted).collect();
    Ok(Outcome::compare(&(expected, expected_paths), &(value, paths)))
}
