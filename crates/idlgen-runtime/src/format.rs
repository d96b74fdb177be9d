//! String formats of OpenAPI, Kubernetes and KEP-4153.
//!
//! In custom resources, the API server enforces the formats of [`Family::OpenApi`] and [`Family::Kubernetes`]
//! (`k8s.io/apiextensions-apiserver/pkg/apiserver/validation/formats.go`, `k8s.io/kube-openapi/pkg/validation/strfmt`)
//! and ignores all others. The formats of [`Family::Kep4153`] correspond to hand-written checks of the API server for
//! its own types.
//!
//! ```
//! use idlgen_runtime::format::{self, Family};
//!
//! let format = format::find("date-time").unwrap();
//! assert!(format.accepts("2024-02-29T12:00:00Z"));
//! assert_eq!(format.family, Family::OpenApi);
//! assert_eq!(format::find("datetime").map(|format| format.name), Some("date-time"));
//! assert!(format::find("uri-reference").is_none());
//! ```

mod address;
mod api_version;
mod byte;
mod color;
mod credit_card;
mod date_time;
mod dns;
mod duration;
mod email;
mod family;
mod hostname;
mod integer;
mod isbn;
mod kubernetes_name;
mod label;
mod mac;
mod messages;
mod object_id;
mod password;
mod qualified_domain;
mod quantity;
mod social_security_number;
mod string_format;
mod uri;
mod uuid;

#[doc(hidden)]
pub use dns::{DNS_1035_LABEL, DNS_1123_LABEL, DNS_1123_SUBDOMAIN};
pub use family::Family;
#[doc(hidden)]
pub use label::{LABEL_VALUE, QUALIFIED_NAME};
pub use string_format::Format;

/// Every format, ordered by name without dashes.
pub const ALL: &[&Format] = &[
    &api_version::API_VERSION,
    &object_id::OBJECT_ID,
    &byte::BYTE,
    &address::CIDR,
    &credit_card::CREDIT_CARD,
    &date_time::DATE,
    &date_time::DATE_TIME,
    &dns::DNS_1035_LABEL,
    &dns::DNS_1123_LABEL,
    &dns::DNS_1123_SUBDOMAIN,
    &duration::DURATION,
    &email::EMAIL,
    &qualified_domain::FULLY_QUALIFIED_DOMAIN_NAME,
    &qualified_domain::FULLY_QUALIFIED_NAME,
    &color::HEX_COLOR,
    &hostname::HOSTNAME,
    &integer::INTEGER,
    &address::IPV4,
    &address::IPV6,
    &isbn::ISBN,
    &isbn::ISBN_10,
    &isbn::ISBN_13,
    &kubernetes_name::LONG_NAME,
    &kubernetes_name::SHORT_NAME,
    &label::LABEL_VALUE,
    &mac::MAC,
    &password::PASSWORD,
    &label::QUALIFIED_NAME,
    &quantity::QUANTITY,
    &color::RGB_COLOR,
    &social_security_number::SOCIAL_SECURITY_NUMBER,
    &uri::URI,
    &uuid::UUID,
    &uuid::UUID_3,
    &uuid::UUID_4,
    &uuid::UUID_5,
];

/// Returns the format with this name. Ignores dashes but not case, like the API server.
pub fn find(name: &str) -> Option<&'static Format> {
    let key = |name: &'static str| name.bytes().filter(|byte| *byte != b'-');
    let wanted = || name.bytes().filter(|byte| *byte != b'-');
    let position = ALL.binary_search_by(|format| key(format.name).cmp(wanted())).ok()?;
    ALL.get(position).copied()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::context::Options;

    #[test]
    fn is_sorted_by_name() {
        let keys: Vec<String> = ALL.iter().map(|format| format.name.replace('-', "")).collect();
        assert!(keys.is_sorted());
        for format in ALL {
            assert!(std::ptr::eq(find(format.name).unwrap(), *format), "{}", format.name);
        }
    }

    #[test]
    fn examples_are_right() {
        for format in ALL {
            assert!(!format.examples.is_empty() && !format.doc.is_empty() && !format.source.is_empty());
            for text in format.examples {
                assert!(format.accepts(text), "{} {text:?}", format.name);
                assert_eq!(format.messages(text), [""; 0]);
            }
            for text in format.counterexamples {
                assert!(!format.accepts(text), "{} {text:?}", format.name);
                assert!(!format.messages(text).is_empty(), "{} {text:?}", format.name);
            }
        }
    }

    #[test]
    fn versions_and_families_decide() {
        let mut options = Options { kubernetes_minor: 34, ..Options::default() };
        let applies = |name: &str, options| find(name).unwrap().applies(options);
        assert!(applies("uuid", options));
        assert!(!applies("k8s-short-name", options));
        options.kubernetes_minor = 35;
        assert!(applies("k8sshortname", options));
        assert!(applies("dns1123label", options));
        options.kep4153_formats = false;
        assert!(!applies("dns1123label", options));
        assert!(find("IPv4").is_none());
    }
}
