//! Values in rules that the referenced field cannot have.

use idlgen_validate::kubevirt::{PathReport, inspect};

use super::subject::Subject;
use crate::diag::{Code, Diagnostic, explained, near};

pub(in crate::kubevirt) const VALUES: Code = explained!(
    780,
    "kubevirt-unknown-value",
    Warning,
    "A rule of a KubeVirt template allows a value that its field does not have."
);

pub(super) fn check(subject: Subject<'_>, findings: &mut Vec<Diagnostic>) {
    let (Some("enum"), Some(path)) = (subject.kind(), subject.rule.text("path")) else { return };
    let Ok(PathReport::Leads(end)) = inspect(path) else { return };
    let Some(key) = subject.rule.key("values").filter(|_| !end.known_values.is_empty()) else { return };
    let values = key.value.as_array().map_or(&[][..], Vec::as_slice);
    for (value, bytes) in values.iter().zip(&key.items) {
        let Some(value) = value.as_str().filter(|value| !value.starts_with("jsonpath::") && !value.is_empty()) else {
            continue;
        };
        if end.known_values.contains(&value) {
            continue;
        }
        let others = end.known_values.iter().copied();
        let message = format!("`{value}` is not a {}: no machine has it", end.type_name);
        let mut finding = Diagnostic::new(VALUES, message)
            .at(subject.span(bytes.clone()))
            .note(format!("the values are {}", super::listed::listed(others.clone())));
        finding.fix = subject.near(near(value, others), bytes);
        findings.push(finding);
    }
}
