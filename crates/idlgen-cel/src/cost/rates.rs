//! Costs of single operations.

pub(crate) const LIST: u64 = 10;
pub(super) const MAP: u64 = 30;
pub(crate) const STRUCT: u64 = 40;
/// The cost of reading a character or byte.
pub(crate) const TRAVERSAL: f64 = 0.1;
/// The cost of a character in a regular expression.
pub(crate) const REGEX: f64 = 0.25;
