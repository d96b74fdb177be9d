//! Rules without arguments.

use super::{subject::Subject, unused_argument::arguments};
use crate::diag::{Code, Diagnostic, explained};

pub(in crate::kubevirt) const NO_ARGUMENTS: Code =
    explained!(778, "kubevirt-no-arguments", Warning, "A rule of a KubeVirt template has no arguments.");

pub(super) fn check(subject: Subject<'_>, findings: &mut Vec<Diagnostic>) {
    let Some(kind) = subject.kind() else { return };
    let is_given = |name: &&&str| subject.rule.key(name).is_some_and(|key| key.value != "" && !is_empty(&key.value));
    if arguments(kind).iter().any(|name| is_given(&name)) {
        return;
    }
    let message = format!("{} has no {}", subject.name(), or(arguments(kind)));
    let what = match kind {
        "integer" => "the KubeVirt validator then accepts any number; other tools may not",
        "enum" => "the KubeVirt validator then rejects every value; other tools may not",
        _ => "the KubeVirt validator then accepts any value; other tools may not",
    };
    let key = subject.rule.key("rule").map_or_else(|| subject.rule.head(), |key| key.bytes.clone());
    findings.push(Diagnostic::new(NO_ARGUMENTS, message).at(subject.span(key)).note(what));
}

fn is_empty(value: &serde_json::Value) -> bool {
    value.as_array().is_some_and(Vec::is_empty)
}

fn or(names: &[&str]) -> String {
    names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(" or ")
}
