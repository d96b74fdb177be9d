//! Hand-written functions that replace the rules of the golden package `functions`.

use crate::functions::example_com::golden::functions::Range;

/// Replaces `self.minSize <= self.maxSize`.
pub fn sizes_are_ordered(range: &Range) -> bool {
    range.min_size <= range.max_size
}

/// Replaces a rule on the labels.
pub fn labels_have_the_prefix(range: &Range) -> bool {
    range.labels.keys().all(|key| key.starts_with(&range.prefix))
}

/// Replaces `self.maxSize >= oldSelf.maxSize`, which applies to updates.
pub fn grows(range: &Range, old: &Range) -> bool {
    range.max_size >= old.max_size
}

/// Replaces a rule with an optional old value.
pub fn keeps_the_prefix(range: &Range, old: Option<&Range>) -> bool {
    old.is_none_or(|old| range.prefix == old.prefix)
}

/// Replaces the rule of a field.
pub fn is_not_root(prefix: &str) -> bool {
    prefix != "root"
}
