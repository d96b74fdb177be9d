//! `dns1123label`, `dns1123subdomain` and `dns1035label`: DNS names.

use super::{
    Family, Format,
    messages::{no_match, too_many_bytes, too_many_characters},
};

pub(super) const LABEL_LENGTH: usize = 63;
pub(super) const SUBDOMAIN_LENGTH: usize = 253;
const LABEL: &str = "[a-z0-9]([-a-z0-9]*[a-z0-9])?";
const SUBDOMAIN: &str = "[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*";
const LABEL_1035: &str = "[a-z]([-a-z0-9]*[a-z0-9])?";

/// The format `dns1123label`.
pub static DNS_1123_LABEL: Format = Format {
    name: "dns1123label",
    family: Family::Kep4153,
    since: 0,
    doc: "A lowercase DNS label (RFC 1123): at most 63 letters, digits and hyphens, without a hyphen at either end.",
    source: "k8s.io/apimachinery/pkg/util/validation.IsDNS1123Label",
    examples: &["my-name", "123-abc", "a"],
    counterexamples: &["", "My-Name", "-a", "a-", "a.b", "a_b"],
    accepts: |text| text.len() <= LABEL_LENGTH && is_label(text),
    messages: Some(label_messages),
};

/// The format `dns1123subdomain`.
pub static DNS_1123_SUBDOMAIN: Format = Format {
    name: "dns1123subdomain",
    family: Family::Kep4153,
    since: 0,
    doc: "A lowercase DNS name (RFC 1123): at most 253 characters, with labels separated by dots. Labels may have any \
        length.",
    source: "k8s.io/apimachinery/pkg/util/validation.IsDNS1123Subdomain",
    examples: &["example.com", "a", "1.2-3"],
    counterexamples: &["", "Example.com", "a..b", ".a", "a.", "a.-b", "a_b"],
    accepts: |text| text.len() <= SUBDOMAIN_LENGTH && is_subdomain(text),
    messages: Some(subdomain_messages),
};

/// The format `dns1035label`.
pub static DNS_1035_LABEL: Format = Format {
    name: "dns1035label",
    family: Family::Kep4153,
    since: 0,
    doc: "A lowercase DNS label (RFC 1035): like dns1123label, but it starts with a letter.",
    source: "k8s.io/apimachinery/pkg/util/validation.IsDNS1035Label",
    examples: &["my-name", "abc-123"],
    counterexamples: &["", "123-abc", "a-", "A"],
    accepts: |text| text.len() <= LABEL_LENGTH && is_label(text) && starts_with_letter(text),
    messages: Some(|text| {
        let mut messages = Vec::new();
        if text.len() > LABEL_LENGTH {
            messages.push(too_many_characters(LABEL_LENGTH));
        }
        if !(is_label(text) && starts_with_letter(text)) {
            let message = "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an \
                           alphabetic character, and end with an alphanumeric character";
            messages.push(no_match(message, LABEL_1035, &["my-name", "abc-123"]));
        }
        messages
    }),
};

/// Returns `true` if the text is a label of letters, digits and hyphens. Its length is not limited.
pub(super) fn is_label(text: &str) -> bool {
    let is_alphanumeric = |byte: &u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
    let bytes = text.as_bytes();
    bytes.first().is_some_and(is_alphanumeric)
        && bytes.last().is_some_and(is_alphanumeric)
        && bytes.iter().all(|byte| is_alphanumeric(byte) || *byte == b'-')
}

/// Returns `true` if the text consists of labels separated by dots. Their lengths are not limited.
pub(super) fn is_subdomain(text: &str) -> bool {
    text.split('.').all(is_label)
}

fn starts_with_letter(text: &str) -> bool {
    text.starts_with(|character: char| character.is_ascii_lowercase())
}

pub(super) fn label_messages(text: &str) -> Vec<String> {
    let mut messages = Vec::new();
    if text.len() > LABEL_LENGTH {
        messages.push(too_many_characters(LABEL_LENGTH));
    }
    if is_label(text) {
        return messages;
    }
    if is_subdomain(text) {
        messages.push("must not contain dots".to_owned());
    } else {
        let message = "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must \
            start \
                       and end with an alphanumeric character";
        messages.push(no_match(message, LABEL, &["my-name", "123-abc"]));
    }
    messages
}

pub(super) fn subdomain_messages(text: &str) -> Vec<String> {
    subdomain_messages_with(text, too_many_characters)
}

/// Returns the same errors as [`subdomain_messages`], for a qualified name, whose length is limited in bytes.
pub(super) fn subdomain_messages_in_bytes(text: &str) -> Vec<String> {
    subdomain_messages_with(text, too_many_bytes)
}

fn subdomain_messages_with(text: &str, too_long: fn(usize) -> String) -> Vec<String> {
    let mut messages = Vec::new();
    if text.len() > SUBDOMAIN_LENGTH {
        messages.push(too_long(SUBDOMAIN_LENGTH));
    }
    if !is_subdomain(text) {
        let message = "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', \
            and must \
                       start and end with an alphanumeric character";
        messages.push(no_match(message, SUBDOMAIN, &["example.com"]));
    }
    messages
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn says_what_apimachinery_says() {
        assert_eq!(DNS_1123_LABEL.messages("a.b"), ["must not contain dots"]);
        assert_eq!(DNS_1123_LABEL.messages(&"a".repeat(64)), ["must be no more than 63 characters"]);
        assert_eq!(
            DNS_1123_LABEL.messages("A"),
            ["a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start \
                 and end \
              with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is \
              '[a-z0-9]([-a-z0-9]*[a-z0-9])?')"]
        );
        assert_eq!(DNS_1123_SUBDOMAIN.messages(&"A".repeat(254)).len(), 2);
        assert_eq!(
            DNS_1035_LABEL.messages("1"),
            ["a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic \
                 character, \
              and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is \
              '[a-z]([-a-z0-9]*[a-z0-9])?')"]
        );
    }
}
