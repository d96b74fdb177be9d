//! Formats results (`PrintResults`).

use idlgen_runtime::go;
use serde_json::Value as Json;

use super::{error::EvaluationError, value::Value};

/// Formats the results of a part, separated by spaces.
pub(super) fn results(results: &[Value<'_>]) -> String {
    results.iter().map(|result| result.print()).collect::<Vec<_>>().join(" ")
}

/// Formats the results of a part as an indented JSON array, followed by a newline.
pub(super) fn json_results(results: &[Value<'_>]) -> Result<String, EvaluationError> {
    let values: Vec<Json> = results.iter().map(|result| result.to_json()).collect::<Result<_, _>>()?;
    Ok(go::to_indented_json(&Json::Array(values), "    ") + "\n")
}
