//! The string formats for Kubernetes names, which older servers do not support, with their equivalents as patterns and
//! in CEL.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StringFormat {
    pub(crate) name: &'static str,
    /// Alternative names.
    pub aliases: &'static [&'static str],
    /// An anchored regular expression.
    pub pattern: &'static str,
    /// The maximum length, if any.
    pub max_length: Option<u64>,
    /// The CEL expression that checks `self`.
    pub cel: Cel,
    /// The error message: that of Kubernetes if it has one.
    pub message: &'static str,
}

/// The CEL representation of a format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cel {
    /// A function of the `format` library (Kubernetes 1.31), and one for the prefix of generated names.
    Library {
        /// The function name, such as `dns1123Label` in `format.dns1123Label()`.
        function: &'static str,
        /// The function name for prefixes, such as `dns1123LabelPrefix`, if there is one.
        prefix: Option<&'static str>,
    },
    /// A function of the library, and another expression about `self` that must also be true.
    LibraryAnd(&'static str, &'static str),
    /// An expression about `self`.
    Expression(&'static str),
}

const LABEL: &str = "^[a-z0-9]([-a-z0-9]*[a-z0-9])?$";
const SUBDOMAIN: &str = r"^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$";

/// All formats: those of KEP-4153, the further candidates it lists, and names that released versions use.
pub(crate) const FORMATS: &[StringFormat] = &[
    StringFormat {
        name: "dns1123subdomain",
        aliases: &["k8s-long-name"],
        pattern: SUBDOMAIN,
        max_length: Some(253),
        cel: Cel::Library { function: "dns1123Subdomain", prefix: Some("dns1123SubdomainPrefix") },
        message: "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and \
            must start and end with an alphanumeric character",
    },
    StringFormat {
        name: "dns1123label",
        aliases: &["k8s-short-name"],
        pattern: LABEL,
        max_length: Some(63),
        cel: Cel::Library { function: "dns1123Label", prefix: Some("dns1123LabelPrefix") },
        message: "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must \
            start and end with an alphanumeric character",
    },
    StringFormat {
        name: "dns1035label",
        aliases: &[],
        pattern: "^[a-z]([-a-z0-9]*[a-z0-9])?$",
        max_length: Some(63),
        cel: Cel::Library { function: "dns1035Label", prefix: Some("dns1035LabelPrefix") },
        message: "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an \
            alphabetic character, and end with an alphanumeric character",
    },
    StringFormat {
        name: "qualifiedName",
        aliases: &[],
        pattern: concat!(
            r"^([a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*/)?",
            "[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?$"
        ),
        max_length: Some(317),
        cel: Cel::Library { function: "qualifiedName", prefix: None },
        message: "a qualified name must consist of alphanumeric characters, '-', '_' or '.', and must start and end \
            with an alphanumeric character",
    },
    StringFormat {
        name: "labelValue",
        aliases: &[],
        pattern: "^(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?$",
        max_length: Some(63),
        cel: Cel::Library { function: "labelValue", prefix: None },
        message: "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and \
            must start and end with an alphanumeric character",
    },
    StringFormat {
        name: "fullyQualifiedName",
        aliases: &[],
        pattern: r"^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?){2,}$",
        max_length: Some(253),
        cel: Cel::LibraryAnd("dns1123Subdomain", "self.split('.').size() >= 3"),
        message: "should be a domain with at least three segments separated by dots",
    },
    StringFormat {
        name: "fullyQualifiedDomainName",
        aliases: &[],
        pattern: r"^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?(\.[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?)+\.?$",
        max_length: Some(254),
        cel: Cel::Expression(
            r"self.size() <= 254 && self.matches('^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?)+\\.?$')",
        ),
        message: "should be a domain with at least two segments separated by dots",
    },
    StringFormat {
        name: "apiVersion",
        aliases: &[],
        pattern: "^([^/]+(/[^/]*)?|/[^/]+)$",
        max_length: None,
        cel: Cel::Expression("self.matches('^([^/]+(/[^/]*)?|/[^/]+)$')"),
        message: "must be VERSION or GROUP/VERSION",
    },
    StringFormat {
        name: "quantity",
        aliases: &[],
        pattern: r"^[+-]?([0-9]+|[0-9]+\.[0-9]*|\.[0-9]+)([KMGTPE]i|[numkMGTPE]|[eE][+-]?[0-9]+)?$",
        max_length: None,
        cel: Cel::Expression("isQuantity(self)"),
        message: "must be a quantity such as 500m, 1.5 or 2Gi",
    },
    StringFormat {
        name: "integer",
        aliases: &[],
        pattern: "^(0|-?[1-9][0-9]*)$",
        max_length: None,
        cel: Cel::Expression("self.matches('^(0|-?[1-9][0-9]*)$')"),
        message: "must be a valid decimal integer in canonical form",
    },
];

/// Returns the format with that name, ignoring dashes ([`idlgen_runtime::format::find`]).
pub fn find(name: &str) -> Option<&'static StringFormat> {
    let plain = |text: &str| text.replace('-', "");
    let wanted = plain(name);
    FORMATS
        .iter()
        .find(|format| plain(format.name) == wanted || format.aliases.iter().any(|alias| plain(alias) == wanted))
}

#[cfg(test)]
mod tests {
    use idlgen_runtime::regex::Pattern;

    use super::*;

    #[test]
    fn formats_are_found_by_every_spelling() {
        let cases = [
            ("dns1123subdomain", Some("dns1123subdomain")),
            ("dns-1123-label", Some("dns1123label")),
            ("k8s-short-name", Some("dns1123label")),
            ("apiVersion", Some("apiVersion")),
            ("date-time", None),
            ("", None),
        ];
        for (name, expected) in cases {
            assert_eq!(find(name).map(|format| format.name), expected, "{name}");
        }
    }

    #[test]
    fn patterns_and_lengths_are_the_formats() {
        for format in FORMATS {
            let pattern = Pattern::new(format.pattern).unwrap();
            let accepts = |text: &str| {
                let fits = format.max_length.is_none_or(|length| text.chars().count() as u64 <= length);
                fits && pattern.find(text).is_some()
            };
            for name in format.aliases.iter().chain([&format.name]) {
                let known = idlgen_runtime::format::find(name).unwrap_or_else(|| panic!("{name} is no format"));
                let long = ["a".repeat(63), "a".repeat(64), ["a"; 127].join("."), ["a"; 128].join(".")];
                let samples = known.examples.iter().chain(known.counterexamples).copied();
                for text in samples.chain(long.iter().map(String::as_str)) {
                    assert_eq!(accepts(text), known.accepts(text), "{name} {text:?}");
                }
            }
        }
    }
}
