//! The cost of calls of the standard library.

use crate::ast::ExprId;

use super::{CostEstimate, Estimator, Operand, REGEX, SizeEstimate, TRAVERSAL};

/// What a call costs without its arguments, and how large its result is, if that is known.
pub(super) struct CallEstimate {
    pub(super) cost: CostEstimate,
    pub(super) result: Option<SizeEstimate>,
}

impl CallEstimate {
    pub(super) fn fixed(cost: u64) -> Self {
        Self { cost: CostEstimate::fixed(cost), result: None }
    }

    pub(super) fn of(cost: CostEstimate) -> Self {
        Self { cost, result: None }
    }

    pub(super) fn with_result(self, size: SizeEstimate) -> Self {
        Self { result: Some(size), ..self }
    }
}

impl<'a> Estimator<'a> {
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
        let mut operands = Vec::with_capacity(arguments.len());
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
        let target = target.map(|target| {
            sum = sum + self.cost(target);
            self.operand(target)
        });
        let mut cost = CostEstimate { min: u64::MAX, max: 0 };
        let mut result: Option<SizeEstimate> = None;
        for overload in overloads {
            let (of_overload, size) = self.overload_cost(id, function, overload, target.as_ref(), &operands, &costs);
            cost = cost.union(of_overload);
            if let Some(size) = size {
                result = Some(result.map_or(size, |result| result.union(size)));
            }
            let step = match *overload {
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

    fn overload_cost(
        &mut self,
        id: ExprId,
        function: &str,
        overload: &str,
        target: Option<&Operand<'a>>,
        arguments: &[Operand<'a>],
        costs: &[CostEstimate],
    ) -> (CostEstimate, Option<SizeEstimate>) {
        let sum = costs.iter().fold(CostEstimate::default(), |sum, cost| sum + *cost);
        if let Some(estimate) = self
            .extension_call(overload, target, arguments)
            .or_else(|| self.kubernetes_call(function, overload, target, arguments))
        {
            return (estimate.cost + sum, estimate.result);
        }
        match (overload, costs) {
            ("logical_or" | "logical_and", [left, right, ..]) => {
                return (CostEstimate { min: left.min, max: (*left + *right).max }, None);
            }
            ("conditional", [condition, then, otherwise]) => {
                let size = match arguments {
                    [_, then, otherwise] => known(then).union(known(otherwise)),
                    _ => SizeEstimate::UNKNOWN,
                };
                let entry = self.joined_entry(arguments.get(1), arguments.get(2));
                self.set_entry_size(id, entry);
                return (*condition + then.union(*otherwise), Some(size));
            }
            _ => {}
        }
        let estimate = self.standard_call(id, overload, target, arguments).unwrap_or_else(|| CallEstimate::fixed(1));
        (estimate.cost + sum, estimate.result)
    }

    fn joined_entry(&self, left: Option<&Operand<'_>>, right: Option<&Operand<'_>>) -> Option<super::size::EntrySize> {
        Some(self.entry_size(left?.id?)?.union(self.entry_size(right?.id?)?))
    }

    /// What depends on sizes in the standard library; everything else costs one.
    fn standard_call(
        &mut self,
        id: ExprId,
        overload: &str,
        target: Option<&Operand<'a>>,
        arguments: &[Operand<'a>],
    ) -> Option<CallEstimate> {
        Some(match (overload, target, arguments) {
            ("string_format", Some(target), _) => CallEstimate::of(known(target).cost(TRAVERSAL)),
            ("string_to_bytes", _, [text]) => {
                let size = known(text);
                CallEstimate::of(size.cost(TRAVERSAL))
                    .with_result(SizeEstimate { min: size.min, max: size.max.wrapping_mul(4) })
            }
            ("bytes_to_string", _, [bytes]) => {
                let size = known(bytes);
                CallEstimate::of(size.cost(TRAVERSAL)).with_result(SizeEstimate { min: size.min / 4, max: size.max })
            }
            ("strings_quote", _, [text]) => {
                let size = known(text);
                let result =
                    SizeEstimate { min: size.min.wrapping_add(2), max: size.max.wrapping_mul(2).wrapping_add(2) };
                CallEstimate::of(size.cost(TRAVERSAL)).with_result(result)
            }
            ("starts_with_string" | "ends_with_string", _, [affix]) => CallEstimate::of(known(affix).cost(TRAVERSAL)),
            ("in_list", _, [_, list]) => CallEstimate::of(known(list).cost(1.0)),
            ("matches_string", Some(text), [pattern]) => matches(text, pattern),
            ("matches", None, [text, pattern]) if self.version.minor() >= 37 => matches(text, pattern),
            ("contains_string", Some(text), [part]) => {
                CallEstimate::of(known(text).cost(TRAVERSAL).times(known(part).cost(TRAVERSAL)))
            }
            ("add_string" | "add_bytes" | "add_list", _, [left, right]) => {
                let size = known(left) + known(right);
                let entry = self.joined_entry(Some(left), Some(right));
                self.set_entry_size(id, entry);
                let cost = if overload == "add_list" { CostEstimate::fixed(1) } else { size.cost(TRAVERSAL) };
                CallEstimate::of(cost).with_result(size)
            }
            (
                "less_string"
                | "greater_string"
                | "less_equals_string"
                | "greater_equals_string"
                | "less_bytes"
                | "greater_bytes"
                | "less_equals_bytes"
                | "greater_equals_bytes"
                | "equals"
                | "not_equals",
                _,
                [left, right],
            ) => {
                let max = known(left).max.min(known(right).max);
                CallEstimate::of(CostEstimate { min: u64::from(max > 0), max }.scaled(TRAVERSAL))
            }
            _ => return None,
        })
    }
}

/// The size of an operand as the standard library sees it.
fn known(operand: &Operand<'_>) -> SizeEstimate {
    operand.size.unwrap_or(SizeEstimate::UNKNOWN)
}

fn matches(text: &Operand<'_>, pattern: &Operand<'_>) -> CallEstimate {
    let text = (known(text) + SizeEstimate::fixed(1)).cost(TRAVERSAL);
    CallEstimate::of(text.times(known(pattern).cost(REGEX)))
}
