//! Values of the wrong type, because of which KubeVirt rejects the entire annotation.

use idlgen_validate::kubevirt::{RuleSet, RulesLocation};
use serde_json::Value as Json;

use super::subject::Subject;
use crate::{
    diag::{Applicability, Diagnostic},
    kubevirt::{annotation::Annotation, rule_codes::UNREADABLE_RULES},
};

/// Reports an annotation that is not an array.
pub(super) fn not_an_array(annotation: &Annotation<'_>, text: &str) -> Option<Diagnostic> {
    let error = RuleSet::parse(text).err()?;
    let finding = Diagnostic::new(UNREADABLE_RULES, error.message).at(annotation.beginning());
    Some(finding.note("the annotation is a JSON array of rules").help("put `[` before and `]` after the rule"))
}

/// Reports rules in which a key has the wrong type.
pub(super) fn check(subject: Subject<'_>, findings: &mut Vec<Diagnostic>) {
    let text = subject.all.text.get(subject.rule.bytes.clone()).unwrap_or_default();
    let Err(error) = RuleSet::parse(&format!("[{text}]")) else { return };
    let finding = |message: String, bytes| Diagnostic::new(UNREADABLE_RULES, message).at(subject.span(bytes));
    let key = match error.location {
        RulesLocation::Key(_, key) => subject.rule.key(key),
        _ => None,
    };
    let Some(key) = key else {
        let start = subject.rule.bytes.start;
        findings.push(finding(error.message, start..start + 1).note("a rule is a JSON object"));
        return;
    };
    // Another lint checks paths.
    let is_path = key.value.as_str().is_some_and(|text| text.parse::<f64>().is_err());
    let is_text = matches!(key.name.to_ascii_lowercase().as_str(), "justwarning" | "values");
    if is_path && !is_text || error.message.contains("JSONPath") && key.value.is_array() {
        return;
    }
    let mut finding = finding(error.message, key.bytes.clone());
    let fixed = match &key.value {
        Json::String(text) if text == "true" || text == "false" => Some(text.clone()),
        Json::String(text) if text.parse::<f64>().is_ok() => Some(text.clone()),
        Json::Array(values)
            if values.iter().all(|value| value.is_string() || value.is_number() || value.is_boolean()) =>
        {
            let texts = values.iter().map(|value| value.as_str().map_or_else(|| value.to_string(), str::to_owned));
            Some(format!("[{}]", texts.map(|text| Json::from(text).to_string()).collect::<Vec<_>>().join(", ")))
        }
        _ => None,
    };
    if let Some(fixed) = fixed {
        let title = format!("use `{fixed}`");
        finding.fix = Some(subject.fix(title, key.bytes.clone(), &fixed, Applicability::Safe));
    }
    findings.push(finding.note("the KubeVirt validator rejects the annotation and every machine"));
}
