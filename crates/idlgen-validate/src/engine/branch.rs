//! Branches of `anyOf`, `oneOf` and `not`, which are tried before it is known whether their errors count.

use idlgen_runtime::{Context, Mode, field::ErrorList};

use super::{
    node::NodeId,
    rules::Forgiveness,
    walk::{Judged, Place, Walk},
};

/// What came out of a branch.
pub(super) struct Tried {
    pub(super) judged: Judged,
    pub(super) errors: ErrorList,
}

impl Walk<'_> {
    /// Applies a branch by itself.
    pub(super) fn attempt(&self, branch: NodeId, mode: Mode, place: &Place<'_>, cx: &mut Context) -> Tried {
        let mut options = cx.options;
        options.cost_budget = cx.remaining_budget();
        let mut own = Context::new(mode, options);
        let place = place.branch(self.get(branch));
        let mut judged = self.apply(&place, &mut own);
        if self.options.rules_in_junctors && judged.passed {
            self.rules(&place, Forgiveness::NONE, &mut own);
            judged.passed = !own.has_failed();
        }
        cx.spend(options.cost_budget.saturating_sub(own.remaining_budget()));
        let (_, errors, _) = own.finish();
        Tried { judged, errors }
    }
}

/// The mode for branches whose errors come after that of the composite itself.
pub(super) fn mode_of_branches(cx: &Context) -> Mode {
    if cx.mode == Mode::AllErrors { Mode::AllErrors } else { Mode::Verdict }
}

/// Of the branches that failed the one that matched most, the first of those that matched equally.
pub(super) fn keep_best(best: Option<Tried>, tried: Tried) -> Tried {
    match best {
        Some(best) if best.judged.matches >= tried.judged.matches => best,
        _ => tried,
    }
}

/// Reports the errors of the best branch.
pub(super) fn report_best(best: Option<Tried>, cx: &mut Context) -> Judged {
    let Some(best) = best else { return Judged { passed: false, matches: 0 } };
    for error in best.errors {
        cx.report(|| error);
    }
    Judged { passed: false, matches: best.judged.matches }
}
