//! Null values.

use idlgen_runtime::Context;

use super::walk::{Judged, Place};

impl Place<'_> {
    /// Of all checks only those of type and enum look at null.
    pub(super) fn null(&self, cx: &mut Context) -> Judged {
        let passed = self.schema_type(cx).passed;
        let mut judged = Judged { passed, matches: u64::from(passed) };
        if !cx.is_done() {
            judged.check(self.enumeration(cx).passed);
        }
        judged
    }
}
