//! Evaluates `anyOf`.

use idlgen_runtime::{Context, check};

use super::{
    branch::report_best,
    node::NodeId,
    walk::{Location, NodeResult, Walk},
};

impl Walk<'_> {
    /// Checks that one of the branches passes, and skips the branches after it. If no branch passes, the errors of the
    /// best-matching branch are reported after the error of `anyOf` itself.
    pub(super) fn any_of(&self, branches: &[NodeId], place: &Location<'_>, cx: &mut Context) -> NodeResult {
        for branch in branches {
            let judged = self.passes(*branch, place, cx);
            if judged.passed {
                return judged;
            }
        }
        // Branches are validated again to get their errors, because most values do not need them.
        let best = self.best_of_failed(branches, place, cx);
        place.node.keyword("anyOf", cx, |cx| check::any_of_failed(place.path, cx));
        report_best(best, cx)
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::errors;

    #[test]
    fn shows_the_branch_that_matched_most() {
        let schema = r#"{"properties": {"f": {"anyOf": [
            {"type": "string"},
            {"type": "object", "properties": {"a": {"type": "integer"}, "b": {"maximum": 1}}},
            {"type": "object", "required": ["c"]}
        ]}}}"#;
        assert_eq!(errors(schema, r#"{"f": "x"}"#), [""; 0]);
        assert_eq!(
            errors(schema, r#"{"f": {"a": 1, "b": 2}}"#),
            [
                r#"<nil>: Invalid value: "": "f" must validate at least one schema (anyOf)"#,
                "f.b: Invalid value: 2: f.b in body should be less than or equal to 1",
            ]
        );
    }

    #[test]
    fn shows_the_first_of_branches_that_matched_equally() {
        let schema = r#"{"anyOf": [{"minimum": 3}, {"minimum": 2}]}"#;
        assert_eq!(
            errors(schema, "1"),
            [
                r#"<nil>: Invalid value: "": "" must validate at least one schema (anyOf)"#,
                "<nil>: Invalid value: 1:  in body should be greater than or equal to 3",
            ]
        );
    }
}
