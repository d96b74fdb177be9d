//! The state of CEL rules: their cost, and whether they run at all.

use super::{Context, Failed, Mode, Options};
use crate::field::{BadValue, Error, ErrorList, ErrorType, Path};

/// The state of the rules of one validation.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rules {
    /// Remaining cost budget.
    remaining: u64,
    /// `true` if no further rule runs.
    stopped: bool,
    /// `true` if the schema has rules.
    pub(super) expected: bool,
    /// `true` if a failed rule on an unchanged value is ratcheted.
    ratchets: bool,
    /// Whether the enclosing list without keys is unchanged. `None` outside of such lists.
    around: Option<bool>,
    /// Whether the value whose rules are evaluated is unchanged, if known.
    unchanged: Option<bool>,
    /// How compiled rules are evaluated.
    compiled: Compiled,
}

/// How rules are evaluated if generated code contains them as Rust.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Compiled {
    /// The interpreter evaluates them.
    Interpreted,
    /// They are evaluated as Rust. No cost has been estimated yet, so the remaining budget is exact.
    Exact,
    /// They are evaluated as Rust. The remaining budget is a lower bound.
    Estimated,
    /// The estimated remaining budget was too small. The interpreter must evaluate the rules again.
    Undecided,
}

impl Rules {
    #[inline]
    pub(super) fn new(budget: u64, ratchets: bool) -> Self {
        Rules {
            remaining: budget,
            stopped: false,
            expected: false,
            ratchets,
            around: None,
            unchanged: None,
            compiled: Compiled::Interpreted,
        }
    }

    /// Creates the state for a verdict without ratcheting, with compiled rules.
    #[inline]
    pub(super) fn for_verdict(options: &Options) -> Self {
        let compiled = if options.compiled_rules { Compiled::Exact } else { Compiled::Interpreted };
        Rules { compiled, ..Rules::new(options.cost_budget, false) }
    }
}

/// Returns `true` if an error of another check prevents rules from running, because they could not rely on the types of
/// the object (`k8s.io/apiextensions-apiserver/pkg/registry/customresource.hasBlockingErr`).
fn blocks_rules(error: &Error) -> bool {
    matches!(
        error.error_type,
        ErrorType::NotSupported
            | ErrorType::Required
            | ErrorType::TooLong
            | ErrorType::TooMany
            | ErrorType::TypeInvalid
    )
}

fn not_checked() -> Error {
    let detail = "some validation rules were not checked because the object was invalid; correct the existing errors \
        to complete validation";
    let null = BadValue::Json(serde_json::Value::Null);
    Error::new(ErrorType::Invalid, Path::root().to_path_buf(), null, detail)
}

#[cold]
fn instead_of_rules(errors: &ErrorList) -> Option<Error> {
    errors.iter().any(blocks_rules).then(not_checked)
}

impl Context {
    /// Disables rules.
    #[must_use]
    pub fn without_rules(mut self) -> Self {
        self.rules.stopped = true;
        self
    }

    /// Declares that the schema has rules, so that an object too invalid to run them gets an error that says so.
    pub fn expect_rules(&mut self) {
        self.rules.expected = true;
    }

    /// Returns the error that replaces the rule errors if one of these errors prevents rules from running.
    #[inline]
    pub fn instead_of_rules(errors: &ErrorList) -> Option<Error> {
        if errors.is_empty() { None } else { instead_of_rules(errors) }
    }

    /// Returns the remaining cost budget.
    pub fn remaining_budget(&self) -> u64 {
        self.rules.remaining
    }

    /// Returns `true` if the next rule must be evaluated: rules have not been stopped, and the result can still change.
    #[inline]
    pub fn runs_rules(&self) -> bool {
        !self.rules.stopped && (self.failed == Failed::NONE || self.can_run_after_failure())
    }

    #[cold]
    fn can_run_after_failure(&self) -> bool {
        let decides = self.failed.contains(Failed::VALUES) || self.failed.contains(Failed::RULES);
        self.mode == Mode::AllErrors || !decides
    }

    /// Returns `true` if an error found so far prevents the evaluation of rules.
    pub fn blocks_rules(&self) -> bool {
        let details = self.details.as_ref();
        details.is_some_and(|details| details.values.iter().chain(&details.later).any(blocks_rules))
    }

    /// Deducts the cost of a rule from the budget. Returns `false` and deducts nothing if the cost exceeds the budget.
    pub fn spend(&mut self, cost: u64) -> bool {
        match self.rules.remaining.checked_sub(cost) {
            Some(remaining) => {
                self.rules.remaining = remaining;
                true
            }
            None => false,
        }
    }

    /// Enables the evaluation of rules as compiled Rust. The caller must run all checks again if
    /// [`must_interpret_rules`](Self::must_interpret_rules) returns `true`.
    #[must_use]
    pub(crate) fn with_compiled_rules(mut self) -> Self {
        if self.options.compiled_rules {
            self.rules.compiled = Compiled::Exact;
        }
        self
    }

    /// Returns `true` if the next rule, which was compiled for Kubernetes `1.minor`, is evaluated as Rust.
    #[inline]
    pub(crate) fn runs_compiled_rules(&self, minor: Option<u8>) -> bool {
        matches!(self.rules.compiled, Compiled::Exact | Compiled::Estimated)
            && self.runs_rules()
            && (self.options.cel_minor.is_none() || self.options.cel_minor == minor)
    }

    /// Deducts an upper bound of the cost of a rule from the budget. Returns `false` and deducts nothing if the cost
    /// may exceed a limit.
    #[inline]
    pub(crate) fn spend_at_most(&mut self, bound: u64) -> bool {
        if bound > self.options.rule_cost_limit || bound >= self.rules.remaining {
            return false;
        }
        self.rules.remaining -= bound;
        self.rules.compiled = Compiled::Estimated;
        true
    }

    /// Records that the budget is exceeded. Returns `true` if the remaining budget was only a lower bound, so that the
    /// rules must be evaluated again.
    pub(crate) fn exhausts_estimate(&mut self) -> bool {
        if self.rules.compiled == Compiled::Estimated {
            self.rules.compiled = Compiled::Undecided;
        }
        self.must_interpret_rules()
    }

    /// Returns `true` if the interpreter must evaluate the rules again, because the result depends on their exact
    /// costs.
    #[inline]
    pub(crate) fn must_interpret_rules(&self) -> bool {
        self.rules.compiled == Compiled::Undecided
    }

    /// Stops the evaluation of rules because the budget is exceeded.
    pub(crate) fn stop_rules(&mut self) {
        self.rules.stopped = true;
    }

    /// Reports an error of a rule. Such errors are reported after all others. They are dropped if another error
    /// [prevents the evaluation of rules](Self::blocks_rules).
    pub(crate) fn report_rule(&mut self, error: impl FnOnce() -> Error) {
        let wanted = match self.mode {
            Mode::Verdict => false,
            Mode::FirstError => !self.failed.contains(Failed::RULES),
            Mode::AllErrors => true,
        };
        self.failed.insert(Failed::RULES);
        if wanted {
            let error = error();
            self.details().rules.push(error);
        }
    }

    /// Reports the errors of a hand-written validator. They are reported after all others, and no other error prevents
    /// them.
    pub fn report_hand_written(&mut self, errors: impl IntoIterator<Item = Error>) {
        for error in errors {
            let wanted = match self.mode {
                Mode::Verdict => false,
                Mode::FirstError => !self.has_failed(),
                Mode::AllErrors => true,
            };
            self.failed.insert(Failed::RULES);
            if wanted {
                self.details().hand_written.push(error);
            }
        }
    }

    /// Reports a warning for an error that existed before the update.
    pub(crate) fn warn(&mut self, error: impl FnOnce() -> Error) {
        if self.mode == Mode::AllErrors {
            let error = error();
            self.details().warnings.push(error);
        }
    }

    /// Runs checks on the elements of a list without keys. `is_unchanged` returns whether the list is unchanged; it is
    /// called only outside of other such lists, and only if failed rules are ratcheted.
    pub fn in_uncorrelated_list<R>(
        &mut self,
        is_unchanged: impl FnOnce() -> bool,
        check: impl FnOnce(&mut Context) -> R,
    ) -> R {
        let before = self.rules.around;
        self.rules.around = Some(before.unwrap_or_else(|| self.rules.ratchets && is_unchanged()));
        let answer = check(self);
        self.rules.around = before;
        answer
    }

    /// Runs checks without ratcheting. Used for `apiVersion` and `kind`, which come from the request and not from the
    /// stored object.
    pub fn without_ratcheting<R>(&mut self, check: impl FnOnce(&mut Context) -> R) -> R {
        let before = std::mem::replace(&mut self.rules.ratchets, false);
        let answer = check(self);
        self.rules.ratchets = before;
        answer
    }

    /// Evaluates the rules of a value that is known to be changed or unchanged. A value without a corresponding old
    /// value uses the result for its parent.
    pub fn knowing_whether_unchanged<R>(&mut self, unchanged: bool, check: impl FnOnce(&mut Context) -> R) -> R {
        let before = self.rules.unchanged.replace(unchanged);
        let answer = check(self);
        self.rules.unchanged = before;
        answer
    }

    /// Returns whether the value whose rules are evaluated is unchanged, if known.
    pub(crate) fn is_unchanged(&self) -> Option<bool> {
        self.rules.unchanged
    }

    /// Returns `true` if a failed rule on an unchanged value is ratcheted.
    pub(crate) fn ratchets(&self) -> bool {
        self.rules.ratchets
    }

    /// Returns `true` if the enclosing list without keys is unchanged.
    pub(crate) fn is_unchanged_around(&self) -> bool {
        self.rules.around == Some(true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(error_type: ErrorType, detail: &str) -> Error {
        Error::new(error_type, Path::root().to_path_buf(), BadValue::Omitted, detail)
    }

    fn texts(cx: Context) -> Vec<String> {
        cx.finish().1.iter().map(|error| error.detail.clone()).collect()
    }

    #[test]
    fn errors_of_rules_come_last_unless_something_is_in_the_way() {
        for (error_type, in_the_way) in [(ErrorType::Invalid, false), (ErrorType::Required, true)] {
            for mode in [Mode::AllErrors, Mode::FirstError] {
                let mut cx = Context::new(mode, Options::default());
                cx.expect_rules();
                cx.report_rule(|| error(ErrorType::Invalid, "rule"));
                cx.later(|cx| cx.report(|| error(ErrorType::Duplicate, "list")));
                cx.report(|| error(error_type, "value"));
                assert_eq!(cx.blocks_rules(), in_the_way);
                let texts = texts(cx);
                match (mode, in_the_way) {
                    (Mode::AllErrors, false) => assert_eq!(texts, ["value", "list", "rule"]),
                    (Mode::AllErrors, true) => assert!(texts.len() == 3 && texts[2].starts_with("some validation")),
                    _ => assert_eq!(texts, ["value"]),
                }
            }
        }
    }

    #[test]
    fn errors_that_rules_could_not_rely_on_block_them() {
        for (error_type, blocks) in [
            (ErrorType::NotSupported, true),
            (ErrorType::Required, true),
            (ErrorType::TooLong, true),
            (ErrorType::TooMany, true),
            (ErrorType::TypeInvalid, true),
            (ErrorType::Invalid, false),
            (ErrorType::Duplicate, false),
            (ErrorType::Forbidden, false),
        ] {
            let mut errors = ErrorList::new();
            assert!(Context::instead_of_rules(&errors).is_none());
            errors.push(error(error_type, "value"));
            assert_eq!(Context::instead_of_rules(&errors).is_some(), blocks, "{error_type:?}");
            let mut cx = Context::new(Mode::AllErrors, Options::default());
            cx.later(|cx| cx.report(|| error(error_type, "list")));
            assert_eq!(cx.blocks_rules(), blocks, "{error_type:?}");
        }
    }

    #[test]
    fn equal_errors_of_rules_are_all_given() {
        let mut cx = Context::new(Mode::AllErrors, Options::default());
        for _ in 0..2 {
            cx.report(|| error(ErrorType::Invalid, "value"));
            cx.report_rule(|| error(ErrorType::Invalid, "rule"));
        }
        assert_eq!(texts(cx), ["value", "rule", "rule"]);
    }

    #[test]
    fn rules_run_while_their_answer_matters() {
        let mut cx = Context::new(Mode::Verdict, Options::default());
        assert!(cx.runs_rules() && !cx.is_done());
        cx.report_rule(|| error(ErrorType::Invalid, "rule"));
        assert!(!cx.runs_rules() && cx.is_done());
        let mut cx = Context::new(Mode::FirstError, Options::default());
        cx.report_rule(|| error(ErrorType::Invalid, "rule"));
        assert!(!cx.runs_rules() && !cx.is_done(), "another check may have an error that comes before");
        let mut cx = Context::new(Mode::AllErrors, Options::default());
        assert!(cx.spend(9_999_999) && !cx.spend(2) && cx.spend(1) && cx.remaining_budget() == 0);
        cx.stop_rules();
        assert!(!cx.runs_rules());
        assert!(!Context::new(Mode::AllErrors, Options::default()).without_rules().runs_rules());
    }

    #[test]
    fn the_outermost_list_decides() {
        let mut cx = Context::new(Mode::AllErrors, Options::default());
        assert!(!cx.is_unchanged_around());
        cx.in_uncorrelated_list(
            || true,
            |cx| {
                cx.in_uncorrelated_list(|| false, |cx| assert!(cx.is_unchanged_around()));
            },
        );
        assert!(!cx.is_unchanged_around());
    }
}
