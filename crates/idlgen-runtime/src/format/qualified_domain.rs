//! The formats `fullyQualifiedName` and `fullyQualifiedDomainName`.

use super::{
    Family, Format,
    dns::{DNS_1123_LABEL, DNS_1123_SUBDOMAIN},
};

pub(super) static FULLY_QUALIFIED_NAME: Format = Format {
    name: "fullyQualifiedName",
    family: Family::Kep4153,
    since: 0,
    doc: "A domain name of at least three labels.",
    source: "k8s.io/apimachinery/pkg/util/validation.IsFullyQualifiedName",
    examples: &["www.example.com"],
    counterexamples: &["", "example.com", "www.example.com."],
    accepts: |text| name_messages(text).is_empty(),
    messages: Some(name_messages),
};

pub(super) static FULLY_QUALIFIED_DOMAIN_NAME: Format = Format {
    name: "fullyQualifiedDomainName",
    family: Family::Kep4153,
    since: 0,
    doc: "A domain name of at least two labels of at most 63 characters, with or without a trailing dot.",
    source: "k8s.io/apimachinery/pkg/util/validation.IsFullyQualifiedDomainName",
    examples: &["example.com", "example.com."],
    counterexamples: &["", "com", "Example.com", "example.com.."],
    accepts: |text| domain_messages(text).is_empty(),
    messages: Some(domain_messages),
};

fn name_messages(text: &str) -> Vec<String> {
    if text.is_empty() {
        return vec!["must be non-empty".to_owned()];
    }
    let messages = DNS_1123_SUBDOMAIN.messages(text);
    if !messages.is_empty() {
        return vec![messages.join(",")];
    }
    if text.split('.').count() < 3 {
        return vec!["should be a domain with at least three segments separated by dots".to_owned()];
    }
    Vec::new()
}

fn domain_messages(text: &str) -> Vec<String> {
    if text.is_empty() {
        return vec!["must be non-empty".to_owned()];
    }
    let name = text.strip_suffix('.').unwrap_or(text);
    let messages = DNS_1123_SUBDOMAIN.messages(name);
    if !messages.is_empty() {
        return vec![messages.join(",")];
    }
    let mut labels = name.split('.');
    if labels.clone().count() < 2 {
        return vec!["should be a domain with at least two segments separated by dots".to_owned()];
    }
    labels
        .find_map(|label| {
            let messages = DNS_1123_LABEL.messages(label);
            (!messages.is_empty()).then(|| vec![messages.join(",")])
        })
        .unwrap_or_default()
}
