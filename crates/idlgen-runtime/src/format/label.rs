//! `qualifiedName` and `labelValue`: label keys and values.

use super::{
    Family, Format,
    dns::subdomain_messages_in_bytes,
    messages::{no_match, too_many_bytes},
};

const LENGTH: usize = 63;
const NAME: &str = "([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]";
const NAME_MESSAGE: &str =
    "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character";

/// The format `qualifiedName`.
pub static QUALIFIED_NAME: Format = Format {
    name: "qualifiedName",
    family: Family::Kep4153,
    since: 0,
    doc: "A label key: a name of at most 63 letters, digits, `-`, `_` and `.`, preceded by an optional domain name and \
        a slash.",
    source: "k8s.io/apimachinery/pkg/util/validation.IsQualifiedName",
    examples: &["MyName", "my.name", "example.com/MyName"],
    counterexamples: &["", "/a", "a/", "a/b/c", "-a", "Example.com/a"],
    accepts: |text| key_messages(text).is_empty(),
    messages: Some(key_messages),
};

/// The format `labelValue`.
pub static LABEL_VALUE: Format = Format {
    name: "labelValue",
    family: Family::Kep4153,
    since: 0,
    doc: "A label value: empty, or at most 63 letters, digits, `-`, `_` and `.`, with a letter or digit at both ends.",
    source: "k8s.io/apimachinery/pkg/util/validation.IsValidLabelValue",
    examples: &["", "MyValue", "my_value", "12345"],
    counterexamples: &["-a", "a.", "a/b", "é"],
    accepts: |text| text.len() <= LENGTH && (text.is_empty() || is_name(text)),
    messages: Some(|text| {
        let mut messages = Vec::new();
        if text.len() > LENGTH {
            messages.push(too_many_bytes(LENGTH));
        }
        if !text.is_empty() && !is_name(text) {
            let message =
                format!("a valid label must be an empty string or {}", NAME_MESSAGE.trim_start_matches("must "));
            messages.push(no_match(&message, &format!("({NAME})?"), &["MyValue", "my_value", "12345"]));
        }
        messages
    }),
};

fn is_name(text: &str) -> bool {
    let bytes = text.as_bytes();
    bytes.first().is_some_and(u8::is_ascii_alphanumeric)
        && bytes.last().is_some_and(u8::is_ascii_alphanumeric)
        && bytes.iter().all(|byte| byte.is_ascii_alphanumeric() || b"-_.".contains(byte))
}

fn key_messages(text: &str) -> Vec<String> {
    let no_name = || no_match(NAME_MESSAGE, NAME, &["MyName", "my.name", "123-abc"]);
    let mut messages = Vec::new();
    let mut parts = text.split('/');
    let name = match (parts.next(), parts.next(), parts.next()) {
        (Some(name), None, _) => name,
        (Some(prefix), Some(name), None) => {
            if prefix.is_empty() {
                messages.push("prefix part must be non-empty".to_owned());
            } else {
                messages
                    .extend(subdomain_messages_in_bytes(prefix).into_iter().map(|text| format!("prefix part {text}")));
            }
            name
        }
        _ => {
            let prefix = "with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')";
            return vec![format!("a valid label key {} {prefix}", no_name())];
        }
    };
    if name.is_empty() {
        messages.push("name part must be non-empty".to_owned());
    } else if name.len() > LENGTH {
        messages.push(format!("name part {}", too_many_bytes(LENGTH)));
    }
    if !is_name(name) {
        messages.push(format!("name part {}", no_name()));
    }
    messages
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn says_what_apimachinery_says() {
        assert_eq!(QUALIFIED_NAME.messages("/a"), ["prefix part must be non-empty"]);
        assert_eq!(
            QUALIFIED_NAME.messages("a/"),
            [
                "name part must be non-empty",
                "name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an \
                 alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is \
                 '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')"
            ]
        );
        assert_eq!(QUALIFIED_NAME.messages(&format!("a/{}", "b".repeat(63))), [""; 0]);
        assert_eq!(
            QUALIFIED_NAME.messages(&format!("a/{}", "b".repeat(64))),
            ["name part must be no more than 63 bytes"]
        );
        assert_eq!(LABEL_VALUE.messages(&"a".repeat(64)), ["must be no more than 63 bytes"]);
    }
}
