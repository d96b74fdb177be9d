//! The trait that generated types implement, and validation results.

mod interpreter;
pub(crate) mod unchanged;

pub use self::interpreter::compare_with_interpreter;
use crate::{
    context::{Context, Mode, Options},
    data::Data,
    field::{Error, ErrorList, Path},
};

/// Whether a value is valid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// All checks and rules passed.
    Valid,
    /// At least one check or rule failed.
    Invalid,
}

impl Verdict {
    /// Returns `true` if all checks and rules passed.
    #[inline]
    pub fn is_valid(self) -> bool {
        self == Verdict::Valid
    }

    /// Converts a failure flag to a verdict.
    #[inline]
    pub fn of(failed: bool) -> Self {
        if failed { Verdict::Invalid } else { Verdict::Valid }
    }
}

/// The errors and warnings of a validation.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Outcome {
    /// The errors in the order of the API server. If there are none, the value is valid.
    pub errors: ErrorList,
    /// Failures of rules on values that an update does not change. The API server accepts them with a warning
    /// (KEP-4008, ratcheting).
    pub warnings: ErrorList,
}

impl Outcome {
    /// Creates an outcome.
    pub fn new(errors: ErrorList, warnings: ErrorList) -> Self {
        Outcome { errors, warnings }
    }

    /// Returns [`Verdict::Valid`] if there are no errors, regardless of warnings.
    pub fn verdict(&self) -> Verdict {
        Verdict::of(!self.errors.is_empty())
    }

    /// Returns the errors as `Err`, if there are any, and drops the warnings.
    pub fn into_result(self) -> Result<(), ErrorList> {
        if self.errors.is_empty() { Ok(()) } else { Err(self.errors) }
    }
}

/// A type whose values can be validated, implemented by generated code.
pub trait Validate: Sized {
    /// Runs all checks on the value at `path`, compared with the `old` value if this is an update.
    ///
    /// Generated code implements this method. Call one of the entry points below instead.
    fn check(&self, old: Option<&Self>, path: &Path<'_>, cx: &mut Context);

    /// Runs all checks that are not in the published schema: hand-written validators and unpublished rules.
    ///
    /// Generated code implements this method. The entry points below call it after [`check`](Self::check).
    fn check_unpublished(&self, old: Option<&Self>, path: &Path<'_>, cx: &mut Context) {
        let _ = (old, path, cx);
    }

    /// Returns `true` if [`check_unpublished`](Self::check_unpublished) does something.
    fn has_unpublished_checks() -> bool {
        false
    }

    /// Returns `true` if the type or one of its parts has CEL rules.
    fn has_rules() -> bool {
        false
    }

    /// Returns the value for the comparison with the old value of an update. Returns `None` if the type does not
    /// support the comparison; in this case, nothing is ratcheted.
    fn as_data(&self) -> Option<&dyn Data> {
        None
    }

    /// Returns a copy whose missing parts have their defaults, for the comparison with the old value of an update.
    /// Returns `None` if the type has no defaults.
    fn with_defaults(&self) -> Option<Self> {
        None
    }

    /// Validates a new value. Returns all errors as an [`ErrorList`], which works with `?`.
    ///
    /// ```
    /// # use idlgen_runtime::{Context, Validate, check, field::Path};
    /// # struct Port(i32);
    /// # impl Validate for Port {
    /// #     fn check(&self, _: Option<&Self>, path: &Path<'_>, cx: &mut Context) {
    /// #         check::maximum(self.0, 65535, false, path, cx);
    /// #     }
    /// # }
    /// fn opened(port: Port) -> Result<Port, Box<dyn std::error::Error>> {
    ///     port.validate()?;
    ///     Ok(port)
    /// }
    /// assert!(opened(Port(80)).is_ok());
    /// assert!(opened(Port(70_000)).is_err());
    /// ```
    fn validate(&self) -> Result<(), ErrorList> {
        self.outcome_with(None, &Options::default()).into_result()
    }

    /// Validates like [`validate`](Self::validate) with other [`Options`], such as another Kubernetes version or other
    /// cost limits.
    fn validate_with(&self, options: &Options) -> Result<(), ErrorList> {
        self.outcome_with(None, options).into_result()
    }

    /// Validates an update of `old` to this value. See [`all_errors`](Self::all_errors).
    fn validate_update(&self, old: &Self) -> Result<(), ErrorList> {
        self.outcome_with(Some(old), &Options::default()).into_result()
    }

    /// Validates like [`validate_update`](Self::validate_update) with other [`Options`].
    fn validate_update_with(&self, old: &Self, options: &Options) -> Result<(), ErrorList> {
        self.outcome_with(Some(old), options).into_result()
    }

    /// Validates like [`all_errors`](Self::all_errors) with other [`Options`].
    fn outcome_with(&self, old: Option<&Self>, options: &Options) -> Outcome {
        outcome_of(self, old, options, Checks::All)
    }

    /// Returns the verdict. Stops at the first error and does not allocate.
    fn verdict(&self, old: Option<&Self>) -> Verdict {
        match uncompared(self, old, Options::default(), Checks::All) {
            Some(verdict) => verdict,
            None => compared_verdict(self, old),
        }
    }

    /// Returns the first error, if any.
    fn first_error(&self, old: Option<&Self>) -> Option<Error> {
        let uncompared = old.and_then(|_| uncompared(self, old, Options::default(), Checks::All));
        if uncompared.is_some_and(Verdict::is_valid) {
            return None;
        }
        judge(self, old, Mode::FirstError, Options::default()).finish().1.into_iter().next()
    }

    /// Returns all errors and warnings.
    ///
    /// If there is an `old` value, this is an update. Errors in unchanged values are ratcheted, failed rules on
    /// unchanged values are reported as [warnings](Outcome::warnings), and transition rules apply. Duplicates in lists
    /// are only reported if the old object had none, as in the API server for custom resources
    /// ([`Options::ratcheting`]).
    fn all_errors(&self, old: Option<&Self>) -> Outcome {
        self.outcome_with(old, &Options::default())
    }
}

/// Which checks of a type run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[doc(hidden)]
#[expect(clippy::exhaustive_enums, reason = "for idlgen-validate")]
pub enum Checks {
    /// Those of the published schema.
    Published,
    /// Hand-written validators and unpublished rules.
    Unpublished,
    All,
}

impl Checks {
    /// Runs the checks on a value.
    #[inline]
    fn run<T: Validate>(self, value: &T, old: Option<&T>, cx: &mut Context) {
        let root = Path::root();
        if self != Checks::Unpublished {
            value.check(old, &root, cx);
        }
        if self != Checks::Published && T::has_unpublished_checks() {
            value.check_unpublished(old, &root, cx);
        }
    }
}

/// Runs all checks on a value, including the comparison of an update, with the given [`Mode`] and [`Options`]. The
/// methods of [`Validate`] call it. Use [`Context::finish`] to get the result.
///
/// If there is an `old` value, this is an update. Errors in unchanged values are ratcheted, failed rules on unchanged
/// values are only warnings, and transition rules apply. Duplicates in lists are accepted if the old value has any.
pub fn judge<T: Validate>(value: &T, old: Option<&T>, mode: Mode, options: Options) -> Context {
    judge_checks(value, old, mode, options, Checks::All)
}

fn judge_checks<T: Validate>(value: &T, old: Option<&T>, mode: Mode, options: Options, checks: Checks) -> Context {
    let cx = compared(value, old, mode, options, checks);
    if !cx.must_interpret_rules() {
        return cx;
    }
    // The costs of compiled rules are only bounds, so the interpreter must decide.
    compared(value, old, mode, Options { compiled_rules: false, ..options }, checks)
}

/// Returns all errors and warnings of some checks on a value. Does not compare an update with the `old` value if it is
/// valid even without the comparison.
#[doc(hidden)]
pub fn outcome_of<T: Validate>(value: &T, old: Option<&T>, options: &Options, checks: Checks) -> Outcome {
    if old.is_some() && uncompared(value, old, *options, checks).is_some_and(Verdict::is_valid) {
        return Outcome::default();
    }
    let (_, errors, warnings) = judge_checks(value, old, Mode::AllErrors, *options, checks).finish();
    Outcome { errors, warnings }
}

/// Returns `true` if a value passes all checks of the published schema even without the comparison with the `old` value
/// of an update. Returns `false` if in doubt; [`compared_outcome`] decides.
#[doc(hidden)]
pub fn passes_uncompared<T: Validate>(value: &T, old: Option<&T>, options: Options) -> bool {
    uncompared(value, old, options, Checks::Published).is_some_and(Verdict::is_valid)
}

/// Returns all errors and warnings of the published schema for a value that does not [pass without the
/// comparison](passes_uncompared).
#[doc(hidden)]
pub fn compared_outcome<T: Validate>(value: &T, old: Option<&T>, options: &Options) -> Outcome {
    let (_, errors, warnings) = judge_checks(value, old, Mode::AllErrors, *options, Checks::Published).finish();
    Outcome { errors, warnings }
}

/// Returns the verdict if it needs no comparison with the `old` value of an update and no exact costs of rules. Does
/// not move the context, which is large.
#[inline]
fn uncompared<T: Validate>(value: &T, old: Option<&T>, options: Options, checks: Checks) -> Option<Verdict> {
    let mut cx = Context::for_verdict(options);
    checks.run(value, old, &mut cx);
    // The comparison can accept a value that fails.
    let is_decided = !cx.must_interpret_rules() && (old.is_none() || !cx.has_failed());
    let verdict = is_decided.then(|| Verdict::of(cx.has_failed()));
    cx.discard();
    verdict
}

/// Returns the verdict if it needs the comparison with the `old` value of an update, or exact costs of rules. The
/// function has its own options, because a copy of common options is slow.
#[cold]
#[inline(never)]
fn compared_verdict<T: Validate>(value: &T, old: Option<&T>) -> Verdict {
    Verdict::of(judge(value, old, Mode::Verdict, Options::default()).has_failed())
}

fn compared<T: Validate>(value: &T, old: Option<&T>, mode: Mode, options: Options, checks: Checks) -> Context {
    let new_context = |mode| Context::new(mode, options).with_compiled_rules();
    let mut cx = checked(value, old, new_context(mode), checks);
    // The comparison with the old value can only remove errors, so it is skipped if there are none.
    let before = old.filter(|_| options.ratchets() && cx.has_failed_values());
    if let Some(old) = before.filter(|_| value.as_data().is_some()) {
        let noting = || new_context(Mode::AllErrors).taking_notes();
        cx = checked(value, Some(old), noting(), checks);
        // An API server compares stored objects, which have the defaults.
        let (new_with_defaults, old_with_defaults) = (value.with_defaults(), old.with_defaults());
        let new = new_with_defaults.as_ref().unwrap_or(value);
        let old = old_with_defaults.as_ref().unwrap_or(old);
        if let Some((new_data, old_data)) = new.as_data().zip(old.as_data()) {
            cx.ratchet(new_data, old_data, &checked(old, None, noting().without_rules(), checks));
        }
        cx.mode = mode;
    }
    if let Some(old) = old.filter(|_| cx.has_failed_later()) {
        let mut before = Context::new(Mode::AllErrors, options).without_rules();
        checks.run(old, None, &mut before);
        if before.has_failed_later() {
            cx.forget_later();
        }
    }
    cx
}

/// Runs checks on a value.
fn checked<T: Validate>(value: &T, old: Option<&T>, mut cx: Context, checks: Checks) -> Context {
    if checks != Checks::Unpublished && T::has_rules() {
        cx.expect_rules();
    }
    checks.run(value, old, &mut cx);
    cx
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{check, field::ErrorType};

    /// A list of numbers below ten.
    struct Numbers(Vec<i32>);

    impl Validate for Numbers {
        fn check(&self, _old: Option<&Self>, path: &Path<'_>, cx: &mut Context) {
            for (index, number) in self.0.iter().enumerate() {
                if cx.is_done() {
                    return;
                }
                check::maximum(*number, 10, true, &path.index(index), cx);
            }
        }
    }

    #[test]
    fn three_entry_points() {
        for (numbers, verdict, errors) in
            [(vec![], Verdict::Valid, 0), (vec![1, 2], Verdict::Valid, 0), (vec![10, 1, 11], Verdict::Invalid, 2)]
        {
            let numbers = Numbers(numbers);
            let outcome = numbers.all_errors(None);
            assert_eq!(numbers.verdict(None), verdict);
            assert_eq!(outcome.verdict(), verdict);
            assert_eq!(outcome.errors.len(), errors);
            assert_eq!(numbers.first_error(None), outcome.errors.iter().next().cloned());
            assert_eq!(verdict.is_valid(), verdict == Verdict::Valid);
            assert_eq!(numbers.validate(), outcome.clone().into_result());
            assert_eq!(numbers.validate_with(&Options::of_kubernetes(30)), outcome.into_result());
        }
    }

    /// A number below ten, and below five since the last version.
    struct Number(i32);

    impl Validate for Number {
        fn check(&self, old: Option<&Self>, path: &Path<'_>, cx: &mut Context) {
            check::maximum(self.0, 10, true, path, cx);
            if old.is_some_and(|old| self.0 < old.0) {
                cx.report_rule(|| {
                    Error::of_value(ErrorType::Invalid, path, i64::from(self.0).into(), "must not decrease")
                });
            }
        }
    }

    #[test]
    fn updates_compare_with_the_old_value() {
        for (new, old, verdict) in
            [(5, 4, Verdict::Valid), (4, 5, Verdict::Invalid), (10, 9, Verdict::Invalid), (5, 5, Verdict::Valid)]
        {
            let (new, old) = (Number(new), Number(old));
            let is_valid = verdict.is_valid();
            assert_eq!(new.verdict(Some(&old)), verdict);
            assert_eq!(new.validate_update(&old).is_ok(), is_valid);
            assert_eq!(new.validate_update_with(&old, &Options::of_kubernetes(30)).is_ok(), is_valid);
            assert_eq!(new.all_errors(Some(&old)).verdict(), verdict);
            assert_eq!(new.first_error(Some(&old)).is_none(), is_valid);
            assert_eq!(passes_uncompared(&new, Some(&old), Options::default()), is_valid);
            assert_eq!(passes_uncompared(&old, None, Options::default()), old.0 < 10);
        }
    }
}
