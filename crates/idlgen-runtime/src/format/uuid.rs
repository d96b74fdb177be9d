//! The formats `uuid`, `uuid3`, `uuid4` and `uuid5`.

use super::{Family, Format};

pub(super) static UUID: Format = Format {
    name: "uuid",
    family: Family::OpenApi,
    since: 0,
    doc: "A UUID in either case. Hyphens are optional.",
    source: "k8s.io/kube-openapi/pkg/validation/strfmt.IsUUID",
    examples: &["a8098c1a-f86e-11da-bd1a-00112444be1e", "A8098C1AF86E11DABD1A00112444BE1E"],
    counterexamples: &["", "a8098c1a-f86e-11da-bd1a-00112444be1", "a8098c1a_f86e_11da_bd1a_00112444be1e"],
    accepts: |text| digits(text).is_some(),
    messages: None,
};

pub(super) static UUID_3: Format = Format {
    name: "uuid3",
    family: Family::OpenApi,
    since: 0,
    doc: "A UUID of version 3.",
    source: "k8s.io/kube-openapi/pkg/validation/strfmt.IsUUID3",
    examples: &["bcd02e22-68f0-3046-a512-327cca9def8f"],
    counterexamples: &["", "a8098c1a-f86e-11da-bd1a-00112444be1e"],
    accepts: |text| digits(text).is_some_and(|digits| digits[12] == b'3'),
    messages: None,
};

pub(super) static UUID_4: Format = Format {
    name: "uuid4",
    family: Family::OpenApi,
    since: 0,
    doc: "A UUID of version 4.",
    source: "k8s.io/kube-openapi/pkg/validation/strfmt.IsUUID4",
    examples: &["025b0d74-00a2-4048-bf57-227c5111bb34"],
    counterexamples: &["", "025b0d74-00a2-4048-7f57-227c5111bb34"],
    accepts: |text| is_of_version(text, b'4'),
    messages: None,
};

pub(super) static UUID_5: Format = Format {
    name: "uuid5",
    family: Family::OpenApi,
    since: 0,
    doc: "A UUID of version 5.",
    source: "k8s.io/kube-openapi/pkg/validation/strfmt.IsUUID5",
    examples: &["886313e1-3b8a-5372-9b90-0c9aee199e5d"],
    counterexamples: &["", "025b0d74-00a2-4048-bf57-227c5111bb34"],
    accepts: |text| is_of_version(text, b'5'),
    messages: None,
};

/// Returns the 32 digits, or `None` if a hyphen is not in one of its optional positions.
fn digits(text: &str) -> Option<[u8; 32]> {
    let mut digits = [0; 32];
    let mut count = 0;
    let mut after_hyphen = false;
    for byte in text.bytes() {
        if byte == b'-' && !after_hyphen && matches!(count, 8 | 12 | 16 | 20) {
            after_hyphen = true;
            continue;
        }
        if !byte.is_ascii_hexdigit() {
            return None;
        }
        *digits.get_mut(count)? = byte.to_ascii_lowercase();
        count += 1;
        after_hyphen = false;
    }
    (count == 32).then_some(digits)
}

/// Returns `true` if version and variant are those of a version 4 or 5 UUID.
fn is_of_version(text: &str, version: u8) -> bool {
    digits(text).is_some_and(|digits| digits[12] == version && matches!(digits[16], b'8' | b'9' | b'a' | b'b'))
}
