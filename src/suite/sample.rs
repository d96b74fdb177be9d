//! Generates sample values from a schema.

use idlgen_runtime::{
    format::{self, Format},
    regex::Pattern,
};
use serde_json::{Map, Value as Json, json};

use super::coverage::sorted_properties;

/// Maximum depth of schemas.
const MAX_DEPTH: usize = 40;

/// Strings in many formats, some of which may match a pattern.
const TEXTS: &[&str] = &[
    "a",
    "example",
    "example.com",
    "1",
    "10",
    "v1",
    "A",
    "Example",
    "a-1",
    "a/b",
    "example.com/a",
    "https://example.com",
    "http://example.com/a",
    "10.0.0.1",
    "10.0.0.0/16",
    "fd00::/48",
    "1h",
    "10s",
    "100m",
    "1Gi",
    "2024-01-01T00:00:00Z",
    "2024-01-01",
    "12345678-1234-1234-1234-123456789012",
    "arn:aws:iam::123456789012:role/example",
    "123456789012",
    "us-east-1",
    "0 0 * * *",
    "a@example.com",
    "sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef",
    "registry.example.com/image@sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef",
    "1.2.3",
    "00:11:22:33:44:55",
    "/a",
    "/a/b",
    "",
];

/// Returns a sample value for a schema: the required parts, and with `all`, all other parts. `number` makes the items
/// of a list distinct.
pub(super) fn sample(schema: &Json, all: bool, number: usize) -> Json {
    of(schema, all, number, 0)
}

fn of(schema: &Json, all: bool, number: usize, depth: usize) -> Json {
    if depth > MAX_DEPTH {
        return Json::Null;
    }
    if let Some(default) = schema.get("default") {
        return default.clone();
    }
    if let Some(values) = schema.get("enum").and_then(Json::as_array) {
        let usable = values.iter().filter(|value| !value.is_null() && **value != json!(""));
        return usable
            .clone()
            .nth(number)
            .or_else(|| usable.clone().next())
            .or(values.first())
            .cloned()
            .unwrap_or_default();
    }
    let count = |key: &str| schema.get(key).and_then(Json::as_u64);
    match schema.get("type").and_then(Json::as_str) {
        Some("object") => {
            let required = required(schema);
            let mut object = Map::new();
            for (name, property) in sorted_properties(schema) {
                if required.contains(&name.as_str()) || (all && depth < 8) {
                    object.insert(name.clone(), of(property, all, number, depth + 1));
                }
            }
            if let Some(inner) = schema.get("additionalProperties").filter(|inner| inner.is_object()) {
                for index in 0..least(count("minProperties"), all) {
                    object.insert(format!("key{index}"), of(inner, all, index, depth + 1));
                }
            }
            object.into()
        }
        Some("array") => {
            let Some(items) = schema.get("items") else { return json!([]) };
            (0..least(count("minItems"), all)).map(|index| of(items, all, index, depth + 1)).collect()
        }
        Some("string") => text(schema, number).into(),
        Some("integer") => integer(schema, number).into(),
        Some("number") => (integer(schema, number) as f64).into(),
        Some("boolean") => true.into(),
        _ if schema.get("x-kubernetes-int-or-string") == Some(&Json::Bool(true)) => match schema.get("pattern") {
            Some(_) => text(schema, number).into(),
            None => integer(schema, number).into(),
        },
        _ => json!({}),
    }
}

/// Returns the names of required properties.
pub(super) fn required(schema: &Json) -> Vec<&str> {
    schema.get("required").and_then(Json::as_array).into_iter().flatten().filter_map(Json::as_str).collect()
}

fn least(count: Option<u64>, all: bool) -> usize {
    let count = usize::try_from(count.unwrap_or_default()).unwrap_or(usize::MAX).min(100);
    if all { count.max(1) } else { count }
}

fn integer(schema: &Json, number: usize) -> i64 {
    let bound = |key: &str| schema.get(key).and_then(Json::as_f64);
    let is_exclusive = |key: &str| i64::from(schema.get(key) == Some(&Json::Bool(true)));
    let step = bound("multipleOf").map_or(1, |step| (step as i64).max(1));
    let least = bound("minimum").map(|least| least.ceil() as i64 + is_exclusive("exclusiveMinimum"));
    let most = bound("maximum").map(|most| most.floor() as i64 - is_exclusive("exclusiveMaximum"));
    let start = least.unwrap_or_else(|| most.unwrap_or(1).min(1));
    let up = start.div_euclid(step) * step;
    let start = if up < start { up.saturating_add(step) } else { up };
    start.saturating_add(step.saturating_mul(number as i64)).min(most.unwrap_or(i64::MAX).max(start))
}

fn text(schema: &Json, number: usize) -> String {
    let count = |key: &str| schema.get(key).and_then(Json::as_u64).map(|count| count as usize);
    let (least, most) = (count("minLength").unwrap_or_default(), count("maxLength").unwrap_or(usize::MAX));
    let format = format_of(schema);
    let examples = format.map_or(&[][..], |format| format.examples);
    let pattern = schema.get("pattern").and_then(Json::as_str).and_then(|pattern| Pattern::new(pattern).ok());
    let fits = |text: &str| {
        (least..=most).contains(&text.chars().count())
            && pattern.as_ref().is_none_or(|pattern| pattern.is_match(text))
            && format.is_none_or(|format| format.accepts(text))
    };
    let longer = || "a".repeat(least.min(1 << 16));
    // Makes items of lists distinct where possible.
    let numbered = TEXTS.iter().map(|text| format!("{text}{number}")).filter(|_| number > 0);
    let with_format = examples.iter().cycle().skip(number).take(examples.len()).map(|text| (*text).to_owned());
    let candidates = with_format.chain(numbered);
    let candidates = candidates.chain(TEXTS.iter().map(|text| (*text).to_owned())).chain([longer()]);
    let padded = TEXTS.iter().map(|text| format!("{text}{}", "1".repeat(least.min(1 << 16))));
    candidates.chain(padded).find(|text| fits(text)).unwrap_or_else(|| examples.first().unwrap_or(&"a").to_string())
}

/// Returns the format of the strings of a schema.
pub(super) fn format_of(schema: &Json) -> Option<&'static Format> {
    schema.get("format").and_then(Json::as_str).and_then(format::find)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_keep_to_limits() {
        let schema = json!({"type": "object", "required": ["a", "b", "c", "d"], "properties": {
            "a": {"type": "integer", "minimum": 5, "multipleOf": 3},
            "b": {"type": "string", "minLength": 12},
            "c": {"type": "array", "minItems": 2, "items": {"type": "string", "pattern": "^[a-z]+[0-9]*$"}},
            "d": {"type": "string", "enum": ["", "X"]},
            "e": {"type": "boolean"}
        }});
        let least = sample(&schema, false, 0);
        assert_eq!(least, json!({"a": 6, "b": "example.com/a", "c": ["a", "a1"], "d": "X"}));
        assert_eq!(sample(&schema, true, 0)["e"], true);
    }

    #[test]
    fn samples_have_their_format() {
        for format in format::ALL {
            let schema = json!({"type": "string", "format": format.name});
            let [first, second] = [0, 1].map(|number| sample(&schema, true, number));
            assert!([&first, &second].iter().all(|text| text.as_str().is_some_and(|text| format.accepts(text))));
            assert!(format.examples.len() == 1 || first != second, "{}", format.name);
        }
    }

    #[test]
    fn samples_of_integers_are_within_their_limits() {
        for (schema, number, expected) in [
            (json!({}), 0, 1),
            (json!({}), 2, 3),
            (json!({"minimum": 5}), 0, 5),
            (json!({"minimum": 5, "exclusiveMinimum": true}), 0, 6),
            (json!({"minimum": 4.5}), 0, 5),
            (json!({"maximum": -3}), 0, -3),
            (json!({"maximum": -3, "exclusiveMaximum": true}), 0, -4),
            (json!({"maximum": 2}), 5, 2),
            (json!({"maximum": 1}), 0, 1),
            (json!({"minimum": 5, "maximum": 7}), 9, 7),
            (json!({"multipleOf": 4}), 0, 4),
            (json!({"multipleOf": 4}), 1, 8),
            (json!({"minimum": 8, "multipleOf": 4}), 0, 8),
            (json!({"minimum": -7, "multipleOf": 4}), 0, -4),
        ] {
            assert_eq!(integer(&schema, number), expected, "{schema} {number}");
        }
    }
    #[test]
    fn samples_of_strings_are_within_their_limits() {
        for (schema, number, expected) in [
            (json!({}), 0, "a"),
            (json!({}), 2, "a2"),
            (json!({"minLength": 2, "pattern": "^[0-9]+$"}), 0, "10"),
            (json!({"maxLength": 3, "pattern": "e$"}), 0, "a"),
            (json!({"maxLength": 1}), 2, "2"),
            (json!({"minLength": 12, "pattern": "^[0-9]+$"}), 0, "123456789012"),
            (json!({"minLength": 300}), 0, &"a".repeat(300)),
            (json!({"minLength": 300, "pattern": "^A"}), 0, &format!("A{}", "1".repeat(300))),
            (json!({"format": "ipv4", "pattern": "^nothing fits$"}), 0, format::find("ipv4").unwrap().examples[0]),
        ] {
            assert_eq!(text(&schema, number), expected, "{schema} {number}");
        }
    }

    /// Returns how many values are nested in a value.
    fn depth(value: &Json) -> usize {
        match value {
            Json::Array(items) => items.first().map_or(0, |item| 1 + depth(item)),
            Json::Object(entries) => entries.values().next().map_or(0, |value| 1 + depth(value)),
            _ => 0,
        }
    }

    #[test]
    fn samples_end_at_a_depth() {
        let nested = |around: fn(Json) -> Json| (0..60).fold(json!({"type": "array"}), |inner, _| around(inner));
        let optional = nested(|inner| json!({"type": "object", "properties": {"a": inner}}));
        assert_eq!([false, true].map(|all| depth(&sample(&optional, all, 0))), [0, 8]);
        let needed: [fn(Json) -> Json; 3] = [
            |inner| json!({"type": "array", "items": inner, "minItems": 1}),
            |inner| json!({"type": "object", "properties": {"a": inner}, "required": ["a"]}),
            |inner| json!({"type": "object", "additionalProperties": inner, "minProperties": 1}),
        ];
        for around in needed {
            // The innermost value is null.
            assert_eq!(depth(&sample(&nested(around), false, 0)), MAX_DEPTH + 1);
        }
    }
}
