//! Rules whose `valid` has no effect because its path always exists.

use idlgen_validate::kubevirt::{ALWAYS_THERE, PathReport, inspect};

use super::subject::Subject;
use crate::diag::{Code, Diagnostic, explained};

pub(in crate::kubevirt) const VALID_WITHOUT_EFFECT: Code = explained!(
    783,
    "kubevirt-valid-without-effect",
    Info,
    "`valid` of a rule of a KubeVirt template names a field that always has a value."
);

pub(super) fn check(subject: Subject<'_>, findings: &mut Vec<Diagnostic>) {
    let Some((text, key)) = subject.rule.text("valid").zip(subject.rule.key("valid")) else { return };
    let Ok(PathReport::Leads(end)) = inspect(text) else { return };
    let path = text.strip_prefix("jsonpath::").unwrap_or(text);
    let path = path.strip_prefix('$').unwrap_or(path);
    let is_listed = ALWAYS_THERE.contains(&path);
    // The rule reads the field that it tests: it is skipped where the field has no parent, as `valid` intends.
    if end.optional.is_some() && subject.rule.text("path") == Some(text) {
        return;
    }
    if !is_listed && (end.optional.is_some() || end.has_items) {
        return;
    }
    let why = match &end.optional {
        Some(above) => format!("it has a default: the rule is skipped only if `{above}` is missing"),
        None if end.type_name.starts_with('*') => {
            "the KubeVirt validator finds the pointer even if it is not set".to_owned()
        }
        None if end.has_items => "it has a default: the rule is skipped only if the list is empty".to_owned(),
        None => "the field has a value in every machine, so the rule is never skipped".to_owned(),
    };
    let message = format!("`valid` of {} has no effect: `{path}` always exists", subject.name());
    let finding = Diagnostic::new(VALID_WITHOUT_EFFECT, message).at(subject.span(key.bytes.clone())).note(why);
    let is_pointer = end.optional.is_none() && end.type_name.starts_with('*');
    findings.push(if is_pointer { finding.help("name a field below it") } else { finding });
}
