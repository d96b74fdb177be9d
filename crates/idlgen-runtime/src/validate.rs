//! The trait that generated types implement, and what a validation answers.

pub(crate) mod unchanged;

use crate::{
    context::{Context, Mode, Options},
    data::Data,
    field::{Error, ErrorList, Path},
};

/// Whether a value is valid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Every check and every rule passed.
    Valid,
    /// At least one of them failed.
    Invalid,
}

impl Verdict {
    /// Whether every check and every rule passed.
    pub fn is_valid(self) -> bool {
        self == Verdict::Valid
    }

    /// The verdict on something that failed or did not.
    pub fn of(failed: bool) -> Self {
        if failed { Verdict::Invalid } else { Verdict::Valid }
    }
}

/// All that a validation found.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Outcome {
    /// The errors.
    pub errors: ErrorList,
    /// Rules that fail on a part of the value which an update leaves as it was. The API server lets it pass with a
    /// warning (KEP-4008, ratcheting).
    pub warnings: ErrorList,
}

impl Outcome {
    /// An outcome from its parts.
    pub fn new(errors: ErrorList, warnings: ErrorList) -> Self {
        Outcome { errors, warnings }
    }

    /// The verdict.
    pub fn verdict(&self) -> Verdict {
        Verdict::of(!self.errors.is_empty())
    }

    /// The errors as an error, if there are any; warnings are forgotten.
    pub fn into_result(self) -> Result<(), ErrorList> {
        if self.errors.is_empty() { Ok(()) } else { Err(self.errors) }
    }
}

/// A type whose values can be validated, implemented by generated code.
pub trait Validate: Sized {
    /// Runs every check on the value at `path`, against the `old` value of an update if there is one.
    ///
    /// Generated; call one of the entry points below instead.
    fn check(&self, old: Option<&Self>, path: &Path<'_>, cx: &mut Context);

    /// Whether the type, or a type of one of its parts, has rules in CEL.
    fn has_rules() -> bool {
        false
    }

    /// The value as it is compared with the one before an update; none if it cannot be compared, and nothing of it is
    /// forgiven.
    fn as_data(&self) -> Option<&dyn Data> {
        None
    }

    /// All errors of the value as a new one, for `?`: an [`ErrorList`] is an error.
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

    /// As [`validate`](Self::validate), under other [`Options`]: another version of Kubernetes, other limits of cost.
    fn validate_with(&self, options: &Options) -> Result<(), ErrorList> {
        self.outcome_with(None, options).into_result()
    }

    /// All errors of an update of `old` to the value: see [`all_errors`](Self::all_errors).
    fn validate_update(&self, old: &Self) -> Result<(), ErrorList> {
        self.outcome_with(Some(old), &Options::default()).into_result()
    }

    /// As [`validate_update`](Self::validate_update), under other [`Options`].
    fn validate_update_with(&self, old: &Self, options: &Options) -> Result<(), ErrorList> {
        self.outcome_with(Some(old), options).into_result()
    }

    /// As [`all_errors`](Self::all_errors), under other [`Options`].
    fn outcome_with(&self, old: Option<&Self>, options: &Options) -> Outcome {
        let (_, errors, warnings) = judge(self, old, Mode::AllErrors, *options).finish();
        Outcome { errors, warnings }
    }

    /// Whether the value is valid. Stops at the first error; nothing is allocated.
    fn verdict(&self, old: Option<&Self>) -> Verdict {
        Verdict::of(judge(self, old, Mode::Verdict, Options::default()).has_failed())
    }

    /// The first error, if there is one.
    fn first_error(&self, old: Option<&Self>) -> Option<Error> {
        judge(self, old, Mode::FirstError, Options::default()).finish().1.into_iter().next()
    }

    /// All errors.
    ///
    /// An `old` value makes this an update: errors of what is as it was are forgiven, rules that fail on it give
    /// [warnings](Outcome::warnings), rules that compare with the old value apply, and duplicates in lists count only
    /// if there were none anywhere before, as the API server has it for custom resources ([`Options::ratcheting`]).
    fn all_errors(&self, old: Option<&Self>) -> Outcome {
        self.outcome_with(old, &Options::default())
    }
}

/// Runs every check on a value, with all that an update means: what the methods of [`Validate`] do, for those who want
/// another [`Mode`] or [`Options`]. [`Context::finish`] gives what was found.
///
/// An `old` value makes this an update. Errors of what is as it was are forgiven, rules that fail on it only warn,
/// rules that compare with it apply, and duplicates in lists are forgiven where the old value has any, too.
pub fn judge<T: Validate>(value: &T, old: Option<&T>, mode: Mode, options: Options) -> Context {
    let root = Path::root();
    let mut cx = checked(value, old, Context::new(mode, options));
    // The comparison can only take errors away.
    let before = old.filter(|_| options.ratchets() && cx.has_failed_values());
    let data = before.and_then(|old| Some((old, value.as_data()?, old.as_data()?)));
    if let Some((old, new_data, old_data)) = data {
        let noting = || Context::new(Mode::AllErrors, options).taking_notes();
        cx = checked(value, Some(old), noting());
        cx.forgive(new_data, old_data, &checked(old, None, noting().without_rules()));
        cx.mode = mode;
    }
    if let Some(old) = old.filter(|_| cx.has_failed_later()) {
        let mut before = Context::new(Mode::AllErrors, options).without_rules();
        old.check(None, &root, &mut before);
        if before.has_failed_later() {
            cx.forget_later();
        }
    }
    cx
}

/// Runs every check on a value.
fn checked<T: Validate>(value: &T, old: Option<&T>, mut cx: Context) -> Context {
    if T::has_rules() {
        cx.expect_rules();
    }
    value.check(old, &Path::root(), &mut cx);
    cx
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check;

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
}
