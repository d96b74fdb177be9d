//! The findings of crdify (commit 54162f2) on its own tests and on CRDs of real releases.

use std::collections::BTreeMap;

use idlgen::diff::{CrdifyConfig, CrdifyReport};
use idlgen_validate::crd::CustomResourceDefinition;
use serde_json::Value as Json;

use super::super::{
    case::{Cases, Origin, Outcome},
    input::SuiteDirectory,
};

/// The version of crdify whose recorded output is compared.
const VERSION: &str = "head-54162f2";

/// Runs all cases of the suite that were recorded from crdify.
pub(super) fn run(folder: &SuiteDirectory, cases: &mut Cases) -> Result<(), String> {
    golden(folder, cases)?;
    formats(folder, cases)?;
    pairs(folder, cases)
}

/// Runs crdify's own end-to-end tests: compares the reports as JSON, and the exit status.
fn golden(folder: &SuiteDirectory, cases: &mut Cases) -> Result<(), String> {
    const FILE: &str = "crdify-golden.jsonl.gz";
    for (line, case) in folder.json_lines(FILE)? {
        let id = case.get("id").and_then(Json::as_str).unwrap_or_default();
        let Some(expected) = case.pointer(&format!("/expected/{VERSION}")) else { continue };
        let report = report(&case, &CrdifyConfig::default())?;
        let got: Json = serde_json::from_str(&report.json()).map_err(|error| format!("{id}: {error}"))?;
        let exit = case.pointer(&format!("/exit/{VERSION}")).and_then(Json::as_i64).unwrap_or_default();
        // go-cmp randomly uses spaces or no-break spaces for indentation.
        let expected: Json = serde_json::from_str(&expected.to_string().replace('\u{a0}', " "))
            .map_err(|error| format!("{id}: {error}"))?;
        let expected = (expected, exit == 1);
        let origin = Origin { file: FILE, line: line.number, text: &line.text };
        cases.add(&origin, id, Outcome::compare(&expected, &(got, report.has_errors())));
    }
    Ok(())
}

/// Compares the text, Markdown and JSON output of crdify byte by byte. Its YAML output has a random order, so idlgen
/// does not support it.
fn formats(folder: &SuiteDirectory, cases: &mut Cases) -> Result<(), String> {
    const FILE: &str = "crdify-forms.json";
    let pairs: BTreeMap<String, Json> = pairs_by_id(folder)?;
    for (index, case) in folder.json(FILE)?.as_array().into_iter().flatten().enumerate() {
        let id = case.get("id").and_then(Json::as_str).unwrap_or_default();
        let text = case.to_string();
        let origin = Origin { file: FILE, line: index + 1, text: &text };
        let Some(pair) = pairs.get(id) else {
            cases.add(&origin, id, Outcome::NotRun("the pair is not in pairs.jsonl.xz".to_owned()));
            continue;
        };
        let report = report(pair, &CrdifyConfig::default())?;
        for (format, got) in [("plaintext", report.text()), ("markdown", report.markdown()), ("json", report.json())] {
            let expected = case.pointer(&format!("/forms/{format}")).and_then(Json::as_str).unwrap_or_default();
            // The recorded output ends in a line break that is not part of the report.
            let outcome = Outcome::compare(&expected.trim_end_matches('\n'), &got.trim_end_matches('\n'));
            cases.add(&origin, &format!("{id} {format}"), outcome);
        }
    }
    Ok(())
}

/// Compares the findings for CRDs of real releases. The text of `unhandled` findings, which is a diff of Go values, is
/// compared in a separate case.
fn pairs(folder: &SuiteDirectory, cases: &mut Cases) -> Result<(), String> {
    const FILE: &str = "pairs.jsonl.xz";
    for (line, case) in folder.json_lines(FILE)? {
        let id = case.get("id").and_then(Json::as_str).unwrap_or_default();
        let report = report(&case, &CrdifyConfig::default())?;
        let got: Json = serde_json::from_str(&report.json()).map_err(|error| format!("{id}: {error}"))?;
        let (got, got_diffs) = split(flattened(&got));
        let recorded = case.pointer(&format!("/crdify/{VERSION}/findings"));
        let recorded = recorded.and_then(Json::as_array).into_iter().flatten().map(|finding| {
            let text = |key: &str| finding.get(key).and_then(Json::as_str).unwrap_or_default().to_owned();
            let (part, name) = (text("part"), text("name"));
            Finding { place: [part, text("version"), text("property")], level: text("level"), name, text: text("text") }
        });
        let (expected, expected_diffs) = split(recorded.collect());
        let origin = Origin { file: FILE, line: line.number, text: &line.text };
        cases.add(&origin, &format!("{id} crdify"), Outcome::compare_sorted(expected, got));
        cases.add(&origin, &format!("{id} crdify unhandled"), Outcome::compare_sorted(expected_diffs, got_diffs));
    }
    Ok(())
}

fn pairs_by_id(folder: &SuiteDirectory) -> Result<BTreeMap<String, Json>, String> {
    let pairs = folder.json_lines("pairs.jsonl.xz")?.into_iter();
    Ok(pairs.map(|(_, case)| (case["id"].as_str().unwrap_or_default().to_owned(), case)).collect())
}

/// A finding in the output of crdify.
struct Finding {
    place: [String; 3],
    level: String,
    name: String,
    text: String,
}

/// Returns the findings without the diffs of `unhandled` ones, and these diffs. Sorts the names in a message, whose
/// order is random.
fn split(findings: Vec<Finding>) -> (Vec<String>, Vec<String>) {
    let (mut messages, mut diffs) = (Vec::new(), Vec::new());
    for finding in findings {
        let Finding { place, level, name, text } = finding;
        let place = place.join(" ");
        if name == "unhandled" {
            diffs.push(format!("{place}: {text}"));
            messages.push(format!("{place} {name} {level}"));
            continue;
        }
        let text = match text.strip_prefix("new required fields: [") {
            Some(names) => {
                let mut names: Vec<&str> = names.trim_end_matches(']').split(' ').collect();
                names.sort_unstable();
                format!("new required fields: {names:?}")
            }
            None => text,
        };
        messages.push(format!("{place} {name} {level}: {text}"));
    }
    (messages, diffs)
}

fn flattened(report: &Json) -> Vec<Finding> {
    let mut findings = Vec::new();
    let text = |json: &Json, key: &str| json.get(key).and_then(Json::as_str).unwrap_or_default().to_owned();
    let list = |json: &Json, key: &str| json.get(key).and_then(Json::as_array).cloned().unwrap_or_default();
    let mut add = |place: [&str; 3], check: &Json| {
        for (level, key) in [("error", "errors"), ("warning", "warnings")] {
            for message in list(check, key) {
                findings.push(Finding {
                    place: place.map(str::to_owned),
                    level: level.to_owned(),
                    name: text(check, "name"),
                    text: message.as_str().unwrap_or_default().to_owned(),
                });
            }
        }
    };
    for check in list(report, "crdValidation") {
        add(["crdValidation", "", ""], &check);
    }
    for part in ["sameVersionValidation", "servedVersionValidation"] {
        for version in list(report, part) {
            for property in list(&version, "propertyComparisons") {
                for check in list(&property, "comparisonResults") {
                    add([part, &text(&version, "version"), &text(&property, "property")], &check);
                }
            }
        }
    }
    findings
}

fn report(case: &Json, config: &CrdifyConfig) -> Result<CrdifyReport, String> {
    let side = |name: &str| {
        let document = case.get(name).ok_or_else(|| format!("no {name}"))?;
        let json = match document.as_str() {
            Some(text) => {
                let documents = idlgen_yaml::load(text, &idlgen_yaml::Limits::default());
                documents.into_iter().find_map(|one| one.root).ok_or_else(|| format!("{name} is empty"))?.to_json()
            }
            None => document.clone(),
        };
        Ok::<_, String>(CustomResourceDefinition::from_json(&json).0)
    };
    Ok(CrdifyReport::new(&side("old")?, &side("new")?, config))
}
