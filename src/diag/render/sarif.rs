//! SARIF 2.1.0, for code-scanning services.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::location::location;
use crate::{
    diag::{Diagnostic, Label, Severity},
    source::SourceMap,
};

pub(super) fn render(diagnostics: &[Diagnostic], sources: &SourceMap) -> String {
    let codes: BTreeSet<_> = diagnostics.iter().map(|diagnostic| diagnostic.code).collect();
    let rules: Vec<Value> = codes
        .into_iter()
        .map(|code| {
            let info = code.info();
            json!({
                "id": code.to_string(),
                "name": info.slug,
                "shortDescription": { "text": info.summary },
                "fullDescription": { "text": info.explanation },
                "defaultConfiguration": { "level": level(info.severity) },
            })
        })
        .collect();
    let results: Vec<Value> = diagnostics.iter().map(|diagnostic| result(diagnostic, sources)).collect();
    let document = json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": { "name": "idlgen", "version": env!("CARGO_PKG_VERSION"), "rules": rules } },
            "columnKind": "utf16CodeUnits",
            "results": results,
        }],
    });
    // Keys are sorted by this writer, whatever order serde_json's maps keep.
    let mut text = idlgen_runtime::go::to_json(&document);
    text.push('\n');
    text
}

fn result(diagnostic: &Diagnostic, sources: &SourceMap) -> Value {
    let mut text = diagnostic.message.clone();
    for note in &diagnostic.notes {
        text.push('\n');
        text.push_str(note);
    }
    let mut result = json!({
        "ruleId": diagnostic.code.to_string(),
        "level": level(diagnostic.severity),
        "message": { "text": text },
    });
    if let Some(label) = &diagnostic.primary {
        result["locations"] = json!([place(label, sources)]);
    }
    if !diagnostic.secondary.is_empty() {
        result["relatedLocations"] =
            diagnostic.secondary.iter().map(|label| place(label, sources)).collect::<Vec<_>>().into();
    }
    result
}

fn place(label: &Label, sources: &SourceMap) -> Value {
    let at = location(label.span, sources);
    let mut place = json!({
        "physicalLocation": {
            "artifactLocation": { "uri": at.path },
            "region": {
                "startLine": at.start.line,
                "startColumn": at.start.column,
                "endLine": at.end.line,
                "endColumn": at.end.column,
            },
        },
    });
    if !label.text.is_empty() {
        place["message"] = json!({ "text": label.text });
    }
    place
}

fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Off => "none",
        Severity::Info => "note",
        Severity::Warning => "warning",
        Severity::Error => "error",
    }
}
