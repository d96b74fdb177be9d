//! `oneOf`.

use idlgen_runtime::{Context, check};

use super::{
    branch::{keep_best, mode_of_branches, report_best},
    node::NodeId,
    walk::{Judged, Place, Walk},
};

impl Walk<'_> {
    /// Exactly one branch must pass. If none does, the errors of the one that matched most follow.
    pub(super) fn one_of(&self, branches: &[NodeId], place: &Place<'_>, cx: &mut Context) -> Judged {
        let mut best = None;
        let mut passed = None;
        let mut count = 0;
        for branch in branches {
            let tried = self.attempt(*branch, mode_of_branches(cx), place, cx);
            if tried.judged.passed {
                count += 1;
                passed = passed.or(Some(tried.judged));
            } else {
                best = Some(keep_best(best, tried));
            }
        }
        if let (1, Some(judged)) = (count, passed) {
            return judged;
        }
        place.node.keyword("oneOf", cx, |cx| check::one_of_failed(count, place.path, cx));
        report_best(best.filter(|_| count == 0), cx)
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
