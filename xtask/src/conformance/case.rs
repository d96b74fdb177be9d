//! Cases and their results.

use std::{collections::BTreeSet, fmt::Write};

use sha2::{Digest, Sha256};

/// The result of a case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// Equal to the recorded result.
    Passed,
    /// Different from the recorded result.
    Failed {
        /// The recorded result.
        expected: String,
        /// The actual result.
        got: String,
    },
    /// The case needs a feature that is not implemented yet.
    NotYet,
    /// The case needs something that is missing on this machine, such as a Go module.
    NotRun(String),
    /// The case does not apply, for a reason that the suite itself gives.
    Skipped,
}

impl Outcome {
    /// Compares a result with the recorded one.
    pub(crate) fn compare<T: PartialEq + std::fmt::Debug>(expected: &T, got: &T) -> Outcome {
        if expected == got {
            Outcome::Passed
        } else {
            Outcome::Failed { expected: format!("{expected:?}"), got: format!("{got:?}") }
        }
    }

    /// Compares lists of strings regardless of their order.
    pub(crate) fn compare_sorted(expected: Vec<String>, got: Vec<String>) -> Outcome {
        let (mut expected, mut got) = (expected, got);
        expected.sort();
        got.sort();
        Outcome::compare(&expected, &got)
    }
}

/// The location of a case in its suite.
pub(crate) struct Origin<'a> {
    /// The file, relative to the suite's directory.
    pub(crate) file: &'a str,
    /// The line, starting at 1; 0 if a file is not a list of lines.
    pub(crate) line: usize,
    /// The source of the case, which identifies a case without a name.
    pub(crate) text: &'a str,
}

/// A case and its result.
#[derive(Debug)]
pub(crate) struct Case {
    /// `suite/file#id`.
    pub(crate) name: String,
    pub(crate) outcome: Outcome,
}

/// The cases of a suite, in their original order.
pub(crate) struct Cases {
    suite: &'static str,
    names: BTreeSet<String>,
    list: Vec<Case>,
}

impl Cases {
    pub(crate) fn new(suite: &'static str) -> Self {
        Cases { suite, names: BTreeSet::new(), list: Vec::new() }
    }

    /// Adds a case with a name. If the name is taken, the line and the hash are appended.
    pub(crate) fn add(&mut self, origin: &Origin<'_>, id: &str, outcome: Outcome) {
        let mut name = format!("{}/{}#{id}", self.suite, origin.file);
        if !self.names.insert(name.clone()) {
            name = format!("{name}~{}", anonymous(origin));
            self.names.insert(name.clone());
        }
        self.list.push(Case { name, outcome });
    }

    /// Adds a case without a name, which is identified by its line and the first 12 hexadecimal digits of its source's
    /// SHA-256.
    pub(crate) fn add_anonymous(&mut self, origin: &Origin<'_>, outcome: Outcome) {
        self.add(origin, &anonymous(origin), outcome);
    }

    /// Like [`Cases::add_anonymous`], for one part of a recorded case.
    pub(crate) fn add_part(&mut self, origin: &Origin<'_>, part: &str, outcome: Outcome) {
        self.add(origin, &format!("{} {part}", anonymous(origin)), outcome);
    }

    pub(crate) fn into_cases(self) -> Vec<Case> {
        self.list
    }
}

fn anonymous(origin: &Origin<'_>) -> String {
    let digest = Sha256::digest(origin.text.as_bytes());
    let mut digits = String::new();
    for byte in digest.iter().take(6) {
        let _ = write!(digits, "{byte:02x}");
    }
    format!("{}:{digits}", origin.line)
}

#[cfg(test)]
mod tests {
    use super::{Cases, Origin, Outcome};

    #[test]
    fn names_are_unique() {
        let mut cases = Cases::new("s");
        let first = Origin { file: "f.jsonl", line: 1, text: "a" };
        let second = Origin { file: "f.jsonl", line: 2, text: "b" };
        cases.add(&first, "x", Outcome::Passed);
        cases.add(&second, "x", Outcome::NotYet);
        cases.add_anonymous(&first, Outcome::Passed);
        let names: Vec<String> = cases.into_cases().into_iter().map(|case| case.name).collect();
        assert_eq!(names, ["s/f.jsonl#x", "s/f.jsonl#x~2:3e23e8160039", "s/f.jsonl#1:ca978112ca1b"]);
    }
}
