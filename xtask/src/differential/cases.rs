//! Selection of cases: random ones with a seed, or those of a file.

use std::{
    fs,
    path::{Path, PathBuf},
};

use idlgen_testing::Random;
use serde_json::Value as Json;

/// The selection of cases, and the output for those that differ.
#[derive(clap::Args)]
pub(crate) struct CaseArguments<const COUNT: usize> {
    /// Seed of the cases; the same number gives the same cases
    #[arg(long, default_value_t = 1)]
    pub(super) seed: u64,
    /// Number of cases
    #[arg(long, default_value_t = COUNT)]
    count: usize,
    /// Compare the cases of this file instead, one JSON object per line, in the format of the oracle or of `--failures`
    #[arg(long, value_name = "FILE")]
    cases: Option<PathBuf>,
    /// Write the cases that differ to this file, one JSON object per line
    #[arg(long, value_name = "FILE")]
    pub(super) failures: Option<PathBuf>,
    /// Number of differing cases to show
    #[arg(long, default_value_t = 20)]
    pub(super) show: usize,
}

pub(crate) type Cases<'c, C> = Box<dyn Iterator<Item = C> + 'c>;

impl<const COUNT: usize> CaseArguments<COUNT> {
    /// Returns random cases, or those of the file if `read` recognizes them.
    pub(crate) fn cases<'c, C: 'c>(
        &self,
        mut random: impl FnMut(&mut Random) -> C + 'c,
        read: impl Fn(&Json) -> Option<C>,
    ) -> Result<Cases<'c, C>, String> {
        let Some(path) = &self.cases else {
            let mut source = Random::new(self.seed);
            return Ok(Box::new((0..self.count).map(move |_| random(&mut source))));
        };
        let text = fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
        Ok(Box::new(given(&text, path, read)?.into_iter()))
    }
}

/// Parses the cases of a file.
fn given<C>(text: &str, path: &Path, read: impl Fn(&Json) -> Option<C>) -> Result<Vec<C>, String> {
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    lines
        .map(|(index, line)| {
            let at = format!("{}:{}", path.display(), index + 1);
            let json: Json = serde_json::from_str(line).map_err(|error| format!("{at}: {error}"))?;
            read(json.get("case").unwrap_or(&json)).ok_or_else(|| format!("{at}: no case: {line}"))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use serde_json::{Value as Json, json};

    use super::{CaseArguments, given};

    fn arguments(seed: u64, cases: Option<&Path>) -> CaseArguments<3> {
        CaseArguments { seed, count: 3, cases: cases.map(Path::to_owned), failures: None, show: 1 }
    }

    #[test]
    fn a_seed_gives_the_same_cases_again() {
        let cases = |seed| -> Vec<usize> {
            arguments(seed, None).cases(|random| random.below(1_000), |_| None).unwrap().collect()
        };
        assert_eq!(cases(1), cases(1));
        assert_ne!(cases(1), cases(2));
        assert_eq!(cases(1).len(), 3);
    }

    #[test]
    fn failures_are_cases_of_the_next_run() {
        let file = tempfile::NamedTempFile::new().unwrap();
        let failure = json!({"case": {"rule": "self"}, "expected": "a", "got": "b"});
        std::fs::write(file.path(), format!("{}\n\n{failure}\n", json!({"rule": "1 == 1"}))).unwrap();
        let read = |json: &Json| json["rule"].as_str().map(str::to_owned);
        let cases: Vec<String> = arguments(1, Some(file.path())).cases(|_| String::new(), read).unwrap().collect();
        assert_eq!(cases, ["1 == 1", "self"]);
    }

    #[test]
    fn a_line_that_is_no_case_is_named() {
        let read = |json: &Json| json["rule"].as_str().map(str::to_owned);
        let error = |text| given(text, Path::new("cases"), read).unwrap_err();
        assert_eq!(error("{\"rule\": \"a\"}\n\n{\"other\": 1}"), "cases:3: no case: {\"other\": 1}");
        assert!(error("{").starts_with("cases:1: EOF"), "{}", error("{"));
    }
}
