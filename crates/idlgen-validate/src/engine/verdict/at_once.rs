//! Determines which value types are always valid or invalid, and which node ultimately validates a value.

use super::{
    super::{
        branch,
        node::Compiled,
        node::{Node, NodeId},
        options::ValidatorOptions,
    },
    compact::{CompactNodes, looked_at},
    target::Target,
};
use crate::{
    compiled::{Check, Family, ValueTypes},
    schema::ListType,
};

/// Maximum number of levels for which results are precomputed.
pub(super) const MOST_LEVELS: u16 = 16;

/// Maximum number of steps for which results are precomputed.
const MOST_STEPS: u16 = 256;

impl CompactNodes {
    /// Returns the value types that are always valid or invalid for a node. Depends on the results for its branches.
    pub(super) fn known_at_once(&self, node: &Node, id: NodeId, options: &ValidatorOptions) -> Target {
        let (mut right, mut wrong) = (ValueTypes::ALL, ValueTypes::NONE);
        // Only the checks of `type` and `enum` apply to null.
        let (mut null_is_right, mut null_is_wrong) = (true, false);
        let (mut levels, mut steps) = (0, 1_u16);
        for check in &node.checks {
            for branch in check.branches() {
                let branch = self.target(*branch);
                levels = levels.max(branch.levels);
                let tried = if matches!(check, Check::AllOf(_)) { 0 } else { branch::STEPS as u16 };
                steps = steps.saturating_add(branch.steps).saturating_add(tried);
            }
            let branches = || check.branches().iter().map(|branch| self.target(*branch));
            match check {
                Check::Type { certain, refused, .. } => {
                    right = right & *certain;
                    wrong = wrong | *refused;
                    null_is_right &= certain.meet(ValueTypes::NULL);
                    null_is_wrong |= refused.meet(ValueTypes::NULL);
                }
                Check::AllOf(_) => {
                    for branch in branches() {
                        right = right & branch.right;
                        wrong = wrong | branch.wrong;
                    }
                }
                Check::AnyOf(_) => {
                    right = right & branches().fold(ValueTypes::NONE, |types, branch| types | branch.right);
                    wrong = wrong | branches().fold(ValueTypes::ALL, |types, branch| types & branch.wrong);
                }
                Check::OneOf(_) => {
                    let (mut once, mut twice, mut known) = (ValueTypes::NONE, ValueTypes::NONE, ValueTypes::ALL);
                    for branch in branches() {
                        twice = twice | (once & branch.right);
                        once = once | branch.right;
                        known = known & (branch.right | branch.wrong);
                    }
                    right = right & once & !twice & known;
                    wrong = wrong | twice | (known & !once);
                }
                Check::Not(_) => {
                    for branch in branches() {
                        right = right & branch.wrong;
                        wrong = wrong | branch.right;
                    }
                }
                Check::Limit(keyword, _) if keyword.row().family() == Family::Enumeration => {
                    right = ValueTypes::NONE;
                    null_is_right = false;
                }
                _ => right = right & !looked_at(check.family()),
            }
        }
        if finds_duplicates(node) {
            right = right & !ValueTypes::LIST;
        }
        levels += 1;
        let runs_rules = options.rules_in_junctors && node.checks.iter().any(is_junctor);
        let is_small = (..=MOST_LEVELS).contains(&levels) && (..=MOST_STEPS).contains(&steps);
        if runs_rules || !is_small {
            (right, wrong) = (ValueTypes::NONE, ValueTypes::NONE);
            (levels, steps) = (1, 1);
        }
        let null = |is: bool| if is { ValueTypes::NULL } else { ValueTypes::NONE };
        Target {
            right: (right & !ValueTypes::NULL) | null(null_is_right),
            wrong: (wrong & !ValueTypes::NULL) | null(null_is_wrong),
            finds_duplicates: true,
            levels,
            steps,
            node: id,
        }
    }

    /// Follows nodes that only refer to another node, up to the first node with checks of its own.
    pub(super) fn resolved(&self, compiled: &Compiled, id: NodeId) -> Target {
        let mut target = Target { levels: 1, ..*self.target(id) };
        while let node = compiled.get(target.node)
            && let [Check::AllOf(branches)] = node.checks.as_slice()
            && let [branch] = branches.as_slice()
            && !finds_duplicates(node)
            && target.levels < MOST_LEVELS
        {
            let known = self.target(*branch);
            target = Target {
                // Null always passes here, because an `allOf` is not applied to it.
                right: known.right | ValueTypes::NULL,
                wrong: known.wrong & !ValueTypes::NULL,
                finds_duplicates: false,
                levels: target.levels + 1,
                steps: target.levels + known.steps,
                node: *branch,
            };
        }
        target
    }
}

/// Returns `true` if lists of the node must not contain duplicates.
fn finds_duplicates(node: &Node) -> bool {
    matches!(node.list_type, Some(ListType::Set | ListType::Map))
}

/// Returns `true` for a check that can pass although one of its branches does not.
fn is_junctor<C>(check: &Check<C>) -> bool {
    matches!(check, Check::AnyOf(_) | Check::OneOf(_) | Check::Not(_))
}
