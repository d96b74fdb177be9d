//! Converts the report to diagnostics, so that it can be printed in any format.

use super::{Report, shortened::shortened, stored_note};
use crate::{
    diag::Diagnostic,
    diff::{Verdict, shown::shown},
    objects::codes::{BREAKING_CHANGE, COMPATIBLE_CHANGE, REFUSED_SAMPLE, REVIEW_CHANGE},
};

impl Report {
    /// Returns a diagnostic for each change, at its location in the new source, or else in the old one.
    pub fn diagnostics(&self, kubernetes: Option<u16>) -> Vec<Diagnostic> {
        let changes = self.findings.iter();
        let changes = changes.filter(|finding| !finding.change.is_documentation && finding.accepted.is_none());
        let changes = changes.map(|finding| {
            let change = &finding.change;
            let code = match finding.level() {
                Verdict::Breaking => BREAKING_CHANGE,
                Verdict::Review => REVIEW_CHANGE,
                Verdict::Ok => COMPATIBLE_CHANGE,
            };
            let place = finding.places.first().map_or("", String::as_str);
            let mut diagnostic = Diagnostic::new(code, format!("{place}: {}", change.text));
            if let Some(span) = finding.new.or(finding.old) {
                diagnostic = diagnostic.at(span);
            }
            if let (Some(old), Some(_)) = (finding.old, finding.new) {
                diagnostic = diagnostic.and(old, "before");
            }
            let groups = super::text::groups(change.verdicts);
            if !groups.is_empty() {
                diagnostic = diagnostic.note(groups);
            }
            if let Some(note) = stored_note(change, kubernetes) {
                diagnostic = diagnostic.note(format!("stored objects: {note}"));
            }
            if finding.places.len() > 1 {
                diagnostic = diagnostic.note(format!("in {} places", finding.places.len()));
            }
            match &finding.witness {
                Some(witness) => {
                    let object = shown(&shortened(&witness.object));
                    diagnostic.note(format!("{}: {object}", witness.outcome))
                }
                None => finding.witness_note().into_iter().fold(diagnostic, Diagnostic::note),
            }
        });
        let mut diagnostics: Vec<Diagnostic> = changes.collect();
        for refused in self.samples.iter().flat_map(|samples| &samples.refused) {
            let message = format!("sample {}: {}", refused.name, refused.reason);
            diagnostics.push(Diagnostic::new(REFUSED_SAMPLE, message).at(refused.span));
        }
        diagnostics
    }
}
