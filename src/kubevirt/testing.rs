//! Findings as the user sees them, for snapshots.

use crate::{
    diag::Diagnostic,
    source::{SourceMap, Span},
};

/// Returns a finding: the text at its location, its message, related locations, notes, help and fix.
pub(super) fn shown(finding: &Diagnostic, sources: &SourceMap) -> String {
    let at = |span: Span| {
        let text = sources.text(span.file);
        let (start, end) = (span.start as usize, span.end as usize);
        if start == end {
            return format!("after `{}`", text.get(start.saturating_sub(6)..start).unwrap_or_default().trim_start());
        }
        let shortened: String = text.get(start..end).unwrap_or("no text").chars().take(60).collect();
        format!("`{shortened}`")
    };
    let place = finding.primary.as_ref().map(|label| at(label.span)).unwrap_or_default();
    let mut lines = vec![format!("{place} {:?}[{}]: {}\n", finding.severity, finding.code, finding.message)];
    for label in &finding.secondary {
        lines.push(format!("  {} {}\n", at(label.span), label.text));
    }
    for note in &finding.notes {
        lines.push(format!("  note: {note}\n"));
    }
    for help in &finding.help {
        lines.push(format!("  help: {help}\n"));
    }
    if let Some(fix) = &finding.fix {
        lines.push(format!("  {:?} fix: {}\n", fix.applicability, fix.title));
        for edit in &fix.edits {
            lines.push(format!("    {} -> `{}`\n", at(edit.span), edit.replacement));
        }
    }
    lines.concat()
}
