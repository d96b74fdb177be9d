//! Applies custom errors for keywords: `x-kubernetes-validation-errors` (KEP-4153).

use idlgen_runtime::{Context, check};

use super::node::Node;

impl Node {
    /// Runs the check of a keyword. Errors have the custom message if there is one.
    #[inline]
    pub(super) fn keyword(&self, keyword: &str, cx: &mut Context, run: impl FnOnce(&mut Context) -> bool) -> bool {
        if self.messages.is_empty() {
            return run(cx);
        }
        match self.messages.get(keyword) {
            None => run(cx),
            Some(message) => check::with_message(cx, message.error_type, &message.text, run),
        }
    }
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
