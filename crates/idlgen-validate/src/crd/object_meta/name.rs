//! Validates and generates object names.

use idlgen_runtime::format::{DNS_1035_LABEL, DNS_1123_LABEL, DNS_1123_SUBDOMAIN, Format};

/// The rule for an object name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NameRule {
    /// A DNS subdomain (`k8s.io/apimachinery/pkg/api/validation.NameIsDNSSubdomain`): for custom resources.
    DnsSubdomain,
    /// A DNS label (`k8s.io/apimachinery/pkg/api/validation.NameIsDNSLabel`): for namespaces.
    DnsLabel,
    /// A DNS label that begins with a letter (`k8s.io/apimachinery/pkg/api/validation.NameIsDNS1035Label`): for
    /// services.
    Dns1035Label,
    /// A URL path segment (`k8s.io/apimachinery/pkg/api/validation/path.ValidatePathSegmentName`): for all objects.
    PathSegment,
}

impl NameRule {
    /// Returns the errors of a name, or of a `prefix` to which a suffix will be appended.
    pub(super) fn messages(self, name: &str, is_prefix: bool) -> Vec<String> {
        let of_format = |format: &Format| {
            if is_prefix { format.messages(&mask_trailing_dash(name)) } else { format.messages(name) }
        };
        match self {
            NameRule::DnsSubdomain => of_format(&DNS_1123_SUBDOMAIN),
            NameRule::DnsLabel => of_format(&DNS_1123_LABEL),
            NameRule::Dns1035Label => of_format(&DNS_1035_LABEL),
            NameRule::PathSegment => {
                if !is_prefix && matches!(name, "." | "..") {
                    return vec![format!("may not be '{name}'")];
                }
                let illegal = ['/', '%'].into_iter().filter(|character| name.contains(*character));
                illegal.map(|character| format!("may not contain '{character}'")).collect()
            }
        }
    }
}

/// Replaces a dash at the end of a prefix and the character before it, like the upstream function, so that a valid
/// prefix becomes a valid name.
fn mask_trailing_dash(name: &str) -> String {
    match name.strip_suffix('-') {
        Some(rest) if !rest.is_empty() => {
            let mut masked = rest.to_owned();
            masked.pop();
            masked.push('a');
            masked
        }
        _ => name.to_owned(),
    }
}

/// Maximum number of prefix bytes in a generated name (`k8s.io/apiserver/pkg/storage/names`).
const MAX_PREFIX: usize = 58;

/// The suffix of generated names. A server uses five random characters; a constant makes output reproducible.
const SUFFIX: &str = "xxxxx";

/// Generates a name like a server, with [`SUFFIX`] in place of random characters.
pub(in crate::crd) fn generate_name(prefix: &str) -> String {
    let end = (0..=MAX_PREFIX.min(prefix.len())).rev().find(|end| prefix.is_char_boundary(*end)).unwrap_or_default();
    format!("{}{SUFFIX}", prefix.get(..end).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_prefix_may_end_in_a_dash() {
        let rule = NameRule::DnsSubdomain;
        assert_eq!(rule.messages("a-", true), [""; 0]);
        assert_eq!(rule.messages("a-", false).len(), 1);
        assert_eq!(rule.messages("a_-", true), [""; 0], "as upstream");
        assert_eq!(rule.messages("-", true).len(), 1);
        assert_eq!(NameRule::PathSegment.messages("..", false), ["may not be '..'"]);
        assert_eq!(NameRule::PathSegment.messages("a/b%", true), ["may not contain '/'", "may not contain '%'"]);
    }

    #[test]
    fn generated_names_are_short_enough() {
        assert_eq!(generate_name("a-"), "a-xxxxx");
        assert_eq!(generate_name(&"a".repeat(70)).len(), 63);
        assert_eq!(generate_name(&"é".repeat(40)), format!("{}xxxxx", "é".repeat(29)));
    }
}
