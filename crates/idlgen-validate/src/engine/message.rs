//! `x-kubernetes-validation-errors` (KEP-4153): an author's own errors for keywords.

use std::collections::BTreeMap;

use idlgen_runtime::{Context, check, field::ErrorType};

use super::{node::Node, parts::Parts};
use crate::schema::Reason;

/// Keyword to its error; the nearest part counts.
#[derive(Clone, Debug, Default)]
pub(super) struct Messages {
    by_keyword: BTreeMap<String, Message>,
}

#[derive(Clone, Debug)]
struct Message {
    text: String,
    error_type: Option<ErrorType>,
}

impl Messages {
    pub(super) fn compile(parts: &Parts<'_>) -> Self {
        let mut by_keyword = BTreeMap::new();
        for schema in parts.iter() {
            for (keyword, error) in &schema.extensions.validation_errors {
                by_keyword.entry(keyword.clone()).or_insert_with(|| Message {
                    text: error.message.clone(),
                    error_type: error.reason.as_ref().and_then(error_type),
                });
            }
        }
        Messages { by_keyword }
    }
}

impl Node {
    /// Runs the check of a keyword, with the author's message for it if there is one.
    pub(super) fn keyword(&self, keyword: &str, cx: &mut Context, run: impl FnOnce(&mut Context) -> bool) -> bool {
        match self.messages.by_keyword.get(keyword) {
            None => run(cx),
            Some(message) => check::with_message(cx, message.error_type, &message.text, run),
        }
    }
}

fn error_type(reason: &Reason) -> Option<ErrorType> {
    Some(match reason {
        Reason::Invalid => ErrorType::Invalid,
        Reason::Forbidden => ErrorType::Forbidden,
        Reason::Required => ErrorType::Required,
        Reason::Duplicate => ErrorType::Duplicate,
        Reason::Other(name) => match name.strip_prefix("FieldValue").unwrap_or(name) {
            "NotFound" => ErrorType::NotFound,
            "NotSupported" => ErrorType::NotSupported,
            "TooLong" => ErrorType::TooLong,
            "TooMany" => ErrorType::TooMany,
            "TooFew" => ErrorType::TooFew,
            "TooShort" => ErrorType::TooShort,
            "TypeInvalid" => ErrorType::TypeInvalid,
            _ => return None,
        },
    })
}

#[cfg(test)]
mod tests {
    use super::super::testing::errors;

    #[test]
    fn the_author_has_the_last_word() {
        let schema = r#"{
            "required": ["b"],
            "properties": {"a": {"minLength": 2, "pattern": "^x", "anyOf": [{"maxLength": 0}], "x-kubernetes-validation-errors": {
                "minLength": {"message": "too short a name", "reason": "Forbidden"}, "anyOf": {"message": "none fits"}}}},
            "x-kubernetes-validation-errors": {"required": {"message": "say b"}}
        }"#;
        assert_eq!(
            errors(schema, r#"{"a": "y"}"#),
            [
                r#"<nil>: Invalid value: "": none fits"#,
                "a: Too long: may not be more than 0 bytes",
                "a: Forbidden: too short a name",
                "b: Required value: say b",
            ]
        );
    }
}
