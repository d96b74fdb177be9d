//! Schema documents in JSON or YAML.

use idlgen_yaml::Limits;
use serde_json::Value as Json;

/// Parses a single JSON or YAML value.
///
/// # Errors
/// Returns a parse error message.
pub fn read_value(text: &str) -> Result<Json, String> {
    // Published documents are JSON of many megabytes, which needs no positions.
    if text.trim_start_matches('\u{feff}').trim_start().starts_with('{')
        && let Ok(json) = serde_json::from_str(text)
    {
        return Ok(json);
    }
    let documents = idlgen_yaml::load(text, &Limits::of_this_thread());
    for document in &documents {
        if let Some(problem) = document.problems.first() {
            return Err(problem.message.clone());
        }
    }
    let mut roots = documents.iter().filter_map(|document| document.root.as_ref());
    match (roots.next(), roots.next()) {
        (Some(root), None) => Ok(root.to_json()),
        (None, _) => Err("it is empty".to_owned()),
        (Some(_), Some(_)) => Err("it has several documents, expected one".to_owned()),
    }
}
