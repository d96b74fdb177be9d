//! Rules that reference values of a type that their kind does not support.

use idlgen_validate::kubevirt::{PathReport, ValueKind, inspect};

use super::Subject;
use crate::diag::{Code, Diagnostic, Severity, explained};

pub(in crate::kubevirt) const VALUE_KIND: Code = explained!(
    785,
    "kubevirt-value-kind",
    Warning,
    "A rule of a KubeVirt template is about values that its kind cannot compare."
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
    let what = if is_number { "integers and quantities" } else { "texts" };
    let message =
        format!("{} is of the kind `{kind}`, which judges {what}; the field is {}", subject.name(), end.type_name);
    let mut finding = Diagnostic::new(VALUE_KIND, message).at(subject.span(key.bytes.clone()));
    if is_number {
        finding.severity = Severity::Error;
        finding = finding.note("KubeVirt's validator refuses every machine that has the field");
    } else {
        finding = finding.note(format!("KubeVirt's validator sees `<{} Value>`, whatever the value is", end.type_name));
    }
    findings.push(finding);
}
