//! Writes documents that have mappings in common.

use std::fmt;

use super::{Part, emitter::Emitter};

/// Writes a sequence of documents. If a mapping was already written at the same depth, copies its output.
///
/// ```
/// use idlgen_yaml::{Entries, Part, Writer};
///
/// struct Size;
/// impl Entries for Size {
///     fn entries(&self) -> Vec<(&str, Part<'_>)> {
///         vec![("width", Part::Text("2")), ("unit", Part::Text("px"))]
///     }
/// }
///
/// let mut writer = Writer::default();
/// let document = Part::Mapping(vec![("b", Part::Shared(&Size)), ("a", Part::Shared(&Size))]);
/// assert_eq!(writer.document(&document), "a:\n  unit: px\n  width: \"2\"\nb:\n  unit: px\n  width: \"2\"\n");
/// ```
#[derive(Default)]
pub struct Writer<'a> {
    emitter: Emitter<'a>,
}

impl fmt::Debug for Writer<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Writer").finish_non_exhaustive()
    }
}

impl<'a> Writer<'a> {
    /// Writes a value as a document, like [`to_string`](super::to_string).
    pub fn document(&mut self, value: &Part<'a>) -> &str {
        self.document_after("", value)
    }

    /// Writes a value as a document after `head`, which consists of complete lines and is part of the result.
    pub fn document_after(&mut self, head: &str, value: &Part<'a>) -> &str {
        self.emitter.document(head, value)
    }

    /// Returns all documents in order, each with its `head`.
    pub fn into_documents(self) -> Vec<String> {
        self.emitter.into_documents()
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::{Entries, Numbered, to_string};

    /// A shared mapping.
    struct Shared(Vec<(&'static str, Value)>);

    impl Entries for Shared {
        fn entries(&self) -> Vec<(&str, Part<'_>)> {
            self.0.iter().map(|(key, value)| (*key, Part::Json(std::borrow::Cow::Borrowed(value)))).collect()
        }
    }

    #[test]
    fn a_long_text_is_written_the_same_wherever_it_is() {
        let words = "word ".repeat(40);
        let texts =
            [words.trim_end(), "it's # one: of ünusual words, which are many, ".trim_end(), "- a line\n  another\n"];
        let long = |text: &str| text.repeat(3);
        let mut writer = Writer::default();
        for _ in 0..2 {
            for text in texts {
                let text = long(text);
                let value = json!({
                    "a": text, "longer": text, "b": [text, [text]], "c": {"a": text, "longer": [text, {"a": text}]},
                    &text: {"a": text},
                });
                assert_eq!(writer.document(&Part::Json(std::borrow::Cow::Owned(value.clone()))), to_string(&value));
            }
        }
    }

    #[test]
    fn what_is_shared_is_written_as_anything_else() {
        let words = "word ".repeat(20);
        let entries = || {
            vec![
                ("long", json!(words.trim_end())),
                ("lines", json!("a\nb\n")),
                ("list", json!([{"a": 1}, [], "x"])),
                ("k10", json!({})),
                ("k9", json!({"deep": {"deeper": words.trim_end()}})),
            ]
        };
        let (shared, empty) = (Shared(entries()), Shared(Vec::new()));
        let inner: Value = entries().into_iter().map(|(key, value)| (key.to_owned(), value)).collect();
        let mut writer = Writer::default();
        for head in ["", "---\n"] {
            let part = Part::Mapping(vec![
                ("a", Part::Shared(&shared)),
                ("b", Part::Mapping(vec![("x", Part::Shared(&shared)), ("y", Part::Shared(&shared))])),
                ("c", Part::List(vec![Part::Shared(&shared), Part::Shared(&shared), Part::Shared(&empty)])),
                ("d", Part::Shared(&empty)),
                ("two\nlines", Part::Shared(&shared)),
                ("z", Part::Text("yes")),
            ]);
            let expected = to_string(&json!({
                "a": inner, "b": {"x": inner, "y": inner}, "c": [inner, inner, {}], "d": {}, "two\nlines": inner,
                "z": "yes",
            }));
            assert_eq!(writer.document_after(head, &part), format!("{head}{expected}"));
            assert_eq!(writer.document(&Part::Shared(&shared)), to_string(&inner));
        }
        let documents = writer.into_documents();
        assert_eq!(documents.len(), 4);
        assert_eq!(format!("---\n{}{}", documents[0], documents[1]), [&*documents[2], &*documents[3]].concat());
    }

    #[test]
    fn what_has_a_number_is_written_as_anything_else() {
        let words = "word ".repeat(20);
        let words = words.trim_end();
        let numbered = |number, value| Part::Numbered(Numbered::new(number, move || vec![("a", Part::Text(value))]));
        let part = Part::Mapping(vec![
            ("a", numbered(1, words)),
            ("b", numbered(2, "x")),
            ("c", numbered(1, words)),
            ("d", Part::List(vec![numbered(1, words), numbered(2, "x")])),
        ]);
        let (long, short) = (json!({"a": words}), json!({"a": "x"}));
        let expected = to_string(&json!({"a": long, "b": short, "c": long, "d": [long, short]}));
        assert_eq!(Writer::default().document(&part), expected);
    }

    #[test]
    fn the_members_of_an_object_are_ordered_together() {
        let Value::Object(values) = json!({"b": {"x": [1]}, "d": "text"}) else { unreachable!("an object") };
        let inner = Part::Object(serde_json::Map::new(), vec![("y", Part::Text("z"))]);
        let part = Part::Object(values, vec![("c", inner), ("a", Part::List(vec![Part::Text("w")]))]);
        let expected = to_string(&json!({"a": ["w"], "b": {"x": [1]}, "c": {"y": "z"}, "d": "text"}));
        assert_eq!(Writer::default().document(&part), expected);
        assert_eq!(expected, "a:\n- w\nb:\n  x:\n  - 1\nc:\n  \"y\": z\nd: text\n");
    }

    #[test]
    fn debug_output_names_the_number() {
        let numbered = Numbered::new(7, Vec::new);
        assert_eq!(format!("{numbered:?}"), "Numbered { number: 7, .. }");
    }
}
