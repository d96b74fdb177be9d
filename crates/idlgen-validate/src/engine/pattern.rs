//! `pattern`.

use std::{collections::BTreeMap, sync::Arc};

use idlgen_runtime::{Context, check, regex::LazyPattern};

use super::{parts::Parts, walk::Place};

/// The patterns of all parts; the text must match each.
#[derive(Clone, Debug, Default)]
pub(super) struct Patterns {
    patterns: Vec<Arc<LazyPattern>>,
}

/// The patterns of a validator, each of which is compiled once, when it is first needed.
pub(super) type PatternCache = BTreeMap<String, Arc<LazyPattern>>;

/// The pattern of that text.
pub(super) fn cached(cache: &mut PatternCache, source: &str) -> Arc<LazyPattern> {
    let pattern = cache.entry(source.to_owned()).or_insert_with(|| Arc::new(LazyPattern::owned(source.to_owned())));
    Arc::clone(pattern)
}

impl Patterns {
    pub(super) fn compile(parts: &Parts<'_>, cache: &mut PatternCache) -> Self {
        let mut patterns: Vec<Arc<LazyPattern>> = Vec::new();
        for source in parts.all(|schema| schema.pattern.as_ref()) {
            let pattern = cached(cache, source);
            if !patterns.contains(&pattern) {
                patterns.push(pattern);
            }
        }
        Patterns { patterns }
    }
}

impl Place<'_> {
    pub(super) fn pattern(&self, text: &str, cx: &mut Context) -> bool {
        self.node
            .patterns
            .patterns
            .iter()
            .all(|pattern| self.node.keyword("pattern", cx, |cx| check::pattern(text, pattern, self.path, cx)))
    }
}
