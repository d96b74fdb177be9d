//! Descriptions of checks that JSON Schema cannot express.

use idlgen_validate::{
    Schema,
    schema::{ListType, ValidationRule},
};

/// Describes the checks of a server that the JSON Schema keywords do not express.
pub(super) fn beyond(schema: &Schema) -> Vec<String> {
    let mut said: Vec<String> = schema.extensions.validations.iter().map(rule).collect();
    let keys = &schema.extensions.list_map_keys;
    if schema.extensions.list_type == Some(ListType::Map) && !keys.is_empty() {
        said.push(format!("no two items have the same {}", keys.join(", ")));
    }
    if schema.draft4.is_some() {
        said.push("the source has more keywords of JSON Schema draft 4".to_owned());
    }
    said
}

fn rule(rule: &ValidationRule) -> String {
    let expression = rule.rule.trim();
    match &rule.message {
        Some(message) => format!("CEL rule: {expression} ({})", message.trim()),
        None => format!("CEL rule: {expression}"),
    }
}

/// Joins the descriptions to a comment.
pub(super) fn joined(said: &[String]) -> Option<String> {
    (!said.is_empty()).then(|| format!("API servers validate more than this: {}", said.join("; ")))
}
