//! Parses `$ref`.

use serde_json::Value as Json;

use super::{super::ProblemKind, reader::Reader};

/// The prefixes of references to definitions: those of OpenAPI v3, and those of OpenAPI v2 and JSON Schema.
const PREFIXES: &[&str] = &["#/components/schemas/", "#/definitions/"];

impl Reader {
    /// Parses a reference to a definition and returns its unescaped name. A string without `#` is a plain name, which
    /// openapi-gen's callback may return.
    pub(super) fn reference(&mut self, json: &Json) -> Option<String> {
        let text = self.string(json)?;
        if text.is_empty() {
            return None;
        }
        if !text.contains('#') && !text.contains("://") {
            return Some(text);
        }
        let name = PREFIXES.iter().find_map(|prefix| text.strip_prefix(prefix)).and_then(unescape);
        if name.is_none() {
            let message = format!("`{text}` is neither #/components/schemas/NAME nor #/definitions/NAME");
            self.report(ProblemKind::BadReference, message);
        }
        name
    }
}

/// Decodes `%XX` of a URI fragment, then `~1` and `~0` of a JSON pointer. Returns `None` if the pointer refers to a
/// part of a definition.
fn unescape(escaped: &str) -> Option<String> {
    if escaped.is_empty() || escaped.contains('/') {
        return None;
    }
    let mut bytes = Vec::with_capacity(escaped.len());
    let mut rest = escaped.as_bytes();
    while let Some((&first, tail)) = rest.split_first() {
        let escaped_byte = match tail {
            [high, low, ..] if first == b'%' => hexadecimal(*high).zip(hexadecimal(*low)),
            _ => None,
        };
        if let Some((high, low)) = escaped_byte {
            bytes.push(high << 4 | low);
            rest = tail.get(2..).unwrap_or_default();
        } else {
            bytes.push(first);
            rest = tail;
        }
    }
    Some(String::from_utf8(bytes).ok()?.replace("~1", "/").replace("~0", "~"))
}

fn hexadecimal(digit: u8) -> Option<u8> {
    char::from(digit).to_digit(16).and_then(|digit| u8::try_from(digit).ok())
}

#[cfg(test)]
mod tests {
    use crate::Schema;

    #[test]
    fn names_are_unescaped() {
        let cases = [
            ("#/components/schemas/io.k8s.api.core.v1.Pod", Some("io.k8s.api.core.v1.Pod")),
            ("#/definitions/k8s.io~1api~1core~1v1.Pod", Some("k8s.io/api/core/v1.Pod")),
            ("#/definitions/a%7E0b~01%c3%a9", Some("a~b~1é")),
            ("#/definitions/100%", Some("100%")),
            ("io.k8s.api.core.v1.Pod", Some("io.k8s.api.core.v1.Pod")),
            ("#/definitions/", None),
            ("#/definitions/a/properties/b", None),
            ("#/definitions/%ff", None),
            ("#", None),
            ("http://json-schema.org/draft-04/schema#", None),
        ];
        for (reference, expected) in cases {
            let (schema, problems) = Schema::from_json(&serde_json::json!({"$ref": reference}));
            assert_eq!(schema.reference.as_deref(), expected, "{reference}");
            assert_eq!(problems.is_empty(), expected.is_some(), "{reference}");
        }
    }
}
