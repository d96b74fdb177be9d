//! What came out of rules.

use std::fmt;

/// Said of a rule that has the name of one before it.
pub(super) const DUPLICATE: &str = "duplicate Rule Name";

/// What came out of the rules of a machine, in their order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Report {
    /// What came out of each.
    pub rules: Vec<RuleStatus>,
}

/// What came out of a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct RuleStatus {
    /// The name of the rule.
    pub name: String,
    /// Its message.
    pub message: String,
    /// Where it looks, below `.spec.template`; empty if it does not say.
    pub field: String,
    /// What came out.
    pub outcome: RuleOutcome,
}

/// What came out of a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(clippy::exhaustive_enums, reason = "this is all that can come out")]
pub enum RuleOutcome {
    /// There is nothing that it is about.
    Skipped,
    /// It holds: what was found.
    Satisfied(String),
    /// It does not hold.
    Unsatisfied {
        /// What was found.
        found: String,
        /// Whether that is only warned of.
        is_warning: bool,
    },
    /// What it is about is a parameter of a template without a value (`${NAME}`): it is not known whether it holds.
    Unresolved(String),
    /// It could not be evaluated, for what is wrong with the rule or with what it finds.
    Failed {
        /// What is wrong.
        error: String,
        /// How far it came: `cannot specialize` its arguments, `cannot apply` it; nothing if it was not begun.
        stage: Option<&'static str>,
    },
}

/// Why a machine is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Cause {
    /// Where the rule looks, below `.spec.template`.
    pub field: String,
    /// The rule's message, and what was found.
    pub message: String,
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.field, self.message)
    }
}

impl RuleStatus {
    /// Whether the machine is refused for it: a rule that cannot be evaluated refuses every machine, also one that only
    /// warns.
    pub fn is_refusal(&self) -> bool {
        match &self.outcome {
            RuleOutcome::Skipped | RuleOutcome::Satisfied(_) | RuleOutcome::Unresolved(_) => false,
            RuleOutcome::Unsatisfied { is_warning, .. } => !is_warning,
            RuleOutcome::Failed { .. } => true,
        }
    }

    /// What is to be said of a rule that does not hold, whether or not the machine is refused for it.
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
    /// Whether the machine is accepted.
    pub fn is_allowed(&self) -> bool {
        !self.rules.iter().any(RuleStatus::is_refusal)
    }

    /// Why it is not, a cause a rule. What is only warned of is among them, as long as there is anything else.
    pub fn causes(&self) -> Vec<Cause> {
        let rules = self.rules.iter().filter(|_| !self.is_allowed());
        rules.filter_map(RuleStatus::cause).collect()
    }

    /// What the validator writes into its log, a line a rule.
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
