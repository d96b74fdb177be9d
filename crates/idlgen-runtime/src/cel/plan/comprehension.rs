//! Comprehensions.

use super::PlanNode;

/// A loop over a list or a map.
#[derive(Debug)]
pub(in crate::cel) struct Comprehension {
    pub(in crate::cel) range: PlanNode,
    /// The slot of the element, key or index.
    pub(in crate::cel) variable: usize,
    /// The slot of the second variable: the element or value.
    pub(in crate::cel) second_variable: Option<usize>,
    pub(in crate::cel) body: Loop,
}

/// The operation on each element.
#[derive(Debug)]
pub(in crate::cel) enum Loop {
    /// `all`: the predicate.
    All(PlanNode),
    /// `exists`: the predicate.
    Exists(PlanNode),
    /// `exists_one`: the predicate.
    ExistsOne(PlanNode),
    /// Any other loop, in the expanded form of the macros.
    Fold(Box<Fold>),
}

/// A loop in the expanded form of the macros.
#[derive(Debug)]
pub(in crate::cel) struct Fold {
    /// The slot of the accumulator.
    pub(in crate::cel) accumulator: usize,
    /// The initial value of the accumulator, evaluated when it is first used.
    pub(in crate::cel) initial: PlanNode,
    /// The condition to continue.
    pub(in crate::cel) condition: PlanNode,
    /// The next value of the accumulator.
    pub(in crate::cel) step: PlanNode,
    /// The value of the comprehension.
    pub(in crate::cel) result: PlanNode,
}
