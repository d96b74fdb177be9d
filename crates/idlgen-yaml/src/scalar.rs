//! Scalar resolution: the rules of goyaml.v2 (`resolve.go`), which `sigs.k8s.io/yaml` uses, and the conversion through
//! JSON to Kubernetes values.

use idlgen_runtime::go::base64;

use crate::{
    Content,
    number::{self, Numeral},
    timestamp::is_timestamp,
};

/// A scalar value before the conversion to JSON.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Scalar {
    Null,
    /// A boolean.
    Bool(bool),
    /// An integer that fits in 64 bits.
    Int(i64),
    /// An integer that only fits in an unsigned 64-bit integer.
    Unsigned(u64),
    /// A floating point number, including infinities and NaN.
    Float(f64),
    String(String),
}

impl From<Numeral> for Scalar {
    fn from(number: Numeral) -> Self {
        match number {
            Numeral::Int(value) => Scalar::Int(value),
            Numeral::Unsigned(value) => Scalar::Unsigned(value),
            Numeral::Float(value) => Scalar::Float(value),
        }
    }
}

/// The effect of the core tags on a scalar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tag {
    /// No tag, and not quoted: the text determines the type.
    Plain,
    /// `!!str`, a quoted scalar, or an application tag.
    String,
    /// `!!bool`.
    Bool,
    /// `!!int`.
    Int,
    /// `!!float`.
    Float,
    /// `!!null`.
    Null,
    /// `!!timestamp`.
    Timestamp,
    /// `!!binary`.
    Binary,
}

/// Resolves a scalar, or returns an error message.
pub(crate) fn resolve(text: &str, tag: Tag) -> Result<Scalar, String> {
    let wanted = match tag {
        Tag::Plain => return Ok(plain(text)),
        Tag::String => return Ok(Scalar::String(text.to_owned())),
        Tag::Binary => {
            let bytes = base64::decode(text).map_err(|_| "the `!!binary` value is not base64")?;
            return Ok(Scalar::String(through_json(&bytes)));
        }
        Tag::Bool => "boolean",
        Tag::Int => "integer",
        Tag::Float => "number",
        Tag::Null => "null",
        Tag::Timestamp => "timestamp",
    };
    match (tag, plain(text)) {
        (Tag::Float, Scalar::Int(value)) => Ok(Scalar::Float(value as f64)),
        (Tag::Bool, value @ Scalar::Bool(_))
        | (Tag::Int, value @ (Scalar::Int(_) | Scalar::Unsigned(_)))
        | (Tag::Float, value @ Scalar::Float(_))
        | (Tag::Null, value @ Scalar::Null) => Ok(value),
        // Timestamps remain strings.
        (Tag::Timestamp, value @ Scalar::String(_)) if is_timestamp(text) => Ok(value),
        _ => Err(format!("`{text}` is tagged as {wanted}, but has another type")),
    }
}

/// Decodes bytes to a string. Like Go's JSON encoder, writes a replacement character for each byte that is not UTF-8.
fn through_json(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        text.extend(chunk.invalid().iter().map(|_| char::REPLACEMENT_CHARACTER));
    }
    text
}

/// Resolves a plain scalar without a tag.
fn plain(text: &str) -> Scalar {
    match text {
        "" | "~" | "null" | "Null" | "NULL" => return Scalar::Null,
        "y" | "Y" | "yes" | "Yes" | "YES" | "true" | "True" | "TRUE" | "on" | "On" | "ON" => return Scalar::Bool(true),
        "n" | "N" | "no" | "No" | "NO" | "false" | "False" | "FALSE" | "off" | "Off" | "OFF" => {
            return Scalar::Bool(false);
        }
        ".inf" | ".Inf" | ".INF" | "+.inf" | "+.Inf" | "+.INF" => return Scalar::Float(f64::INFINITY),
        "-.inf" | "-.Inf" | "-.INF" => return Scalar::Float(f64::NEG_INFINITY),
        ".nan" | ".NaN" | ".NAN" => return Scalar::Float(f64::NAN),
        _ => {}
    }
    number::plain(text).map_or_else(|| Scalar::String(text.to_owned()), Scalar::from)
}

impl Scalar {
    /// Converts the value like Kubernetes: `sigs.k8s.io/yaml` writes JSON, and Kubernetes reads an integer if there is
    /// neither a fraction nor an exponent. Returns `None` for a value that JSON cannot represent.
    pub(crate) fn into_content(self) -> Option<Content> {
        Some(match self {
            Scalar::Null => Content::Null,
            Scalar::Bool(value) => Content::Bool(value),
            Scalar::Int(value) => Content::Int(value),
            Scalar::Unsigned(value) => i64::try_from(value).map_or(Content::Float(value as f64), Content::Int),
            Scalar::Float(value) if !value.is_finite() => return None,
            Scalar::Float(value) => number::through_json(value),
            Scalar::String(text) => Content::String(text),
        })
    }

    /// Converts the value to a key, which `sigs.k8s.io/yaml` converts to a string. Returns `None` for a value that it
    /// rejects.
    pub(crate) fn into_key(self) -> Option<String> {
        Some(match self {
            Scalar::String(text) => text,
            Scalar::Int(value) => value.to_string(),
            Scalar::Bool(value) => value.to_string(),
            Scalar::Float(value) if value.is_nan() => ".nan".to_owned(),
            Scalar::Float(f64::INFINITY) => ".inf".to_owned(),
            Scalar::Float(f64::NEG_INFINITY) => "-.inf".to_owned(),
            Scalar::Float(value) => number::float_key(value),
            Scalar::Null | Scalar::Unsigned(_) => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_scalars_mean_what_they_mean_to_kubectl() {
        let table = [
            ("yes", Scalar::Bool(true)),
            ("on", Scalar::Bool(true)),
            ("No", Scalar::Bool(false)),
            ("tRue", Scalar::String("tRue".to_owned())),
            ("", Scalar::Null),
            ("~", Scalar::Null),
            (".inf", Scalar::Float(f64::INFINITY)),
            ("0755", Scalar::Int(493)),
            ("1.5", Scalar::Float(1.5)),
            ("2020-01-01", Scalar::String("2020-01-01".to_owned())),
            ("12:30:45", Scalar::String("12:30:45".to_owned())),
        ];
        for (text, expected) in table {
            assert_eq!(resolve(text, Tag::Plain), Ok(expected), "{text}");
        }
    }

    #[test]
    fn tags_are_believed_or_refused() {
        let string = |text: &str| Ok(Scalar::String(text.to_owned()));
        let table = [
            ("1", Tag::String, string("1")),
            ("yes", Tag::Bool, Ok(Scalar::Bool(true))),
            ("1", Tag::Float, Ok(Scalar::Float(1.0))),
            ("0x10", Tag::Int, Ok(Scalar::Int(16))),
            ("1.0", Tag::Int, Err("`1.0` is tagged as integer, but has another type".to_owned())),
            ("x", Tag::Null, Err("`x` is tagged as null, but has another type".to_owned())),
            ("2020-01-01", Tag::Timestamp, string("2020-01-01")),
            ("x", Tag::Timestamp, Err("`x` is tagged as timestamp, but has another type".to_owned())),
            ("aGVs\n bG8=", Tag::Binary, Err("the `!!binary` value is not base64".to_owned())),
            ("aGVsbG8=", Tag::Binary, string("hello")),
            ("YeKCYg==", Tag::Binary, string("a\u{fffd}\u{fffd}b")),
        ];
        for (text, tag, expected) in table {
            assert_eq!(resolve(text, tag), expected, "{text} {tag:?}");
        }
    }

    #[test]
    fn keys_are_texts() {
        let key = |text: &str| resolve(text, Tag::Plain).ok().and_then(Scalar::into_key);
        let table = [
            ("a", Some("a")),
            ("y", Some("true")),
            ("010", Some("8")),
            ("1.5", Some("1.5")),
            ("1e6", Some("1e+06")),
            ("16777217.5", Some("1.6777218e+07")),
            ("-.inf", Some("-.inf")),
            (".nan", Some(".nan")),
            ("~", None),
            ("18446744073709551615", None),
        ];
        for (text, expected) in table {
            assert_eq!(key(text).as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn values_come_through_json() {
        let content = |text: &str| resolve(text, Tag::Plain).ok().and_then(Scalar::into_content);
        let table = [
            ("1.0", Some(Content::Int(1))),
            ("1.5", Some(Content::Float(1.5))),
            ("18446744073709551615", Some(Content::Float(18_446_744_073_709_551_615.0))),
            (".inf", None),
        ];
        for (text, expected) in table {
            assert_eq!(content(text), expected, "{text}");
        }
    }
}
