//! Checks of text.

use idlgen_runtime::{Context, value::ValueRef};

use super::walk::{Judged, Place};

impl Place<'_> {
    /// `validate.stringValidator`: of length and pattern, the first that fails is the only one reported. Then the format.
    pub(super) fn string(&self, cx: &mut Context) -> Judged {
        let ValueRef::String(text) = self.value else { return Judged::PASSED };
        let passed = self.max_length(text, cx) && self.min_length(text, cx) && self.pattern(text, cx);
        let mut judged = Judged { passed, matches: 1 };
        if !cx.is_done() {
            judged.merge(self.format(text, cx));
        }
        judged
    }
}
