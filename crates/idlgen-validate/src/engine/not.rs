//! `not`.

use idlgen_runtime::{Context, Mode, check};

use super::walk::{Judged, Place, Walk};

impl Walk<'_> {
    /// The schema must not pass.
    pub(super) fn not(&self, place: &Place<'_>, cx: &mut Context) -> Judged {
        let mut judged = Judged::PASSED;
        for branch in &place.node.not {
            if self.attempt(*branch, Mode::Verdict, place, cx).judged.passed {
                judged.check(place.node.keyword("not", cx, |cx| check::not_failed(place.path, cx)));
            }
        }
        judged
    }
}
