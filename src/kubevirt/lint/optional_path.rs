//! Rules whose `path` references an optional field but that have no `valid`.

use idlgen_validate::kubevirt::{PathReport, ValueKind, inspect};

use super::subject::Subject;
use crate::diag::{Applicability, Code, Diagnostic, explained};

pub(in crate::kubevirt) const OPTIONAL_PATH: Code =
    explained!(784, "kubevirt-optional-path", Info, "A rule of a KubeVirt template checks an optional field.");

pub(super) fn check(subject: Subject<'_>, findings: &mut Vec<Diagnostic>) {
    let Some((text, key)) = subject.rule.text("path").zip(subject.rule.key("path")) else { return };
    if subject.rule.key("valid").is_some() {
        return;
    }
    let Ok(PathReport::Leads(end)) = inspect(text) else { return };
    let Some(above) = &end.optional else { return };
    let counts = match end.kind {
        _ if !above.starts_with(".spec.domain") || above.contains("requests") || above.contains("limits") => {
            "every machine without it is rejected (`invalid JSONPath`)"
        }
        ValueKind::Number => "in a machine without it, its value is 0",
        _ => "in a machine without it, its value is the empty string",
    };
    let message = format!("`path` of {}: `{above}` is optional", subject.name());
    let mut finding = Diagnostic::new(OPTIONAL_PATH, message).at(subject.span(key.bytes.clone())).note(counts);
    let start = key.name_bytes.start;
    let inserted = format!("\"valid\": {}, ", serde_json::Value::from(text));
    finding.fix = Some(subject.fix(
        "add `valid`, so that the rule skips such machines",
        start..start,
        &inserted,
        Applicability::Unsafe,
    ));
    findings.push(finding);
}
