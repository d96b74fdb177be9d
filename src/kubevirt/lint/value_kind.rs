//! Rules that reference values of a type that their kind does not support.

use idlgen_validate::kubevirt::{PathReport, ValueKind, inspect};

use super::subject::Subject;
use crate::diag::{Code, Diagnostic, Severity, explained};

pub(in crate::kubevirt) const VALUE_KIND: Code = explained!(
    785,
    "kubevirt-value-kind",
    Warning,
    "A rule of a KubeVirt template checks values that its type cannot compare."
);

pub(super) fn check(subject: Subject<'_>, findings: &mut Vec<Diagnostic>) {
    let (Some(kind), Some(text), Some(key)) = (subject.kind(), subject.rule.text("path"), subject.rule.key("path"))
    else {
        return;
    };
    let Ok(PathReport::Leads(end)) = inspect(text) else { return };
    let is_number = kind == "integer";
    if end.kind == (if is_number { ValueKind::Number } else { ValueKind::Text }) {
        return;
    }
    let what = if is_number { "integers and quantities" } else { "strings" };
    let message =
        format!("{} has the type `{kind}`, which checks {what}; the field is {}", subject.name(), end.type_name);
    let mut finding = Diagnostic::new(VALUE_KIND, message).at(subject.span(key.bytes.clone()));
    if is_number {
        finding.severity = Severity::Error;
        finding = finding.note("the KubeVirt validator rejects every machine that has the field");
    } else {
        finding = finding
            .note(format!("the KubeVirt validator compares the string `<{} Value>`, not the value", end.type_name));
    }
    findings.push(finding);
}
