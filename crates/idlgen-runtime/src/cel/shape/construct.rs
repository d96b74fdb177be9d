//! Property constructors for shapes in generated code. They are `const` and fit on one line each.

use std::borrow::Cow;

use super::{Presence, Property, ShapeId, Structure};

impl Property {
    /// Creates a property. `value` is the index of the shape of its value.
    pub const fn constant(name: &'static str, escaped: &'static str, value: u32, presence: Presence) -> Self {
        Property { name: Cow::Borrowed(name), escaped: Cow::Borrowed(escaped), value: ShapeId(value), presence }
    }

    /// Creates a property with the same name in the data and in expressions that is treated as present if it is
    /// written.
    pub const fn as_written(name: &'static str, value: u32) -> Self {
        Property::constant(name, name, value, Presence::AS_WRITTEN)
    }

    /// Creates a property with the same name in the data and in expressions that is treated as missing if it is zero.
    pub const fn unless_zero(name: &'static str, value: u32) -> Self {
        let presence = Presence { unless_zero: true, structure: Structure::None, default: None };
        Property::constant(name, name, value, presence)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn properties_can_be_constants() {
        static PROPERTIES: &[Property] = &[
            Property::as_written("a", 1),
            Property::unless_zero("b", 2),
            Property::constant("if", "__if__", 3, Presence::AS_WRITTEN),
        ];
        let names: Vec<&str> = PROPERTIES.iter().map(|property| &*property.escaped).collect();
        assert_eq!(names, ["a", "b", "__if__"]);
    }
}
