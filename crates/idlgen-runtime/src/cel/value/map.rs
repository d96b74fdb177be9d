//! Maps and objects: those in the validated data, and maps that expressions build.

mod equal;

use std::borrow::Cow;
use std::cmp::Ordering;
use std::sync::Arc;

use super::data::text_of;
use super::equality::{check_key, is_same_key};
use super::{BuiltMap, Map, MapForm, Text, Value, nesting::around, ordering};
use crate::cel::shape::Tag;
use crate::cel::{EvaluationError, Kind, Shape};
use crate::value::{self, ValueRef};

impl<'a> Map<'a> {
    /// Creates a map or an object from data with its shape.
    pub fn of_data(data: &'a dyn value::Map, shape: &'a Shape) -> Self {
        Self(MapForm::Data { data, shape })
    }

    /// Returns the number of entries. For an object, this includes undeclared fields.
    pub fn len(&self) -> usize {
        match &self.0 {
            MapForm::Data { data, shape } if shape.is_as_written() => data.len(),
            MapForm::Data { data, shape } => {
                let Kind::Object { properties } = shape.kind() else { return data.len() };
                let declared = (0..properties.len()).filter(|place| shape.property(*data, *place).is_some()).count();
                declared + data.len().saturating_sub(properties.iter().filter(|it| data.contains_key(&it.name)).count())
            }
            MapForm::Built(built) => built.entries.len(),
        }
    }

    /// Returns `true` if the map is empty.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the value of a key, if the map has it. Keys of data are strings; looking up any other key returns `no
    /// such overload`. In a constructed map, a number matches an equal key of another numeric type, and a value that Go
    /// cannot hash is an error.
    pub fn get(&self, key: &Value<'_>) -> Result<Option<Value<'a>>, EvaluationError> {
        match (&self.0, key) {
            (MapForm::Data { .. }, Value::String(key)) => self.field(key.as_str(), &mut 0),
            (MapForm::Data { shape, .. }, _) if shape.tag() == Tag::Dyn => Ok(None),
            (MapForm::Data { .. }, _) => Err(EvaluationError::no_such_overload()),
            (MapForm::Built(built), _) if built.entries.is_empty() => Ok(None),
            (MapForm::Built(built), key) => {
                check_key(key)?;
                find(&built.entries, key).map(|(_, value)| value.clone().taken()).transpose()
            }
        }
    }

    /// Returns the stored value of a key, which may be an error value.
    pub(in crate::cel) fn held(&self, key: &Value<'_>) -> Option<Value<'a>> {
        self.get(key).transpose().map(Value::held)
    }

    /// Returns the value of a field or a string key. A declared field that is null is treated as missing.
    /// `hint` is the index where the field was found last time.
    #[inline]
    pub(in crate::cel) fn field(&self, key: &str, hint: &mut u32) -> Result<Option<Value<'a>>, EvaluationError> {
        let MapForm::Data { data, shape } = &self.0 else {
            return self.get(&Value::String(Text::Borrowed(key)));
        };
        match shape.tag() {
            Tag::Object => match shape.field(*data, key, hint) {
                Some((value, part)) => Value::of_data(value, part).map(Some),
                None => Ok(None),
            },
            Tag::Map | Tag::Dyn => match data.get(key) {
                None => Ok(None),
                Some(value) => Value::of_data(value, shape.element()).map(Some),
            },
            _ => Ok(None),
        }
    }

    /// Returns the sorted keys.
    pub fn keys(&self) -> Vec<Value<'a>> {
        match &self.0 {
            MapForm::Data { data, shape } => {
                let mut keys = Vec::with_capacity(data.len());
                if let Kind::Object { properties } = shape.kind() {
                    for (place, property) in properties.iter().enumerate() {
                        if shape.property(*data, place).is_some() {
                            keys.push(Value::String(Text::Borrowed(&property.escaped)));
                        }
                    }
                } else {
                    data.visit_keys(&mut |key| {
                        keys.push(Value::String(text_of(key)));
                        true
                    });
                }
                keys.sort_by(ordering::keys);
                keys
            }
            MapForm::Built(built) => built.entries.iter().map(|(key, _)| key.clone()).collect(),
        }
    }

    /// Calls `visit` for every key in sorted order until it returns `false`. Includes declared fields that are null,
    /// although lookups do not find them. For each undeclared field there is a null at the end, as in cel-go. Does not
    /// allocate if the keys of the data are already sorted and are not formatted on the fly.
    pub(in crate::cel) fn visit_keys(&self, visit: &mut dyn FnMut(Value<'a>) -> bool) {
        let goes_on = match &self.0 {
            MapForm::Data { .. } if self.null_field().is_some() => {
                let mut keys = self.keys();
                keys.extend(self.null_fields().map(|name| Value::String(Text::Borrowed(name))));
                keys.sort_by(ordering::keys);
                keys.dedup_by(|left, right| ordering::keys(left, right).is_eq());
                keys.into_iter().all(&mut *visit)
            }
            MapForm::Data { data, shape } if !matches!(shape.kind(), Kind::Object { .. }) && has_sorted_keys(*data) => {
                data.visit_keys(&mut |key| visit(Value::String(text_of(key))));
                return;
            }
            MapForm::Data { .. } => self.keys().into_iter().all(&mut *visit),
            MapForm::Built(built) => built.entries.iter().all(|(key, _)| visit(key.clone())),
        };
        if goes_on {
            (0..self.unknown_fields()).all(|_| visit(Value::Null));
        }
    }

    /// Calls `visit` for every key and its value, if a lookup finds it, in the order of
    /// [`visit_keys`](Self::visit_keys).
    pub(in crate::cel) fn visit_entries(
        &self,
        visit: &mut dyn FnMut(Value<'a>, Result<Option<Value<'a>>, EvaluationError>) -> bool,
    ) {
        match &self.0 {
            // The entries are read directly, because some keys of a constructed map are not found by a lookup.
            MapForm::Built(built) => {
                built.entries.iter().all(|(key, value)| visit(key.clone(), value.clone().taken().map(Some)));
            }
            MapForm::Data { .. } => self.visit_keys(&mut |key| {
                let value = self.get(&key);
                visit(key, value)
            }),
        }
    }

    /// Returns a declared field of the data that is null, if there is one: cel-go iterates over such a field but does
    /// not find it.
    pub(in crate::cel) fn null_field(&self) -> Option<&'a str> {
        self.null_fields().next()
    }

    fn null_fields(&self) -> impl Iterator<Item = &'a str> {
        let of_object = self.data().and_then(|(data, shape)| match shape.kind() {
            Kind::Object { properties } if !shape.is_of_go_type() => Some((data, properties)),
            _ => None,
        });
        of_object.into_iter().flat_map(|(data, properties)| {
            let nulls = properties.iter().filter(|property| matches!(data.get(&property.name), Some(ValueRef::Null)));
            nulls.map(|property| &*property.escaped)
        })
    }

    /// Returns the number of undeclared fields of the data.
    pub(in crate::cel) fn unknown_fields(&self) -> usize {
        self.data().map_or(0, |(data, shape)| match shape.kind() {
            Kind::Object { properties } => {
                let declared = properties.iter().filter(|property| data.contains_key(&property.name)).count();
                data.len().saturating_sub(declared)
            }
            _ => 0,
        })
    }

    /// Returns the keys and values, sorted by key.
    pub fn entries(&self) -> impl Iterator<Item = (Value<'a>, Result<Value<'a>, EvaluationError>)> + '_ {
        // The entries are read directly, because some keys of a constructed map are not found by a lookup.
        let built = match &self.0 {
            MapForm::Built(built) => {
                Some(built.entries.iter().map(|(key, value)| (key.clone(), value.clone().taken())))
            }
            MapForm::Data { .. } => None,
        };
        let of_data = built.is_none().then(|| {
            self.keys().into_iter().filter_map(|key| {
                let value = self.get(&key).transpose()?;
                Some((key, value))
            })
        });
        built.into_iter().flatten().chain(of_data.into_iter().flatten())
    }

    /// Returns the data and its shape, if this is a data map.
    pub(in crate::cel) fn data(&self) -> Option<(&'a dyn value::Map, &'a Shape)> {
        match &self.0 {
            MapForm::Data { data, shape } => Some((*data, shape)),
            MapForm::Built(_) => None,
        }
    }

    /// See [`Value::nesting`].
    pub(super) fn nesting(&self) -> u16 {
        match &self.0 {
            MapForm::Built(built) => built.nesting,
            MapForm::Data { .. } => 0,
        }
    }

    /// Returns `true` if both are the same constructed map (compared by identity).
    pub(super) fn is_very(&self, other: &Map<'_>) -> bool {
        match (&self.0, &other.0) {
            (MapForm::Built(entries), MapForm::Built(others)) => {
                std::ptr::addr_eq(Arc::as_ptr(entries), Arc::as_ptr(others))
            }
            _ => false,
        }
    }

    /// Returns a copy of the map with one more entry. Its key must be new.
    pub fn insert(&self, key: Value<'a>, value: Value<'a>) -> Map<'a> {
        let mut entries = match &self.0 {
            MapForm::Built(built) => built.entries.clone(),
            MapForm::Data { .. } => self.entries().map(|(key, value)| (key, Value::held(value))).collect(),
        };
        entries.push((key, value));
        Map::from(entries)
    }

    /// Adds an entry to a map without other references. If the map is shared or contains data, leaves it unchanged and
    /// returns the entry as an error.
    pub(in crate::cel) fn push(&mut self, entry: (Value<'a>, Value<'a>)) -> Result<(), (Value<'a>, Value<'a>)> {
        match &mut self.0 {
            MapForm::Built(built) => match Arc::get_mut(built) {
                Some(BuiltMap { entries, nesting }) => {
                    *nesting = (*nesting).max(around([&entry.0, &entry.1]));
                    let place = match entries.last() {
                        // Keys are usually added in order.
                        Some((last, _)) if order(last, &entry.0).is_lt() => entries.len(),
                        _ => entries.partition_point(|(known, _)| order(known, &entry.0).is_lt()),
                    };
                    entries.insert(place, entry);
                    Ok(())
                }
                None => Err(entry),
            },
            MapForm::Data { .. } => Err(entry),
        }
    }
}

impl<'a> From<Vec<(Value<'a>, Value<'a>)>> for Map<'a> {
    /// Creates a map from entries with different keys.
    fn from(mut entries: Vec<(Value<'a>, Value<'a>)>) -> Self {
        entries.sort_by(|(left, _), (right, _)| order(left, right));
        let nesting = around(entries.iter().flat_map(|(key, value)| [key, value]));
        Self(MapForm::Built(Arc::new(BuiltMap { entries, nesting })))
    }
}

/// Returns `true` if the keys of the data are already sorted and are not formatted on the fly.
fn has_sorted_keys(data: &dyn value::Map) -> bool {
    let (mut last, mut is_sorted) = ("", true);
    data.visit_keys(&mut |key| {
        is_sorted = match key {
            Cow::Borrowed(key) => std::mem::replace(&mut last, key) <= key,
            Cow::Owned(_) => false,
        };
        is_sorted
    });
    is_sorted
}

/// Compares keys of a constructed map, for the order of its entries.
pub(in crate::cel) fn order(left: &Value<'_>, right: &Value<'_>) -> Ordering {
    let of_type = |value: &Value<'_>| match value {
        Value::Int(_) => 0,
        Value::Uint(_) => 1,
        _ => 2,
    };
    ordering::keys(left, right).then_with(|| of_type(left).cmp(&of_type(right)))
}

/// Finds the entry of a key. If it does not exist, finds the entry whose key is an equal number of another type.
fn find<'e, 'a>(entries: &'e [(Value<'a>, Value<'a>)], key: &Value<'_>) -> Option<&'e (Value<'a>, Value<'a>)> {
    let first = entries.partition_point(|(known, _)| ordering::keys(known, key).is_lt());
    let equal = || entries.iter().skip(first).take_while(|(known, _)| ordering::keys(known, key).is_eq());
    equal()
        .find(|(known, _)| order(known, key).is_eq() && is_same_key(known, key))
        .or_else(|| equal().find(|(known, _)| is_same_key(known, key)))
}

impl std::fmt::Debug for Map<'_> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_map().entries(self.entries()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        cel::{Presence, Property, ShapeData, ShapeId, ShapeNode},
        value::Value as _,
    };

    #[test]
    fn keys_are_found_and_sorted() {
        let entry = |key: Value<'static>, value: i64| (key, Value::Int(value));
        let mut map = Map::from(vec![
            entry(Value::text("b"), 1),
            entry(Value::Uint(7), 2),
            entry(Value::Int(7), 3),
            entry(Value::Bool(true), 4),
        ]);
        assert!(map.push(entry(Value::text("a"), 5)).is_ok() && map.push(entry(Value::Int(9), 6)).is_ok());
        assert_eq!(Value::Map(map.clone()).to_string(), r#"{true: 4, 7: 3, 7u: 2, 9: 6, "a": 5, "b": 1}"#);
        for (key, expected) in [
            (Value::Uint(7), "2"),
            (Value::Int(7), "3"),
            (Value::Double(7.0), "3"),
            (Value::Uint(9), "6"),
            (Value::Double(7.5), "none"),
            (Value::text("a"), "5"),
            (Value::Bool(false), "none"),
            (Value::Null, "none"),
        ] {
            let got = map.get(&key).map(|value| value.map_or("none".to_owned(), |value| value.to_string()));
            assert_eq!(got.as_deref(), Ok(expected), "{key}");
        }
    }

    /// Data with these keys in this order. Keys with an uppercase letter are formatted on the fly.
    struct Keys(&'static [&'static str]);

    impl value::Map for Keys {
        fn len(&self) -> usize {
            self.0.len()
        }

        fn get(&self, key: &str) -> Option<value::ValueRef<'_>> {
            self.0.contains(&key).then_some(value::ValueRef::Null)
        }

        fn visit(&self, visit: &mut dyn FnMut(&str, value::ValueRef<'_>) -> bool) {
            self.0.iter().all(|key| visit(key, value::ValueRef::Null));
        }

        fn visit_keys<'a>(&'a self, visit: &mut dyn FnMut(Cow<'a, str>) -> bool) {
            let is_formatted = |key: &str| key.starts_with(char::is_uppercase);
            let text = |key: &'a str| if is_formatted(key) { Cow::Owned(key.to_owned()) } else { Cow::Borrowed(key) };
            self.0.iter().all(|key| visit(text(key)));
        }
    }

    #[test]
    fn null_fields_are_gone_through_and_not_found() {
        let node = |kind| ShapeNode { kind, nullable: false };
        let property = |name: &'static str, escaped: &'static str| Property {
            name: name.into(),
            escaped: escaped.into(),
            value: ShapeId(1),
            presence: Presence::AS_WRITTEN,
        };
        let properties = vec![property("a", "a"), property("b", "b"), property("x-y", "x__dash__y")];
        let nodes = vec![node(Kind::Object { properties: properties.into() }), node(Kind::Integer)];
        let shape = Shape::new(ShapeData { nodes: nodes.into() });
        let data = serde_json::json!({"b": 1, "unknown": 2, "x-y": null});
        let Value::Map(map) = Value::of_data(data.as_value(), &shape).unwrap() else { panic!() };
        let mut visited = Vec::new();
        map.visit_keys(&mut |key| {
            visited.push(format!("{key:?}"));
            true
        });
        let expected = [Value::text("b"), Value::text("x__dash__y"), Value::Null].map(|key| format!("{key:?}"));
        assert_eq!(visited, expected);
        assert_eq!(map.keys().len(), 1);
    }

    #[test]
    fn keys_are_visited_in_order() {
        for (keys, expected) in [
            (Keys(&[]), ""),
            (Keys(&["a", "b", "c", "d"]), "abc"),
            (Keys(&["c", "d", "a", "b"]), "abc"),
            (Keys(&["a", "C", "b"]), "Cab"),
        ] {
            let mut visited = String::new();
            Map::of_data(&keys, Shape::dynamic()).visit_keys(&mut |key| {
                if let Value::String(key) = key {
                    visited.push_str(key.as_str());
                }
                visited.len() < 3
            });
            assert_eq!(visited, expected, "{:?}", keys.0);
        }
    }

    #[test]
    fn the_size_of_an_object_includes_undeclared_fields() {
        use serde_json::json;

        let nodes = vec![
            ShapeNode {
                kind: Kind::Object {
                    properties: vec![Property::unless_zero("a", 1), Property::as_written("b", 1)].into(),
                },
                nullable: false,
            },
            ShapeNode { kind: Kind::String, nullable: true },
        ];
        let shape = Shape::new(ShapeData { nodes: nodes.into() });
        for (data, length) in [
            (json!({}), 0),
            (json!({"a": ""}), 0),
            (json!({"a": "x"}), 1),
            (json!({"a": "x", "y": 1}), 2),
            (json!({"a": "", "y": 1, "z": null}), 2),
            (json!({"a": "x", "b": "x", "y": 1}), 3),
        ] {
            let crate::value::ValueRef::Map(members) = data.as_value() else { unreachable!() };
            let map = Map::of_data(members, &shape);
            assert_eq!((map.len(), map.is_empty()), (length, length == 0), "{data}");
        }
    }
}
