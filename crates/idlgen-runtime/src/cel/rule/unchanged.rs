//! Whether an update leaves a value as it was.

use crate::{
    cel::{Kind, ListType, Shape},
    check::deep_equal,
    value::{List, Map, ValueRef},
};

/// How deep values are compared.
const MAX_DEPTH: usize = 512;

/// Whether an update leaves a value as it was (KEP-4008; `CorrelatedObject.CachedDeepEqual` of `k8s.io/apiserver/pkg/cel/common`).
///
/// The elements of a `map` list may have changed places. An object with a property that its schema does not know has always changed, as the API server has it.
pub fn unchanged(new: &ValueRef<'_>, old: &ValueRef<'_>, shape: &Shape) -> bool {
    unchanged_below(new, old, Some(shape), MAX_DEPTH)
}

fn unchanged_below(new: &ValueRef<'_>, old: &ValueRef<'_>, shape: Option<&Shape>, depth: usize) -> bool {
    let Some(depth) = depth.checked_sub(1) else { return false };
    match (new, old) {
        (ValueRef::List(new), ValueRef::List(old)) => unchanged_list(*new, *old, shape, depth),
        (ValueRef::Map(new), ValueRef::Map(old)) => {
            let mut same = new.len() == old.len();
            if same {
                new.visit(&mut |key, value| {
                    let part = shape.and_then(|shape| part_of(shape, key));
                    // Schemas of resources say nothing of what is in their metadata.
                    if let ("metadata", Some(true)) = (key, shape.map(is_resource)) {
                        let is_empty = |value: &ValueRef<'_>| matches!(value, ValueRef::Map(map) if map.is_empty());
                        same = is_empty(&value) && old.get(key).is_some_and(|old| is_empty(&old));
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
        _ => deep_equal(new, old),
    }
}

fn unchanged_list(new: &dyn List, old: &dyn List, shape: Option<&Shape>, depth: usize) -> bool {
    if new.len() != old.len() {
        return false;
    }
    let Some(Kind::List { list_type: ListType::Map { keys }, .. }) = shape.map(Shape::kind) else {
        return deep_equal(&ValueRef::List(new), &ValueRef::List(old));
    };
    let part = shape.and_then(|shape| shape.parts().first());
    (0..new.len()).all(|index| {
        let Some(item) = new.get(index) else { return false };
        let ValueRef::Map(map) = item else { return false };
        let same = (0..old.len()).find_map(|index| match old.get(index)? {
            ValueRef::Map(candidate) if has_same_keys(map, candidate, keys) => Some(candidate),
            _ => None,
        });
        same.is_some_and(|old| unchanged_below(&item, &ValueRef::Map(old), part, depth))
    })
}

/// Whether all keys are there, scalar and equal.
fn has_same_keys(new: &dyn Map, old: &dyn Map, keys: &[std::borrow::Cow<'static, str>]) -> bool {
    let key =
        |map: &dyn Map, key: &str, other: &ValueRef<'_>| map.get(key).is_some_and(|value| deep_equal(&value, other));
    !keys.is_empty()
        && keys.iter().all(|name| match new.get(name) {
            None | Some(ValueRef::Null | ValueRef::List(_) | ValueRef::Map(_)) => false,
            Some(value) => key(old, name, &value),
        })
}

/// Whether an object is a resource: it has `apiVersion`, `kind` and `metadata`.
fn is_resource(shape: &Shape) -> bool {
    ["apiVersion", "kind", "metadata"].into_iter().all(|name| part_of(shape, name).is_some())
        && matches!(shape.kind(), Kind::Object { .. })
}

/// The shape of a property or entry.
fn part_of<'s>(shape: &'s Shape, key: &str) -> Option<&'s Shape> {
    let position = match shape.kind() {
        Kind::Object { properties } => properties.binary_search_by(|property| (*property.name).cmp(key)).ok()?,
        Kind::Map { .. } => 0,
        _ => return None,
    };
    shape.parts().get(position)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::{
        cel::{Property, ShapeData, ShapeNode},
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
}
