//! Comparisons that need programs of Go. Their results depend only on their input, and building the programs takes
//! minutes. The file of a comparison in `compared` therefore lists its cases and identifies the input with which they
//! passed: while the input is the same, nothing is built. `IDLGEN_BLESS=1` updates the file.

use std::{
    fmt::Write,
    fs,
    path::{Path, PathBuf},
};

use sha2::{Digest, Sha256};

use super::{super::super::case::Outcome, programs};

/// Between the name of a case and the reason why it is not run.
const NOT_RUN: &str = " # not run: ";

/// All that the results of a comparison depend on.
pub(super) struct Input(Sha256);

impl Input {
    /// Starts with the sources of the programs, and of the modules that every comparison uses.
    pub(super) fn new(suites: &Path) -> Result<Self, String> {
        let mut input = Input(Sha256::new());
        for text in [
            include_str!("answers.rs"),
            include_str!("programs.rs"),
            include_str!("server.rs"),
            include_str!("serving.rs"),
        ] {
            input.add(text);
        }
        for text in programs::sources(suites)? {
            input.add(&text);
        }
        Ok(input)
    }

    pub(super) fn add(&mut self, text: &str) {
        self.0.update(text.len().to_le_bytes());
        self.0.update(text);
    }

    fn digest(self) -> String {
        self.0.finalize().iter().fold(String::new(), |mut digits, byte| {
            let _ = write!(digits, "{byte:02x}");
            digits
        })
    }
}

/// Returns the cases of a comparison: as listed if the input is that of the file, otherwise those that `run` returns.
pub(super) fn compared(
    name: &str,
    input: Input,
    run: impl FnOnce() -> Result<Vec<(String, Outcome)>, String>,
) -> Result<Vec<(String, Outcome)>, String> {
    let file = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("src/conformance/openapi/kubectl/compared")
        .join(format!("{name}.txt"));
    let digest = input.digest();
    if let Some(cases) = fs::read_to_string(&file).ok().and_then(|text| listed(&text, &digest)) {
        return Ok(cases);
    }
    let cases = run()?;
    if std::env::var_os("IDLGEN_BLESS").is_some() {
        if let Some(text) = list(&digest, &cases) {
            fs::write(&file, text).map_err(|error| format!("{}: {error}", file.display()))?;
        }
    } else {
        eprintln!("kubectl: {name} was compared again, because its input is new: IDLGEN_BLESS=1 records the result");
    }
    Ok(cases)
}

/// Returns the cases in the text of a file, or `None` if it is about another input.
fn listed(text: &str, digest: &str) -> Option<Vec<(String, Outcome)>> {
    let mut lines = text.lines();
    if lines.next() != Some(digest) {
        return None;
    }
    let case = |line: &str| match line.split_once(NOT_RUN) {
        Some((name, reason)) => (name.to_owned(), Outcome::NotRun(reason.to_owned())),
        None => (line.to_owned(), Outcome::Passed),
    };
    Some(lines.map(case).collect())
}

/// Returns the text of a file, or `None` if a case failed.
fn list(digest: &str, cases: &[(String, Outcome)]) -> Option<String> {
    let mut text = format!("{digest}\n");
    for (name, outcome) in cases {
        match outcome {
            Outcome::Passed => text.push_str(name),
            Outcome::NotRun(reason) => text.extend([name, NOT_RUN, &reason.replace('\n', " ")]),
            Outcome::Failed { .. } | Outcome::NotYet | Outcome::Skipped => return None,
        }
        text.push('\n');
    }
    Some(text)
}

#[cfg(test)]
mod tests {
    use super::{Outcome, list, listed};

    #[test]
    fn cases_are_those_of_the_input() {
        let cases = vec![
            ("pods v3".to_owned(), Outcome::Passed),
            ("pods v2".to_owned(), Outcome::NotRun("kubectl\nfails".to_owned())),
        ];
        let text = list("abc", &cases).unwrap();
        assert_eq!(text, "abc\npods v3\npods v2 # not run: kubectl fails\n");
        let read = listed(&text, "abc").unwrap();
        assert_eq!(read[0], cases[0]);
        assert_eq!(read[1], ("pods v2".to_owned(), Outcome::NotRun("kubectl fails".to_owned())));
        assert_eq!(listed(&text, "abd"), None);
        assert_eq!(listed("", "abc"), None);
    }

    #[test]
    fn failures_are_not_listed() {
        let failed = Outcome::Failed { expected: String::new(), got: String::new() };
        assert_eq!(list("abc", &[("pods v3".to_owned(), Outcome::Passed), ("pods v2".to_owned(), failed)]), None);
    }
}
