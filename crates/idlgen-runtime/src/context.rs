//! What a validation knows besides the value: the mode, the options, the errors found so far.

use crate::{
    field::{Error, ErrorList},
    validate::Rule,
};

/// How much of the answer is wanted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// Only whether the value is valid: stops at the first error and keeps no text.
    Verdict,
    /// The first error.
    FirstError,
    /// All errors.
    #[default]
    AllErrors,
}

/// Settings of a validation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Options {
    /// The minor version of Kubernetes 1.x whose behaviour counts, such as 35.
    pub kubernetes_minor: u16,
}

impl Default for Options {
    fn default() -> Self {
        Options { kubernetes_minor: 35 }
    }
}

/// The state of one validation, handed from check to check.
#[derive(Debug)]
#[non_exhaustive]
pub struct Context {
    /// How much of the answer is wanted.
    pub mode: Mode,
    /// Settings.
    pub options: Options,
    errors: ErrorList,
    failed: bool,
    not_executed: Vec<Rule>,
}

impl Context {
    /// A context without errors.
    pub fn new(mode: Mode, options: Options) -> Self {
        Context { mode, options, errors: ErrorList::new(), failed: false, not_executed: Vec::new() }
    }

    /// Whether the answer is known and checks can be left out.
    pub fn is_done(&self) -> bool {
        self.failed && self.mode != Mode::AllErrors
    }

    /// Whether any error was reported.
    pub fn has_failed(&self) -> bool {
        self.failed
    }

    /// Whether the next error that is reported is kept.
    pub fn wants_text(&self) -> bool {
        match self.mode {
            Mode::Verdict => false,
            Mode::FirstError => !self.failed,
            Mode::AllErrors => true,
        }
    }

    /// Reports an error. `error` is called only if its text is wanted.
    pub fn report(&mut self, error: impl FnOnce() -> Error) {
        let wanted = self.wants_text();
        self.failed = true;
        if wanted {
            self.errors.push(error());
        }
    }

    /// Takes over what another context of the same mode found: whether it failed, and its errors.
    pub fn take_over(&mut self, failed: bool, errors: ErrorList) {
        if failed && !self.is_done() {
            self.errors.extend(errors);
        }
        self.failed |= failed;
    }

    /// Notes that `rule` applies to a value that was visited and was not executed. Each rule is noted once.
    pub fn not_executed(&mut self, rule: &Rule) {
        if !self.not_executed.contains(rule) {
            self.not_executed.push(rule.clone());
        }
    }

    /// The errors reported so far.
    pub fn errors(&self) -> &ErrorList {
        &self.errors
    }

    /// The errors reported so far, to reword them.
    pub(crate) fn errors_mut(&mut self) -> std::slice::IterMut<'_, Error> {
        self.errors.iter_mut()
    }

    /// Ends the validation.
    pub fn finish(self) -> (bool, ErrorList, Vec<Rule>) {
        (self.failed, self.errors, self.not_executed)
    }
}
