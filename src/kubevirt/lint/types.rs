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
    if let Some(fixed) = with_right_type(&key.name, &key.value) {
        let title = format!("use `{fixed}`");
        finding.fix = Some(subject.fix(title, key.bytes.clone(), &fixed, Applicability::Safe));
    }
    findings.push(finding.note("the KubeVirt validator rejects the annotation and every machine"));
}

/// Returns a value in the type of its key, as JSON, if it is clear which value is meant.
fn with_right_type(key: &str, value: &Json) -> Option<String> {
    match (key.to_ascii_lowercase().as_str(), value) {
        ("justwarning", Json::String(text)) if text == "true" || text == "false" => Some(text.clone()),
        ("min" | "max" | "minlength" | "maxlength", Json::String(text)) => {
            text.parse::<serde_json::Number>().ok().map(|number| number.to_string())
        }
        ("values", Json::Array(values)) => {
            let texts: Option<Vec<String>> = values.iter().map(as_text).collect();
            Some(format!("[{}]", texts?.join(", ")))
        }
        ("values", one) => Some(format!("[{}]", as_text(one)?)),
        _ => None,
    }
}

/// Returns a scalar as a JSON string.
fn as_text(value: &Json) -> Option<String> {
    match value {
        Json::String(_) => Some(value.to_string()),
        Json::Number(_) | Json::Bool(_) => Some(Json::from(value.to_string()).to_string()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn fixed_values_have_the_type_of_their_key() {
        for (key, value, expected) in [
            ("justWarning", json!("true"), Some("true")),
            ("JUSTWARNING", json!("false"), Some("false")),
            ("justWarning", json!("yes"), None),
            ("justWarning", json!("1"), None),
            ("justWarning", json!(1), None),
            ("min", json!("1"), Some("1")),
            ("max", json!("-2"), Some("-2")),
            ("minLength", json!("3"), Some("3")),
            ("maxLength", json!("2.5"), Some("2.5")),
            ("min", json!("nan"), None),
            ("min", json!("true"), None),
            ("min", json!(["1"]), None),
            ("min", json!(true), None),
            ("values", json!([1, "a", true]), Some(r#"["1", "a", "true"]"#)),
            ("values", json!([["a"]]), None),
            ("values", json!([{}]), None),
            ("values", json!("virtio"), Some(r#"["virtio"]"#)),
            ("values", json!("true"), Some(r#"["true"]"#)),
            ("values", json!(5), Some(r#"["5"]"#)),
            ("values", json!({}), None),
            ("name", json!(1), None),
            ("name", json!(["a"]), None),
            ("path", json!("1"), None),
        ] {
            let fixed = with_right_type(key, &value);
            assert_eq!(fixed.as_deref(), expected, "{key}: {value}");
            if let Some(fixed) = fixed {
                let rule = |value: &str| RuleSet::parse(&format!(r#"[{{"{key}": {value}}}]"#));
                assert!(rule(&value.to_string()).is_err() && rule(&fixed).is_ok(), "{key}: {fixed}");
            }
        }
    }
}
