//! Help for unquoted scalars that YAML does not read as strings: `n`, `on` and `010`. Kubernetes reads YAML 1.1
//! (`resolveTable` of goyaml.v2), which has more booleans than YAML 1.2.

use idlgen_runtime::field::{BadValue, Error};
use serde_json::Value as Json;

/// The type of a value where a string is required.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Misread {
    Boolean,
    Number,
}

impl Misread {
    /// Returns the type of the value that an error rejects because it is not a string.
    pub(super) fn of_error(error: &Error) -> Option<Self> {
        let BadValue::Json(Json::String(of)) = &error.bad_value else { return None };
        match of.as_str() {
            _ if !error.detail.contains("must be of type string") => None,
            "boolean" => Some(Misread::Boolean),
            "integer" | "number" => Some(Misread::Number),
            _ => None,
        }
    }

    /// Returns the type of the value that Go cannot decode as a string, from its message.
    pub(super) fn of_decoding(message: &str) -> Option<Self> {
        let (_, rest) = message.split_once("cannot unmarshal ")?;
        match rest.split(' ').next()? {
            _ if !rest.ends_with("of type string") => None,
            "bool" => Some(Misread::Boolean),
            "number" => Some(Misread::Number),
            _ => None,
        }
    }

    /// Returns the help for a value, from its text in the file. This is the text of a larger value if the exact
    /// position is unknown.
    pub(super) fn help(self, written: &str) -> String {
        let is_scalar = !written.is_empty() && written.chars().all(|c| c.is_ascii_alphanumeric() || "+-._".contains(c));
        match self {
            _ if !is_scalar => "put quotes around strings such as `n`, `on`, `true` or `1`".to_owned(),
            Misread::Boolean if matches!(written, "true" | "false") => {
                format!("write `\"{written}\"`: without quotes, it is a boolean")
            }
            Misread::Boolean => as_boolean(written),
            Misread::Number => format!("write `\"{written}\"`: without quotes, it is a number"),
        }
    }
}

/// Returns the help for a key that YAML reads as a boolean. `name` is the key in the object.
pub(super) fn key_help(written: &str, name: &str) -> Option<String> {
    let is_misread = matches!(name, "true" | "false") && written.chars().all(|c| c.is_ascii_alphabetic());
    (is_misread && written != name && !written.is_empty()).then(|| as_boolean(written))
}

fn as_boolean(written: &str) -> String {
    let is_true = matches!(written.to_ascii_lowercase().as_str(), "y" | "yes" | "on" | "true");
    format!("write `\"{written}\"`: without quotes, YAML reads `{written}` as `{is_true}`")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_help_names_the_value_and_its_meaning() {
        for (misread, written, expected) in [
            (Misread::Boolean, "n", "write `\"n\"`: without quotes, YAML reads `n` as `false`"),
            (Misread::Boolean, "On", "write `\"On\"`: without quotes, YAML reads `On` as `true`"),
            (Misread::Boolean, "True", "write `\"True\"`: without quotes, YAML reads `True` as `true`"),
            (Misread::Boolean, "true", "write `\"true\"`: without quotes, it is a boolean"),
            (Misread::Number, "010", "write `\"010\"`: without quotes, it is a number"),
            (Misread::Boolean, "{a: n}", "put quotes around strings such as `n`, `on`, `true` or `1`"),
        ] {
            assert_eq!(misread.help(written), expected);
        }
        assert_eq!(key_help("n", "false"), Some(Misread::Boolean.help("n")));
        assert_eq!(key_help("false", "false"), None);
        assert_eq!(key_help("\"n\"", "n"), None);
    }

    #[test]
    fn only_strings_need_quotes() {
        for (message, expected) in [
            ("json: cannot unmarshal bool into Go struct field A.b of type string", Some(Misread::Boolean)),
            ("A in version \"v1\": json: cannot unmarshal number into Go value of type string", Some(Misread::Number)),
            ("json: cannot unmarshal bool into Go struct field A.b of type int32", None),
            ("json: cannot unmarshal object into Go struct field A.b of type string", None),
            ("other", None),
        ] {
            assert_eq!(Misread::of_decoding(message), expected, "{message}");
        }
    }
}
