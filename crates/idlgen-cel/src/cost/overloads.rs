//! Call costs: the cost of the arguments plus the estimate of the function.

use idlgen_runtime::cel::program::Constant;

use crate::ast::{ExprId, ExprKind};

use super::call::{Call, CallContext, Operand};
use super::entry_size::EntrySize;
use super::estimates::CallEstimate;
use super::{CostEstimate, Estimator, SizeEstimate};

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
            let mut call = Call { context: self, id, operands: &operands, costs: &costs };
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

impl CallContext for Estimator<'_> {
    fn size_of(&self, operand: &Operand<'_>) -> SizeEstimate {
        self.operand_size(operand)
    }

    fn size_of_elements(&self, list: &Operand<'_>) -> Option<SizeEstimate> {
        self.declared_size(list.path, Some("@items"))
    }

    fn literal(&self, id: ExprId) -> Option<i64> {
        match self.checked.ast.kind(id) {
            ExprKind::Literal(Constant::Int(value)) => Some(*value),
            _ => None,
        }
    }

    fn minor(&self) -> u8 {
        self.version.minor()
    }

    fn size_of_entries(&self, id: ExprId) -> Option<EntrySize> {
        self.entry_size(id)
    }

    fn set_size_of_entries(&mut self, id: ExprId, size: Option<EntrySize>) {
        self.set_entry_size(id, size);
    }
}
