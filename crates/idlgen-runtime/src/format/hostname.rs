//! `hostname`.

use super::{Family, Format};
use crate::regex::LazyPattern;

pub(super) static HOSTNAME: Format = Format {
    name: "hostname",
    family: Family::OpenApi,
    since: 0,
    doc: "The name of a host as in RFC 1034, more or less: a single label may hold one hyphen, second; a domain name \
        ends in two letters or more.",
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
