//! The format `hostname`.

use super::{Family, Format};
use crate::regex::LazyPattern;

pub(super) static HOSTNAME: Format = Format {
    name: "hostname",
    family: Family::OpenApi,
    since: 0,
    doc: "A host name similar to RFC 1034. A single label can have one hyphen, as its second character; a domain name \
        ends with at least two letters.",
    source: "k8s.io/kube-openapi/pkg/validation/strfmt.IsHostname",
    examples: &["a-b", "localhost", "my-host-1.example.com"],
    counterexamples: &["", "a-b-c", "a.b", "1.2.3.4", "example.com.", "a_b.com"],
    accepts: |text| {
        text.len() <= 255
            && text.split('.').all(|label| label.len() <= 63)
            && HOST.compiled().is_ok_and(|host| host.is_match(text))
    },
    messages: None,
};

static HOST: LazyPattern = LazyPattern::new(concat!(
    r"^([a-zA-Z0-9\p{S}\p{L}]((-?[a-zA-Z0-9\p{S}\p{L}]{0,62})?)|([a-zA-Z0-9\p{S}\p{L}](([a-zA-Z0-9-\p{S}\p{L}]{0,61}",
    r"[a-zA-Z0-9\p{S}\p{L}])?)(\.)){1,}([a-zA-Z\p{L}]){2,63})$",
));
