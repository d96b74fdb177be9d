//! The results of rules.

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
    /// The `name` of the rule.
    pub name: String,
    /// The `message` of the rule, which is reported if the VM does not satisfy the rule.
    pub message: String,
    /// The path that the rule checks, relative to `.spec.template`. Empty if the rule has no path.
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
    /// The VM satisfies the rule. Contains a message with the values found.
    Satisfied(String),
    /// The VM does not satisfy the rule.
    Unsatisfied {
        /// A message with the values found.
        found: String,
        /// `true` if the rule only warns.
        is_warning: bool,
    },
    /// A value is a template parameter without a value (`${NAME}`), so the result is unknown.
    Unresolved(String),
    /// The rule cannot be evaluated because of an error in it or in the values found.
    Failed {
        /// The reason, as a message.
        error: String,
        /// The stage that failed: `cannot specialize` if it is the arguments, `cannot apply` if it is the comparison.
        /// `None` if the evaluation did not start.
        stage: Option<&'static str>,
    },
}

/// A reason for rejecting a VM.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Cause {
    /// The path that the rule checks, relative to `.spec.template`.
    pub field: String,
    /// The message of the rule, with the values found.
    pub message: String,
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.field, self.message)
    }
}

impl RuleStatus {
    /// Returns `true` if the rule rejects the VM. A rule that cannot be evaluated rejects every VM, even if it should
    /// only warn.
    pub fn is_rejection(&self) -> bool {
        match &self.outcome {
            RuleOutcome::Skipped | RuleOutcome::Satisfied(_) | RuleOutcome::Unresolved(_) => false,
            RuleOutcome::Unsatisfied { is_warning, .. } => !is_warning,
            RuleOutcome::Failed { .. } => true,
        }
    }

    /// Returns the cause for a rule that the VM does not satisfy, even if the rule only warns.
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
        !self.rules.iter().any(RuleStatus::is_rejection)
    }

    /// Returns the causes of a rejection, one per rule. Warnings are included if there is another cause.
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

#[cfg(test)]
mod tests {
    use super::{DUPLICATE, Report, RuleOutcome, RuleStatus};

    fn status(name: &str, outcome: RuleOutcome) -> RuleStatus {
        RuleStatus { name: name.to_owned(), message: format!("{name} is not met"), field: ".a".to_owned(), outcome }
    }

    #[test]
    fn rejections_have_the_causes_of_all_rules() {
        let unsatisfied = |is_warning| RuleOutcome::Unsatisfied { found: "1 is too small".to_owned(), is_warning };
        let failed = |error: &str, stage| RuleOutcome::Failed { error: error.to_owned(), stage };
        let accepted = [
            status("skipped", RuleOutcome::Skipped),
            status("unresolved", RuleOutcome::Unresolved("${A}".to_owned())),
            status("satisfied", RuleOutcome::Satisfied("1 is fine".to_owned())),
            status("warning", unsatisfied(true)),
        ];
        let report = Report { rules: accepted.to_vec() };
        assert!(report.is_allowed());
        assert_eq!(report.causes(), []);
        assert_eq!(
            report.log(),
            "skipped SKIPPED: not appliable\nunresolved SKIPPED: not appliable\n\
             satisfied applied: OK, 1 is fine\nwarning applied: FAIL, 1 is too small\n"
        );
        for (rejected, cause, line) in [
            (unsatisfied(false), "1 is too small", "applied: FAIL, 1 is too small"),
            (failed("no such path", None), "no such path", "failed: no such path"),
            (failed("not a number", Some("cannot apply")), "not a number", "failed: cannot apply: not a number"),
            (failed(DUPLICATE, None), DUPLICATE, "failed: duplicate name"),
        ] {
            let rules = accepted.iter().cloned().chain([status("last", rejected)]).collect();
            let report = Report { rules };
            assert!(!report.is_allowed());
            let causes: Vec<String> = report.causes().iter().map(ToString::to_string).collect();
            let last = format!(".a: last is not met: {cause}");
            assert_eq!(causes, [".a: warning is not met: 1 is too small", last.as_str()]);
            assert_eq!(report.log().lines().last(), Some(format!("last {line}").as_str()));
        }
    }
}
