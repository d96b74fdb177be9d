//! `type`, `nullable` and `x-kubernetes-int-or-string`.

use idlgen_runtime::{Context, check};

use super::walk::{Judged, Place};
use crate::compiled::ValueTypes;

impl Place<'_> {
    /// Checks the type of the value like `validate.typeValidator`.
    pub(super) fn schema_type(&self, format: Option<&str>, certain: ValueTypes, cx: &mut Context) -> Judged {
        if certain.contains(self.value) {
            return Judged { passed: true, matches: 2 };
        }
        let node = self.node;
        let format = format.unwrap_or_default();
        let mut passed = true;
        for types in node.schema_types.asked() {
            passed &= node
                .keyword("type", cx, |cx| check::schema_type(self.value, types, format, node.nullable, self.path, cx));
        }
        Judged { passed, matches: 1 + u64::from(passed) }
    }
}
