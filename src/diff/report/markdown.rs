//! The report as Markdown, for pull requests.

use std::fmt::Write;

use super::{
    Finding, Report,
    shortened::shortened,
    stage_note, stored_note,
    text::{count, groups, location},
};
use crate::{diff::Verdict, source::SourceMap};

impl Report {
    /// Formats the report as Markdown: counts first, documentation changes in a collapsed section.
    pub fn markdown(&self, sources: &SourceMap, kubernetes: Option<u16>) -> String {
        let mut text = format!("### API changes: {}\n", self.summary());
        let bump = self.bump().name();
        // Writing to a string cannot fail.
        let _ = write!(text, "\nMinimum version bump: {bump}\n");
        for (verdict, title) in [(Verdict::Breaking, "Breaking"), (Verdict::Review, "To review")] {
            if self.with_level(verdict).next().is_some() {
                let _ = write!(text, "\n#### {title}\n\n");
                self.with_level(verdict).for_each(|one| finding(one, sources, kubernetes, &mut text));
            }
        }
        if self.with_level(Verdict::Ok).next().is_some() {
            let number = self.count(Verdict::Ok);
            let _ = write!(text, "\n<details><summary>{} without effect</summary>\n\n", count(number, "change"));
            self.with_level(Verdict::Ok).for_each(|one| finding(one, sources, kubernetes, &mut text));
            text.push_str("\n</details>\n");
        }
        if self.accepted().next().is_some() {
            let summary = count(self.accepted().count(), "accepted change");
            let _ = write!(text, "\n<details><summary>{summary}</summary>\n\n");
            for one in self.accepted() {
                let reason = escaped(one.accepted.as_deref().unwrap_or_default());
                let _ = writeln!(text, "- {}: {}\n  <br>{reason}", locations(one), escaped(&one.change.text));
            }
            text.push_str("\n</details>\n");
        }
        if self.documentation() > 0 {
            let summary = count(self.documentation(), "change");
            let _ = write!(text, "\n<details><summary>{summary} of documentation</summary>\n\n");
            for one in self.documented() {
                let _ = writeln!(text, "- {}: {}", locations(one), escaped(&one.change.text));
            }
            text.push_str("\n</details>\n");
        }
        if let Some(samples) = &self.samples {
            let _ = write!(text, "\n#### Samples: {}\n\n", samples.summary());
            for refused in &samples.refused {
                let _ = writeln!(text, "- `{}`: {}", code(&refused.name), escaped(&refused.reason));
            }
        }
        text
    }
}

fn finding(finding: &Finding, sources: &SourceMap, kubernetes: Option<u16>, text: &mut String) {
    let change = &finding.change;
    let _ = writeln!(text, "- {}: {}", locations(finding), escaped(&change.text));
    let groups = groups(change.verdicts);
    if !groups.is_empty() {
        let _ = writeln!(text, "  <br>{groups}");
    }
    if let Some(note) = stage_note(finding) {
        let _ = writeln!(text, "  <br>{note}");
    }
    if let Some(note) = stored_note(change, kubernetes) {
        let _ = writeln!(text, "  <br>stored objects: {}", escaped(&note));
    }
    if let Some(span) = finding.new.or(finding.old) {
        let _ = writeln!(text, "  <br>`{}`", code(&location(span, sources)));
    }
    match &finding.witness {
        Some(witness) => {
            let _ = write!(text, "\n  <details><summary>an object that proves it</summary>\n\n");
            let _ = write!(text, "  {}\n\n", escaped(&witness.outcome));
            for (title, object) in [("before", witness.before.as_ref()), ("object", Some(&witness.object))] {
                let Some(object) = object else { continue };
                let fence = "`".repeat(12);
                let _ = writeln!(text, "  {fence}yaml\n  # {title}");
                for line in idlgen_yaml::to_string(&shortened(object)).lines() {
                    let _ = writeln!(text, "  {line}");
                }
                let _ = writeln!(text, "  {fence}");
            }
            let _ = writeln!(text, "\n  </details>\n");
        }
        None => {
            if let Some(note) = finding.witness_note() {
                let _ = writeln!(text, "  <br>{}", escaped(&note));
            }
        }
    }
}

pub(super) fn locations(finding: &Finding) -> String {
    let first = finding.places.first().map_or("", String::as_str);
    match finding.places.len() - 1 {
        0 => format!("`{}`", code(first)),
        others => format!("`{}` and {}", code(first), count(others, "other place")),
    }
}

/// Formats a string as a code span.
fn code(text: &str) -> String {
    text.replace(['`', '\n', '\r'], " ")
}

/// Formats a string on one line, with all markup escaped except code spans.
pub(super) fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    let mut is_code = false;
    for character in text.chars() {
        match character {
            '`' => {
                is_code = !is_code;
                escaped.push('`');
            }
            '\n' | '\r' => escaped.push(' '),
            '<' | '>' | '&' | '*' | '_' | '[' | ']' | '|' | '#' | '@' if !is_code => {
                escaped.push('\\');
                escaped.push(character);
            }
            other => escaped.push(other),
        }
    }
    if is_code {
        escaped.push('`');
    }
    escaped
}
