//! What a controller does: it reads an object as a Rust type and replaces it with what the type writes.

use std::{cell::RefCell, collections::BTreeSet};

use serde_json::Value as Json;

use super::{kind::Kind, verdict::without_momentary};
use crate::differential::Counts;

/// Maximum number of reasons that the report contains.
const MOST_REASONS: usize = 40;

/// The reasons for which unchanged objects could not be replaced.
#[derive(Debug, Default)]
pub(super) struct Replaced(RefCell<BTreeSet<String>>);

impl Replaced {
    /// Replaces a stored object with what the Rust type read and wrote, and counts the result.
    pub(super) fn add(&self, kind: &Kind, stored: &Json, written: &Json, counts: &mut Counts) {
        let admission = kind.compiled.update(written, &without_momentary(stored));
        counts.add_if(!admission.is_allowed(), "are stored, and replacing them with what the Rust type wrote fails");
        if let Some(status) = admission.status() {
            let causes = status["details"]["causes"].as_array().cloned().unwrap_or_default();
            let texts = causes.iter().map(|cause| {
                format!("{}: {}", without_indices(&cause["field"]), cause["message"].as_str().unwrap_or_default())
            });
            let message = status["message"].as_str().filter(|_| causes.is_empty()).map(str::to_owned);
            self.0.borrow_mut().extend(texts.chain(message).map(|text| format!("{} {text}", kind.name)));
        }
    }

    /// Returns the lines of the report.
    pub(super) fn report(&self) -> String {
        let reasons = self.0.borrow();
        let shown = reasons.iter().take(MOST_REASONS).map(|reason| format!("  not replaced: {reason}\n"));
        let more = reasons.len().saturating_sub(MOST_REASONS);
        let rest = (more > 0).then(|| format!("  not replaced: {more} more reasons\n"));
        shown.chain(rest).collect()
    }
}

/// Returns a path without the indices and keys of items, so that a reason is one line for all of them.
fn without_indices(path: &Json) -> String {
    let mut depth = 0_usize;
    path.as_str()
        .unwrap_or_default()
        .chars()
        .filter(|char| {
            if *char == ']' {
                depth = depth.saturating_sub(1);
            }
            let is_kept = depth == 0;
            if *char == '[' {
                depth += 1;
            }
            is_kept
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::served::kind::tests::widgets;

    #[test]
    fn an_object_that_the_type_writes_in_another_way_may_be_rejected() {
        let kind = widgets();
        let object = |size: Json| {
            json!({
                "apiVersion": "example.com/v1", "kind": "Widget", "metadata": {"name": "a", "namespace": "default"},
                "spec": {"size": size}
            })
        };
        let replaced = Replaced::default();
        let mut counts = Counts::default();
        replaced.add(&kind, &object(json!(1)), &object(json!(1)), &mut counts);
        assert_eq!(replaced.report(), "");
        replaced.add(&kind, &object(json!(1)), &object(json!(99)), &mut counts);
        let report = replaced.report();
        assert!(report.starts_with("  not replaced: ") && report.contains("spec.size: "), "{report}");
    }

    #[test]
    fn reasons_do_not_depend_on_indices() {
        assert_eq!(without_indices(&json!("spec.rules[3].match[a[0]].x")), "spec.rules[].match[].x");
        assert_eq!(without_indices(&json!(null)), "");
    }
}
