//! Loops.

use super::PlanNode;

/// A loop over a list or a map.
#[derive(Debug)]
pub(in crate::cel) struct Comprehension {
    pub(in crate::cel) range: PlanNode,
    /// The place of the element, the key, or the index.
    pub(in crate::cel) variable: usize,
    /// The place of the second variable: the element or the value.
    pub(in crate::cel) second_variable: Option<usize>,
    pub(in crate::cel) body: Loop,
}

/// What is done with each element.
#[derive(Debug)]
pub(in crate::cel) enum Loop {
    /// `all`: the predicate.
    All(PlanNode),
    /// `exists`: the predicate.
    Exists(PlanNode),
    /// `exists_one`: the predicate.
    ExistsOne(PlanNode),
    /// Anything else, as the macros expand it.
    Fold(Box<Fold>),
}

/// A loop as the macros expand it.
#[derive(Debug)]
pub(in crate::cel) struct Fold {
    /// The place of the accumulator.
    pub(in crate::cel) accumulator: usize,
    /// The first value of the accumulator, which is only evaluated when it is needed.
    pub(in crate::cel) initial: PlanNode,
    /// Whether to go on.
    pub(in crate::cel) condition: PlanNode,
    /// The next value of the accumulator.
    pub(in crate::cel) step: PlanNode,
    /// The value of the whole.
    pub(in crate::cel) result: PlanNode,
}
