//! `type`, `nullable` and `x-kubernetes-int-or-string`.

use idlgen_runtime::{Context, check};

use super::walk::{Judged, Place};

impl Place<'_> {
    /// `validate.typeValidator`.
    pub(super) fn schema_type(&self, format: Option<&str>, cx: &mut Context) -> Judged {
        let node = self.node;
        let format = format.unwrap_or_default();
        let mut passed = true;
        let check = |types: &[&str], cx: &mut Context| {
            check::schema_type(self.value, types, format, node.nullable, self.path, cx)
        };
        if node.schema_types.alternatives.is_empty() {
            passed = node.keyword("type", cx, |cx| check(&[], cx));
        }
        for types in &node.schema_types.alternatives {
            passed &= node.keyword("type", cx, |cx| check(types, cx));
        }
        Judged { passed, matches: 1 + u64::from(passed) }
    }
}
