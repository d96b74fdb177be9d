//! Borrowed views of JSON-like data.
//!
//! The schema engine and CEL read values only through [`ValueRef`]. A `serde_json::Value`, a YAML node with positions
//! and a generated struct can therefore be validated without conversion.

mod json;
mod native;
mod number;
pub mod presence;

use std::borrow::Cow;

pub use number::Number;

/// A type that can be viewed as a JSON value.
pub trait Value: Send + Sync {
    /// Returns a borrowed view. Allocates only for strings that must be formatted.
    fn as_value(&self) -> ValueRef<'_>;
    /// Returns the value itself if it is a `serde_json::Value`, so that large values can be visited without views.
    fn as_json(&self) -> Option<&serde_json::Value> {
        None
    }
}

/// A borrowed JSON value. As in `k8s.io/apimachinery/pkg/util/json`, a JSON number is an [`i64`] if it fits and has no
/// fraction or exponent, otherwise an [`f64`].
#[derive(Clone)]
pub enum ValueRef<'a> {
    /// JSON `null`, or a Go nil pointer.
    Null,
    /// A boolean.
    Bool(bool),
    /// An integer.
    Int(i64),
    /// A number with a fraction or an exponent, or beyond 64 bits.
    Float(f64),
    /// A string. It is owned only if it is formatted on the fly (a quantity, a time).
    String(Cow<'a, str>),
    /// An array.
    List(&'a dyn List),
    /// An object.
    Map(&'a dyn Map),
}

/// An array.
pub trait List: Send + Sync {
    /// Returns the number of elements.
    fn len(&self) -> usize;
    /// Returns `true` if the list is empty.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// Returns the element at `index`, if any.
    fn get(&self, index: usize) -> Option<ValueRef<'_>>;
}

/// An object. The iteration order depends on the implementation, so no output may depend on it.
pub trait Map: Send + Sync {
    /// Returns the number of entries.
    fn len(&self) -> usize;
    /// Returns `true` if the map is empty.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// Returns the value of `key`, which may be null, if the object has the key.
    fn get(&self, key: &str) -> Option<ValueRef<'_>>;
    /// Returns `true` if the object has `key`.
    fn contains_key(&self, key: &str) -> bool {
        self.get(key).is_some()
    }
    /// Calls `visit` for every entry until it returns `false`.
    fn visit(&self, visit: &mut dyn FnMut(&str, ValueRef<'_>) -> bool);
    /// Calls `visit` for every key until it returns `false`.
    fn visit_keys<'a>(&'a self, visit: &mut dyn FnMut(Cow<'a, str>) -> bool) {
        self.visit(&mut |key, _| visit(Cow::Owned(key.to_owned())));
    }
}

/// The empty object `{}`.
#[derive(Clone, Copy, Debug)]
pub struct NoEntries;

impl Map for NoEntries {
    fn len(&self) -> usize {
        0
    }

    fn get(&self, _: &str) -> Option<ValueRef<'_>> {
        None
    }

    fn visit(&self, _: &mut dyn FnMut(&str, ValueRef<'_>) -> bool) {}
}

/// The empty list `[]`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NoElements;

impl List for NoElements {
    fn len(&self) -> usize {
        0
    }

    fn get(&self, _: usize) -> Option<ValueRef<'_>> {
        None
    }
}

impl ValueRef<'_> {
    /// Returns the JSON Schema type name. Integers are `integer`.
    pub fn type_name(&self) -> &'static str {
        match self {
            ValueRef::Null => "null",
            ValueRef::Bool(_) => "boolean",
            ValueRef::Int(_) => "integer",
            ValueRef::Float(_) => "number",
            ValueRef::String(_) => "string",
            ValueRef::List(_) => "array",
            ValueRef::Map(_) => "object",
        }
    }

    /// Returns `true` for JSON `null`.
    pub fn is_null(&self) -> bool {
        matches!(self, ValueRef::Null)
    }

    /// Returns the string, if this is one.
    pub fn as_str(&self) -> Option<&str> {
        match self {
            ValueRef::String(text) => Some(text),
            _ => None,
        }
    }

    /// Returns the number, if this is one.
    pub fn as_number(&self) -> Option<Number> {
        match self {
            ValueRef::Int(value) => Some(Number::Int(*value)),
            ValueRef::Float(value) => Some(Number::Float(*value)),
            _ => None,
        }
    }

    /// Returns a deep copy as a `serde_json::Value`. A float that JSON cannot represent becomes null.
    pub fn to_json(&self) -> serde_json::Value {
        match self {
            ValueRef::Null => serde_json::Value::Null,
            ValueRef::Bool(value) => (*value).into(),
            ValueRef::Int(value) => (*value).into(),
            ValueRef::Float(value) => {
                serde_json::Number::from_f64(*value).map_or(serde_json::Value::Null, serde_json::Value::Number)
            }
            ValueRef::String(value) => value.as_ref().into(),
            ValueRef::List(list) => {
                let mut items = Vec::with_capacity(list.len());
                for index in 0..list.len() {
                    if let Some(item) = list.get(index) {
                        items.push(item.to_json());
                    }
                }
                serde_json::Value::Array(items)
            }
            ValueRef::Map(map) => {
                let mut object = serde_json::Map::new();
                map.visit(&mut |key, value| {
                    object.insert(key.to_owned(), value.to_json());
                    true
                });
                serde_json::Value::Object(object)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_numbers_are_numbers() {
        assert_eq!(ValueRef::Int(1).as_number(), Some(Number::Int(1)));
        assert_eq!(ValueRef::Float(1.5).as_number(), Some(Number::Float(1.5)));
        assert_eq!(ValueRef::String(Cow::Borrowed("1")).as_number(), None);
        assert_eq!(ValueRef::Bool(true).as_number(), None);
        assert_eq!(ValueRef::String(Cow::Borrowed("1")).as_str(), Some("1"));
        assert_eq!(ValueRef::Int(1).as_str(), None);
        assert!(ValueRef::Null.is_null() && !ValueRef::Bool(false).is_null());
        assert_eq!(ValueRef::Float(f64::NAN).to_json(), serde_json::Value::Null);
    }

    #[test]
    fn the_empty_object_and_list_have_nothing() {
        assert_eq!((NoEntries.len(), NoElements.len()), (0, 0));
        assert!(NoEntries.get("a").is_none() && NoElements.get(0).is_none());
        NoEntries.visit(&mut |key, _| panic!("{key}"));
    }

    /// A map that does not override any method.
    struct Squares;

    impl Map for Squares {
        fn len(&self) -> usize {
            3
        }

        fn get(&self, key: &str) -> Option<ValueRef<'_>> {
            key.parse().ok().filter(|key| (1..=3).contains(key)).map(|key: i64| ValueRef::Int(key * key))
        }

        fn visit(&self, visit: &mut dyn FnMut(&str, ValueRef<'_>) -> bool) {
            for key in 1..=3_i64 {
                if !visit(&key.to_string(), ValueRef::Int(key * key)) {
                    return;
                }
            }
        }
    }

    #[test]
    fn a_map_needs_only_its_entries() {
        let keys = |limit| {
            let mut keys = Vec::new();
            Squares.visit_keys(&mut |key| {
                keys.push(key.into_owned());
                keys.len() < limit
            });
            keys
        };
        assert_eq!((keys(9), keys(2)), (vec!["1".into(), "2".into(), "3".into()], vec!["1".into(), "2".into()]));
        assert!(Squares.contains_key("2") && !Squares.contains_key("4") && !Squares.is_empty() && NoEntries.is_empty());
    }
}
