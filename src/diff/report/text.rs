//! The report for terminals.

use std::fmt::Write;

use super::{Finding, Report, shortened::shortened, stage_note, stored_note};
use crate::{
    diff::{Verdict, Verdicts},
    source::{SourceMap, Span},
};

/// Maximum number of listed locations per change.
const MOST_PLACES: usize = 5;

impl Report {
    /// Formats the report as text.
    pub fn text(&self, sources: &SourceMap, kubernetes: Option<u16>) -> String {
        let mut text = String::new();
        for finding in self.findings.iter().filter(|finding| !finding.change.is_documentation) {
            self::finding(finding, sources, kubernetes, &mut text);
        }
        // Writing to a string cannot fail.
        let documentation = self.documentation();
        if documentation > 0 {
            let places: usize = self.documented().map(|finding| finding.places.len()).sum();
            let _ = writeln!(text, "documentation: {} in {}", count(documentation, "change"), count(places, "place"));
        }
        if let Some(samples) = &self.samples {
            let _ = writeln!(text, "samples: {}", samples.summary());
            for refused in &samples.refused {
                let _ = writeln!(text, "  {}: {}", refused.name, refused.reason);
            }
        }
        text
    }

    /// Iterates over the documentation changes.
    pub(super) fn documented(&self) -> impl Iterator<Item = &Finding> {
        self.findings.iter().filter(|finding| finding.change.is_documentation)
    }
}

fn finding(finding: &Finding, sources: &SourceMap, kubernetes: Option<u16>, text: &mut String) {
    let change = &finding.change;
    let place = finding.places.first().map_or("", String::as_str);
    let _ = writeln!(text, "{}: {place}\n  {}", finding.level_name(), change.text);
    if let Some(reason) = &finding.accepted {
        let _ = writeln!(text, "  reason: {reason}");
    }
    if change.verdicts != Verdicts::OK {
        let _ = writeln!(text, "  {}", groups(change.verdicts));
    }
    if let Some(note) = stage_note(finding) {
        let _ = writeln!(text, "  {note}");
    }
    let others = finding.places.len() - 1;
    if others > 0 {
        let listed: Vec<&str> = finding.places.iter().skip(1).take(MOST_PLACES).map(String::as_str).collect();
        let rest = others - listed.len();
        let more = if rest > 0 { format!(" and {rest} more") } else { String::new() };
        let _ = writeln!(text, "  in {}, too: {}{more}", count(others, "other place"), listed.join(", "));
    }
    for (name, span) in [("old", finding.old), ("new", finding.new)] {
        if let Some(span) = span {
            let _ = writeln!(text, "  {name}: {}", location(span, sources));
        }
    }
    if let Some(note) = stored_note(change, kubernetes) {
        let _ = writeln!(text, "  stored objects: {note}");
    }
    match &finding.witness {
        Some(witness) => {
            let _ = writeln!(text, "  {}", witness.outcome);
            if let Some(before) = &witness.before {
                let _ = writeln!(text, "  object before the update:");
                indented(before, text);
            }
            let _ = writeln!(text, "  object that the old CRD accepts:");
            indented(&witness.object, text);
        }
        None => {
            if let Some(note) = finding.witness_note() {
                let _ = writeln!(text, "  {note}");
            }
        }
    }
}

/// Formats verdicts: `writers: breaking, stored objects: breaking`.
pub(super) fn groups(verdicts: Verdicts) -> String {
    let groups = verdicts.by_group().into_iter().filter(|(_, verdict)| *verdict != Verdict::Ok);
    groups.map(|(name, verdict)| format!("{name}: {verdict}")).collect::<Vec<_>>().join(", ")
}

fn indented(object: &serde_json::Value, text: &mut String) {
    for line in idlgen_yaml::to_string(&shortened(object)).lines() {
        let _ = writeln!(text, "    {line}");
    }
}

/// Formats a location: `crd.yaml:3:5`.
pub(super) fn location(span: Span, sources: &SourceMap) -> String {
    let at = sources.line_column(span.file, span.start);
    format!("{}:{}:{}", sources.path(span.file).display(), at.line, at.column)
}

/// Formats a count: `1 place`, `2 places`.
pub(super) fn count(number: usize, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}
