//! Validates the names of a resource type (`ValidateCustomResourceDefinitionNames`).

use idlgen_runtime::{
    field::Path,
    format::{DNS_1035_LABEL, DNS_1123_SUBDOMAIN},
};

use super::found::Found;
use crate::crd::document::Names;

/// Returns the errors of a string that should be an RFC 1035 label
/// (`k8s.io/apimachinery/pkg/util/validation.IsDNS1035Label`).
pub(super) fn label_messages(text: &str) -> Vec<String> {
    DNS_1035_LABEL.messages(text)
}

/// Returns the errors of a string that should be a domain name (`IsDNS1123Subdomain`).
pub(super) fn subdomain_messages(text: &str) -> Vec<String> {
    DNS_1123_SUBDOMAIN.messages(text)
}

pub(super) fn validate(names: &Names, path: &Path<'_>, found: &mut Found) {
    let Names { plural, singular, short_names, kind, list_kind, categories } = names;
    for (name, value) in [("plural", plural), ("singular", singular)] {
        let messages = label_messages(value);
        if !value.is_empty() && !messages.is_empty() {
            found.invalid(&path.field(name), value.as_str(), messages.join(","));
        }
    }
    for (name, value) in [("kind", kind), ("listKind", list_kind)] {
        let messages = label_messages(&value.to_lowercase());
        if !value.is_empty() && !messages.is_empty() {
            let detail = format!("may have mixed case, but should otherwise match: {}", messages.join(","));
            found.invalid(&path.field(name), value.as_str(), detail);
        }
    }
    labels(short_names, &path.field("shortNames"), found);
    if !kind.is_empty() && kind == list_kind {
        found.invalid(&path.field("listKind"), list_kind.as_str(), "kind and listKind may not be the same");
    }
    labels(categories, &path.field("categories"), found);
}

fn labels(labels: &[String], path: &Path<'_>, found: &mut Found) {
    for (index, label) in labels.iter().enumerate() {
        let messages = label_messages(label);
        if !messages.is_empty() {
            found.invalid(&path.index(index), label.as_str(), messages.join(","));
        }
    }
}
