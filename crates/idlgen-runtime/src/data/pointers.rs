//! Lists and maps of pointers: Go keeps a null among the elements, the Rust types cannot.
//!
//! Such a null is an error, for it would be written again as another value: `[null]` as `[{}]`.

use super::{Data, DecodeError, Entries, FieldMut, Input, Sequence};

/// What is wrong with a null among the elements.
pub(super) const NULL: &str = "null cannot be an element here: the Rust type holds a value for each";

/// Reads a list or map, and refuses nulls among its elements.
pub(super) fn decode(data: &mut dyn Data, input: Input<'_>) -> Result<(), DecodeError> {
    match input {
        Input::List(sequence) => data.decode(Input::List(&mut WithoutNull(sequence))),
        Input::Map(entries) => data.decode(Input::Map(&mut WithoutNull(entries))),
        other => data.decode(other),
    }
}

/// The place of an element that cannot be null.
fn not_null(slot: FieldMut<'_>) -> FieldMut<'_> {
    match slot {
        FieldMut::Data(data) => FieldMut::NotNull(data),
        other => other,
    }
}

struct WithoutNull<'a, T: ?Sized>(&'a mut T);

impl Sequence for WithoutNull<'_, dyn Sequence + '_> {
    fn next(&mut self, slot: FieldMut<'_>) -> Result<bool, DecodeError> {
        self.0.next(not_null(slot))
    }
}

impl Entries for WithoutNull<'_, dyn Entries + '_> {
    fn advance(&mut self) -> Result<bool, DecodeError> {
        self.0.advance()
    }

    fn key(&self) -> &str {
        self.0.key()
    }

    fn value(&mut self, slot: Option<FieldMut<'_>>) -> Result<(), DecodeError> {
        self.0.value(slot.map(not_null))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use serde_json::json;

    #[derive(Clone, Debug, Default, PartialEq)]
    struct Lists {
        names: Option<Vec<String>>,
        sizes: BTreeMap<String, i32>,
        values: Vec<String>,
    }
    crate::object! { Lists { names: "names" omitempty pointers, sizes: "sizes" pointers, values: "values" } }

    #[derive(Clone, Debug, Default, PartialEq)]
    struct Names(Vec<String>);
    crate::newtype!(Names(Vec<String>) pointers);

    #[test]
    fn null_is_no_element_of_a_list_of_pointers() {
        let lists = json!({"names": ["a"], "sizes": {"b": 1}, "values": ["", "c"]});
        let read: Lists = serde_json::from_value(lists.clone()).unwrap();
        assert_eq!(serde_json::to_value(&read).unwrap(), lists);
        let nulls = json!({"names": null, "sizes": null, "values": [null]});
        assert_eq!(serde_json::from_value::<Lists>(nulls).unwrap().values, [""]);
        let said = |text: &str| serde_json::from_str::<Lists>(text).unwrap_err().to_string();
        for (text, path) in [(r#"{"names": ["a", null]}"#, "names[1]"), (r#"{"sizes": {"a": null}}"#, "sizes.a")] {
            assert!(said(text).starts_with(&format!("{path}: {}", super::NULL)), "{}", said(text));
        }
        assert!(serde_json::from_value::<Names>(json!([null])).is_err());
        assert_eq!(serde_json::from_value::<Names>(json!(["a"])).unwrap().0, ["a"]);
    }
}
