//! The format `byte`.

use super::{Family, Format};

pub(super) static BYTE: Format = Format {
    name: "byte",
    family: Family::OpenApi,
    since: 0,
    doc: "Nonempty base64 with the standard alphabet and padding.",
    source: "k8s.io/kube-openapi/pkg/internal/third_party/govalidator.IsBase64",
    examples: &["YQ==", "aGk=", "+/+/"],
    counterexamples: &["", "YQ=", "Y Q=", "-_-_"],
    accepts: |text| {
        let digits = text.strip_suffix("==").or_else(|| text.strip_suffix('=')).unwrap_or(text);
        !text.is_empty()
            && text.len() % 4 == 0
            && digits.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+/".contains(&byte))
    },
    messages: None,
};
