//! The trait that generated types implement, and what a validation answers.

use std::borrow::Cow;

use crate::{
    context::{Context, Mode, Options},
    field::{Error, ErrorList, Path},
};

/// A CEL rule as generated code carries it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Rule {
    /// The Go type (or `Type.field`) that the rule stands on.
    pub scope: Cow<'static, str>,
    /// The CEL expression.
    pub rule: Cow<'static, str>,
    /// The message of a failure, if the author gave one.
    pub message: Option<Cow<'static, str>>,
}

impl Rule {
    /// A rule for generated code.
    pub const fn new(scope: &'static str, rule: &'static str, message: Option<&'static str>) -> Self {
        let message = match message {
            Some(message) => Some(Cow::Borrowed(message)),
            None => None,
        };
        Rule { scope: Cow::Borrowed(scope), rule: Cow::Borrowed(rule), message }
    }
}

/// Whether a value is valid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Every check ran and passed.
    Valid,
    /// At least one check failed.
    Invalid,
    /// No check failed, but CEL rules apply that were not executed: the value may still be invalid.
    Undecided,
}

impl Verdict {
    /// Whether every check ran and passed.
    pub fn is_valid(self) -> bool {
        self == Verdict::Valid
    }
}

/// All that a validation found.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Outcome {
    /// The errors.
    pub errors: ErrorList,
    /// CEL rules that apply to the value and were not executed.
    pub not_executed: Vec<Rule>,
}

impl Outcome {
    /// An outcome from its parts.
    pub fn new(errors: ErrorList, not_executed: Vec<Rule>) -> Self {
        Outcome { errors, not_executed }
    }

    /// The verdict.
    pub fn verdict(&self) -> Verdict {
        if !self.errors.is_empty() {
            Verdict::Invalid
        } else if self.not_executed.is_empty() {
            Verdict::Valid
        } else {
            Verdict::Undecided
        }
    }
}

/// A type whose values can be validated, implemented by generated code.
pub trait Validate {
    /// Runs every check on the value at `path`, against the `old` value of an update if there is one.
    ///
    /// Generated; call one of the entry points below instead.
    fn check(&self, old: Option<&Self>, path: &Path<'_>, cx: &mut Context);

    /// Whether the value is valid. Stops at the first error; nothing is allocated.
    fn verdict(&self, old: Option<&Self>) -> Verdict {
        match judge(self, old, Mode::Verdict).finish() {
            (true, ..) => Verdict::Invalid,
            (false, _, rules) if rules.is_empty() => Verdict::Valid,
            _ => Verdict::Undecided,
        }
    }

    /// The first error, if there is one.
    fn first_error(&self, old: Option<&Self>) -> Option<Error> {
        judge(self, old, Mode::FirstError).finish().1.into_iter().next()
    }

    /// All errors, and the rules that were not executed.
    ///
    /// An `old` value makes this an update: duplicates in lists count only if there were none anywhere before, as the API server has it.
    fn all_errors(&self, old: Option<&Self>) -> Outcome {
        let (_, errors, rules) = judge(self, old, Mode::AllErrors).finish();
        Outcome { errors: errors.without_repetitions(), not_executed: rules }
    }
}

fn judge<T: Validate + ?Sized>(value: &T, old: Option<&T>, mode: Mode) -> Context {
    let root = Path::root();
    let mut cx = Context::new(mode, Options::default());
    value.check(old, &root, &mut cx);
    if let Some(old) = old.filter(|_| cx.has_failed_later()) {
        let mut before = Context::new(Mode::AllErrors, Options::default());
        old.check(None, &root, &mut before);
        if before.has_failed_later() {
            cx.forget_later();
        }
    }
    cx
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check;

    /// A list of numbers below ten, with a rule that is not executed on those above five.
    struct Numbers(Vec<i32>);

    impl Validate for Numbers {
        fn check(&self, _old: Option<&Self>, path: &Path<'_>, cx: &mut Context) {
            for (index, number) in self.0.iter().enumerate() {
                if cx.is_done() {
                    return;
                }
                check::maximum(*number, 10, true, &path.index(index), cx);
                if *number > 5 {
                    cx.not_executed(&Rule::new("Numbers", "self > 5", None));
                }
            }
        }
    }

    #[test]
    fn three_entry_points() {
        for (numbers, verdict, errors, not_executed) in [
            (vec![], Verdict::Valid, 0, 0),
            (vec![1, 2], Verdict::Valid, 0, 0),
            (vec![6, 7], Verdict::Undecided, 0, 1),
            (vec![10, 1, 11], Verdict::Invalid, 2, 1),
        ] {
            let numbers = Numbers(numbers);
            let outcome = numbers.all_errors(None);
            assert_eq!(numbers.verdict(None), verdict);
            assert_eq!(outcome.verdict(), verdict);
            assert_eq!(outcome.errors.len(), errors);
            assert_eq!(outcome.not_executed.len(), not_executed);
            assert_eq!(numbers.first_error(None), outcome.errors.iter().next().cloned());
            assert_eq!(verdict.is_valid(), verdict == Verdict::Valid);
        }
    }
}
