//! Validates branches of `anyOf`, `oneOf` and `not` in isolation, because it is not yet known whether their errors
//! apply.

use idlgen_runtime::{Context, Mode, field::ErrorList};

use super::{
    node::NodeId,
    rule_evaluation::Ratcheting,
    walk::{Location, NodeResult, Walk},
};

/// The result of validating a branch, with its errors.
pub(super) struct Tried {
    pub(super) judged: NodeResult,
    pub(super) errors: ErrorList,
}

/// Number of steps that validating a branch without error messages counts towards the limit.
pub(super) const STEPS: u64 = 4;
/// Number of steps for a branch with error messages, whose validation takes about six times as long.
const STEPS_WITH_ERRORS: u64 = 24;

impl Walk<'_> {
    /// Validates a branch in isolation, without error messages.
    pub(super) fn passes(&self, branch: NodeId, place: &Location<'_>, cx: &mut Context) -> NodeResult {
        self.attempt(branch, Mode::Verdict, place, cx).judged
    }

    /// Returns the best-matching of several failing branches with its errors. Returns `None` if errors are not needed.
    pub(super) fn best_of_failed(&self, branches: &[NodeId], place: &Location<'_>, cx: &mut Context) -> Option<Tried> {
        if cx.mode != Mode::AllErrors {
            return None;
        }
        let attempts = branches.iter().map(|branch| self.attempt(*branch, Mode::AllErrors, place, cx));
        attempts.fold(None, |best, tried| Some(keep_best(best, tried)))
    }

    fn attempt(&self, branch: NodeId, mode: Mode, place: &Location<'_>, cx: &mut Context) -> Tried {
        self.spend(if mode == Mode::Verdict { STEPS } else { STEPS_WITH_ERRORS });
        let mut options = cx.options;
        options.cost_budget = cx.remaining_budget();
        let mut own = Context::new(mode, options);
        let place = place.branch(self.get(branch));
        let mut judged = self.apply(&place, &mut own);
        if self.options.rules_in_junctors && judged.passed {
            self.rules(&place, Ratcheting::NONE, &mut own);
            judged.passed = !own.has_failed();
        }
        cx.spend(options.cost_budget.saturating_sub(own.remaining_budget()));
        let errors = if mode == Mode::Verdict { ErrorList::new() } else { own.finish().1 };
        Tried { judged, errors }
    }
}

/// Returns the failing branch that matches better. If both match equally, returns the first.
fn keep_best(best: Option<Tried>, tried: Tried) -> Tried {
    match best {
        Some(best) if best.judged.matches >= tried.judged.matches => best,
        _ => tried,
    }
}

/// Reports the errors of the best-matching branch.
pub(super) fn report_best(best: Option<Tried>, cx: &mut Context) -> NodeResult {
    let Some(best) = best else { return NodeResult { passed: false, matches: 0 } };
    for error in best.errors {
        cx.report(|| error);
    }
    NodeResult { passed: false, matches: best.judged.matches }
}
