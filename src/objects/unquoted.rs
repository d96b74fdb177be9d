//! Unquoted scalars that YAML does not read as strings: `n`, `on` and `010`. Kubernetes reads YAML 1.1 (`resolveTable`
//! of goyaml.v2), which has more booleans than YAML 1.2.

use std::ops::Range;

use idlgen_runtime::field::{BadValue, Error};
use idlgen_yaml::{Content, Node};
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
        match self {
            _ if !is_plain(written) => "put quotes around strings such as `n`, `on`, `true` or `1`".to_owned(),
            Misread::Boolean if matches!(written, "true" | "false") => {
                format!("write `\"{written}\"`: without quotes, it is a boolean")
            }
            Misread::Boolean => {
                let is_true = matches!(written.to_ascii_lowercase().as_str(), "y" | "yes" | "on" | "true");
                read_as(written, if is_true { "true" } else { "false" })
            }
            Misread::Number => format!("write `\"{written}\"`: without quotes, it is a number"),
        }
    }
}

/// Returns `true` for the text of a number, boolean or word without quotes.
fn is_plain(written: &str) -> bool {
    !written.is_empty() && written.chars().all(|c| c.is_ascii_alphanumeric() || "+-._".contains(c))
}

/// Returns the help for a key that YAML does not read as written. `name` is the key in the object.
pub(super) fn key_help(written: &str, name: &str) -> Option<String> {
    (is_plain(written) && written != name).then(|| read_as(written, name))
}

fn read_as(written: &str, meaning: &str) -> String {
    format!("write `\"{written}\"`: without quotes, YAML reads `{written}` as `{meaning}`")
}

/// Returns the names and positions of the keys that YAML does not read as written, in document order. The positions are
/// in `text`.
pub(super) fn misread_keys<'n>(object: &'n Node, text: &str) -> Vec<(&'n str, Range<usize>)> {
    let mut keys = Vec::new();
    let mut rest = vec![object];
    while let Some(node) = rest.pop() {
        match &node.content {
            Content::List(items) => rest.extend(items.iter().rev()),
            Content::Map(entries) => {
                for entry in entries {
                    let written = || text.get(entry.key_span.clone()).unwrap_or_default();
                    if may_be_misread(&entry.key) && key_help(written(), &entry.key).is_some() {
                        keys.push((entry.key.as_str(), entry.key_span.clone()));
                    }
                }
                rest.extend(entries.iter().rev().map(|entry| &entry.value));
            }
            _ => {}
        }
    }
    keys.sort_by_key(|(_, span)| span.start);
    keys
}

/// Returns `true` if a boolean or a number can be read as this key. Most keys are neither.
fn may_be_misread(name: &str) -> bool {
    matches!(name, "true" | "false") || name.starts_with(|first: char| first.is_ascii_digit() || "-+.".contains(first))
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
    fn keys_are_misread_at_every_depth() {
        let text = "n: 1\na:\n- {010: x, \"on\": y, true: z, 9: v}\n- b: {1.0: x, No: y, w: {1_000: x}}\n";
        let loaded = idlgen_yaml::load(text, &idlgen_yaml::Limits::default());
        let root = loaded[0].root.as_ref().unwrap();
        let keys = misread_keys(root, text);
        let shown: Vec<(&str, &str)> = keys.iter().map(|(name, span)| (&text[span.clone()], *name)).collect();
        assert_eq!(shown, [("n", "false"), ("010", "8"), ("1.0", "1"), ("No", "false"), ("1_000", "1000")]);
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
