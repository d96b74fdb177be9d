//! `pattern`.

use idlgen_runtime::{Context, check, regex::LazyPattern};

use super::walk::Place;

impl Place<'_> {
    pub(super) fn pattern(&self, pattern: &LazyPattern, text: &str, cx: &mut Context) -> bool {
        self.node.keyword("pattern", cx, |cx| check::pattern(text, pattern, self.path, cx))
    }
}
