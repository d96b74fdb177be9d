//! Which diagnostics are shown, and how bad they are: the one place that decides it.

use std::collections::{BTreeMap, BTreeSet};

use super::{Code, Severity};

/// What the user says of severities: by code, as a repository does for every run, and for this run alone.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Severities {
    /// By code.
    pub by_code: BTreeMap<Code, Severity>,
    /// If there are any, the only codes of the run, each with how exactly it was named.
    pub selected: BTreeMap<Code, usize>,
    /// Codes that are off in the run, each with how exactly it was named.
    pub ignored: BTreeMap<Code, usize>,
    /// Codes whose errors are warnings in the run.
    pub warned: BTreeSet<Code>,
    /// Whether warnings are errors.
    pub deny_warnings: bool,
}

impl Severities {
    /// The severity of a diagnostic that has this one by itself. What is said for the run wins over what is said of the
    /// code; of select and ignore the more exact one wins, and ignore if both are the same.
    ///
    /// If work cannot be done without what a diagnostic is about (`is_needed`), not to be selected does not hide it
    /// while it is an error.
    pub fn of(&self, code: Code, severity: Severity, is_needed: bool) -> Severity {
        let selected = self.selected.get(&code);
        let ignored = self.ignored.get(&code);
        if ignored.is_some() && ignored >= selected {
            return Severity::Off;
        }
        let mut wanted = self.by_code.get(&code).copied().unwrap_or(severity);
        if selected.is_some() && wanted == Severity::Off {
            wanted = severity;
        }
        if self.warned.contains(&code) {
            wanted = wanted.min(Severity::Warning);
        }
        let is_kept = selected.is_some() || self.selected.is_empty() || is_needed && wanted == Severity::Error;
        match wanted {
            _ if !is_kept => Severity::Off,
            Severity::Warning if self.deny_warnings => Severity::Error,
            wanted => wanted,
        }
    }

    /// Whether codes were selected, and all of them are ignored.
    pub fn leaves_nothing(&self) -> bool {
        !self.selected.is_empty() && self.selected.iter().all(|(code, exact)| self.ignored.get(code) >= Some(exact))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diag::CodeInfo;

    const fn code(number: u16, slug: &'static str, severity: Severity) -> CodeInfo {
        CodeInfo { number, slug, severity, summary: "", explanation: "" }
    }

    static A: CodeInfo = code(301, "a", Severity::Error);
    static B: CodeInfo = code(302, "b", Severity::Warning);

    #[test]
    fn the_run_wins_over_the_file_and_the_exact_over_the_vague() {
        use Severity::{Error, Info, Off, Warning};
        let (a, b) = (Code::new(&A), Code::new(&B));
        let all = |exact| [(a, exact), (b, exact)].into();
        for (by_code, selected, ignored, deny_warnings, expected) in [
            (vec![], vec![], vec![], false, (Error, Warning)),
            (vec![(a, Info)], vec![], vec![], false, (Info, Warning)),
            (vec![], vec![(a, 7)], vec![], false, (Error, Off)),
            (vec![(a, Off)], vec![(a, 5)], vec![], false, (Error, Off)),
            (vec![], vec![(b, 7)], all(5), false, (Off, Warning)),
            (vec![], all(5), vec![(b, 7)], true, (Error, Off)),
            (vec![], vec![(b, 7)], vec![(b, 7)], false, (Off, Off)),
            (vec![(b, Info)], vec![], vec![], true, (Error, Info)),
            (vec![], vec![], vec![], true, (Error, Error)),
        ] {
            let severities = Severities {
                by_code: by_code.into_iter().collect(),
                selected: selected.into_iter().collect(),
                ignored: ignored.into_iter().collect(),
                deny_warnings,
                ..Severities::default()
            };
            assert_eq!((severities.of(a, Error, false), severities.of(b, Warning, false)), expected, "{severities:?}");
        }
    }

    #[test]
    fn errors_of_a_run_can_be_warnings() {
        let (a, b) = (Code::new(&A), Code::new(&B));
        let mut severities =
            Severities { warned: [a, b].into(), by_code: [(b, Severity::Info)].into(), ..Severities::default() };
        assert_eq!(severities.of(a, Severity::Error, true), Severity::Warning);
        assert_eq!(severities.of(b, Severity::Error, true), Severity::Info);
        severities.deny_warnings = true;
        assert_eq!(severities.of(a, Severity::Error, true), Severity::Error);
    }

    #[test]
    fn what_work_needs_is_hidden_by_ignore_alone() {
        let (a, b) = (Code::new(&A), Code::new(&B));
        let mut severities = Severities { selected: [(b, 7)].into(), ..Severities::default() };
        assert_eq!(severities.of(a, Severity::Error, true), Severity::Error);
        assert_eq!(severities.of(a, Severity::Warning, true), Severity::Off);
        severities.ignored.insert(a, 7);
        assert_eq!(severities.of(a, Severity::Error, true), Severity::Off);
        assert!(!severities.leaves_nothing());
        severities.ignored.insert(b, 7);
        assert!(severities.leaves_nothing());
    }
}
