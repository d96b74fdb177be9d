//! Compares the new and the old value of an update.

use crate::{
    cel::{Kind, ListType, Property, Shape},
    check::deep_equal,
    value::{List, Map, ValueRef, presence},
};

/// Maximum nesting depth of compared values.
const MAX_DEPTH: usize = 512;

/// Returns `true` if an update does not change a value (KEP-4008; `CorrelatedObject.CachedDeepEqual` of
/// `k8s.io/apiserver/pkg/cel/common`).
///
/// The elements of a `map` list may be in another order. As in the API server, an object with an undeclared property
/// is always treated as changed. Data of a Go type has no such properties; it is compared by its effective values
/// ([`Shape::property`]).
pub fn unchanged(new: &ValueRef<'_>, old: &ValueRef<'_>, shape: &Shape) -> bool {
    unchanged_below(new, old, Some(shape), MAX_DEPTH)
}

fn unchanged_below(new: &ValueRef<'_>, old: &ValueRef<'_>, shape: Option<&Shape>, depth: usize) -> bool {
    let Some(depth) = depth.checked_sub(1) else { return false };
    match (new, old) {
        (ValueRef::List(new), ValueRef::List(old)) => unchanged_list(*new, *old, shape, depth),
        (ValueRef::Map(new), ValueRef::Map(old)) => match of_go_type(shape).map(|shape| (shape, shape.kind())) {
            Some((shape, Kind::Object { properties })) if !properties.is_empty() => {
                unchanged_struct(*new, *old, shape, properties, depth)
            }
            _ => unchanged_map(*new, *old, shape, depth),
        },
        _ => deep_equal(new, old),
    }
}

/// Returns `true` if all entries are unchanged.
fn unchanged_map(new: &dyn Map, old: &dyn Map, shape: Option<&Shape>, depth: usize) -> bool {
    let mut same = new.len() == old.len();
    if same {
        new.visit(&mut |key, value| {
            let part = shape.and_then(|shape| part_of(shape, key));
            if let ("metadata", Some(true)) = (key, shape.map(is_resource)) {
                same = old.get(key).is_some_and(|old| unchanged_metadata(&value, &old));
                return same;
            }
            same = match (part, old.get(key)) {
                (Some(part), Some(old)) => unchanged_below(&value, &old, Some(part), depth),
                _ => false,
            };
            same
        });
    }
    same
}

/// Returns `true` if the effective values of all properties are unchanged.
fn unchanged_struct(new: &dyn Map, old: &dyn Map, shape: &Shape, properties: &[Property], depth: usize) -> bool {
    let is_resource = is_resource(shape);
    properties.iter().enumerate().all(|(position, property)| {
        match (shape.property(new, position), shape.property(old, position)) {
            (None, None) => true,
            (Some(new), Some(old)) if is_resource && property.name == "metadata" => unchanged_metadata(&new, &old),
            (Some(new), Some(old)) => unchanged_below(&new, &old, shape.parts().get(position), depth),
            _ => false,
        }
    })
}

/// Compares the metadata of resources. The schema of a resource does not describe its content.
fn unchanged_metadata(new: &ValueRef<'_>, old: &ValueRef<'_>) -> bool {
    let is_empty = |value: &ValueRef<'_>| matches!(value, ValueRef::Map(map) if map.is_empty());
    is_empty(new) && is_empty(old)
}

/// Returns `shape` if its data has a Go type.
fn of_go_type(shape: Option<&Shape>) -> Option<&Shape> {
    shape.filter(|shape| shape.is_of_go_type())
}

fn unchanged_list(new: &dyn List, old: &dyn List, shape: Option<&Shape>, depth: usize) -> bool {
    if new.len() != old.len() {
        return false;
    }
    let Some(Kind::List { list_type: ListType::Map { keys }, .. }) = shape.map(Shape::kind) else {
        let (new, old) = (ValueRef::List(new), ValueRef::List(old));
        return match of_go_type(shape) {
            Some(shape) => presence::equal(&new, &old, &shape),
            None => deep_equal(&new, &old),
        };
    };
    let part = shape.and_then(|shape| shape.parts().first());
    (0..new.len()).all(|index| {
        let Some(item) = new.get(index) else { return false };
        let ValueRef::Map(map) = item else { return false };
        let same = (0..old.len()).find_map(|index| match old.get(index)? {
            ValueRef::Map(candidate) if has_same_keys(map, candidate, keys, part) => Some(candidate),
            _ => None,
        });
        same.is_some_and(|old| unchanged_below(&item, &ValueRef::Map(old), part, depth))
    })
}

/// Returns `true` if all keys are present in both elements, and are equal scalars.
fn has_same_keys(new: &dyn Map, old: &dyn Map, keys: &[std::borrow::Cow<'static, str>], item: Option<&Shape>) -> bool {
    !keys.is_empty()
        && keys.iter().all(|name| match (value_of(new, name, item), value_of(old, name, item)) {
            (None | Some(ValueRef::Null | ValueRef::List(_) | ValueRef::Map(_)), _) | (_, None) => false,
            (Some(new), Some(old)) => deep_equal(&new, &old),
        })
}

/// Returns the value of a property. If the data has a Go type, returns the effective value.
fn value_of<'a>(data: &'a dyn Map, name: &str, shape: Option<&'a Shape>) -> Option<ValueRef<'a>> {
    match of_go_type(shape).and_then(|shape| Some((shape, shape.position(name)?))) {
        Some((shape, position)) => shape.property(data, position),
        None => data.get(name),
    }
}

/// Returns `true` if the schema of an object is that of a resource: it declares `apiVersion`, `kind` and `metadata`.
fn is_resource(shape: &Shape) -> bool {
    ["apiVersion", "kind", "metadata"].into_iter().all(|name| part_of(shape, name).is_some())
        && matches!(shape.kind(), Kind::Object { .. })
}

/// Returns the value type of a property or entry.
fn part_of<'s>(shape: &'s Shape, key: &str) -> Option<&'s Shape> {
    let position = match shape.kind() {
        Kind::Map { .. } => 0,
        _ => shape.position(key)?,
    };
    shape.parts().get(position)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::{
        cel::{Presence, ShapeData, ShapeNode, Structure},
        value::Value,
    };

    fn shape(names: &'static [&'static str]) -> Shape {
        let properties = names.iter().map(|name| Property::as_written(name, 1)).collect();
        let keys = vec!["k".into()].into();
        let node = |kind| ShapeNode { kind, nullable: false };
        let nodes = vec![
            node(Kind::Object { properties }),
            node(Kind::List { items: crate::cel::ShapeId(2), list_type: ListType::Map { keys } }),
            node(Kind::Object { properties: vec![Property::as_written("k", 3), Property::as_written("v", 3)].into() }),
            node(Kind::Integer),
        ];
        Shape::new(ShapeData { nodes: nodes.into() })
    }

    #[test]
    fn lists_with_keys_may_change_places() {
        let shape = shape(&["a"]);
        let same =
            |new: &serde_json::Value, old: &serde_json::Value| unchanged(&new.as_value(), &old.as_value(), &shape);
        let value = json!({"a": [{"k": 1, "v": 1}, {"k": 2}]});
        assert!(same(&value, &value));
        assert!(same(&value, &json!({"a": [{"k": 2}, {"k": 1, "v": 1}]})));
        assert!(!same(&value, &json!({"a": [{"k": 2}, {"k": 1, "v": 2}]})));
        assert!(!same(&value, &json!({"a": [{"k": 2}]})));
        assert!(!same(&json!({"b": 1}), &json!({"b": 1})), "what no schema knows has always changed");
    }

    #[test]
    fn resources_have_always_changed() {
        let shape = shape(&["apiVersion", "kind", "metadata"]);
        let same = |value: &serde_json::Value| unchanged(&value.as_value(), &value.as_value(), &shape);
        assert!(same(&json!({"kind": "K", "metadata": {}})));
        assert!(!same(&json!({"kind": "K", "metadata": {"k": 1}})));
    }

    #[test]
    fn all_values_of_a_map_are_compared() {
        let node = |kind| ShapeNode { kind, nullable: false };
        let nodes = vec![node(Kind::Map { values: crate::cel::ShapeId(1) }), node(Kind::Integer)];
        let shape = Shape::new(ShapeData { nodes: nodes.into() });
        let same =
            |new: &serde_json::Value, old: &serde_json::Value| unchanged(&new.as_value(), &old.as_value(), &shape);
        let value = json!({"a": 1, "b": 2});
        assert!(same(&value, &value));
        assert!(!same(&value, &json!({"a": 1, "b": 3})));
        assert!(!same(&value, &json!({"a": 1, "c": 2})));
    }

    #[test]
    fn an_object_without_declared_properties_is_only_unchanged_if_it_is_empty() {
        let nodes = vec![ShapeNode { kind: Kind::Object { properties: Vec::new().into() }, nullable: false }];
        let shape = Shape::new(ShapeData { nodes: nodes.into() }).of_go_type();
        let same = |value: &serde_json::Value| unchanged(&value.as_value(), &value.as_value(), &shape);
        assert!(same(&json!({})));
        assert!(!same(&json!({"a": 1})));
    }

    #[test]
    fn what_a_go_type_cannot_tell_apart_is_unchanged() {
        let node = |kind| ShapeNode { kind, nullable: false };
        let list = |items, list_type| node(Kind::List { items: crate::cel::ShapeId(items), list_type });
        let by_value = Presence { structure: Structure::Optional, ..Presence::AS_WRITTEN };
        let with_default = Presence { unless_zero: true, default: Some("\"fast\"".into()), ..Presence::AS_WRITTEN };
        let nodes = || {
            vec![
                node(Kind::Object {
                    properties: vec![
                        Property::unless_zero("atomic", 1),
                        Property::constant("inner", "inner", 3, by_value.clone()),
                        Property::unless_zero("map", 2),
                        Property::constant("mode", "mode", 4, with_default.clone()),
                        Property::as_written("pointer", 4),
                    ]
                    .into(),
                }),
                list(3, ListType::Atomic),
                list(3, ListType::Map { keys: vec!["name".into()].into() }),
                node(Kind::Object {
                    properties: vec![Property::unless_zero("name", 4), Property::unless_zero("note", 4)].into(),
                }),
                node(Kind::String),
            ]
        };
        let as_written = Shape::new(ShapeData { nodes: nodes().into() });
        let of_go_type = Shape::new(ShapeData { nodes: nodes().into() }).of_go_type();
        for (new, old, expected) in [
            (json!({"atomic": []}), json!({}), true),
            (json!({}), json!({"atomic": []}), true),
            (json!({"atomic": [{"name": ""}]}), json!({"atomic": [{}]}), true),
            (json!({"atomic": [{"name": "a"}]}), json!({"atomic": [{}]}), false),
            (json!({"atomic": [{}]}), json!({"atomic": [{"name": "a"}]}), false),
            (json!({"atomic": [{}]}), json!({}), false),
            (json!({"inner": {"name": ""}}), json!({"inner": null}), true),
            (json!({"inner": {"name": "a"}}), json!({}), false),
            (
                json!({"map": [{"name": "a", "note": ""}, {"name": "b"}]}),
                json!({"map": [{"name": "b"}, {"name": "a"}]}),
                true,
            ),
            (json!({"mode": "fast"}), json!({"mode": ""}), true),
            (json!({"mode": "slow"}), json!({}), false),
            (json!({"pointer": null}), json!({}), true),
            (json!({"pointer": ""}), json!({}), false),
            (json!({"unknown": 1}), json!({}), true),
        ] {
            let same = |shape| unchanged(&new.as_value(), &old.as_value(), shape);
            assert_eq!(same(&of_go_type), expected, "{new} {old}");
            assert!(!same(&as_written), "as written, {new} and {old} differ");
        }
    }
}
