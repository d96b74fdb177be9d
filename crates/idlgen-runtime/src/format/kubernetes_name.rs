//! `k8s-short-name` and `k8s-long-name`, added in Kubernetes 1.34. An API server validates objects with the formats of
//! the previous version.

use super::{
    Family, Format,
    dns::{LABEL_LENGTH, SUBDOMAIN_LENGTH, is_label, is_subdomain, label_messages, subdomain_messages},
};

pub(super) static SHORT_NAME: Format = Format {
    name: "k8s-short-name",
    family: Family::Kubernetes,
    since: 35,
    doc: "A short name: at most 63 lowercase letters, digits and hyphens, without a hyphen at either end.",
    source: "k8s.io/kube-openapi/pkg/validation/strfmt.IsShortName",
    examples: &["my-name", "123-abc"],
    counterexamples: &["", "a.b", "A", "-a", "a-"],
    accepts: |text| text.len() <= LABEL_LENGTH && is_label(text),
    messages: Some(label_messages),
};

pub(super) static LONG_NAME: Format = Format {
    name: "k8s-long-name",
    family: Family::Kubernetes,
    since: 35,
    doc: "A long name: at most 253 characters, with short names of any length separated by dots.",
    source: "k8s.io/kube-openapi/pkg/validation/strfmt.IsLongName",
    examples: &["my-name.example.com", "a"],
    counterexamples: &["", "A.b", "a..b", "a.-b"],
    accepts: |text| text.len() <= SUBDOMAIN_LENGTH && is_subdomain(text),
    messages: Some(subdomain_messages),
};
