//! Implements the runtime's value traits for nodes, so that the schema engine can validate them directly.

use std::borrow::Cow;

use idlgen_runtime::value::{List, Map, Value, ValueRef};

use crate::{Content, Node};

impl Value for Node {
    fn as_value(&self) -> ValueRef<'_> {
        match &self.content {
            Content::Null => ValueRef::Null,
            Content::Bool(value) => ValueRef::Bool(*value),
            Content::Int(value) => ValueRef::Int(*value),
            Content::Float(value) => ValueRef::Float(*value),
            Content::String(text) => ValueRef::String(Cow::Borrowed(text)),
            Content::List(_) => ValueRef::List(self),
            Content::Map(_) => ValueRef::Map(self),
        }
    }
}

impl List for Node {
    fn len(&self) -> usize {
        self.as_list().map_or(0, <[Node]>::len)
    }

    fn get(&self, index: usize) -> Option<ValueRef<'_>> {
        self.as_list()?.get(index).map(Value::as_value)
    }
}

impl Map for Node {
    fn len(&self) -> usize {
        match &self.content {
            Content::Map(entries) => entries.len(),
            _ => 0,
        }
    }

    fn get(&self, key: &str) -> Option<ValueRef<'_>> {
        self.entry(key).map(|entry| entry.value.as_value())
    }

    fn visit(&self, visit: &mut dyn FnMut(&str, ValueRef<'_>) -> bool) {
        if let Content::Map(entries) = &self.content {
            for entry in entries {
                if !visit(&entry.key, entry.value.as_value()) {
                    return;
                }
            }
        }
    }
}
