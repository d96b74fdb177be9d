//! Comparison rules, one file per group of keywords.

pub(super) mod bounds;
pub(super) mod cel;
pub(super) mod documentation;
mod duplicates;
pub(super) mod enumeration;
pub(super) mod fields;
pub(super) mod junctors;
pub(super) mod lists;
pub(super) mod other;
pub(super) mod presence;
pub(super) mod text;
pub(super) mod types;
