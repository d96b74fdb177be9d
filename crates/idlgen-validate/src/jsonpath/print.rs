//! Results as text (`PrintResults`).

use idlgen_runtime::go;
use serde_json::Value as Json;

use super::{error::EvaluationError, value::Value};

/// The results of one part, with spaces between them.
pub(super) fn results(results: &[Value<'_>]) -> String {
    results.iter().map(|result| result.print()).collect::<Vec<_>>().join(" ")
}

/// The results of one part as an indented JSON array, with a new line behind it.
pub(super) fn json_results(results: &[Value<'_>]) -> Result<String, EvaluationError> {
    let values: Vec<Json> = results.iter().map(|result| result.to_json()).collect::<Result<_, _>>()?;
    Ok(go::to_indented_json(&Json::Array(values), "    ") + "\n")
}
