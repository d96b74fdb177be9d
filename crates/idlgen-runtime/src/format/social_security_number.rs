//! The format `ssn`.

use super::{Family, Format};

pub(super) static SOCIAL_SECURITY_NUMBER: Format = Format {
    name: "ssn",
    family: Family::OpenApi,
    since: 0,
    doc: "A US social security number: groups of three, two and four digits, separated by hyphens or spaces.",
    source: "k8s.io/kube-openapi/pkg/internal/third_party/govalidator.IsSSN",
    examples: &["111-11-1111", "111 11-1111"],
    counterexamples: &["", "111111111", "111-1-11111"],
    accepts: |text| {
        text.len() == 11
            && text.bytes().enumerate().all(|(position, byte)| {
                if matches!(position, 3 | 6) { matches!(byte, b'-' | b' ') } else { byte.is_ascii_digit() }
            })
    },
    messages: None,
};
