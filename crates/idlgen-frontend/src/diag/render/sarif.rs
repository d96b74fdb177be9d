//! SARIF 2.1.0, for code scanning services.

use std::{collections::BTreeSet, fmt::Write};

use idlgen_runtime::go::to_json;
use serde_json::{Value, json};

use super::location::{in_revision, location, without_dots};
use crate::{
    diag::{Code, Diagnostic, Fix, Label, ObjectReference, Severity},
    source::SourceMap,
};

/// The single run of a document.
#[derive(Debug, Default)]
pub(super) struct Run {
    codes: BTreeSet<Code>,
    /// The results, already formatted, because the JSON values of many results would need much memory.
    results: Vec<String>,
    /// The reasons why the run failed.
    failures: Vec<String>,
}

impl Run {
    pub(super) fn add(&mut self, diagnostics: &[Diagnostic], sources: &SourceMap) {
        self.codes.extend(diagnostics.iter().map(|diagnostic| diagnostic.code));
        self.results.extend(diagnostics.iter().map(|diagnostic| to_json(&result(diagnostic, sources))));
    }

    /// Adds the reason why the run failed.
    pub(super) fn add_failure(&mut self, text: &str) {
        self.failures.push(text.to_owned());
    }

    /// Formats the document.
    pub(super) fn text(&self) -> String {
        let rules: Vec<Value> = self
            .codes
            .iter()
            .map(|code| {
                let info = code.info();
                json!({
                    "id": code.to_string(),
                    "name": info.slug,
                    "shortDescription": { "text": info.summary },
                    "fullDescription": { "text": info.explanation },
                    "helpUri": code.address(),
                    "defaultConfiguration": { "level": level(info.severity) },
                })
            })
            .collect();
        let mut run = json!({
            "tool": { "driver": { "name": "idlgen", "version": env!("CARGO_PKG_VERSION"), "rules": rules } },
            "columnKind": "unicodeCodePoints",
            "results": RESULTS,
        });
        if !self.failures.is_empty() {
            let notifications: Vec<Value> =
                self.failures.iter().map(|text| json!({ "level": "error", "message": { "text": text } })).collect();
            run["invocations"] = json!([{ "executionSuccessful": false, "toolExecutionNotifications": notifications }]);
        }
        let document = json!({
            "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
            "version": "2.1.0",
            "runs": [run],
        });
        // This writer sorts keys, whatever order serde_json's maps have.
        let text = to_json(&document);
        let (before, after) = text.split_once(&format!("\"{RESULTS}\"")).unwrap_or((&text, ""));
        format!("{before}[{}]{after}\n", self.results.join(","))
    }
}

/// The placeholder for the results. With its quotes, it cannot occur inside a JSON string.
const RESULTS: &str = "the results";

fn result(diagnostic: &Diagnostic, sources: &SourceMap) -> Value {
    let mut text = diagnostic.message.clone();
    for remark in diagnostic.remarks() {
        text.push('\n');
        text.push_str(&remark);
    }
    let mut result = json!({
        "ruleId": diagnostic.code.to_string(),
        "level": level(diagnostic.severity),
        "message": { "text": text },
    });
    let mut location = diagnostic.primary.as_ref().map_or(json!({}), |label| place(label, sources));
    if let Some(object) = &diagnostic.object {
        location["logicalLocations"] = json!([logical(object)]);
    }
    if location != json!({}) {
        result["locations"] = json!([location]);
    }
    if !diagnostic.secondary.is_empty() {
        result["relatedLocations"] =
            diagnostic.secondary.iter().map(|label| place(label, sources)).collect::<Vec<_>>().into();
    }
    if let Some(fix) = &diagnostic.fix {
        result["fixes"] = json!([change(fix, sources)]);
    }
    result
}

/// Converts a fix. SARIF has no field for its applicability, so that is a property.
fn change(fix: &Fix, sources: &SourceMap) -> Value {
    let mut changes: Vec<(String, Vec<Value>)> = Vec::new();
    for edit in &fix.edits {
        let at = location(edit.span, sources);
        let replacement = json!({
            "deletedRegion": {
                "startLine": at.start.line,
                "startColumn": at.start.column,
                "endLine": at.end.line,
                "endColumn": at.end.column,
            },
            "insertedContent": { "text": edit.replacement },
        });
        match changes.iter_mut().find(|(path, _)| *path == at.path) {
            Some((_, replacements)) => replacements.push(replacement),
            None => changes.push((at.path, vec![replacement])),
        }
    }
    let changes: Vec<Value> = changes
        .into_iter()
        .map(|(path, replacements)| {
            json!({ "artifactLocation": { "uri": address(&path) }, "replacements": replacements })
        })
        .collect();
    json!({
        "description": { "text": fix.title },
        "artifactChanges": changes,
        "properties": { "applicability": fix.applicability.name() },
    })
}

/// Formats `Deployment web spec.replicas`: the kind and name of the object, and the field.
fn logical(object: &ObjectReference) -> Value {
    let names = [object.kind.as_str(), object.name.as_str(), object.field.as_deref().unwrap_or_default()];
    let full: Vec<&str> = names.into_iter().filter(|name| !name.is_empty()).collect();
    let mut place = json!({ "fullyQualifiedName": full.join(" "), "kind": "object" });
    if let Some(field) = &object.field {
        place["name"] = json!(field);
        place["kind"] = json!("member");
    }
    place
}

fn place(label: &Label, sources: &SourceMap) -> Value {
    let at = location(label.span, sources);
    // GitHub rejects documents with locations whose URIs have another scheme than `file`.
    let (path, text) = match in_revision(&at.path) {
        Some((revision, path)) => (path, format!("{} ({revision})", label.text)),
        None => (at.path.as_str(), label.text.clone()),
    };
    let mut place = json!({
        "physicalLocation": {
            "artifactLocation": { "uri": address(path) },
            "region": {
                "startLine": at.start.line,
                "startColumn": at.start.column,
                "endLine": at.end.line,
                "endColumn": at.end.column,
            },
        },
    });
    if !text.is_empty() {
        place["message"] = json!({ "text": text.trim_start() });
    }
    place
}

/// Converts a path to a URI reference.
fn address(path: &str) -> String {
    let path = without_dots(path);
    let is_drive = path.as_bytes().get(1) == Some(&b':') && path.as_bytes().get(2) == Some(&b'/');
    let mut uri = String::new();
    if path.starts_with('/') {
        uri.push_str("file://");
    } else if is_drive {
        uri.push_str("file:///");
    }
    // A colon in the first name of a relative path would end a scheme.
    let is_relative = uri.is_empty();
    for byte in path.bytes() {
        let is_allowed = byte.is_ascii_alphanumeric() || b"-._~/!$&'()*+,;=@".contains(&byte);
        if is_allowed || byte == b':' && !is_relative {
            uri.push(char::from(byte));
        } else {
            // Writing to a string cannot fail.
            let _ = write!(uri, "%{byte:02X}");
        }
    }
    uri
}

fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Off => "none",
        Severity::Info => "note",
        Severity::Warning => "warning",
        Severity::Error => "error",
    }
}
