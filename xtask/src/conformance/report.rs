//! Printing and writing of the results.

use std::{fmt::Write, fs, path::Path};

use super::{
    case::{Cases, Outcome},
    known_differences::KnownDifferences,
};

/// The number of failing cases that are shown if they are not written to a file, and the shown length of each.
const SHOWN_CASES: usize = 10;
const SHOWN_CHARACTERS: usize = 200;

/// Counts of outcomes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Counts {
    passed: usize,
    failed: usize,
    known: usize,
    not_yet: usize,
    not_run: usize,
    skipped: usize,
}

/// The report of a run.
#[derive(Default)]
pub(crate) struct Report {
    total: Counts,
    /// The lines of the failure file.
    failures: Vec<String>,
    /// Failing cases that are not on the list of known differences, in human-readable form.
    unexpected: Vec<String>,
    /// Suites that could not be read.
    broken: bool,
    /// Cases that pass although they are on the list of known differences.
    stale: Vec<String>,
}

impl Report {
    /// Reports a suite that is not implemented yet.
    pub(crate) fn not_yet(name: &str) {
        println!("{name} not yet");
    }

    /// Reports a suite with an invalid layout.
    pub(crate) fn broken(&mut self, name: &str, message: &str) {
        println!("{name} cannot be run: {message}");
        self.broken = true;
    }

    /// Returns `true` if a suite had an invalid layout.
    pub(crate) fn is_broken(&self) -> bool {
        self.broken
    }

    /// Reports the results of a suite.
    pub(crate) fn suite(&mut self, name: &str, cases: Cases, known: &KnownDifferences) {
        let mut counts = Counts::default();
        for case in cases.into_cases() {
            let difference = known.get(&case.name);
            match case.outcome {
                Outcome::Passed => {
                    counts.passed += 1;
                    if difference.is_some() {
                        self.stale.push(case.name);
                    }
                }
                Outcome::Failed { expected, got } => {
                    counts.failed += 1;
                    if difference.is_none() {
                        let shorten = |text: &str| text.chars().take(SHOWN_CHARACTERS).collect::<String>();
                        let (expected, got) = (shorten(&expected), shorten(&got));
                        self.unexpected.push(format!("{}\n  expected {expected}\n  got      {got}", case.name));
                    }
                    let mut line = serde_json::json!({"case": case.name, "expected": expected, "got": got});
                    if let Some(difference) = difference {
                        counts.known += 1;
                        line["engine"] = difference.engine.clone().into();
                        line["reason"] = difference.reason.clone().into();
                    }
                    self.failures.push(line.to_string());
                }
                Outcome::NotYet => counts.not_yet += 1,
                Outcome::NotRun(reason) => {
                    counts.not_run += 1;
                    self.failures.push(serde_json::json!({"case": case.name, "not run": reason}).to_string());
                }
                Outcome::Skipped => counts.skipped += 1,
            }
        }
        println!("{name} {}", counts.summary());
        self.total.add(counts);
    }

    /// Reports the total and writes the failure file.
    pub(crate) fn finish(&self, file: Option<&Path>) -> Result<(), String> {
        for name in &self.stale {
            println!("passes although it is a known difference: {name}");
        }
        let Counts { passed, failed, known, not_yet, not_run, skipped } = self.total;
        println!(
            "{passed} passed, {} failed, {known} known differences, {not_yet} not yet, {not_run} not run, {skipped} \
             skipped",
            failed - known
        );
        let Some(file) = file else {
            for case in self.unexpected.iter().take(SHOWN_CASES) {
                println!("{case}");
            }
            if self.unexpected.len() > SHOWN_CASES {
                println!("and {} more; --failures FILE writes them all", self.unexpected.len() - SHOWN_CASES);
            }
            return Ok(());
        };
        let mut text = self.failures.join("\n");
        if !text.is_empty() {
            text.push('\n');
        }
        fs::write(file, text).map_err(|error| format!("cannot write {}: {error}", file.display()))
    }

    /// Returns `true` if every case that could run has the expected result.
    pub(crate) fn is_clean(&self) -> bool {
        self.total.failed == self.total.known && self.total.not_run == 0 && self.stale.is_empty()
    }
}

impl Counts {
    fn add(&mut self, other: Counts) {
        self.passed += other.passed;
        self.failed += other.failed;
        self.known += other.known;
        self.not_yet += other.not_yet;
        self.not_run += other.not_run;
        self.skipped += other.skipped;
    }

    /// Formats `passed/total`, followed by the numbers of other outcomes. Skipped cases are not included in the total.
    fn summary(self) -> String {
        let total = self.passed + self.failed + self.not_yet + self.not_run;
        let mut text = format!("{}/{total}", self.passed);
        for (count, what) in [
            (self.known, "known differences"),
            (self.failed - self.known, "failed"),
            (self.not_yet, "not yet"),
            (self.not_run, "not run"),
            (self.skipped, "skipped"),
        ] {
            if count > 0 {
                let _ = write!(text, ", {count} {what}");
            }
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::Counts;

    #[test]
    fn summaries() {
        let counts = Counts { passed: 3, failed: 2, known: 1, not_yet: 4, not_run: 0, skipped: 5 };
        assert_eq!(counts.summary(), "3/9, 1 known differences, 1 failed, 4 not yet, 5 skipped");
        assert_eq!(Counts { passed: 1, ..Counts::default() }.summary(), "1/1");
    }
}
