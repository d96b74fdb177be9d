//! Formats the results of all cases for other programs.

use std::{fmt::Write, str::FromStr};

use serde_json::{Value as Json, json};
use thiserror::Error;

use super::run::{CaseResult, Outcome};
use crate::diag::{visible, visible_json, visible_line, visible_xml};

/// An output format for the list of results.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Report {
    /// A JSON list of objects.
    Json,
    /// A JUnit XML document.
    Junit,
    /// Test Anything Protocol, version 13.
    Tap,
}

/// An unknown report format.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("unknown format `{0}`; use json, junit or tap")]
pub struct UnknownReport(String);

impl Report {
    /// All formats by name.
    pub const NAMES: [(&'static str, Report); 3] =
        [("json", Report::Json), ("junit", Report::Junit), ("tap", Report::Tap)];

    /// Formats the list of results.
    pub fn text(self, cases: &[CaseResult]) -> String {
        match self {
            Report::Json => json(cases),
            Report::Junit => junit(cases),
            Report::Tap => tap(cases),
        }
    }
}

impl FromStr for Report {
    type Err = UnknownReport;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        let found = Report::NAMES.iter().find(|(known, _)| *known == name);
        found.map(|(_, report)| *report).ok_or_else(|| UnknownReport(name.to_owned()))
    }
}

/// Returns the failure of a case: the message and the details.
fn failure(case: &CaseResult) -> Option<(&str, String)> {
    match &case.outcome {
        Outcome::Passed { .. } => None,
        Outcome::Failed(diagnostic) => Some((&diagnostic.message, diagnostic.remarks().collect::<Vec<_>>().join("\n"))),
    }
}

/// Formats what the case tested: the CRD, and the system unless it is the engine.
fn tested(case: &CaseResult) -> String {
    match case.target {
        None => case.definition.clone(),
        Some(target) => format!("{}, {target}", case.definition),
    }
}

fn json(cases: &[CaseResult]) -> String {
    let list: Vec<Json> = cases
        .iter()
        .map(|case| {
            let mut object = json!({
                "suite": case.suite, "case": case.case, "definition": case.definition, "passed": failure(case).is_none()
            });
            if let (Some(target), Some(entries)) = (case.target, object.as_object_mut()) {
                entries.insert("target".to_owned(), target.into());
            }
            if let (Some((message, notes)), Some(entries)) = (failure(case), object.as_object_mut()) {
                entries.insert("message".to_owned(), message.into());
                entries.insert("notes".to_owned(), notes.into());
            }
            object
        })
        .collect();
    visible_json(format!("{:#}\n", Json::Array(list)))
}

fn junit(cases: &[CaseResult]) -> String {
    let failures = |cases: &[&CaseResult]| cases.iter().filter(|case| failure(case).is_some()).count();
    let all: Vec<&CaseResult> = cases.iter().collect();
    let mut text = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    let _ = writeln!(text, "<testsuites name=\"idlgen test\" tests=\"{}\" failures=\"{}\">", all.len(), failures(&all));
    let key = |case: &CaseResult| (case.suite.clone(), case.definition.clone(), case.target);
    let same = |one: &&CaseResult, other: &&CaseResult| key(one) == key(other);
    for suite in all.chunk_by(same) {
        let Some(first) = suite.first() else { continue };
        let name = visible_xml(&format!("{} ({})", first.suite, tested(first)));
        let _ =
            writeln!(text, "  <testsuite name=\"{name}\" tests=\"{}\" failures=\"{}\">", suite.len(), failures(suite));
        for case in suite {
            let _ = write!(
                text,
                "    <testcase classname=\"{}\" name=\"{}\"",
                visible_xml(&case.suite),
                visible_xml(&case.case)
            );
            match failure(case) {
                None => text.push_str("/>\n"),
                Some((message, notes)) => {
                    let (message, notes) = (visible_xml(message), visible_xml(&notes));
                    let _ =
                        write!(text, ">\n      <failure message=\"{message}\">{notes}</failure>\n    </testcase>\n");
                }
            }
        }
        text.push_str("  </testsuite>\n");
    }
    text.push_str("</testsuites>\n");
    text
}

fn tap(cases: &[CaseResult]) -> String {
    // In TAP, `#` would start a directive.
    let plain = |text: &str| visible_line(&text.replace('\n', " ")).replace('#', "\\#");
    let mut text = format!("TAP version 13\n1..{}\n", cases.len());
    for (number, case) in cases.iter().enumerate() {
        let failure = failure(case);
        let status = if failure.is_some() { "not ok" } else { "ok" };
        let name = plain(&format!("{}: {} ({})", case.suite, case.case, tested(case)));
        let _ = writeln!(text, "{status} {} - {name}", number + 1);
        if let Some((message, notes)) = failure {
            text.push_str("  ---\n");
            let block = idlgen_yaml::to_string(&json!({"message": visible(message), "notes": visible(&notes)}));
            for line in block.lines() {
                let _ = writeln!(text, "  {line}");
            }
            text.push_str("  ...\n");
        }
    }
    text
}
