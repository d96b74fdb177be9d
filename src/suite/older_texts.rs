//! The texts of older API servers, which suites were written against.
//!
//! Until Kubernetes 1.32 the error of a rule showed the type of the value (`Invalid value: "object"`), null was
//! `"null"`, and a repeated item of a list was shown as Go prints a map.

use idlgen_runtime::{
    field::{BadValue, Error, ErrorType},
    go,
};
use idlgen_validate::crd::Admission;
use serde_json::Value as Json;

/// Whether a text is a part of what an older server would have said.
pub(super) fn contain(admission: &Admission, expected: &str) -> bool {
    let mut texts: Vec<String> = Vec::new();
    for error in &admission.errors {
        let old = text(error);
        if !texts.contains(&old) {
            texts.push(old);
        }
    }
    let all = if let [one] = texts.as_slice() { one.clone() } else { format!("[{}]", texts.join(", ")) };
    all.contains(expected) || mixed(admission, &texts).contains(expected)
}

/// Errors of rules alone change their form; which errors those are is not always known, so each stands in both.
fn mixed(admission: &Admission, old: &[String]) -> String {
    let new = admission.errors.iter().map(ToString::to_string);
    new.chain(old.iter().cloned()).collect::<Vec<_>>().join("\n")
}

fn text(error: &Error) -> String {
    let value = match &error.bad_value {
        BadValue::Json(value) => Some(value),
        _ => None,
    };
    match error.error_type {
        ErrorType::Invalid => {
            let shown = match value {
                // Values of rules that show nothing are objects or lists.
                None => "object",
                Some(Json::Null) => "null",
                Some(Json::Bool(_)) => "boolean",
                Some(Json::Number(number)) if number.is_f64() => "number",
                Some(Json::Number(_)) => "integer",
                Some(Json::String(_)) => "string",
                Some(Json::Array(_)) => "array",
                Some(Json::Object(_)) => "object",
            };
            format!("{}: Invalid value: \"{shown}\": {}", error.field, error.detail)
        }
        ErrorType::Duplicate => {
            let shown = value.map(go_syntax).unwrap_or_default();
            format!("{}: Duplicate value: {shown}", error.field)
        }
        _ => error.to_string(),
    }
}

/// A value as Go prints it with `%#v`.
fn go_syntax(value: &Json) -> String {
    match value {
        Json::Object(entries) => {
            let mut sorted: Vec<_> = entries.iter().collect();
            sorted.sort_by_key(|(key, _)| *key);
            let entries: Vec<String> =
                sorted.into_iter().map(|(key, value)| format!("{}:{}", go::quote(key), go_syntax(value))).collect();
            format!("map[string]interface {{}}{{{}}}", entries.join(", "))
        }
        Json::Array(items) => {
            let items: Vec<String> = items.iter().map(go_syntax).collect();
            format!("[]interface {{}}{{{}}}", items.join(", "))
        }
        Json::Null => "interface {}(nil)".to_owned(),
        Json::String(text) => go::quote(text),
        other => other.to_string(),
    }
}
