//! Converts data to values without its schema.

use super::text_of;
use crate::cel::value::Text;
use crate::cel::{Kind, List, Map, Shape, Value};
use crate::value::ValueRef;

impl<'a> Value<'a> {
    /// Converts data to a value without a schema: names are not escaped, and strings remain strings regardless of their
    /// format. Properties of a Go type that are treated as missing remain missing.
    pub(in crate::cel) fn without_schema(data: ValueRef<'a>, shape: &'a Shape) -> Self {
        let of_parts = || shape.is_of_go_type() || !shape.parts().iter().all(Shape::is_as_written);
        match (data, shape.kind()) {
            (ValueRef::Map(data), Kind::Object { properties }) if !shape.is_as_written() => {
                let part = |place: usize| {
                    let value = shape.property(data, place)?;
                    Some(Value::without_schema(value, shape.parts().get(place)?))
                };
                let entries = properties.iter().enumerate();
                let entries: Vec<_> =
                    entries.filter_map(|(place, property)| Some((Value::text(&property.name), part(place)?))).collect();
                Value::Map(Map::from(entries))
            }
            (ValueRef::List(data), Kind::List { .. }) if of_parts() => {
                let item = |index: usize| Some(Value::without_schema(data.get(index)?, shape.parts().first()?));
                Value::List(List::from((0..data.len()).filter_map(item).collect::<Vec<_>>()))
            }
            (ValueRef::Map(data), Kind::Map { .. } | Kind::Object { .. }) if of_parts() => {
                let mut keys = Vec::with_capacity(data.len());
                data.visit_keys(&mut |key| {
                    keys.push(text_of(key));
                    true
                });
                let part = |key: &str| match shape.kind() {
                    Kind::Map { .. } => Some(shape.element()),
                    _ => shape.parts().get(shape.position(key)?),
                };
                let entry = |key: Text<'a>| {
                    let value = data.get(key.as_str())?;
                    let value = match part(key.as_str()) {
                        Some(part) => Value::without_schema(value, part),
                        None => Value::of_unknown_data(value),
                    };
                    Some((Value::String(key), value))
                };
                Value::Map(Map::from(keys.into_iter().filter_map(entry).collect::<Vec<_>>()))
            }
            (data, _) => Value::of_unknown_data(data),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::{
        cel::{Presence, Property, ShapeData, ShapeId, ShapeNode},
        value::Value as _,
    };

    #[test]
    fn absent_stays_absent() {
        let node = |kind| ShapeNode { kind, nullable: false };
        let properties = vec![
            Property::constant("if", "__if__", 1, Presence::AS_WRITTEN),
            Property::as_written("items", 2),
            Property::unless_zero("name", 1),
        ];
        let list = Kind::List { items: ShapeId(0), list_type: crate::cel::ListType::Set };
        let nodes = vec![node(Kind::Object { properties: properties.into() }), node(Kind::Byte), node(list)];
        let shape = Shape::new(ShapeData { nodes: nodes.into() });
        let data = json!({"if": "YQ==", "items": [{"name": "b"}, {"name": ""}], "name": ""});
        let Value::Map(map) = Value::without_schema(data.as_value(), &shape) else { panic!("a map") };
        assert_eq!(map.len(), 2);
        assert!(matches!(map.get(&Value::text("if")), Ok(Some(Value::String(text))) if &*text == "YQ=="));
        let Ok(Some(Value::List(items))) = map.get(&Value::text("items")) else { panic!("a list") };
        let sizes: Vec<usize> =
            items.iter().map(|item| if let Ok(Value::Map(item)) = item { item.len() } else { 9 }).collect();
        assert_eq!(sizes, [1, 0]);
    }

    #[test]
    fn all_entries_of_data_as_written_remain() {
        let node = |kind| ShapeNode { kind, nullable: false };
        let properties = vec![Property::as_written("name", 1)].into();
        let shape = Shape::new(ShapeData { nodes: vec![node(Kind::Object { properties }), node(Kind::String)].into() });
        let data = json!({"name": null, "undeclared": 1});
        let seen = Value::without_schema(data.as_value(), &shape);
        let expected = Value::of_unknown_data(data.as_value());
        assert!(crate::cel::value::equality::equal(&seen, &expected).unwrap(), "{seen:?}");
    }

    #[test]
    fn absent_stays_absent_however_deep() {
        let node = |kind| ShapeNode { kind, nullable: false };
        let nodes = vec![
            node(Kind::Object { properties: vec![Property::as_written("lists", 1)].into() }),
            node(Kind::Map { values: ShapeId(2) }),
            node(Kind::List { items: ShapeId(3), list_type: crate::cel::ListType::Atomic }),
            node(Kind::Map { values: ShapeId(4) }),
            node(Kind::Object { properties: vec![Property::unless_zero("size", 5)].into() }),
            node(Kind::Integer),
        ];
        let shape = Shape::new(ShapeData { nodes: nodes.into() }).of_go_type();
        // A null property of a Go type is missing whether or not the schema is known.
        let null = json!({"lists": null});
        let Value::Map(seen) = Value::without_schema(null.as_value(), &shape) else { panic!("a map") };
        assert_eq!(seen.len(), 0);
        let own = Value::of_data(null.as_value(), &shape).unwrap();
        assert!(crate::cel::value::equality::equal(&own, &Value::Map(seen)).unwrap());
        let data = json!({"lists": {"b": [{"c": {"size": 0}}], "a": []}});
        let seen = Value::without_schema(data.as_value(), &shape);
        let without = json!({"lists": {"a": [], "b": [{"c": {}}]}});
        let expected = Value::of_unknown_data(without.as_value());
        assert!(crate::cel::value::equality::equal(&seen, &expected).unwrap(), "{seen:?}");
        assert!(crate::cel::value::equality::equal(&expected, &seen).unwrap(), "{seen:?}");
    }
}
