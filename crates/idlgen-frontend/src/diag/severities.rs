//! Determines the effective severity of diagnostics and whether they are shown.

use std::collections::{BTreeMap, BTreeSet};

use super::{code::Code, severity::Severity};

/// The user's severity settings: those by code, which a repository sets for every run, and those of a single run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Severities {
    /// `[diagnostics]` in idlgen.toml.
    pub by_code: BTreeMap<Code, Severity>,
    /// If not empty, the only codes of the run, each with the specificity of its name.
    pub selected: BTreeMap<Code, usize>,
    /// Codes that are off in the run, each with the specificity of its name.
    pub ignored: BTreeMap<Code, usize>,
    /// Codes whose errors are warnings in the run.
    pub warned: BTreeSet<Code>,
    /// `true` if warnings are errors.
    pub deny_warnings: bool,
}

impl Severities {
    /// Returns the effective severity of a diagnostic from its own. Settings of the run take precedence over those by
    /// code. If a code is both selected and ignored, the more specific name wins, or ignore if both are equally
    /// specific.
    ///
    /// If a diagnostic is about required input (`is_needed`) and is an error, it is reported even if it is not
    /// selected.
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

    /// Returns `true` if all selected codes are ignored.
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
