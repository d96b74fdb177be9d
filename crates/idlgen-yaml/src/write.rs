//! YAML output, identical to goyaml.v2's emitter in `sigs.k8s.io/yaml`.

mod emitter;
mod key_order;
mod number;
mod part;
#[cfg(test)]
mod recorded;
mod scalar_style;
mod writer;

pub use key_order::key_order;
pub use part::{Entries, Numbered, Part};
pub use writer::Writer;

use std::borrow::Cow;

use emitter::Emitter;

/// Formats a value as one YAML document without `---`, like `sigs.k8s.io/yaml.Marshal` (`sigs.k8s.io/yaml.JSONToYAML`,
/// which is goyaml.v2's `yaml.Marshal`): keys in [natural order](key_order()), lists not indented below their key,
/// strings folded after 80 columns, block scalars for strings with line breaks.
///
/// The order of keys in the value is ignored. The function recurses as deep as the value nests.
///
/// ```
/// let value = serde_json::json!({"b": ["yes", 1.5, null], "a10": {}, "a9": "two\nlines\n"});
/// assert_eq!(
///     idlgen_yaml::to_string(&value),
///     "a9: |\n  two\n  lines\na10: {}\nb:\n- \"yes\"\n- 1.5\n- null\n",
/// );
/// ```
pub fn to_string(value: &serde_json::Value) -> String {
    let mut emitter = Emitter::default();
    emitter.document("", &Part::Json(Cow::Borrowed(value)));
    emitter.into_documents().pop().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::to_string;
    use crate::{Limits, load};

    #[test]
    fn structures_are_blocks() {
        let value = json!({
            "list": [[1, 2], {"a": 1, "b": []}, []],
            "map": {"empty": {}, "nested": {"x": null}},
        });
        let expected = "list:\n- - 1\n  - 2\n- a: 1\n  b: []\n- []\nmap:\n  empty: {}\n  nested:\n    x: null\n";
        assert_eq!(to_string(&value), expected);
    }

    #[test]
    fn texts_take_the_style_that_keeps_them_texts() {
        let table = [
            ("", "\"\"\n"),
            ("plain text", "plain text\n"),
            ("yes", "\"yes\"\n"),
            ("1e3", "\"1e3\"\n"),
            ("0x1F", "\"0x1F\"\n"),
            ("12:30:45", "\"12:30:45\"\n"),
            ("2024-01-15", "\"2024-01-15\"\n"),
            ("2024-13-15", "2024-13-15\n"),
            ("<<", "<<\n"),
            ("=", "=\n"),
            ("- a", "'- a'\n"),
            ("-a", "-a\n"),
            ("a: b", "'a: b'\n"),
            ("a #b", "'a #b'\n"),
            ("it's", "it's\n"),
            ("'it", "'''it'\n"),
            ("*a", "'*a'\n"),
            (" a", "' a'\n"),
            ("a ", "'a '\n"),
            ("a\tb", "\"a\\tb\"\n"),
            ("\u{1f600}", "\"\\U0001F600\"\n"),
            ("\u{e9}", "\u{e9}\n"),
            ("a\nb", "|-\n  a\n  b\n"),
            ("a\nb\n", "|\n  a\n  b\n"),
            ("a\n\n", "|+\n  a\n\n"),
            (" a\nb", "|2-\n   a\n  b\n"),
            ("a \nb", "\"a \\nb\"\n"),
            ("\n", "|2+\n\n"),
            ("\u{feff}a", "\"\\uFEFF\\x61\"\n"),
        ];
        for (text, expected) in table {
            assert_eq!(to_string(&Value::from(text)), expected, "{text:?}");
        }
    }

    #[test]
    fn long_texts_are_folded_after_column_80() {
        let words = "word ".repeat(30);
        let text = to_string(&json!({"key": words.trim_end()}));
        assert_eq!(text, format!("key: {}\n  {}\n", "word ".repeat(16).trim_end(), "word ".repeat(14).trim_end()));
        let quoted = to_string(&json!({"key": format!("{words}: x")}));
        assert!(quoted.starts_with("key: 'word") && quoted.contains("\n  word"), "{quoted}");
    }

    #[test]
    fn keys_are_quoted_and_explicit_where_they_must() {
        let long = "k".repeat(129);
        let value = json!({"n": 1, "two\nlines": 1, "": 1, "a b": 1, long.clone(): [1]});
        let expected = format!("\"\": 1\na b: 1\n? {long}\n: - 1\n\"n\": 1\n? |-\n  two\n  lines\n: 1\n");
        assert_eq!(to_string(&value), expected);
    }

    #[test]
    fn keys_whose_order_has_a_cycle_are_written_all_the_same() {
        let keys: Value = (0..2_000).map(|number| (format!("k{number}{}", ["", "a"][number % 2]), json!(1))).collect();
        assert_eq!(to_string(&keys).lines().count(), 2_000);
    }

    #[test]
    fn numbers_come_through_json() {
        let table = [
            (json!(1), "1\n"),
            (json!(1.0), "1\n"),
            (json!(-0.0), "0\n"),
            (json!(1.5), "1.5\n"),
            (json!(1_234_567.5), "1.2345675e+06\n"),
            (json!(9_223_372_036_854_775_808_u64), "9223372036854775808\n"),
            (json!(9.223_372_036_854_776e18), "9223372036854776000\n"),
            (json!(1e20), "1e+20\n"),
            (json!(1e-7), "1e-07\n"),
        ];
        for (value, expected) in table {
            assert_eq!(to_string(&value), expected, "{value}");
        }
    }

    #[test]
    fn what_is_written_is_read_back() {
        let texts = ["a: b\n- c", "x\r\ny", "\u{2028}", "tab\there", " lead\n\ttab", "'\"\\", "-", "---", "? a", "%"];
        let keys: Value = texts.iter().map(|text| ((*text).to_owned(), json!(1))).collect();
        let value = json!({"texts": texts, "keys": keys});
        let documents = load(&to_string(&value), &Limits::default());
        let root = documents.first().and_then(|document| document.root.as_ref()).expect("a value");
        assert_eq!(root.to_json(), value);
    }
}
