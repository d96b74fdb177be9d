//! The changes of several releases as a table.

use std::fmt::Write;

use serde_json::{Value as Json, json};

use super::{
    Finding, Report,
    json::finding,
    markdown::{escaped, locations},
    text::count,
};
use crate::{diff::Verdict, source::SourceMap};

/// The changes of the releases of a module.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct History {
    /// The module path.
    pub module: String,
    /// The releases in order, except the first.
    pub releases: Vec<Release>,
}

/// The changes of a release.
#[derive(Clone, Debug)]
#[expect(clippy::exhaustive_structs, reason = "a release has no other parts")]
pub struct Release {
    /// The version of the previous release.
    pub before: String,
    /// The version of the release.
    pub version: String,
    /// The changes.
    pub report: Report,
}

impl Release {
    /// Iterates over the changes, except documentation changes.
    fn changes(&self) -> impl Iterator<Item = &Finding> {
        self.report.findings.iter().filter(|finding| !finding.change.is_documentation)
    }

    /// Returns the text for a release without changes.
    fn without_changes(&self) -> &'static str {
        if self.report.findings.is_empty() { "no changes" } else { "only documentation changed" }
    }
}

impl History {
    /// Creates an empty history of a module.
    pub fn new(module: impl Into<String>) -> Self {
        History { module: module.into(), releases: Vec::new() }
    }

    /// Formats the history as an aligned table.
    pub fn text(&self) -> String {
        let mut rows = vec![["VERSION", "VERDICT", "PLACE", "CHANGE"].map(str::to_owned)];
        for release in &self.releases {
            let before = rows.len();
            for one in release.changes() {
                let first = one.places.first().cloned().unwrap_or_default();
                let place = match one.places.len().saturating_sub(1) {
                    0 => first,
                    others => format!("{first} (+{others})"),
                };
                rows.push([release.version.clone(), one.level_name().to_owned(), place, one.change.text.clone()]);
            }
            if rows.len() == before {
                let row = [release.version.as_str(), "-", "-", release.without_changes()];
                rows.push(row.map(str::to_owned));
            }
        }
        let width =
            |column: usize| rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max();
        let widths = [0, 1, 2].map(|column| width(column).unwrap_or_default());
        let mut text = String::new();
        for [version, verdict, place, change] in &rows {
            let [first, second, third] = widths;
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{version:first$}  {verdict:second$}  {place:third$}  {change}");
        }
        text
    }

    /// Formats the history as a Markdown table.
    pub fn markdown(&self) -> String {
        let mut text = format!("### API history of {}\n\n", escaped(&self.module));
        text.push_str("| version | verdict | place | change |\n|---|---|---|---|\n");
        for release in &self.releases {
            let mut is_empty = true;
            for one in release.changes() {
                is_empty = false;
                let place = locations(one).replace('|', "\\|");
                let change = escaped(&one.change.text);
                // A `|` ends a table cell, even in a code span.
                let change = change.replace("\\|", "|").replace('|', "\\|");
                let _ = writeln!(text, "| {} | {} | {place} | {change} |", release.version, one.level_name());
            }
            if is_empty {
                let _ = writeln!(text, "| {} | | | {} |", release.version, release.without_changes());
            }
        }
        text
    }

    /// Formats the history as JSON. Changes have the format of the JSON report.
    pub fn json(&self, sources: &SourceMap, kubernetes: Option<u16>) -> String {
        let release = |release: &Release| {
            let changes = release.report.findings.iter().map(|one| finding(one, sources, kubernetes));
            json!({
                "before": release.before,
                "version": release.version,
                "compared": release.report.compared,
                "worst": release.report.worst().name(),
                "bump": release.report.bump().name(),
                "changes": changes.collect::<Vec<Json>>(),
            })
        };
        let releases: Vec<Json> = self.releases.iter().map(release).collect();
        let history = json!({"version": 1, "module": self.module, "releases": releases});
        format!("{}\n", idlgen_runtime::go::to_json(&history))
    }

    /// Formats a summary: `3 releases of example.com/shop: 1 breaking, 0 to review, 7 ok`.
    pub fn summary(&self) -> String {
        let sum = |level| self.releases.iter().map(|release| release.report.count(level)).sum::<usize>();
        format!(
            "{} of {}: {} breaking, {} to review, {} ok",
            count(self.releases.len(), "release"),
            self.module,
            sum(Verdict::Breaking),
            sum(Verdict::Review),
            sum(Verdict::Ok)
        )
    }
}
