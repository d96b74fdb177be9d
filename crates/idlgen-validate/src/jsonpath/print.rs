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
    let mut text = String::new();
    indented(&Json::Array(values), 0, &mut text);
    text.push('\n');
    Ok(text)
}

/// `json.MarshalIndent` with four spaces.
fn indented(value: &Json, level: usize, text: &mut String) {
    let break_line = |level: usize, text: &mut String| {
        text.push('\n');
        text.push_str(&"    ".repeat(level));
    };
    match value {
        Json::Array(items) if !items.is_empty() => {
            for (position, item) in items.iter().enumerate() {
                text.push(if position == 0 { '[' } else { ',' });
                break_line(level + 1, text);
                indented(item, level + 1, text);
            }
            break_line(level, text);
            text.push(']');
        }
        Json::Object(entries) if !entries.is_empty() => {
            let mut sorted: Vec<_> = entries.iter().collect();
            sorted.sort_by_key(|(key, _)| *key);
            for (position, (key, value)) in sorted.into_iter().enumerate() {
                text.push(if position == 0 { '{' } else { ',' });
                break_line(level + 1, text);
                text.push_str(&go::to_json(&Json::String(key.clone())));
                text.push_str(": ");
                indented(value, level + 1, text);
            }
            break_line(level, text);
            text.push('}');
        }
        other => text.push_str(&go::to_json(other)),
    }
}
