//! Cases and what came out of them.

use std::{collections::BTreeSet, fmt::Write};

use sha2::{Digest, Sha256};

/// What came out of a case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// As recorded.
    Passed,
    /// Not as recorded.
    Failed {
        /// What was recorded.
        expected: String,
        /// What came out.
        got: String,
    },
    /// What the case is about does not exist yet.
    NotYet,
    /// Something that the case needs is missing on this machine, such as a Go module.
    NotRun(String),
    /// The case does not apply, for a reason that the suite itself gives.
    Skipped,
}

impl Outcome {
    /// Compares what came out with what was recorded.
    pub(crate) fn compare<T: PartialEq + std::fmt::Debug>(expected: &T, got: &T) -> Outcome {
        if expected == got {
            Outcome::Passed
        } else {
            Outcome::Failed { expected: format!("{expected:?}"), got: format!("{got:?}") }
        }
    }

    /// Compares lists of texts whose order is of no account.
    pub(crate) fn compare_sorted(expected: Vec<String>, got: Vec<String>) -> Outcome {
        let (mut expected, mut got) = (expected, got);
        expected.sort();
        got.sort();
        Outcome::compare(&expected, &got)
    }
}

/// Where a case stands in its suite.
pub(crate) struct Origin<'a> {
    /// The file, relative to the suite's folder.
    pub(crate) file: &'a str,
    /// The line, from 1 on; 0 where a file is no list of lines.
    pub(crate) line: usize,
    /// The text of the case, for naming it where it has no name of its own.
    pub(crate) text: &'a str,
}

/// A case and what came out of it.
#[derive(Debug)]
pub(crate) struct Case {
    /// `suite/file#id`.
    pub(crate) name: String,
    pub(crate) outcome: Outcome,
}

/// The cases of a suite, in the order in which they stand.
pub(crate) struct Cases {
    suite: &'static str,
    names: BTreeSet<String>,
    list: Vec<Case>,
}

impl Cases {
    pub(crate) fn new(suite: &'static str) -> Self {
        Cases { suite, names: BTreeSet::new(), list: Vec::new() }
    }

    /// Adds a case that has a name of its own. Where another has that name already, line and hash are added.
    pub(crate) fn add(&mut self, origin: &Origin<'_>, id: &str, outcome: Outcome) {
        let mut name = format!("{}/{}#{id}", self.suite, origin.file);
        if !self.names.insert(name.clone()) {
            name = format!("{name}~{}", anonymous(origin));
            self.names.insert(name.clone());
        }
        self.list.push(Case { name, outcome });
    }

    /// Adds a case that has no name: its line and the first 12 hexadecimal digits of its text's SHA-256 name it.
    pub(crate) fn add_anonymous(&mut self, origin: &Origin<'_>, outcome: Outcome) {
        self.add(origin, &anonymous(origin), outcome);
    }

    /// As [`Cases::add_anonymous`], for one part of what a case records.
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
