//! The format `password`.

use super::{Family, Format};

pub(super) static PASSWORD: Format = Format {
    name: "password",
    family: Family::OpenApi,
    since: 0,
    doc: "Any string. Clients should not display it.",
    source: "k8s.io/kube-openapi/pkg/validation/strfmt.Password",
    examples: &["", "secret"],
    counterexamples: &[],
    accepts: |_| true,
    messages: None,
};
