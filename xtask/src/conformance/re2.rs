//! `re2`: patterns as Go parses them.

use idlgen_runtime::regex::Pattern;
use serde_json::Value as Json;

use super::{
    case::{Cases, Origin, Outcome},
    input::SuiteDirectory,
};

const PATTERNS: &str = "re2.patterns.jsonl";

/// Compares line N of the patterns with line N of Go's results.
pub(super) fn run(folder: &SuiteDirectory, cases: &mut Cases) -> Result<(), String> {
    let answers = folder.text("re2.go.out")?;
    let answers: Vec<&str> = answers.lines().collect();
    for (line, case) in folder.json_lines(PATTERNS)? {
        let (Some(pattern), Some(text)) = (string(&case, 0), string(&case, 1)) else {
            return Err(format!("{PATTERNS}:{}: no pattern and text", line.number));
        };
        let expected = answers
            .get(line.number - 1)
            .ok_or_else(|| format!("{PATTERNS}:{}: re2.go.out has no such line", line.number))?;
        let origin = Origin { file: PATTERNS, line: line.number, text: &line.text };
        cases.add_anonymous(&origin, Outcome::compare(&(*expected).to_owned(), &answer(pattern, text)));
    }
    Ok(())
}

fn string(case: &Json, index: usize) -> Option<&str> {
    case.get(index).and_then(Json::as_str)
}

/// Returns `true [START END]`, `false []` or `ERR MESSAGE`.
fn answer(pattern: &str, text: &str) -> String {
    match Pattern::new(pattern) {
        Err(error) => format!("ERR {error}"),
        Ok(pattern) => match pattern.find(text) {
            None => "false []".to_owned(),
            Some(found) => format!("true [{} {}]", found.start, found.end),
        },
    }
}
