//! Evaluates `allOf`.

use idlgen_runtime::{Context, check};

use super::{
    node::NodeId,
    walk::{Location, NodeResult, Walk},
};

impl Walk<'_> {
    /// Checks that every branch passes. The errors of failing branches are reported before the error of `allOf` itself.
    pub(super) fn all_of(&self, branches: &[NodeId], place: &Location<'_>, cx: &mut Context) -> NodeResult {
        let mut judged = NodeResult::PASSED;
        let mut any_passed = false;
        for branch in branches {
            let branch = self.apply(&place.branch(self.get(*branch)), cx);
            any_passed |= branch.passed;
            judged.merge(branch);
            if cx.is_done() {
                return judged;
            }
        }
        if !judged.passed {
            place.node.keyword("allOf", cx, |cx| check::all_of_failed(any_passed, place.path, cx));
        }
        judged
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::errors;

    #[test]
    fn sums_up_after_the_errors_of_the_branches() {
        let schema = r#"{"properties": {"f": {"allOf": [{"minimum": 1}, {"maximum": 3}]}}}"#;
        assert_eq!(errors(schema, r#"{"f": 2}"#), [""; 0]);
        assert_eq!(
            errors(schema, r#"{"f": 4}"#),
            [
                "f: Invalid value: 4: f in body should be less than or equal to 3",
                r#"<nil>: Invalid value: "": "f" must validate all the schemas (allOf)"#,
            ]
        );
        let schema = r#"{"allOf": [{"minimum": 1}]}"#;
        assert_eq!(
            errors(schema, "0").last().map(String::as_str),
            Some(r#"<nil>: Invalid value: "": "" must validate all the schemas (allOf). None validated"#)
        );
    }
}
