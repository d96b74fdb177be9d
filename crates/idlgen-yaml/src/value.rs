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

#[cfg(test)]
mod tests {
    use idlgen_runtime::value::{Map, Value, ValueRef};

    use crate::{Limits, load};

    #[test]
    fn nodes_are_values() {
        let documents = load("a: [null, true, 1, 1.5, x]\nb: {}\n", &Limits::default());
        let root = documents[0].root.as_ref().expect("a value");
        let ValueRef::Map(map) = root.as_value() else { panic!("a mapping") };
        assert_eq!((map.len(), map.get("c").is_none()), (2, true));
        let Some(ValueRef::List(list)) = map.get("a") else { panic!("a list") };
        assert_eq!((list.len(), list.get(5).is_none()), (5, true));
        let items: Vec<_> = (0..list.len()).filter_map(|index| list.get(index).map(|item| item.to_json())).collect();
        assert_eq!(items, [().into(), true.into(), 1.into(), 1.5.into(), serde_json::Value::from("x")]);
        assert!(matches!(map.get("b"), Some(ValueRef::Map(map)) if map.is_empty()));
        let mut keys = Vec::new();
        map.visit(&mut |key, _| {
            keys.push(key.to_owned());
            true
        });
        assert_eq!(keys, ["a", "b"]);
        let mut first = 0;
        map.visit(&mut |_, _| {
            first += 1;
            false
        });
        assert_eq!(first, 1);
        // A scalar has no entries.
        assert_eq!(Map::len(&root.get("a").expect("a list").clone()), 0);
    }
}
