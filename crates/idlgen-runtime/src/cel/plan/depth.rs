//! Depth limits of expressions.

/// Maximum depth of an evaluated expression.
pub(in crate::cel) const MAX: u32 = 400;

/// The depth that a comprehension takes.
pub(in crate::cel) const OF_COMPREHENSION: u32 = 4;
