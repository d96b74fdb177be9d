//! Call costs: the cost of the arguments plus the estimate of the function.

use idlgen_runtime::cel::program::Constant;

use crate::ast::{ExprId, ExprKind};
use crate::types::Type;

use super::estimates::CallEstimate;
use super::size::EntrySize;
use super::{CostEstimate, Estimator, Operand, SizeEstimate};

/// A call, for the estimate of the called function.
pub(crate) struct Call<'c, 'a> {
    estimator: &'c mut Estimator<'a>,
    id: ExprId,
    /// The receiver, if any, and the arguments.
    operands: &'c [Operand<'a>],
    /// The cost of the arguments without the receiver.
    costs: &'c [CostEstimate],
}

impl<'a> Call<'_, 'a> {
    /// Returns the size of an operand for Kubernetes functions: the size of the value if known, otherwise the size that
    /// its schema declares.
    pub(crate) fn size(&self, index: usize) -> SizeEstimate {
        self.operands.get(index).map_or(SizeEstimate::UNKNOWN, |operand| self.estimator.operand_size(operand))
    }

    /// Returns the size of an operand for the standard library, which ignores the schema: the size of the value if
    /// known.
    pub(crate) fn known_size(&self, index: usize) -> SizeEstimate {
        self.operands.get(index).and_then(|operand| operand.size).unwrap_or(SizeEstimate::UNKNOWN)
    }

    /// Returns the declared size of the elements of an operand.
    pub(crate) fn element_size(&self, index: usize) -> SizeEstimate {
        let size = self.operands.get(index).and_then(|list| self.estimator.declared_size(list.path, Some("@items")));
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
        match self.estimator.checked.ast.kind(self.operands.get(index)?.id?) {
            ExprKind::Literal(Constant::Int(value)) => Some(*value),
            _ => None,
        }
    }

    /// Returns the minor version of Kubernetes.
    pub(crate) fn minor(&self) -> u8 {
        self.estimator.version.minor()
    }

    /// Records that the result of the call contains the elements, or the keys and values, of two operands.
    pub(crate) fn join_entries(&mut self, left: usize, right: usize) {
        let entry = |index: usize| self.estimator.entry_size(self.operands.get(index)?.id?);
        let joined: Option<EntrySize> = entry(left).zip(entry(right)).map(|(left, right)| left.union(right));
        self.estimator.set_entry_size(self.id, joined);
    }
}

impl Estimator<'_> {
    pub(super) fn cost_call(
        &mut self,
        id: ExprId,
        function: &str,
        target: Option<ExprId>,
        arguments: &[ExprId],
    ) -> CostEstimate {
        if let ("dyn", [argument]) = (function, arguments) {
            let cost = self.cost(*argument);
            self.copy_sizes(id, *argument);
            return cost + CostEstimate::fixed(1);
        }
        let mut costs = Vec::with_capacity(arguments.len());
        let mut operands = Vec::with_capacity(arguments.len() + 1);
        for argument in arguments {
            costs.push(self.cost(*argument));
            operands.push(self.operand(*argument));
        }
        let checked = self.checked;
        let overloads = checked.overloads(id);
        if overloads.is_empty() {
            return CostEstimate::default();
        }
        let mut sum = CostEstimate::default();
        if let Some(target) = target {
            sum = self.cost(target);
            operands.insert(0, self.operand(target));
        }
        let of_arguments = costs.iter().fold(CostEstimate::default(), |sum, cost| sum + *cost);
        let mut cost = CostEstimate { min: u64::MAX, max: 0 };
        let mut result: Option<SizeEstimate> = None;
        for overload in overloads {
            let mut call = Call { estimator: self, id, operands: &operands, costs: &costs };
            let estimate: CallEstimate = (overload.estimate)(&mut call);
            let of_overload = if estimate.has_arguments { estimate.cost } else { estimate.cost + of_arguments };
            cost = cost.union(of_overload);
            if let Some(size) = estimate.result {
                result = Some(result.map_or(size, |result| result.union(size)));
            }
            let step = match overload.overload {
                "index_list" => "@items",
                "index_map" => "@values",
                _ => "",
            };
            if let (false, Some(indexed)) = (step.is_empty(), arguments.first()) {
                result = self.entry_size(*indexed).map(|entry| entry.value);
                let path = self.path_of(*indexed);
                let path = self.paths.append(path, step);
                self.set_path(id, path);
            }
            if result.is_none() {
                result = self.size(id);
            }
        }
        self.set_size(id, result);
        sum + cost
    }
}
