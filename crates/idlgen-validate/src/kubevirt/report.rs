//! Rule results.

use std::fmt;

/// The error for a rule with the name of an earlier one.
pub(super) const DUPLICATE: &str = "duplicate Rule Name";

/// The results of all rules of a VM, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Report {
    /// The result of each rule.
    pub rules: Vec<RuleStatus>,
}

/// The result of a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct RuleStatus {
    /// `name` of the rule.
    pub name: String,
    /// `message` of the rule, reported if the VM does not satisfy it.
    pub message: String,
    /// The path it checks, below `.spec.template`. Empty if unspecified.
    pub field: String,
    /// The outcome for this VM.
    pub outcome: RuleOutcome,
}

/// The outcome of a rule for a VM.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(clippy::exhaustive_enums, reason = "there are no other results")]
pub enum RuleOutcome {
    /// The rule does not apply.
    Skipped,
    /// The VM satisfies the rule. Contains the found values.
    Satisfied(String),
    /// The VM does not satisfy the rule.
    Unsatisfied {
        /// The found values.
        found: String,
        /// `true` if the rule only warns.
        is_warning: bool,
    },
    /// The value is a template parameter without a value (`${NAME}`), so the result is unknown.
    Unresolved(String),
    /// The rule could not be evaluated because of an error in it or in the found values.
    Failed {
        /// The reason, as a message.
        error: String,
        /// The failing stage: `cannot specialize` for its arguments, `cannot apply` for the rule. `None` if evaluation
        /// did not start.
        stage: Option<&'static str>,
    },
}

/// A reason for rejecting a VM.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Cause {
    /// The path that the rule checks, below `.spec.template`.
    pub field: String,
    /// The message of the rule and the found values.
    pub message: String,
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.field, self.message)
    }
}

impl RuleStatus {
    /// Returns `true` if the VM is rejected: a rule that cannot be evaluated rejects every VM, even if it only warns.
    pub fn is_refusal(&self) -> bool {
        match &self.outcome {
            RuleOutcome::Skipped | RuleOutcome::Satisfied(_) | RuleOutcome::Unresolved(_) => false,
            RuleOutcome::Unsatisfied { is_warning, .. } => !is_warning,
            RuleOutcome::Failed { .. } => true,
        }
    }

    /// Returns the cause for a rule that is not satisfied, whether or not it rejects the VM.
    pub fn cause(&self) -> Option<Cause> {
        let detail = match &self.outcome {
            RuleOutcome::Skipped | RuleOutcome::Satisfied(_) | RuleOutcome::Unresolved(_) => return None,
            RuleOutcome::Unsatisfied { found, .. } => found,
            RuleOutcome::Failed { error, .. } => error,
        };
        Some(Cause { field: self.field.clone(), message: format!("{}: {detail}", self.message) })
    }
}

impl Report {
    /// Returns `true` if the VM is accepted.
    pub fn is_allowed(&self) -> bool {
        !self.rules.iter().any(RuleStatus::is_refusal)
    }

    /// Returns the causes of a rejection, one per rule. They include warnings if there is any other cause.
    pub fn causes(&self) -> Vec<Cause> {
        let rules = self.rules.iter().filter(|_| !self.is_allowed());
        rules.filter_map(RuleStatus::cause).collect()
    }

    /// Returns the log of the validator, one line per rule.
    pub fn log(&self) -> String {
        let line = |RuleStatus { name, outcome, .. }: &RuleStatus| match outcome {
            RuleOutcome::Skipped | RuleOutcome::Unresolved(_) => format!("{name} SKIPPED: not appliable\n"),
            RuleOutcome::Satisfied(found) => format!("{name} applied: OK, {found}\n"),
            RuleOutcome::Unsatisfied { found, .. } => format!("{name} applied: FAIL, {found}\n"),
            RuleOutcome::Failed { error, stage: Some(stage) } => format!("{name} failed: {stage}: {error}\n"),
            RuleOutcome::Failed { error, stage: None } if error == DUPLICATE => {
                format!("{name} failed: duplicate name\n")
            }
            RuleOutcome::Failed { error, stage: None } => format!("{name} failed: {error}\n"),
        };
        self.rules.iter().map(line).collect()
    }
}
