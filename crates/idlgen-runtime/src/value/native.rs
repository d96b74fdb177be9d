//! Implements [`Value`] for Rust's own types.

use std::{borrow::Cow, collections::BTreeMap};

use super::{List, Map, Value, ValueRef};
use crate::data::MapKey;

impl Value for bool {
    fn as_value(&self) -> ValueRef<'_> {
        ValueRef::Bool(*self)
    }
}

macro_rules! integers {
    ($($integer:ty)*) => {$(
        impl Value for $integer {
            fn as_value(&self) -> ValueRef<'_> {
                ValueRef::Int(i64::from(*self))
            }
        }
    )*};
}

integers!(i8 i16 i32 i64 u8 u16 u32);

impl Value for u64 {
    /// Returns a float if the number exceeds [`i64`], like a number in JSON.
    fn as_value(&self) -> ValueRef<'_> {
        i64::try_from(*self).map_or(ValueRef::Float(*self as f64), ValueRef::Int)
    }
}

impl Value for f32 {
    fn as_value(&self) -> ValueRef<'_> {
        // A document contains the shortest decimal string of the 32-bit float, so this returns the number that a reader
        // of the document would get.
        ValueRef::Float(self.to_string().parse().unwrap_or(f64::from(*self)))
    }
}

impl Value for f64 {
    fn as_value(&self) -> ValueRef<'_> {
        ValueRef::Float(*self)
    }
}

impl Value for str {
    fn as_value(&self) -> ValueRef<'_> {
        ValueRef::String(Cow::Borrowed(self))
    }
}

impl Value for String {
    fn as_value(&self) -> ValueRef<'_> {
        ValueRef::String(Cow::Borrowed(self))
    }
}

impl<T: Value + ?Sized> Value for &T {
    fn as_value(&self) -> ValueRef<'_> {
        (**self).as_value()
    }

    fn as_json(&self) -> Option<&serde_json::Value> {
        (**self).as_json()
    }
}

impl<T: Value + ?Sized> Value for Box<T> {
    fn as_value(&self) -> ValueRef<'_> {
        (**self).as_value()
    }

    fn as_json(&self) -> Option<&serde_json::Value> {
        (**self).as_json()
    }
}

impl<T: Value> Value for Option<T> {
    fn as_value(&self) -> ValueRef<'_> {
        match self {
            Some(value) => value.as_value(),
            None => ValueRef::Null,
        }
    }
}

impl<T: Value> Value for Vec<T> {
    fn as_value(&self) -> ValueRef<'_> {
        ValueRef::List(self)
    }
}

impl<T: Value> List for Vec<T> {
    fn len(&self) -> usize {
        self.len()
    }

    fn get(&self, index: usize) -> Option<ValueRef<'_>> {
        self.as_slice().get(index).map(Value::as_value)
    }
}

impl<K: MapKey, T: Value> Value for BTreeMap<K, T> {
    fn as_value(&self) -> ValueRef<'_> {
        ValueRef::Map(self)
    }
}

impl<K: MapKey, T: Value> Map for BTreeMap<K, T> {
    fn len(&self) -> usize {
        self.len()
    }

    fn get(&self, key: &str) -> Option<ValueRef<'_>> {
        K::find(self, key).map(Value::as_value)
    }

    fn contains_key(&self, key: &str) -> bool {
        K::find(self, key).is_some()
    }

    fn visit(&self, visit: &mut dyn FnMut(&str, ValueRef<'_>) -> bool) {
        for (key, value) in self {
            if !visit(&key.to_text(), value.as_value()) {
                return;
            }
        }
    }

    fn visit_keys<'a>(&'a self, visit: &mut dyn FnMut(Cow<'a, str>) -> bool) {
        for key in self.keys() {
            if !visit(key.to_text()) {
                return;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use serde_json::json;

    use crate::value::{Value, ValueRef};

    #[test]
    fn looks_like_its_json() {
        assert_eq!(true.as_value().to_json(), json!(true));
        assert_eq!((-3_i8).as_value().to_json(), json!(-3));
        assert!(matches!(u64::MAX.as_value(), ValueRef::Float(_)));
        assert_eq!(0.1_f32.as_value().to_json(), json!(0.1));
        assert_eq!("a".as_value().to_json(), json!("a"));
        assert_eq!(None::<String>.as_value().to_json(), json!(null));
        assert_eq!(Some(Box::new(vec![1, 2])).as_value().to_json(), json!([1, 2]));
        let map = BTreeMap::from([("b".to_owned(), vec![1]), ("a".to_owned(), vec![])]);
        assert_eq!(map.as_value().to_json(), json!({"a": [], "b": [1]}));
        let ValueRef::Map(map) = map.as_value() else { unreachable!() };
        assert!(map.contains_key("a") && !map.contains_key("c") && map.get("c").is_none() && map.len() == 2);
    }

    #[test]
    fn references_and_boxes_look_like_their_content() {
        let json = json!({"a": 1});
        assert_eq!(Value::as_json(&&json), Some(&json));
        assert_eq!(Box::new(json.clone()).as_json(), Some(&json));
        assert_eq!(Value::as_json(&&1), None);
        assert_eq!((&&7).as_value().to_json(), json!(7));
    }

    #[test]
    fn keys_are_visited_until_one_is_enough() {
        let map = BTreeMap::from([(1, true), (2, true), (3, true)]);
        let keys = |limit| {
            let mut keys = Vec::new();
            super::Map::visit_keys(&map, &mut |key| {
                keys.push(key.into_owned());
                keys.len() < limit
            });
            keys
        };
        assert_eq!(keys(9), ["1", "2", "3"]);
        assert_eq!(keys(2), ["1", "2"]);
        let mut seen = Vec::new();
        super::Map::visit(&map, &mut |key, value| {
            seen.push((key.to_owned(), value.to_json()));
            seen.len() < 2
        });
        assert_eq!(seen, [("1".to_owned(), json!(true)), ("2".to_owned(), json!(true))]);
    }
}
