//! Rules of an unknown kind.

use idlgen_validate::kubevirt::KINDS;

use super::subject::Subject;
use crate::diag::{Code, Diagnostic, explained, near};

pub(in crate::kubevirt) const UNKNOWN_KIND: Code =
    explained!(775, "kubevirt-unknown-rule", Error, "A rule of a KubeVirt template has an unknown type.");

pub(super) fn check(subject: Subject<'_>, findings: &mut Vec<Diagnostic>) {
    let (Some(kind), Some(key)) = (subject.rule.text("rule"), subject.rule.key("rule")) else { return };
    if subject.kind().is_some() {
        return;
    }
    let mut finding = Diagnostic::new(UNKNOWN_KIND, format!("`{kind}` is not a rule type"))
        .at(subject.span(key.bytes.clone()))
        .note(format!(
            "the types are {}; for any other, the KubeVirt validator rejects every machine",
            super::listed::listed(KINDS)
        ));
    finding.fix = subject.near(near(kind, KINDS), &key.bytes);
    findings.push(finding);
}
