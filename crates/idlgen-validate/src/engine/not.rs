//! Evaluates `not`.

use idlgen_runtime::{Context, check};

use super::{
    node::NodeId,
    walk::{Location, NodeResult, Walk},
};

impl Walk<'_> {
    /// Checks that the value does not match the schema of `not`.
    pub(super) fn not(&self, branch: NodeId, place: &Location<'_>, cx: &mut Context) -> NodeResult {
        let mut judged = NodeResult::PASSED;
        if self.passes(branch, place, cx).passed {
            judged.check(place.node.keyword("not", cx, |cx| check::not_failed(place.path, cx)));
        }
        judged
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::errors;

    #[test]
    fn refuses_what_passes() {
        let schema = r#"{"properties": {"f": {"not": {"required": ["a"]}}}}"#;
        assert_eq!(errors(schema, r#"{"f": {}}"#), [""; 0]);
        assert_eq!(
            errors(schema, r#"{"f": {"a": 1}}"#),
            [r#"<nil>: Invalid value: "": "f" must not validate the schema (not)"#]
        );
    }
}
