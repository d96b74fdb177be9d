//! Properties that probably have a new name.

use serde_json::{Value as Json, json};

use super::{changes, document};

/// Returns the new name of each removed property, or `-`.
fn new_names(old: &[(&str, Json)], new: &[(&str, Json)]) -> Vec<String> {
    let object = |properties: &[(&str, Json)]| {
        let properties: serde_json::Map<String, Json> =
            properties.iter().map(|(name, schema)| ((*name).to_owned(), schema.clone())).collect();
        document(&json!({"type": "object", "properties": properties}), &[])
    };
    let found = changes(&object(old), &object(new));
    let removed = found.iter().filter(|change| change.rule == "field-removed");
    let name = |text: &str| {
        let (_, rest) = text.split_once("renamed to `")?;
        Some(rest.split_once('`')?.0.to_owned())
    };
    removed.map(|change| name(&change.text).unwrap_or_else(|| "-".to_owned())).collect()
}

#[test]
fn the_spelling_of_a_name_decides_before_its_schema() {
    let (text, number) = (json!({"type": "string"}), json!({"type": "integer"}));
    let of = |names: &[&'static str]| -> Vec<(&str, Json)> { names.iter().map(|name| (*name, text.clone())).collect() };
    assert_eq!(new_names(&of(&["fooURL"]), &of(&["bar", "fooUrl"])), ["fooUrl"]);
    assert_eq!(new_names(&of(&["foo_url"]), &of(&["bar", "fooURL"])), ["fooURL"]);
    assert_eq!(new_names(&of(&["fooURL"]), &[("bar", text.clone()), ("fooUrl", number.clone())]), ["fooUrl"]);
    assert_eq!(new_names(&of(&["a"]), &[("b", text.clone()), ("c", number.clone())]), ["b"]);
    // It is unknown which one has the new name.
    assert_eq!(new_names(&of(&["a"]), &of(&["b", "c"])), ["-"]);
    assert_eq!(new_names(&of(&["a", "b"]), &of(&["c"])), ["-", "-"]);
    assert_eq!(new_names(&of(&["a"]), &[("b", number)]), ["-"]);
}
