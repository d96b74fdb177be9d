//! Evaluates `type`, `nullable` and `x-kubernetes-int-or-string`.

use idlgen_runtime::{Context, check};

use super::walk::{Location, NodeResult};
use crate::compiled::ValueTypes;

impl Location<'_> {
    /// Checks the type of the value like `validate.typeValidator`.
    pub(super) fn schema_type(&self, format: Option<&str>, certain: ValueTypes, cx: &mut Context) -> NodeResult {
        if certain.contains(self.value) {
            return NodeResult { passed: true, matches: 2 };
        }
        let node = self.node;
        let format = format.unwrap_or_default();
        let mut passed = true;
        for types in node.schema_types.arguments() {
            passed &= node
                .keyword("type", cx, |cx| check::schema_type(self.value, types, format, node.nullable, self.path, cx));
        }
        NodeResult { passed, matches: 1 + u64::from(passed) }
    }
}
