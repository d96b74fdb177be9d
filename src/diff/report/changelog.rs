//! The report as a section of release notes.

use std::{collections::BTreeMap, fmt::Write};

use super::{Finding, Report, markdown::escaped};
use crate::diff::Verdict;

const ADDED: &[&str] = &[
    "category-added",
    "conversion-webhook-added",
    "crd-added",
    "enum-value-added",
    "field-added",
    "field-added-with-default",
    "scale-added",
    "selectable-field-added",
    "short-name-added",
    "status-subresource-added",
    "version-added",
    "version-served",
];

const DEPRECATED: &[&str] = &["field-deprecated", "version-deprecated"];

const REMOVED: &[&str] = &[
    "category-removed",
    "conversion-webhook-removed",
    "crd-removed",
    "enum-value-removed",
    "field-removed",
    "map-removed",
    "scale-removed",
    "selectable-field-removed",
    "short-name-removed",
    "status-subresource-removed",
    "version-not-served",
    "version-removed",
];

/// The sections of a kind, in order.
const SECTIONS: [&str; 4] = ["Added", "Changed", "Deprecated", "Removed"];

impl Report {
    /// Formats the changes by kind in the format of Keep a Changelog. Omits documentation changes.
    pub fn changelog(&self) -> String {
        let mut kinds: BTreeMap<&str, [Vec<String>; 4]> = BTreeMap::new();
        for finding in self.findings.iter().filter(|finding| !finding.change.is_documentation) {
            for (kind, places) in by_kind(finding) {
                let lines = kinds.entry(kind).or_default();
                if let Some(lines) = lines.get_mut(section(finding.change.rule)) {
                    lines.push(line(finding, &places));
                }
            }
        }
        let mut text = String::new();
        for (kind, sections) in &kinds {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{}### {kind}", if text.is_empty() { "" } else { "\n" });
            for (title, lines) in SECTIONS.iter().zip(sections).filter(|(_, lines)| !lines.is_empty()) {
                let _ = write!(text, "\n#### {title}\n\n");
                for line in lines {
                    let _ = writeln!(text, "{line}");
                }
            }
        }
        text
    }
}

/// Groups the locations of a finding by kind. The kind is removed from each location.
fn by_kind(finding: &Finding) -> BTreeMap<&str, Vec<&str>> {
    let mut kinds: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for place in &finding.places {
        let (kind, rest) = place.split_once(' ').unwrap_or((place, ""));
        kinds.entry(kind).or_default().push(rest);
    }
    kinds
}

fn section(rule: &str) -> usize {
    if ADDED.contains(&rule) {
        0
    } else if DEPRECATED.contains(&rule) {
        2
    } else if REMOVED.contains(&rule) {
        3
    } else {
        1
    }
}

fn line(finding: &Finding, places: &[&str]) -> String {
    let mut line = "- ".to_owned();
    if finding.level() == Verdict::Breaking {
        line.push_str("**Breaking:** ");
    }
    let places: Vec<String> =
        places.iter().filter(|place| !place.is_empty()).map(|place| format!("`{}`", place.replace('`', " "))).collect();
    if !places.is_empty() {
        line.push_str(&places.join(", "));
        line.push_str(": ");
    }
    line.push_str(&escaped(&finding.change.text));
    line
}
