//! Compares the results of two sets of CRDs for the same objects.

use std::collections::BTreeMap;

use crate::{
    diag::Diagnostic,
    objects::codes::{DIFFERENT, KIND_TWICE},
    source::Span,
};

/// The location, code and message of a diagnostic.
type Key<'d> = (Option<Span>, u16, &'d str);

/// Returns the diagnostics that only one set of CRDs reports, each at its location.
pub(super) fn differences(found: &[Diagnostic], compared: &[Diagnostic]) -> Vec<Diagnostic> {
    let mut balance: BTreeMap<Key<'_>, (i64, &Diagnostic)> = BTreeMap::new();
    for (findings, weight) in [(found, 1), (compared, -1)] {
        // Every kind is defined in both sets here.
        for finding in findings.iter().filter(|finding| finding.code != KIND_TWICE) {
            let span = finding.primary.as_ref().map(|label| label.span);
            let key = (span, finding.code.number(), finding.message.as_str());
            balance.entry(key).or_insert((0, finding)).0 += weight;
        }
    }
    let differing = balance.into_values().filter(|(weight, _)| *weight != 0);
    differing.map(|(weight, finding)| difference(finding, weight < 0)).collect()
}

fn difference(finding: &Diagnostic, is_compared: bool) -> Diagnostic {
    let which = if is_compared { "only the CRDs of --compare report" } else { "the CRDs of --compare do not report" };
    let difference = Diagnostic::new(DIFFERENT, format!("{which}: {}", finding.message));
    match &finding.primary {
        Some(label) => difference.at(label.span),
        None => difference,
    }
}
