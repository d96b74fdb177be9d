//! Evaluates `oneOf`.

use idlgen_runtime::{Context, check};

use super::{
    branch::report_best,
    node::NodeId,
    walk::{Location, NodeResult, Walk},
};

impl Walk<'_> {
    /// Checks that exactly one branch passes. If no branch passes, the errors of the best-matching branch are reported
    /// after the error of `oneOf` itself.
    pub(super) fn one_of(&self, branches: &[NodeId], place: &Location<'_>, cx: &mut Context) -> NodeResult {
        let mut passed = None;
        let mut count = 0;
        for branch in branches {
            let judged = self.passes(*branch, place, cx);
            if judged.passed {
                count += 1;
                passed = passed.or(Some(judged));
            }
        }
        if let (1, Some(judged)) = (count, passed) {
            return judged;
        }
        place.node.keyword("oneOf", cx, |cx| check::one_of_failed(count, place.path, cx));
        let best = if count == 0 { self.best_of_failed(branches, place, cx) } else { None };
        report_best(best, cx)
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::errors;

    #[test]
    fn counts_what_passes() {
        let schema = r#"{"oneOf": [{"minimum": 1}, {"minimum": 2}]}"#;
        assert_eq!(errors(schema, "1"), [""; 0]);
        assert_eq!(
            errors(schema, "2"),
            [
                r#"<nil>: Invalid value: "": "" must validate one and only one schema (oneOf). Found 2 valid alternatives"#
            ]
        );
        assert_eq!(
            errors(schema, "0"),
            [
                r#"<nil>: Invalid value: "": "" must validate one and only one schema (oneOf). Found none valid"#,
                "<nil>: Invalid value: 0:  in body should be greater than or equal to 1",
            ]
        );
    }
}
