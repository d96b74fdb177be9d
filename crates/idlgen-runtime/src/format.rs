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
mod uri;
mod uuid;

use std::fmt;

use crate::context::Options;

/// A string format.
#[non_exhaustive]
pub struct Format {
    /// The name. [`find`] ignores dashes.
    pub name: &'static str,
    /// The standard that defines the format.
    pub family: Family,
    /// The first minor version of Kubernetes 1.x that enforces the format in custom resources, or 0 for formats older
    /// than 1.25.
    pub since: u16,
    /// A description in one sentence.
    pub doc: &'static str,
    /// The upstream function that implements the format.
    pub source: &'static str,
    /// Strings that have the format.
    pub examples: &'static [&'static str],
    /// Strings that do not have the format.
    pub counterexamples: &'static [&'static str],
    accepts: fn(&str) -> bool,
    messages: Option<fn(&str) -> Vec<String>>,
}

/// The standard that defines a format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Family {
    /// A format of OpenAPI. Every version of Kubernetes enforces it.
    OpenApi,
    /// A format that Kubernetes defines for custom resources.
    Kubernetes,
    /// A format of KEP-4153 for built-in Kubernetes types. The API server ignores it in custom resources.
    Kep4153,
}

impl Format {
    /// Returns `true` if the format is enforced under `options`.
    pub fn applies(&self, options: Options) -> bool {
        match self.family {
            Family::Kep4153 => options.kep4153_formats,
            Family::OpenApi | Family::Kubernetes => options.kubernetes_minor >= self.since,
        }
    }

    /// Returns `true` if `text` has the format.
    pub fn accepts(&self, text: &str) -> bool {
        (self.accepts)(text)
    }

    /// Returns the errors in `text` with the messages of `k8s.io/apimachinery/pkg/util/validation`. The result is empty
    /// if the text has the format. If the format has no upstream message, the error contains the name of the format.
    pub fn messages(&self, text: &str) -> Vec<String> {
        if self.accepts(text) {
            return Vec::new();
        }
        self.messages.map_or_else(|| vec![format!("must be of type {}", self.name)], |messages| messages(text))
    }
}

impl fmt::Debug for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Format")
            .field("name", &self.name)
            .field("family", &self.family)
            .field("since", &self.since)
            .finish_non_exhaustive()
    }
}

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
