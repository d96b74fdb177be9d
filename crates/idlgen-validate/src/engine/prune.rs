//! Prunes fields and nulls.

use idlgen_runtime::field::Element;
use serde_json::Value as Json;

use super::{node::Compiled, node::Node, unknown::UnknownField};

/// Removes the fields at these paths. Paths into lists remain valid because list elements are never removed.
pub(super) fn remove(value: &mut Json, fields: &[UnknownField]) {
    for field in fields {
        let Some((last, steps)) = field.path.elements.split_last() else { continue };
        let parent = steps.iter().try_fold(&mut *value, |value, step| match step {
            Element::Field(name) | Element::Key(name) => value.get_mut(name),
            Element::Index(index) => value.get_mut(index),
        });
        if let (Some(Json::Object(object)), Element::Field(name) | Element::Key(name)) = (parent, last) {
            object.remove(name);
        }
    }
}

/// Removes null properties that are not nullable and have no default.
pub(super) fn drop_nulls(compiled: &Compiled, node: Option<&Node>, value: &mut Json) {
    match value {
        Json::Object(object) => {
            object.retain(|key, value| {
                let child = node.and_then(|node| compiled.property(node, key));
                if value.is_null() && child.is_some_and(|child| !child.nullable && child.default.is_none()) {
                    return false;
                }
                drop_nulls(compiled, child, value);
                true
            });
        }
        Json::Array(elements) => {
            let item = node.and_then(|node| Some(compiled.get(node.items?)));
            for element in elements {
                drop_nulls(compiled, item, element);
            }
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{crd, json};

    #[test]
    fn nulls_stay_where_they_may() {
        let validator = crd(
            r#"{"properties": {"a": {}, "b": {"nullable": true}, "c": {"default": 1}}, "additionalProperties": {}, "items": {}}"#,
        );
        let mut value = json(r#"{"a": null, "b": null, "c": null, "d": null}"#);
        validator.drop_nulls(&mut value);
        assert_eq!(value, json(r#"{"b": null, "c": null}"#));
        let mut value = json("[null]");
        validator.drop_nulls(&mut value);
        assert_eq!(value, json("[null]"));
    }

    #[test]
    fn nulls_in_lists_and_maps_are_dropped() {
        let validator = crd(
            r#"{"properties": {"l": {"items": {"properties": {"a": {}}}}, "m": {"additionalProperties": {"properties": {"a": {}}}}}}"#,
        );
        let mut value = json(r#"{"l": [{"a": null}, {"b": null}], "m": {"x": {"a": null}}}"#);
        validator.drop_nulls(&mut value);
        assert_eq!(value, json(r#"{"l": [{}, {"b": null}], "m": {"x": {}}}"#));
    }
}
