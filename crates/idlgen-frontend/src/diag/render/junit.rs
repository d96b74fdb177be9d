//! `JUnit` XML for build servers: one suite per file, one case per object.

use std::{collections::BTreeMap, fmt::Write};

use super::cases::{Case, Cases, Finding};
use crate::diag::{Severity, visible::visible_xml};

/// Formats the document.
pub(super) fn document(cases: &Cases, failures: &[String]) -> String {
    let mut suites: BTreeMap<&str, Vec<&Case>> = BTreeMap::new();
    for case in &cases.cases {
        suites.entry(&case.file).or_default().push(case);
    }
    let mut text = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"idlgen\">\n");
    for (file, cases) in suites {
        let count = |is: &dyn Fn(&Case) -> bool| cases.iter().filter(|case| is(case)).count();
        let _ = writeln!(
            text,
            "  <testsuite name=\"{}\" tests=\"{}\" failures=\"{}\" errors=\"0\" skipped=\"{}\">",
            visible_xml(if file.is_empty() { "idlgen" } else { file }),
            cases.len(),
            count(&Case::has_errors),
            count(&|case| case.is_skipped() && !case.has_errors())
        );
        for case in cases {
            add_case(case, &mut text);
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
            let message = visible_xml(failure);
            let _ = writeln!(text, "    <testcase name=\"run\" classname=\"idlgen\">");
            let _ = writeln!(text, "      <error message=\"{message}\"/>\n    </testcase>");
        }
        text.push_str("  </testsuite>\n");
    }
    text.push_str("</testsuites>\n");
    text
}

fn add_case(case: &Case, text: &mut String) {
    let name = match case.reference() {
        Some(object) => {
            let parts = [&object.kind, &object.namespace, &object.name];
            let said: Vec<&str> = parts.into_iter().map(String::as_str).filter(|part| !part.is_empty()).collect();
            if said.is_empty() { "object".to_owned() } else { said.join(" ") }
        }
        None => {
            case.findings.first().map_or_else(String::new, |finding| finding.diagnostic.code.info().slug.to_owned())
        }
    };
    let class = case.reference().map_or("idlgen", |object| object.api_version.as_str());
    let _ = write!(
        text,
        "    <testcase name=\"{}\" classname=\"{}\"",
        visible_xml(&name),
        visible_xml(if class.is_empty() { "idlgen" } else { class })
    );
    if !case.file.is_empty() {
        let _ = write!(text, " file=\"{}\"", visible_xml(&case.file));
    }
    if case.findings.is_empty() && !case.is_skipped() {
        text.push_str("/>\n");
        return;
    }
    text.push_str(">\n");
    let is_error = |finding: &&Finding| finding.diagnostic.severity == Severity::Error;
    for finding in case.findings.iter().filter(is_error) {
        let _ = writeln!(
            text,
            "      <failure type=\"{}\" message=\"{}\">{}</failure>",
            finding.diagnostic.code,
            visible_xml(&finding.diagnostic.message),
            visible_xml(&whole(finding))
        );
    }
    if case.is_skipped() && !case.has_errors() {
        text.push_str("      <skipped/>\n");
    }
    let others: Vec<String> = case.findings.iter().filter(|finding| !is_error(finding)).map(whole).collect();
    if !others.is_empty() {
        let _ = writeln!(text, "      <system-out>{}</system-out>", visible_xml(&others.join("\n")));
    }
    text.push_str("    </testcase>\n");
}

fn whole(finding: &Finding) -> String {
    let Finding { diagnostic, place } = finding;
    let mut text = format!("{place}{}: {}", diagnostic.code, diagnostic.message);
    for remark in diagnostic.remarks() {
        let _ = write!(text, "\n{remark}");
    }
    text
}
