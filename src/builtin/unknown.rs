//! Removes the unknown fields of objects.

use idlgen_runtime::field::{Element, PathBuf};
use serde_json::Value as Json;

/// Removes the fields with these paths.
pub(crate) fn remove(object: &mut Json, fields: &[PathBuf]) {
    for PathBuf { elements } in fields {
        let Some((Element::Field(name) | Element::Key(name), parents)) = elements.split_last() else { continue };
        if let Some(Json::Object(members)) = parents.iter().try_fold(&mut *object, child) {
            members.remove(name);
        }
    }
}

fn child<'o>(value: &'o mut Json, element: &Element<String>) -> Option<&'o mut Json> {
    match element {
        Element::Field(name) | Element::Key(name) => value.get_mut(name),
        Element::Index(index) => value.get_mut(*index),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn fields_are_removed_where_they_are() {
        let field = |name: &str| Element::Field(name.to_owned());
        let mut object = json!({"a": {"b": 1, "c": 2}, "l": [{"x": 1}, {"x": 1}]});
        let paths = [
            vec![field("a"), Element::Key("b".to_owned())],
            vec![field("l"), Element::Index(1), field("x")],
            vec![field("n"), field("x")],
            vec![field("l"), Element::Index(0)],
            Vec::new(),
        ];
        remove(&mut object, &paths.map(|elements| PathBuf { elements }));
        assert_eq!(object, json!({"a": {"c": 2}, "l": [{"x": 1}, {}]}));
    }
}
