//! Calls, for the estimates of the called functions.

use crate::ast::ExprId;
use crate::types::Type;

use super::entry_size::EntrySize;
use super::path::Path;
use super::{CostEstimate, SizeEstimate};

/// An operand of a call, for the estimate of the called function.
pub(crate) struct Operand<'a> {
    pub(super) path: Path,
    pub(crate) of: &'a Type,
    /// The node of the operand. `None` for an element of a list.
    pub(super) id: Option<ExprId>,
    pub(crate) size: Option<SizeEstimate>,
}

/// The expression around a call, as far as estimates of functions depend on it.
pub(super) trait CallContext {
    /// Returns the size of an operand for Kubernetes functions.
    fn size_of(&self, operand: &Operand<'_>) -> SizeEstimate;

    /// Returns the declared size of the elements of a list.
    fn size_of_elements(&self, list: &Operand<'_>) -> Option<SizeEstimate>;

    /// Returns the value of an integer literal.
    fn literal(&self, id: ExprId) -> Option<i64>;

    /// Returns the minor version of Kubernetes.
    fn minor(&self) -> u8;

    /// Returns the sizes of the keys and values of a node, if known.
    fn size_of_entries(&self, id: ExprId) -> Option<EntrySize>;

    /// Sets the sizes of the keys and values of a node.
    fn set_size_of_entries(&mut self, id: ExprId, size: Option<EntrySize>);
}

/// A call, for the estimate of the called function.
pub(crate) struct Call<'c, 'a> {
    pub(super) context: &'c mut (dyn CallContext + 'a),
    pub(super) id: ExprId,
    /// The receiver, if any, and the arguments.
    pub(super) operands: &'c [Operand<'a>],
    /// The cost of the arguments without the receiver.
    pub(super) costs: &'c [CostEstimate],
}

impl<'a> Call<'_, 'a> {
    /// Returns the size of an operand for Kubernetes functions: the size of the value if known, otherwise the size that
    /// its schema declares.
    pub(crate) fn size(&self, index: usize) -> SizeEstimate {
        self.operands.get(index).map_or(SizeEstimate::UNKNOWN, |operand| self.context.size_of(operand))
    }

    /// Returns the size of an operand for the standard library, which ignores the schema: the size of the value if
    /// known.
    pub(crate) fn known_size(&self, index: usize) -> SizeEstimate {
        self.operands.get(index).and_then(|operand| operand.size).unwrap_or(SizeEstimate::UNKNOWN)
    }

    /// Returns the declared size of the elements of an operand.
    pub(crate) fn element_size(&self, index: usize) -> SizeEstimate {
        let size = self.operands.get(index).and_then(|list| self.context.size_of_elements(list));
        size.unwrap_or(SizeEstimate::UNKNOWN)
    }

    /// Returns the number of operands.
    pub(crate) fn count(&self) -> usize {
        self.operands.len()
    }

    pub(crate) fn operands(&self) -> &[Operand<'a>] {
        self.operands
    }

    pub(crate) fn type_of(&self, index: usize) -> &'a Type {
        self.operands.get(index).map_or(&Type::Dyn, |operand| operand.of)
    }

    /// Returns the cost of the arguments without the receiver.
    pub(crate) fn costs(&self) -> &[CostEstimate] {
        self.costs
    }

    /// Returns the value of an operand that is an integer literal.
    pub(crate) fn int(&self, index: usize) -> Option<i64> {
        self.context.literal(self.operands.get(index)?.id?)
    }

    /// Returns the minor version of Kubernetes.
    pub(crate) fn minor(&self) -> u8 {
        self.context.minor()
    }

    /// Records that the result of the call contains the elements, or the keys and values, of two operands.
    pub(crate) fn join_entries(&mut self, left: usize, right: usize) {
        let entry = |index: usize| self.context.size_of_entries(self.operands.get(index)?.id?);
        let joined: Option<EntrySize> = entry(left).zip(entry(right)).map(|(left, right)| left.union(right));
        self.context.set_size_of_entries(self.id, joined);
    }
}
