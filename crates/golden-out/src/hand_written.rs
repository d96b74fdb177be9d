//! Hand-written functions for the golden package `functions`: some replace rules, others are validators.

use idlgen_runtime::field::{Error, ErrorList, Path};

use crate::functions::example_com::golden::functions::{Code, Range};

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

/// Replaces the rule of a named type.
pub fn is_a_code(code: &Code) -> bool {
    code.as_str() != "none"
}

/// Validates a range in addition to its schema: its size is limited, and a growing range needs labels.
pub fn range_is_small(range: &Range, old: Option<&Range>, path: &Path<'_>) -> ErrorList {
    let mut errors = ErrorList::new();
    if range.max_size > 1000 {
        errors.push(Error::invalid(&path.field("maxSize"), i64::from(range.max_size), "must be at most 1000"));
    }
    if old.is_some_and(|old| old.max_size < range.max_size) && range.labels.is_empty() {
        errors.push(Error::required(&path.field("labels"), "a growing range needs labels"));
    }
    errors
}

/// Validates a code: it has at most one error.
pub fn code_is_upper(code: &Code, _old: Option<&Code>, path: &Path<'_>) -> Option<Error> {
    let is_upper = code.chars().all(|character| character.is_ascii_uppercase());
    (!is_upper).then(|| Error::invalid(path, code.as_str(), "must be in upper case"))
}
