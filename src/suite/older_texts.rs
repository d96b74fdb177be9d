//! Supports the error messages of older API servers, which existing suites expect.
//!
//! Until Kubernetes 1.32, the error of a rule contained the type of the value (`Invalid value: "object"`), null was
//! formatted as `"null"`, and a duplicate list item was formatted like a Go map.

use idlgen_runtime::{
    field::{BadValue, Error, ErrorList, ErrorType},
    go,
    regex::LazyPattern,
};
use idlgen_validate::crd::Admission;

/// Matches the type, which older servers print instead of the value in errors of rules. The type is empty for integers
/// and strings. The expected message may begin or end at this point.
static TYPE: LazyPattern = LazyPattern::new(
    r#"Invalid value: ("(object|array|string|integer|number|boolean|null|)"|null)(: |$)|^"(object|array|string)": "#,
);

/// Returns `true` if a string is part of the message of an older server.
pub(super) fn contain(admission: &Admission, expected: &str) -> bool {
    let Admission { kind, group, name, .. } = admission;
    let head = format!("{kind}.{group} \"{name}\" is invalid: ");
    say(&head, &admission.errors, expected)
}

fn say(head: &str, errors: &ErrorList, expected: &str) -> bool {
    let Ok(pattern) = TYPE.compiled() else { return false };
    let mut wanted = String::new();
    let mut at = 0;
    for found in pattern.find_all(expected) {
        wanted.push_str(expected.get(at..found.start).unwrap_or_default());
        let has_kind = expected.get(found.clone()).is_some_and(|text| text.starts_with("Invalid"));
        wanted.push_str(if has_kind { "Invalid value: " } else { "" });
        at = found.end;
    }
    wanted.push_str(expected.get(at..).unwrap_or_default());
    // Some servers omit values only in errors of rules; others omit them in all errors.
    [false, true].into_iter().any(|is_of_all| message(head, errors, is_of_all).contains(&wanted))
}

/// Formats the message without values in errors of rules, or without values in all errors (`is_of_all`).
fn message(head: &str, list: &ErrorList, is_of_all: bool) -> String {
    let mut texts: Vec<String> = Vec::new();
    for error in list {
        let text = text(error, is_of_all);
        if !texts.contains(&text) {
            texts.push(text);
        }
    }
    let errors = if let [one] = texts.as_slice() { one.clone() } else { format!("[{}]", texts.join(", ")) };
    head.to_owned() + &errors
}

fn text(error: &Error, is_of_all: bool) -> String {
    match (error.error_type, &error.bad_value) {
        // The details of schema errors, but not of rule errors, contain the field name and ` in body `.
        (ErrorType::Invalid, _) if is_of_all || !error.detail.contains(" in body ") => {
            format!("{}: Invalid value: {}", error.field, error.detail)
        }
        (ErrorType::Duplicate, BadValue::Json(value)) => {
            format!("{}: Duplicate value: {}", error.field, go::to_go_syntax(value))
        }
        _ => error.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use idlgen_runtime::field::PathBuf;
    use serde_json::json;

    use super::*;

    #[test]
    fn types_stand_for_the_values_of_rules() {
        let path = |name: &str| PathBuf { elements: vec![idlgen_runtime::field::Element::Field(name.to_owned())] };
        let invalid = |name, value, detail: &str| Error::new(ErrorType::Invalid, path(name), value, detail);
        let mut errors = ErrorList::new();
        errors.push(invalid("a", BadValue::Json(json!("x")), "a in body should be shorter"));
        errors.push(invalid("b", BadValue::Json(json!("secret")), "no"));
        errors.push(invalid("c", BadValue::Omitted, "never"));
        let mut repeated = invalid("d", BadValue::Json(json!({"k": "v"})), "");
        repeated.error_type = ErrorType::Duplicate;
        errors.push(repeated);
        for (text, is_said) in [
            (r#"b: Invalid value: "string": no"#, true),
            (r#"b: Invalid value: "": no, c: Invalid value: "object": never"#, true),
            (r#"a: Invalid value: "x": a in body should be shorter, b: Invalid value: "string": no"#, true),
            (r#"K.g "n" is invalid: [a: Invalid value: "string": a in body"#, true),
            (r#"d: Duplicate value: map[string]interface {}{"k":"v"}"#, true),
            (r#"b: Invalid value: "string""#, true),
            (r#""string": no"#, true),
            (r#"b: Invalid value: "other": no"#, false),
            (r#"b: Invalid value: "string": yes"#, false),
        ] {
            assert_eq!(say(r#"K.g "n" is invalid: "#, &errors, text), is_said, "{text}");
        }
    }
}
