//! A single JSON list per run, with one object per finding, each on its own line.

use serde::Serialize;

use super::location::{location, severity_name};
use crate::{
    diag::{Diagnostic, FieldError, Label},
    source::{SourceMap, Span},
};

#[derive(Serialize)]
struct Line<'a> {
    code: String,
    name: &'a str,
    severity: &'a str,
    message: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    location: Option<JsonLabel>,
    #[serde(skip_serializing_if = "Option::is_none")]
    object: Option<Object<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    related: Vec<JsonLabel>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    notes: &'a [String],
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    help: &'a [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    fix: Option<Change<'a>>,
}

/// The object of a finding and its field.
#[derive(Serialize)]
struct Object<'a> {
    #[serde(rename = "apiVersion", skip_serializing_if = "str::is_empty")]
    api_version: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    kind: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    namespace: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    name: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    field: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<Error<'a>>,
}

/// The parts of a field error.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Error<'a> {
    #[serde(rename = "type")]
    kind: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    bad_value: Option<&'a serde_json::Value>,
    #[serde(skip_serializing_if = "str::is_empty")]
    detail: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    origin: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rule: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    schema_path: Option<&'a str>,
}

#[derive(Serialize)]
struct JsonLabel {
    file: String,
    line: u32,
    column: u32,
    end_line: u32,
    end_column: u32,
    #[serde(skip_serializing_if = "String::is_empty")]
    message: String,
}

#[derive(Serialize)]
struct Change<'a> {
    title: &'a str,
    applicability: &'static str,
    edits: Vec<Replacement<'a>>,
}

#[derive(Serialize)]
struct Replacement<'a> {
    location: JsonLabel,
    text: &'a str,
}

fn error(error: &FieldError) -> Error<'_> {
    Error {
        kind: error.error_type,
        bad_value: error.bad_value.as_ref(),
        detail: &error.detail,
        origin: error.origin.as_deref(),
        rule: error.rule.as_deref(),
        schema_path: error.schema_path.as_deref(),
    }
}

fn place(span: Span, text: &str, sources: &SourceMap) -> JsonLabel {
    let at = location(span, sources);
    JsonLabel {
        file: at.path,
        line: at.start.line,
        column: at.start.column,
        end_line: at.end.line,
        end_column: at.end.column,
        message: text.to_owned(),
    }
}

/// The findings of a run.
#[derive(Debug, Default)]
pub(super) struct Findings(Vec<String>);

impl Findings {
    /// Adds diagnostics.
    pub(super) fn add(&mut self, diagnostics: &[Diagnostic], sources: &SourceMap) {
        self.0.extend(diagnostics.iter().map(|diagnostic| finding(diagnostic, sources)));
    }

    /// Formats the list.
    pub(super) fn text(&self) -> String {
        if self.0.is_empty() { "[]\n".to_owned() } else { format!("[\n{}\n]\n", self.0.join(",\n")) }
    }
}

fn finding(diagnostic: &Diagnostic, sources: &SourceMap) -> String {
    let labelled = |label: &Label| place(label.span, &label.text, sources);
    let line = Line {
        code: diagnostic.code.to_string(),
        name: diagnostic.code.info().slug,
        severity: severity_name(diagnostic.severity),
        message: &diagnostic.message,
        location: diagnostic.primary.as_ref().map(labelled),
        object: diagnostic.object.as_deref().map(|object| Object {
            api_version: &object.api_version,
            kind: &object.kind,
            namespace: &object.namespace,
            name: &object.name,
            field: object.field.as_deref(),
            error: object.error.as_deref().map(error),
        }),
        related: diagnostic.secondary.iter().map(labelled).collect(),
        notes: &diagnostic.notes,
        help: &diagnostic.help,
        fix: diagnostic.fix.as_ref().map(|fix| Change {
            title: &fix.title,
            applicability: fix.applicability.name(),
            edits: fix
                .edits
                .iter()
                .map(|edit| Replacement { location: place(edit.span, "", sources), text: &edit.replacement })
                .collect(),
        }),
    };
    // The structure contains only strings and numbers, which always serialize.
    serde_json::to_string(&line).unwrap_or_default()
}
