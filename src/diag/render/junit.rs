//! `JUnit` XML, which build servers show: a suite a file, a case an object.

use std::{collections::BTreeMap, fmt::Write};

use super::{
    cases::{Case, Cases},
    location::location,
};
use crate::{
    diag::{Diagnostic, Severity, visible::visible},
    source::SourceMap,
};

/// The document.
pub(super) fn document(cases: &Cases, failures: &[String], places: &Places) -> String {
    let mut suites: BTreeMap<&str, Vec<(usize, &Case)>> = BTreeMap::new();
    for (number, case) in cases.cases.iter().enumerate() {
        let file = places.files.get(number).map_or("", String::as_str);
        suites.entry(file).or_default().push((number, case));
    }
    let mut text = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"idlgen\">\n");
    for (file, cases) in suites {
        let count = |is: &dyn Fn(&Case) -> bool| cases.iter().filter(|(_, case)| is(case)).count();
        let _ = writeln!(
            text,
            "  <testsuite name=\"{}\" tests=\"{}\" failures=\"{}\" errors=\"0\" skipped=\"{}\">",
            escaped(if file.is_empty() { "idlgen" } else { file }),
            cases.len(),
            count(&Case::has_errors),
            count(&|case| case.is_skipped() && !case.has_errors())
        );
        for (number, case) in cases {
            let lines = places.lines.get(number).map_or(&[][..], Vec::as_slice);
            add_case(case, file, lines, &mut text);
        }
        text.push_str("  </testsuite>\n");
    }
    if !failures.is_empty() {
        let count = failures.len();
        let _ = writeln!(
            text,
            "  <testsuite name=\"run\" tests=\"{count}\" failures=\"0\" errors=\"{count}\" skipped=\"0\">"
        );
        for failure in failures {
            let message = escaped(failure);
            let _ = writeln!(text, "    <testcase name=\"run\" classname=\"idlgen\">");
            let _ = writeln!(text, "      <error message=\"{message}\"/>\n    </testcase>");
        }
        text.push_str("  </testsuite>\n");
    }
    text.push_str("</testsuites>\n");
    text
}

/// Where cases and findings are, as text.
#[derive(Debug, Default)]
pub(super) struct Places {
    /// The file of each case.
    files: Vec<String>,
    /// `file:line:column: ` of each finding of each case.
    lines: Vec<Vec<String>>,
}

impl Places {
    /// The places of all cases.
    pub(super) fn of(cases: &Cases, sources: &SourceMap) -> Self {
        let file = |case: &Case| case.span().map_or_else(String::new, |span| location(span, sources).path);
        let line = |finding: &Diagnostic| {
            finding.primary.as_ref().map_or_else(String::new, |label| {
                let at = location(label.span, sources);
                format!("{}:{}:{}: ", at.path, at.start.line, at.start.column)
            })
        };
        Places {
            files: cases.cases.iter().map(file).collect(),
            lines: cases.cases.iter().map(|case| case.findings.iter().map(line).collect()).collect(),
        }
    }
}

fn add_case(case: &Case, file: &str, lines: &[String], text: &mut String) {
    let name = match case.reference() {
        Some(object) => {
            let parts = [&object.kind, &object.namespace, &object.name];
            let said: Vec<&str> = parts.into_iter().map(String::as_str).filter(|part| !part.is_empty()).collect();
            if said.is_empty() { "object".to_owned() } else { said.join(" ") }
        }
        None => case.findings.first().map_or_else(String::new, |finding| finding.code.info().slug.to_owned()),
    };
    let class = case.reference().map_or("idlgen", |object| object.api_version.as_str());
    let _ = write!(
        text,
        "    <testcase name=\"{}\" classname=\"{}\"",
        escaped(&name),
        escaped(if class.is_empty() { "idlgen" } else { class })
    );
    if !file.is_empty() {
        let _ = write!(text, " file=\"{}\"", escaped(file));
    }
    if case.findings.is_empty() && !case.is_skipped() {
        text.push_str("/>\n");
        return;
    }
    text.push_str(">\n");
    let place = |number: usize| lines.get(number).map_or("", String::as_str);
    for (number, finding) in case.findings.iter().enumerate().filter(|(_, one)| one.severity == Severity::Error) {
        let _ = writeln!(
            text,
            "      <failure type=\"{}\" message=\"{}\">{}</failure>",
            finding.code,
            escaped(&finding.message),
            escaped(&whole(place(number), finding))
        );
    }
    if case.is_skipped() && !case.has_errors() {
        text.push_str("      <skipped/>\n");
    }
    let others: Vec<String> = case
        .findings
        .iter()
        .enumerate()
        .filter(|(_, finding)| finding.severity != Severity::Error)
        .map(|(number, finding)| whole(place(number), finding))
        .collect();
    if !others.is_empty() {
        let _ = writeln!(text, "      <system-out>{}</system-out>", escaped(&others.join("\n")));
    }
    text.push_str("    </testcase>\n");
}

fn whole(place: &str, finding: &Diagnostic) -> String {
    let mut text = format!("{place}{}: {}", finding.code, finding.message);
    for note in &finding.notes {
        let _ = write!(text, "\n{note}");
    }
    text
}

/// Text as XML has it. What XML cannot hold is written out.
fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for character in visible(text).chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\n' => escaped.push_str("&#10;"),
            '\t' => escaped.push_str("&#9;"),
            '\r' => escaped.push_str("&#13;"),
            '\u{fffe}' | '\u{ffff}' => escaped.push('\u{fffd}'),
            other => escaped.push(other),
        }
    }
    escaped
}
