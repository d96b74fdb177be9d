//! `anyOf`.

use idlgen_runtime::{Context, check};

use super::{
    branch::{keep_best, mode_of_branches, report_best},
    node::NodeId,
    walk::{Judged, Place, Walk},
};

impl Walk<'_> {
    /// One branch must pass; those after it are not looked at. If none does, the errors of the one that matched most follow.
    pub(super) fn any_of(&self, place: &Place<'_>, cx: &mut Context) -> Judged {
        let mut judged = Judged::PASSED;
        for branches in &place.node.any_of {
            judged.merge(self.any_branch(branches, place, cx));
        }
        judged
    }

    fn any_branch(&self, branches: &[NodeId], place: &Place<'_>, cx: &mut Context) -> Judged {
        let mut best = None;
        for branch in branches {
            let tried = self.attempt(*branch, mode_of_branches(cx), place, cx);
            if tried.judged.passed {
                return tried.judged;
            }
            best = Some(keep_best(best, tried));
        }
        place.node.keyword("anyOf", cx, |cx| check::any_of_failed(place.path, cx));
        report_best(best, cx)
    }
}
