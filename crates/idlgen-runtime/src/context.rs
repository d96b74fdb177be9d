//! Validation state: the mode, the options and the errors found so far.

mod comparison;
mod rules;

pub(crate) use self::comparison::Notes;
use self::rules::Rules;
use crate::field::{Error, ErrorList, Path};

/// The amount of detail that a validation reports.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// Reports only whether the value is valid. Stops at the first error and keeps no messages.
    Verdict,
    /// Reports the first error.
    FirstError,
    /// Reports all errors.
    #[default]
    AllErrors,
}

/// Validation options.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Options {
    /// The minor version of Kubernetes 1.x whose behavior to emulate, such as 35.
    pub kubernetes_minor: u16,
    /// The minor version of Kubernetes 1.x whose CEL environment evaluates the rules of generated code. If `None`, this
    /// is the version for which the rules were checked when the code was generated.
    pub cel_minor: Option<u8>,
    /// Enforces the formats of KEP-4153, such as `dns1123label`. The API server ignores them in custom resources.
    pub kep4153_formats: bool,
    /// Cost limit of one evaluation of a rule or `messageExpression`, in cel-go's units (`PerCallLimit` of
    /// `k8s.io/apiserver/pkg/apis/cel`).
    pub rule_cost_limit: u64,
    /// Total cost limit of all rules of an object (`RuntimeCELCostBudget` of `k8s.io/apiserver/pkg/apis/cel`).
    pub cost_budget: u64,
    /// Accepts errors in values that an update does not change (KEP-4008; `CRDValidationRatcheting` of
    /// `k8s.io/apiextensions-apiserver/pkg/features`). If `None`, follows the default of `kubernetes_minor`: enabled
    /// since 1.30.
    pub ratcheting: Option<bool>,
    /// Evaluates rules as compiled Rust if the generated code contains it. If `false`, the interpreter evaluates all
    /// rules. The result is the same.
    pub compiled_rules: bool,
}

/// The first minor version that enables ratcheting by default.
const RATCHETS_SINCE: u16 = 30;

impl Default for Options {
    #[inline]
    fn default() -> Self {
        Options {
            kubernetes_minor: 35,
            cel_minor: None,
            kep4153_formats: true,
            rule_cost_limit: 1_000_000,
            cost_budget: 10_000_000,
            ratcheting: None,
            compiled_rules: true,
        }
    }
}

impl Options {
    /// Returns the default options for the messages and the CEL environment of Kubernetes `1.minor`.
    ///
    /// ```
    /// let mut options = idlgen_runtime::Options::of_kubernetes(34);
    /// options.cost_budget = 1_000;
    /// assert_eq!((options.kubernetes_minor, options.cel_minor), (34, Some(34)));
    /// ```
    pub fn of_kubernetes(minor: u8) -> Self {
        Options { kubernetes_minor: u16::from(minor), cel_minor: Some(minor), ..Options::default() }
    }

    /// Returns `true` if ratcheting accepts errors in values that an update does not change.
    pub fn ratchets(&self) -> bool {
        self.ratcheting.unwrap_or(self.kubernetes_minor >= RATCHETS_SINCE)
    }
}

/// The state of one validation, passed from check to check.
#[derive(Debug)]
#[non_exhaustive]
pub struct Context {
    /// The amount of detail to report.
    pub mode: Mode,
    /// The validation options.
    pub options: Options,
    failed: Failed,
    /// `true` inside of a check whose errors are reported after those of other checks, see [`later`](Self::later).
    is_later: bool,
    rules: Rules,
    /// Created for the first error, so that a valid value allocates nothing.
    details: Option<Box<Details>>,
}

/// Which checks have failed: a set of bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Failed(u8);

impl Failed {
    const NONE: Failed = Failed(0);
    const VALUES: Failed = Failed(1);
    const LATER: Failed = Failed(2);
    const RULES: Failed = Failed(4);

    #[inline]
    fn contains(self, other: Failed) -> bool {
        self.0 & other.0 != 0
    }

    fn insert(&mut self, other: Failed) {
        self.0 |= other.0;
    }

    fn remove(&mut self, other: Failed) {
        self.0 &= !other.0;
    }
}

/// The errors found, in the order of their reports, and the notes of an update.
#[derive(Debug, Default)]
struct Details {
    values: ErrorList,
    later: ErrorList,
    rules: ErrorList,
    /// The errors of hand-written validators.
    hand_written: ErrorList,
    warnings: ErrorList,
    /// Data for the comparison with the old object, if this is an update.
    notes: Option<Notes>,
}

#[cold]
fn discard(details: Box<Details>) {
    drop(details);
}

impl Context {
    /// Creates a context without errors.
    pub fn new(mode: Mode, options: Options) -> Self {
        Self::with_rules(mode, options, Rules::new(options.cost_budget, options.ratchets()))
    }

    /// Creates a context that evaluates compiled rules for a verdict, without ratcheting.
    #[inline]
    pub(crate) fn for_verdict(options: Options) -> Self {
        Self::with_rules(Mode::Verdict, options, Rules::for_verdict(&options))
    }

    #[inline]
    fn with_rules(mode: Mode, options: Options, rules: Rules) -> Self {
        Context { mode, options, failed: Failed::default(), is_later: false, rules, details: None }
    }

    /// Drops the context. A context without details has no destructor to run, which the compiler does not know.
    #[inline]
    pub(crate) fn discard(self) {
        let mut cx = std::mem::ManuallyDrop::new(self);
        if let Some(details) = cx.details.take() {
            discard(details);
        }
    }

    fn details(&mut self) -> &mut Details {
        self.details.get_or_insert_default()
    }

    /// Returns `true` if the result is final, so that you can skip the remaining checks.
    #[inline]
    pub fn is_done(&self) -> bool {
        self.failed != Failed::NONE && self.is_final()
    }

    /// Returns `true` if an error that was found is final.
    #[cold]
    fn is_final(&self) -> bool {
        let is_first = self.failed.contains(Failed::VALUES) || (self.is_later && self.failed.contains(Failed::LATER));
        match self.mode {
            Mode::AllErrors => false,
            // An error of a rule is not final: errors of other checks are reported before it.
            Mode::FirstError => is_first,
            Mode::Verdict => is_first || self.failed.contains(Failed::RULES),
        }
    }

    /// Returns `true` if any error was reported.
    #[inline]
    pub fn has_failed(&self) -> bool {
        self.failed != Failed::NONE
    }

    /// Returns `true` if a value check failed. Ignores rules, and checks whose errors are reported
    /// [later](Self::later).
    pub(crate) fn has_failed_values(&self) -> bool {
        self.failed.contains(Failed::VALUES)
    }

    /// Returns `true` if the context keeps the next reported error.
    pub fn wants_text(&self) -> bool {
        match self.mode {
            Mode::Verdict => false,
            Mode::FirstError => !self.is_done(),
            Mode::AllErrors => true,
        }
    }

    /// Reports an error. Calls `error` only if the context keeps it.
    pub fn report(&mut self, error: impl FnOnce() -> Error) {
        let (is_wanted, is_later) = (self.wants_text(), self.is_later);
        self.failed.insert(if is_later { Failed::LATER } else { Failed::VALUES });
        if is_wanted {
            let error = error();
            let details = self.details();
            if is_later {
                details.later.push(error);
                return;
            }
            if let Some(notes) = &mut details.notes {
                notes.error(error.error_type, error.path.elements.len());
            }
            details.values.push(error);
        }
    }

    /// Runs a check whose errors are reported after those of all other checks. The API server looks for duplicates in
    /// lists after it has validated the values.
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

    /// Runs a check and returns `true` if it reports no errors.
    pub fn passes(&mut self, check: impl FnOnce(&mut Context)) -> bool {
        if self.is_done() {
            return true;
        }
        let before = self.failed;
        self.failed.remove(Failed::VALUES);
        check(self);
        let passed = !self.has_failed_values();
        self.failed.insert(before);
        passed
    }

    /// Runs a check in isolation. Returns whether it passed, and its errors if the context keeps errors. Rules inside
    /// `anyOf`, `oneOf` and `not` never run.
    pub fn attempt(&mut self, check: impl FnOnce(&mut Context)) -> (bool, ErrorList) {
        let mode = if self.mode == Mode::AllErrors { Mode::AllErrors } else { Mode::Verdict };
        let mut own = Context::new(mode, self.options).without_rules();
        check(&mut own);
        let (failed, errors, _) = own.finish();
        (!failed, errors)
    }

    /// Returns `true` if a check has found an error that is reported [later](Self::later).
    pub(crate) fn has_failed_later(&self) -> bool {
        self.failed.contains(Failed::LATER)
    }

    /// Discards the errors that are reported [later](Self::later).
    pub(crate) fn forget_later(&mut self) {
        self.failed.remove(Failed::LATER);
        self.details().later = ErrorList::new();
    }

    /// Merges the result of another context with the same mode: whether it failed, and its errors.
    pub fn take_over(&mut self, failed: bool, errors: ErrorList) {
        if failed && !self.is_done() {
            self.details().values.extend(errors);
        }
        if failed {
            self.failed.insert(Failed::VALUES);
        }
    }

    /// Adds the errors of an `anyOf` or `oneOf` branch for the value at `path`.
    pub(crate) fn take_over_branch(&mut self, path: &Path<'_>, errors: ErrorList) {
        if let Some(notes) = self.notes() {
            notes.errors_of_branches(errors.len(), path.len());
        }
        self.take_over(true, errors);
    }

    /// Replaces the errors of all checks except rules and checks that report [later](Self::later).
    pub(super) fn set_found(&mut self, errors: ErrorList) {
        self.failed.remove(Failed::VALUES);
        if !errors.is_empty() {
            self.failed.insert(Failed::VALUES);
        }
        self.details().values = errors;
    }

    /// Returns the errors so far, except those that are reported [later](Self::later).
    pub fn errors(&self) -> &ErrorList {
        const NONE: &ErrorList = &ErrorList::new();
        self.details.as_ref().map_or(NONE, |details| &details.values)
    }

    /// Iterates mutably over the errors so far, to change their messages.
    pub(crate) fn errors_mut(&mut self) -> std::slice::IterMut<'_, Error> {
        let is_later = self.is_later;
        match &mut self.details {
            Some(details) => if is_later { &mut details.later } else { &mut details.values }.iter_mut(),
            None => [].iter_mut(),
        }
    }

    /// Ends the validation. Returns whether anything failed, the errors, and the warnings
    /// ([`Outcome::warnings`](crate::Outcome)).
    ///
    /// Reports equal errors at the same path once. If errors prevent the evaluation of rules, the errors of rules are
    /// replaced with an error that says so.
    pub fn finish(self) -> (bool, ErrorList, ErrorList) {
        let failed = self.has_failed();
        let Some(details) = self.details else { return (failed, ErrorList::new(), ErrorList::new()) };
        let Details { values, later, rules, hand_written, warnings: ratcheted, notes: _ } = *details;
        let mut errors = values.without_repetitions();
        let wants_more = |errors: &ErrorList| self.mode == Mode::AllErrors || errors.is_empty();
        if wants_more(&errors) {
            errors.extend(later);
        }
        let mut warnings = ErrorList::new();
        if wants_more(&errors) {
            if let Some(instead) = Context::instead_of_rules(&errors) {
                errors.extend(self.rules.expected.then_some(instead));
            } else {
                errors.extend(rules);
                warnings = ratcheted;
            }
        }
        if wants_more(&errors) {
            errors.extend(hand_written);
        }
        errors.use_messages_of(self.options.kubernetes_minor);
        warnings.use_messages_of(self.options.kubernetes_minor);
        (failed, errors, warnings)
    }
}
