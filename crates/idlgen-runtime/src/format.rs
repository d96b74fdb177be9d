//! The string formats of OpenAPI, Kubernetes and KEP-4153.

use crate::context::Options;

/// A string format.
#[derive(Debug)]
#[non_exhaustive]
pub struct Format {
    /// The name, without dashes as the API server compares it.
    pub name: &'static str,
    /// The minor version of Kubernetes that first enforces it; `None` for a format that only KEP-4153 has.
    pub since: Option<u16>,
    accepts: fn(&str) -> bool,
}

impl Format {
    /// Whether values are held to the format under `options`.
    pub fn applies(&self, options: Options) -> bool {
        self.since.is_none_or(|since| options.kubernetes_minor >= since)
    }

    /// Whether `text` has the format.
    pub fn accepts(&self, text: &str) -> bool {
        (self.accepts)(text)
    }
}

static IPV4: Format =
    Format { name: "ipv4", since: Some(0), accepts: |text| text.parse::<std::net::Ipv4Addr>().is_ok() };

/// The format of that name. Dashes in the name do not count.
pub fn find(name: &str) -> Option<&'static Format> {
    (name.replace('-', "") == "ipv4").then_some(&IPV4)
}
