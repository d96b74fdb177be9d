//! Which value of a property counts.

use idlgen_runtime::value::{Map, Value, ValueRef};

use super::{
    node::{Node, Property},
    walk::Walk,
};

/// How deep structs may stand in each other for a look whether all is zero. Go cannot nest them without end.
const MAX_STRUCT_DEPTH: usize = 64;

/// An object without entries.
struct NoEntries;

impl Map for NoEntries {
    fn len(&self) -> usize {
        0
    }

    fn get(&self, _: &str) -> Option<ValueRef<'_>> {
        None
    }

    fn visit(&self, _: &mut dyn FnMut(&str, ValueRef<'_>) -> bool) {}
}

impl<'v> Walk<'v> {
    /// The value of a property that counts, if the property counts as present. Nothing is copied: defaults are looked at where they are.
    pub(super) fn property<'p>(&self, map: &'p dyn Map, name: &str, property: Option<&Property>) -> Option<ValueRef<'p>>
    where
        'v: 'p,
    {
        let value = map.get(name);
        if !self.is_native() {
            return value;
        }
        let value = value.filter(|value| !value.is_null());
        let Some(property) = property else { return value };
        let node = self.get(property.node);
        if let Some(value) = value {
            let counts_as_absent = if property.is_struct {
                !property.is_required && self.is_zero_struct(&value, node, 0)
            } else {
                property.strip_zero && is_zero(&value)
            };
            if !counts_as_absent {
                return Some(value);
            }
        }
        if let Some(default) = &node.default {
            return Some(default.as_value());
        }
        (property.is_struct && property.is_required).then_some(ValueRef::Map(&NoEntries))
    }

    /// How many properties count as present.
    pub(super) fn count_properties(&self, map: &dyn Map, shape: &Node) -> usize {
        if !self.is_native() || shape.properties.is_empty() {
            return map.len();
        }
        let mut count = 0;
        map.visit(&mut |name, _| {
            count += usize::from(!shape.properties.contains_key(name));
            true
        });
        for (name, property) in &shape.properties {
            count += usize::from(self.property(map, name, Some(property)).is_some());
        }
        count
    }

    /// Whether a struct holds nothing but zeros, all the way down.
    fn is_zero_struct(&self, value: &ValueRef<'_>, node: &Node, depth: usize) -> bool {
        let ValueRef::Map(map) = value else { return false };
        if depth > MAX_STRUCT_DEPTH {
            return false;
        }
        let mut all_zero = true;
        map.visit(&mut |name, value| {
            if let Some(property) = node.properties.get(name) {
                all_zero = value.is_null()
                    || (property.strip_zero && is_zero(&value))
                    || (property.is_struct && self.is_zero_struct(&value, self.get(property.node), depth + 1));
            }
            all_zero
        });
        all_zero
    }
}

/// Whether this is the zero value of a Go field that is no pointer and no struct.
fn is_zero(value: &ValueRef<'_>) -> bool {
    match value {
        ValueRef::Null => true,
        ValueRef::Bool(value) => !value,
        ValueRef::Int(value) => *value == 0,
        ValueRef::Float(value) => *value == 0.0,
        ValueRef::String(value) => value.is_empty(),
        ValueRef::List(list) => list.is_empty(),
        ValueRef::Map(map) => map.is_empty(),
    }
}
