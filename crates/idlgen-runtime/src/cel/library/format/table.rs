//! The format table.

use super::named_format::Format;
use crate::cel::library::{Binding, CallCost, by_overload};
use crate::cel::{EvaluationError, Value, library::url};
use crate::format;
use crate::go::Url;

/// Declares the format table and the functions that return the formats.
macro_rules! formats {
    ($($name:literal $size:literal $messages:expr;)*) => {
        pub(super) static FORMATS: &[Format] = &[$(
            Format { name: $name, expression_size: $size, messages: $messages },
        )*];

        pub(in crate::cel::library) const CONSTANTS: &[Binding] = &[$(
            by_overload(concat!("format.", $name), &[concat!("format.", $name)], CallCost::One, |arguments, _| {
                constant(arguments, $name)
            }),
        )*];
    };
}

formats! {
    "dns1123Label" 30 |text, _| messages("dns1123label", text);
    "dns1123Subdomain" 60 |text, _| messages("dns1123subdomain", text);
    "dns1035Label" 30 |text, _| messages("dns1035label", text);
    "qualifiedName" 60 |text, _| messages("qualifiedName", text);
    "dns1123LabelPrefix" 30 |text, _| messages("dns1123label", &completed(text));
    "dns1123SubdomainPrefix" 60 |text, _| messages("dns1123subdomain", &completed(text));
    "dns1035LabelPrefix" 30 |text, _| messages("dns1035label", &completed(text));
    "labelValue" 40 |text, _| messages("labelValue", text);
    "uri" 1103 |text, environment| {
        Url::check_request(text, url::has_strict_colons(environment)).err().iter().map(ToString::to_string).collect()
    };
    "uuid" 70 |text, _| message("uuid", text, "does not match the UUID format");
    "byte" 84 |text, _| message("byte", text, "invalid base64");
    "date" 71 |text, _| message("date", text, "invalid date");
    "datetime" 71 |text, _| message("date-time", text, "invalid datetime");
}

impl Format {
    /// Finds a format by its CEL name (`dns1123Label`). Returns `None` if Kubernetes does not define it.
    pub fn named(name: &str) -> Option<&'static Format> {
        FORMATS.iter().find(|format| format.name == name)
    }
}

fn constant<'a>(arguments: &[Value<'a>], name: &str) -> Result<Value<'a>, EvaluationError> {
    match (arguments, Format::named(name)) {
        ([], Some(format)) => Ok(Value::Format(format)),
        _ => Err(EvaluationError::no_such_overload()),
    }
}

fn messages(format: &str, text: &str) -> Vec<String> {
    format::find(format).map_or_else(Vec::new, |format| format.messages(text))
}

fn message(format: &str, text: &str, message: &str) -> Vec<String> {
    let accepts = format::find(format).is_some_and(|format| format.accepts(text));
    if accepts { Vec::new() } else { vec![message.to_owned()] }
}

/// Completes a prefix to a full name (`maskTrailingDash` of Kubernetes): replaces a trailing hyphen and the character
/// before it with `a`.
fn completed(prefix: &str) -> String {
    match prefix.strip_suffix('-') {
        Some(rest) if !rest.is_empty() => {
            let mut characters = rest.chars();
            characters.next_back();
            format!("{}a", characters.as_str())
        }
        _ => prefix.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cel::Environment;

    #[test]
    fn says_what_is_wrong() {
        for (name, text, expected) in [
            ("dns1123Label", "my-label", ""),
            ("dns1123Label", "a.b", "must not contain dots"),
            ("dns1123LabelPrefix", "my-label-", ""),
            ("dns1123LabelPrefix", "a.-", ""),
            ("dns1035LabelPrefix", "a.b-", "a DNS-1035 label"),
            ("dns1123SubdomainPrefix", "a.-", ""),
            ("labelValue", "-", "a valid label must be"),
            ("qualifiedName", "a/b", ""),
            ("uri", "http://a", ""),
            ("uri", "a", "parse \"a\": invalid URI for request"),
            ("uuid", "a", "does not match the UUID format"),
            ("byte", "a", "invalid base64"),
            ("date", "2021-02-30", "invalid date"),
            ("datetime", "2021-01-01", "invalid datetime"),
            ("datetime", "2021-01-01T00:00:00Z", ""),
        ] {
            let messages = Format::named(name).unwrap().messages(text, Environment::default());
            assert_eq!(messages.is_empty(), expected.is_empty(), "{name} {text} {messages:?}");
            assert!(messages.first().is_none_or(|message| message.starts_with(expected)), "{name} {text} {messages:?}");
        }
        assert!(Format::named("DNS1123Label").is_none());
    }

    #[test]
    fn a_prefix_is_completed() {
        for (prefix, name) in [("a", "a"), ("ab-", "aa"), ("a-", "a"), ("-", "-"), ("", ""), ("äö-", "äa")] {
            assert_eq!(completed(prefix), name, "{prefix}");
        }
    }
}
