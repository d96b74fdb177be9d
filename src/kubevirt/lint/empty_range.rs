//! Minimums that exceed their maximums.

use super::subject::Subject;
use crate::diag::{Applicability, Code, Diagnostic, Edit, Fix, explained};

pub(in crate::kubevirt) const EMPTY_RANGE: Code =
    explained!(779, "kubevirt-empty-range", Error, "The limits of a rule of a KubeVirt template exclude every value.");

pub(super) fn check(subject: Subject<'_>, findings: &mut Vec<Diagnostic>) {
    for (low, high) in [("min", "max"), ("minLength", "maxLength")] {
        let (Some(low_key), Some(high_key)) = (subject.rule.key(low), subject.rule.key(high)) else { continue };
        let number = |value: &serde_json::Value| value.as_f64();
        let (Some(least), Some(most)) = (number(&low_key.value), number(&high_key.value)) else { continue };
        if least <= most {
            continue;
        }
        let message = format!("`{low}` is greater than `{high}`; no value satisfies the rule");
        let edit = |at: &std::ops::Range<usize>, value: &serde_json::Value| Edit {
            span: subject.span(at.clone()),
            replacement: value.to_string(),
        };
        let mut finding = Diagnostic::new(EMPTY_RANGE, message)
            .at(subject.span(low_key.bytes.clone()))
            .and(subject.span(high_key.bytes.clone()), "the other limit");
        finding.fix = Some(Fix {
            title: "exchange them".to_owned(),
            edits: vec![edit(&low_key.bytes, &high_key.value), edit(&high_key.bytes, &low_key.value)],
            applicability: Applicability::Unsafe,
        });
        findings.push(finding);
    }
}
