//! Arguments that a kind of rule does not use.

use super::subject::Subject;
use crate::diag::{Applicability, Code, Diagnostic, explained};

pub(in crate::kubevirt) const UNUSED_ARGUMENT: Code = explained!(
    777,
    "kubevirt-unused-argument",
    Warning,
    "A rule of a KubeVirt template has an argument that its type ignores."
);

/// Returns the arguments of a kind of rule.
pub(super) fn arguments(kind: &str) -> &'static [&'static str] {
    match kind {
        "integer" => &["min", "max"],
        "string" => &["minLength", "maxLength"],
        "enum" => &["values"],
        "regex" => &["regex"],
        _ => &[],
    }
}

pub(super) fn check(subject: Subject<'_>, findings: &mut Vec<Diagnostic>) {
    let Some(kind) = subject.kind() else { return };
    for name in ["min", "max", "minLength", "maxLength", "values", "regex"] {
        let Some(key) = subject.rule.key(name).filter(|_| !arguments(kind).contains(&name)) else { continue };
        let message = format!("rules of the type `{kind}` ignore `{name}`");
        let mut finding = Diagnostic::new(UNUSED_ARGUMENT, message)
            .at(subject.span(key.name_bytes.clone()))
            .note(format!("they use {}", super::listed::listed(arguments(kind).iter().copied())));
        finding.fix = Some(subject.fix(format!("remove `{name}`"), subject.removal(key), "", Applicability::Unsafe));
        findings.push(finding);
    }
}
