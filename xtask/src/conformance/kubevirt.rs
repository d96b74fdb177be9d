//! `kubevirt`: JSONPath templates on one document, and template rules on machines.

use std::collections::BTreeMap;

use idlgen::{
    kubevirt::{DocumentText, MachineValidator, admission_review, machines},
    source::FileId,
};
use idlgen_validate::{
    jsonpath::Template,
    kubevirt::{CheckOptions, RuleOutcome, RuleSet, VALIDATIONS},
};
use idlgen_yaml::{Limits, load};
use serde_json::{Value as Json, json};

use crate::jsonpath_differential::as_floats;

use super::{
    case::{Cases, Origin, Outcome},
    input::SuiteDirectory,
};

pub(super) fn run(folder: &SuiteDirectory, cases: &mut Cases) -> Result<(), String> {
    for file in folder.files(".jsonl")?.iter().filter(|file| !file.contains(".expected.")) {
        let mut data = Json::Null;
        let expected = if file.contains(".cases.") { expected(folder, file)? } else { BTreeMap::new() };
        for (line, case) in folder.json_lines(file)? {
            if let Some(document) = case.get("data") {
                data = as_floats(document);
                continue;
            }
            let origin = Origin { file, line: line.number, text: &line.text };
            let outcome = match case.get("vm") {
                Some(machine) => rules(&case, machine, &expected),
                None => outcome(&case, &data),
            };
            cases.add_anonymous(&origin, outcome);
        }
    }
    Ok(())
}

/// Returns the expected results of a file, by the name of the case.
fn expected(folder: &SuiteDirectory, file: &str) -> Result<BTreeMap<String, Json>, String> {
    let lines = folder.json_lines(&file.replace(".cases.", ".expected."))?;
    let named = lines.into_iter().filter_map(|(_, expected)| {
        let name = expected.get("id")?.as_str()?.to_owned();
        Some((name, expected))
    });
    Ok(named.collect())
}

/// Checks a machine with separate rules.
fn rules(case: &Json, machine: &Json, expected: &BTreeMap<String, Json>) -> Outcome {
    let Some(expected) = case.get("id").and_then(Json::as_str).and_then(|id| expected.get(id)) else {
        return Outcome::NotYet;
    };
    let text = match (case.get("rulesText").and_then(Json::as_str), case.get("rules")) {
        (Some(text), _) => text.to_owned(),
        (None, Some(rules)) => rules.to_string(),
        (None, None) => return Outcome::NotYet,
    };
    let mut options = CheckOptions::default();
    options.exact_quantities = false;
    options.counts_processors = case.get("defaults") == Some(&Json::Bool(true));
    let as_document = as_document(machine, &text, options, expected);
    if as_document != Outcome::Passed {
        return as_document;
    }
    let set = match RuleSet::parse(&text) {
        Ok(set) => set,
        Err(error) => return Outcome::compare(&expected.get("parseError"), &Some(&json!(error.to_string()))),
    };
    let report = set.check(machine, options);
    if expected.get("panic").is_some() {
        return Outcome::compare(&false, &report.is_allowed());
    }
    let status = report.rules.iter().map(|rule| {
        let (skipped, satisfied, key, text) = match &rule.outcome {
            RuleOutcome::Skipped | RuleOutcome::Unresolved(_) => (true, false, None, ""),
            RuleOutcome::Satisfied(found) => (false, true, Some("message"), found.as_str()),
            RuleOutcome::Unsatisfied { found, .. } => (false, false, Some("message"), found.as_str()),
            RuleOutcome::Failed { error, .. } => (false, false, Some("error"), error.as_str()),
        };
        let mut status = json!({"name": rule.name, "skipped": skipped, "satisfied": satisfied});
        if let Some(key) = key {
            status[key] = text.into();
        }
        status
    });
    let causes = report.causes().into_iter().map(|cause| {
        let mut shown = json!({"reason": "FieldValueInvalid", "message": cause.message});
        if !cause.field.is_empty() {
            shown["field"] = cause.field.into();
        }
        shown
    });
    let got = json!({
        "succeeded": report.is_allowed(), "status": status.collect::<Json>(), "causes": causes.collect::<Json>(),
        "log": report.log(),
    });
    let of = |key: &str| expected.get(key).cloned();
    let none = || json!([]);
    let wanted = json!({
        "succeeded": of("succeeded"), "status": of("status").unwrap_or_else(none),
        "causes": of("causes").unwrap_or_else(none), "log": of("log").unwrap_or_else(|| "".into()),
    });
    Outcome::compare(&wanted, &got)
}

/// Checks a machine that contains its rules, like `idlgen kubevirt validate`, and compares with the webhook's response.
fn as_document(machine: &Json, rules: &str, options: CheckOptions, expected: &Json) -> Outcome {
    let mut machine = machine.clone();
    machine["metadata"]["annotations"][VALIDATIONS] = rules.into();
    let text = idlgen_yaml::to_string(&machine);
    let Some(root) = load(&text, &Limits::default()).into_iter().find_map(|document| document.root) else {
        return Outcome::compare(&"a document", &text.as_str());
    };
    let document = DocumentText { file: FileId::from_index(0), offset: 0, text: &text };
    let judge = MachineValidator::new(options);
    let judged = machines(&root).into_iter().map(|machine| judge.evaluate(document, machine));
    let reviews: Vec<Json> = judged
        .filter_map(|judged| serde_json::from_str(&admission_review(&judged.admission)).ok())
        .map(|review: Json| review["response"].clone())
        .collect();
    let [response] = reviews.as_slice() else { return Outcome::compare(&1, &reviews.len()) };
    let status = &response["status"];
    if expected.get("panic").is_some() {
        return Outcome::compare(&json!(false), &response["allowed"]);
    }
    if let Some(error) = expected.get("parseError") {
        return Outcome::compare(error, &status["message"]);
    }
    let causes = expected.get("causes").cloned().unwrap_or_default();
    Outcome::compare(&(&expected["succeeded"], &causes), &(&response["allowed"], &status["details"]["causes"]))
}

fn outcome(case: &Json, data: &Json) -> Outcome {
    let text = |key: &str| case.get(key).and_then(Json::as_str);
    let (Some(template), Some(expected)) = (text("template"), text("result")) else { return Outcome::NotYet };
    let allows_missing_keys = case.get("allowMissingKeys") == Some(&Json::Bool(true));
    let got = match Template::parse(template) {
        Err(error) => format!("PARSEERR {error}"),
        Ok(read) => match read.allow_missing_keys(allows_missing_keys).print(data) {
            Err(error) => format!("EXECERR {error} | partial="),
            Ok(text) => format!("OK {text}"),
        },
    };
    let sorted = |text: &str| {
        let mut characters: Vec<char> = text.chars().collect();
        characters.sort_unstable();
        characters
    };
    // client-go iterates over objects in random order.
    if template.contains("..") || template.contains('*') {
        return Outcome::compare(&sorted(expected), &sorted(&got));
    }
    Outcome::compare(&expected, &&*got)
}
