//! Implements [`Value`] for `serde_json::Value`.

use std::borrow::Cow;

use super::{Map, Number, Value, ValueRef};

impl Value for serde_json::Value {
    fn as_value(&self) -> ValueRef<'_> {
        match self {
            serde_json::Value::Null => ValueRef::Null,
            serde_json::Value::Bool(value) => ValueRef::Bool(*value),
            serde_json::Value::Number(value) => match Number::from_json(value) {
                Number::Int(value) => ValueRef::Int(value),
                Number::Float(value) => ValueRef::Float(value),
            },
            serde_json::Value::String(value) => ValueRef::String(Cow::Borrowed(value)),
            serde_json::Value::Array(items) => ValueRef::List(items),
            serde_json::Value::Object(entries) => ValueRef::Map(entries),
        }
    }

    fn as_json(&self) -> Option<&serde_json::Value> {
        Some(self)
    }
}

impl Map for serde_json::Map<String, serde_json::Value> {
    fn len(&self) -> usize {
        self.len()
    }

    fn get(&self, key: &str) -> Option<ValueRef<'_>> {
        self.get(key).map(Value::as_value)
    }

    fn contains_key(&self, key: &str) -> bool {
        self.contains_key(key)
    }

    fn visit(&self, visit: &mut dyn FnMut(&str, ValueRef<'_>) -> bool) {
        for (key, value) in self {
            if !visit(key, value.as_value()) {
                return;
            }
        }
    }

    fn visit_keys<'a>(&'a self, visit: &mut dyn FnMut(Cow<'a, str>) -> bool) {
        for key in self.keys() {
            if !visit(Cow::Borrowed(key)) {
                return;
            }
        }
    }
}
