//! String formats: JSON Schema equivalents of the formats that API servers enforce, as names or patterns.

use idlgen_runtime::{Options, format::find};

/// The JSON Schema keywords for a format.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct JsonFormat {
    /// The value of `format`. It accepts every string that a server accepts.
    pub(super) format: Option<&'static str>,
    /// A pattern that all strings of the format match.
    pub(super) pattern: Option<&'static str>,
    /// The maximum length.
    pub(super) max_length: Option<u64>,
    /// `true` if a server may reject strings that satisfy these keywords.
    pub(super) is_partial: bool,
}

/// Names that are formats in JSON Schema but not on API servers. With them, JSON Schema would reject strings that a
/// server accepts.
const FOREIGN: &[&str] = &[
    "idn-email",
    "idn-hostname",
    "iri",
    "iri-reference",
    "json-pointer",
    "regex",
    "relative-json-pointer",
    "time",
    "uri-reference",
    "uri-template",
];

const IPV4: &str = r"^(?:(?:0*(?:25[0-5]|2[0-4]\d|1?\d?\d)\.){3}0*(?:25[0-5]|2[0-4]\d|1?\d?\d)|[0-9A-Fa-f:]*:[\d.]+)$";
const UUID: &str = r"^[0-9A-Fa-f]{8}-?[0-9A-Fa-f]{4}-?[0-9A-Fa-f]{4}-?[0-9A-Fa-f]{4}-?[0-9A-Fa-f]{12}$";
const UUID_3: &str = r"^[0-9A-Fa-f]{8}-?[0-9A-Fa-f]{4}-?3[0-9A-Fa-f]{3}-?[0-9A-Fa-f]{4}-?[0-9A-Fa-f]{12}$";
const UUID_4: &str = r"^[0-9A-Fa-f]{8}-?[0-9A-Fa-f]{4}-?4[0-9A-Fa-f]{3}-?[89ABab][0-9A-Fa-f]{3}-?[0-9A-Fa-f]{12}$";
const UUID_5: &str = r"^[0-9A-Fa-f]{8}-?[0-9A-Fa-f]{4}-?5[0-9A-Fa-f]{3}-?[89ABab][0-9A-Fa-f]{3}-?[0-9A-Fa-f]{12}$";
const MAC: &str = concat!(
    r"^(?:[0-9A-Fa-f]{2}(?:(?::[0-9A-Fa-f]{2}){5}|(?::[0-9A-Fa-f]{2}){7}|(?::[0-9A-Fa-f]{2}){19}",
    r"|(?:-[0-9A-Fa-f]{2}){5}|(?:-[0-9A-Fa-f]{2}){7}|(?:-[0-9A-Fa-f]{2}){19})",
    r"|[0-9A-Fa-f]{4}(?:(?:\.[0-9A-Fa-f]{4}){2}|(?:\.[0-9A-Fa-f]{4}){3}|(?:\.[0-9A-Fa-f]{4}){9}))$",
);
/// A DNS label by RFC 1123.
pub(super) const LABEL: &str = "^[a-z0-9](?:[-a-z0-9]*[a-z0-9])?$";
/// Labels separated by dots.
pub(super) const SUBDOMAIN: &str = r"^[a-z0-9](?:[-a-z0-9]*[a-z0-9])?(?:\.[a-z0-9](?:[-a-z0-9]*[a-z0-9])?)*$";
const RGB: &str = concat!(
    r"^rgb\([\t\n\u000C\r ]*(?:0|[1-9]\d?|1\d\d?|2[0-4]\d|25[0-5])[\t\n\u000C\r ]*,",
    r"[\t\n\u000C\r ]*(?:0|[1-9]\d?|1\d\d?|2[0-4]\d|25[0-5])[\t\n\u000C\r ]*,",
    r"[\t\n\u000C\r ]*(?:0|[1-9]\d?|1\d\d?|2[0-4]\d|25[0-5])[\t\n\u000C\r ]*\)$",
);

/// Returns the keywords for a format in Kubernetes 1.`kubernetes_minor`, or `None` to keep its name as an annotation
/// without a check.
pub(super) fn json_format(name: &str, kubernetes_minor: u16) -> Option<JsonFormat> {
    let mut options = Options::default();
    options.kubernetes_minor = kubernetes_minor;
    options.kep4153_formats = false;
    let Some(format) = find(name).filter(|format| format.applies(options)) else {
        return FOREIGN.contains(&name).then(JsonFormat::default);
    };
    let pattern = |pattern| JsonFormat { pattern: Some(pattern), ..JsonFormat::default() };
    let partial = |format| JsonFormat { format, is_partial: true, ..JsonFormat::default() };
    Some(match format.name {
        "bsonobjectid" => pattern("^[0-9A-Fa-f]{24}$"),
        "byte" => pattern("^(?:[0-9A-Za-z+/]{4})*(?:[0-9A-Za-z+/]{4}|[0-9A-Za-z+/]{3}=|[0-9A-Za-z+/]{2}==)$"),
        "date" | "ipv6" | "password" => JsonFormat { format: Some(format.name), ..JsonFormat::default() },
        "date-time" => partial(Some("date-time")),
        "hexcolor" => pattern("^#?(?:[0-9A-Fa-f]{3}|[0-9A-Fa-f]{6})$"),
        "ipv4" => JsonFormat { is_partial: true, ..pattern(IPV4) },
        "k8s-long-name" => JsonFormat { max_length: Some(253), ..pattern(SUBDOMAIN) },
        "k8s-short-name" => JsonFormat { max_length: Some(63), ..pattern(LABEL) },
        "mac" => pattern(MAC),
        "rgbcolor" => pattern(RGB),
        "uuid" => pattern(UUID),
        "uuid3" => pattern(UUID_3),
        "uuid4" => pattern(UUID_4),
        "uuid5" => pattern(UUID_5),
        // JSON Schema is stricter than servers for these formats, or does not define them.
        _ => partial(None),
    })
}

#[cfg(test)]
mod tests {
    use idlgen_runtime::{format::ALL, regex::Pattern};

    use super::json_format;

    #[test]
    fn patterns_take_what_has_the_format_and_nothing_else() {
        let mut whole = 0;
        for format in ALL {
            let Some(said) = json_format(format.name, 35) else { continue };
            let Some(pattern) = said.pattern else { continue };
            let pattern = Pattern::new(&pattern.replace(r"\u000C", r"\x0C")).unwrap();
            for text in format.examples {
                assert!(pattern.is_match(text), "{} {text:?}", format.name);
            }
            for text in format.counterexamples.iter().filter(|_| !said.is_partial) {
                assert!(!pattern.is_match(text), "{} {text:?}", format.name);
            }
            whole += 1;
        }
        assert_eq!(whole, 12);
    }

    #[test]
    fn names_that_mean_something_else_are_left_out() {
        assert_eq!(json_format("duration", 35).map(|said| (said.format, said.is_partial)), Some((None, true)));
        assert_eq!(json_format("time", 35).map(|said| (said.format, said.is_partial)), Some((None, false)));
        assert_eq!(json_format("int32", 35), None);
        assert_eq!(json_format("k8s-short-name", 33), None);
    }
}
