//! What a validation knows besides the value: the mode, the options, the errors found so far.

mod comparison;
mod rules;

pub(crate) use self::comparison::Notes;
use self::rules::Rules;
use crate::field::{Error, ErrorList, Path};

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
    /// The minor version of Kubernetes 1.x whose CEL runs the rules of generated code; without it, the one that they
    /// were checked for when the code was generated.
    pub cel_minor: Option<u8>,
    /// Whether the formats of KEP-4153 count, such as `dns1123label`. The API server ignores them in custom resources.
    pub kep4153_formats: bool,
    /// The most that one evaluation of a rule or `messageExpression` may cost, in cel-go's units (`PerCallLimit` of
    /// `k8s.io/apiserver/pkg/apis/cel`).
    pub rule_cost_limit: u64,
    /// The most that all rules of an object may cost together (`RuntimeCELCostBudget` of
    /// `k8s.io/apiserver/pkg/apis/cel`).
    pub cost_budget: u64,
    /// Whether what an update leaves as it was may have errors (KEP-4008; `CRDValidationRatcheting` of
    /// `k8s.io/apiextensions-apiserver/pkg/features`); without it, as `kubernetes_minor` has it by default: since 1.30.
    pub ratcheting: Option<bool>,
}

/// The first minor version that forgives what an update leaves as it was by default.
const RATCHETS_SINCE: u16 = 30;

impl Default for Options {
    fn default() -> Self {
        Options {
            kubernetes_minor: 35,
            cel_minor: None,
            kep4153_formats: true,
            rule_cost_limit: 1_000_000,
            cost_budget: 10_000_000,
            ratcheting: None,
        }
    }
}

impl Options {
    /// The usual settings for Kubernetes `1.minor`, such as 34: its messages, and its CEL.
    ///
    /// ```
    /// let mut options = idlgen_runtime::Options::of_kubernetes(34);
    /// options.cost_budget = 1_000;
    /// assert_eq!((options.kubernetes_minor, options.cel_minor), (34, Some(34)));
    /// ```
    pub fn of_kubernetes(minor: u8) -> Self {
        Options { kubernetes_minor: u16::from(minor), cel_minor: Some(minor), ..Options::default() }
    }

    /// Whether what an update leaves as it was may have errors.
    pub fn ratchets(&self) -> bool {
        self.ratcheting.unwrap_or(self.kubernetes_minor >= RATCHETS_SINCE)
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
    found: Findings,
    /// What checks found whose errors come after all others.
    later: Findings,
    is_later: bool,
    /// What rules found, whose errors come last.
    rules: Rules,
    /// What is kept in mind for the comparison with the value before an update, if there is to be one.
    notes: Option<Box<Notes>>,
}

/// Errors, or only that there are any.
#[derive(Debug, Default)]
struct Findings {
    errors: ErrorList,
    failed: bool,
}

impl Context {
    /// A context without errors.
    pub fn new(mode: Mode, options: Options) -> Self {
        Context {
            mode,
            options,
            found: Findings::default(),
            later: Findings::default(),
            is_later: false,
            rules: Rules::new(options.cost_budget, options.ratchets()),
            notes: None,
        }
    }

    /// Whether the answer is known and checks can be left out.
    pub fn is_done(&self) -> bool {
        match self.mode {
            Mode::AllErrors => false,
            // Errors of rules come after all others.
            Mode::FirstError => self.found.failed || (self.is_later && self.later.failed),
            Mode::Verdict => self.found.failed || (self.is_later && self.later.failed) || self.rules.findings.failed,
        }
    }

    /// Whether any error was reported.
    pub fn has_failed(&self) -> bool {
        self.found.failed || self.later.failed || self.rules.findings.failed
    }

    /// Whether a check of a value failed: no rule, and none whose errors come [later](Self::later).
    pub(crate) fn has_failed_values(&self) -> bool {
        self.found.failed
    }

    /// Whether the next error that is reported is kept.
    pub fn wants_text(&self) -> bool {
        match self.mode {
            Mode::Verdict => false,
            Mode::FirstError => !self.is_done(),
            Mode::AllErrors => true,
        }
    }

    /// Reports an error. `error` is called only if its text is wanted.
    pub fn report(&mut self, error: impl FnOnce() -> Error) {
        let wanted = self.wants_text();
        let is_later = self.is_later;
        let findings = if is_later { &mut self.later } else { &mut self.found };
        findings.failed = true;
        if wanted {
            let error = error();
            if let Some(notes) = self.notes.as_mut().filter(|_| !is_later) {
                notes.error(error.error_type, error.path.elements.len());
            }
            findings.errors.push(error);
        }
    }

    /// Runs a check whose errors come after those of all other checks: the API server looks for duplicates in lists
    /// when it is through with the values.
    ///
    /// ```
    /// use idlgen_runtime::{check, field::Path, Context, Mode, Options};
    ///
    /// let mut cx = Context::new(Mode::AllErrors, Options::default());
    /// let root = Path::root();
    /// cx.later(|cx| check::list_set(&vec![1, 1], &root.field("list"), cx));
    /// check::maximum(4, 3, false, &root.field("number"), &mut cx);
    /// let (_, errors, _) = cx.finish();
    /// let fields: Vec<String> = errors.iter().map(|error| error.field.clone()).collect();
    /// assert_eq!(fields, ["number", "list[1]"]);
    /// ```
    pub fn later<R>(&mut self, check: impl FnOnce(&mut Context) -> R) -> R {
        let before = std::mem::replace(&mut self.is_later, true);
        let answer = check(self);
        self.is_later = before;
        answer
    }

    /// Runs a check and answers whether it reported nothing.
    pub fn passes(&mut self, check: impl FnOnce(&mut Context)) -> bool {
        if self.is_done() {
            return true;
        }
        let before = std::mem::replace(&mut self.found.failed, false);
        check(self);
        let passed = !self.found.failed;
        self.found.failed |= before;
        passed
    }

    /// Runs a check by itself: answers whether it passed, and its errors if they are wanted. Rules do not run: those
    /// below `anyOf`, `oneOf` and `not` never do.
    pub fn attempt(&mut self, check: impl FnOnce(&mut Context)) -> (bool, ErrorList) {
        let mode = if self.mode == Mode::AllErrors { Mode::AllErrors } else { Mode::Verdict };
        let mut own = Context::new(mode, self.options).without_rules();
        check(&mut own);
        let (failed, errors, _) = own.finish();
        (!failed, errors)
    }

    /// Whether a check found something whose errors come [later](Self::later).
    pub(crate) fn has_failed_later(&self) -> bool {
        self.later.failed
    }

    /// Forgets what was found [later](Self::later).
    pub(crate) fn forget_later(&mut self) {
        self.later = Findings::default();
    }

    /// Takes over what another context of the same mode found: whether it failed, and its errors.
    pub fn take_over(&mut self, failed: bool, errors: ErrorList) {
        if failed && !self.is_done() {
            self.found.errors.extend(errors);
        }
        self.found.failed |= failed;
    }

    /// Takes over the errors of a branch of `anyOf` or `oneOf` of the value at a path.
    pub(crate) fn take_over_branch(&mut self, path: &Path<'_>, errors: ErrorList) {
        if let Some(notes) = &mut self.notes {
            notes.errors_of_branches(errors.len(), path.len());
        }
        self.take_over(true, errors);
    }

    /// Says that the values that were checked have an error or none.
    pub(super) fn set_found(&mut self, errors: ErrorList) {
        self.found = Findings { failed: !errors.is_empty(), errors };
    }

    /// The errors reported so far, without those that come [later](Self::later).
    pub fn errors(&self) -> &ErrorList {
        &self.found.errors
    }

    /// The errors that checks report at the moment, to reword them.
    pub(crate) fn errors_mut(&mut self) -> std::slice::IterMut<'_, Error> {
        if self.is_later { self.later.errors.iter_mut() } else { self.found.errors.iter_mut() }
    }

    /// Ends the validation: whether anything failed, the errors, and what is only worth a warning
    /// ([`Outcome::warnings`](crate::Outcome)).
    ///
    /// Errors of the same place that say the same are given once. Where errors keep rules from being run, an error says
    /// so in their stead.
    pub fn finish(self) -> (bool, ErrorList, ErrorList) {
        let failed = self.has_failed();
        let mut errors = self.found.errors.without_repetitions();
        let wants_more = |errors: &ErrorList| self.mode == Mode::AllErrors || errors.is_empty();
        if wants_more(&errors) {
            errors.extend(self.later.errors);
        }
        let mut warnings = ErrorList::new();
        if wants_more(&errors) {
            let (more, ratcheted) = self.rules.finish(&errors);
            errors.extend(more);
            warnings = ratcheted;
        }
        errors.say_as_of(self.options.kubernetes_minor);
        warnings.say_as_of(self.options.kubernetes_minor);
        (failed, errors, warnings)
    }
}
