//! Which properties of an object count as present, and with what value.

use std::borrow::Cow;

use super::{Kind, Shape};
use crate::value::{Map, NoEntries, Value, ValueRef};

/// How deep structs may stand in each other for a look whether all is zero. Go cannot nest them without end.
const MAX_DEPTH: usize = 64;

/// When a property counts as present.
///
/// In a custom resource it does if the data has it and it is not null. In data of a Go type there is more to it, because a field that is no pointer cannot
/// tell zero from absent.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Presence {
    /// Zero counts as absent.
    pub unless_zero: bool,
    /// Whether the Go field is a struct and no pointer to one.
    pub structure: Structure,
    /// What stands for the property if it is absent, as JSON text.
    pub default: Option<Cow<'static, str>>,
}

/// Whether a Go field is a struct and no pointer to one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Structure {
    /// It is none.
    None,
    /// It is one that may be absent, and is if everything in it is zero.
    Optional,
    /// It is one that is always there.
    Required,
}

impl Presence {
    /// Present if the data has it and it is not null.
    pub const AS_WRITTEN: Presence = Presence { unless_zero: false, structure: Structure::None, default: None };
}

impl Shape {
    /// The value that counts of the property at `position` in [`Kind::Object`]; none if the property is absent.
    pub fn property<'a>(&'a self, data: &'a dyn Map, position: usize) -> Option<ValueRef<'a>> {
        let Kind::Object { properties } = self.kind() else { return None };
        let property = properties.get(position)?;
        let value = data.get(&property.name).filter(|value| !value.is_null());
        let Presence { unless_zero, structure, default } = &property.presence;
        if let Some(value) = value {
            let is_absent = match structure {
                Structure::None => *unless_zero && is_zero(&value),
                Structure::Optional => self.parts().get(position).is_some_and(|part| part.is_zero_struct(&value, 0)),
                Structure::Required => false,
            };
            if !is_absent {
                return Some(value);
            }
        }
        if default.is_some() {
            return self.default_of(position).map(Value::as_value);
        }
        (*structure == Structure::Required).then_some(ValueRef::Map(&NoEntries))
    }

    /// Whether a struct holds nothing but zeros, all the way down.
    fn is_zero_struct(&self, value: &ValueRef<'_>, depth: usize) -> bool {
        let (ValueRef::Map(data), Kind::Object { properties }) = (value, self.kind()) else { return false };
        depth <= MAX_DEPTH
            && properties.iter().zip(self.parts()).all(|(property, part)| {
                let Some(value) = data.get(&property.name).filter(|value| !value.is_null()) else { return true };
                match property.presence.structure {
                    Structure::None => property.presence.unless_zero && is_zero(&value),
                    Structure::Optional | Structure::Required => part.is_zero_struct(&value, depth + 1),
                }
            })
    }
}

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

#[cfg(test)]
mod tests {
    use serde_json::{Value as Json, json};

    use super::*;
    use crate::cel::{Property, ShapeData, ShapeId, ShapeNode};

    fn property(name: &'static str, value: u32, presence: Presence) -> Property {
        Property { name: name.into(), escaped: name.into(), value: ShapeId(value), presence }
    }

    fn shape(inner: Presence) -> Shape {
        let zero = Presence { unless_zero: true, ..Presence::AS_WRITTEN };
        let with_default = Presence { default: Some("\"fast\"".into()), ..zero.clone() };
        let object = |properties: Vec<Property>| ShapeNode {
            kind: Kind::Object { properties: properties.into() },
            nullable: false,
        };
        let text = ShapeNode { kind: Kind::String, nullable: false };
        let nodes = vec![
            object(vec![
                property("inner", 1, inner),
                property("mode", 2, with_default),
                property("name", 2, zero.clone()),
                property("pointer", 2, Presence::AS_WRITTEN),
            ]),
            object(vec![property("name", 2, zero), property("note", 2, Presence::AS_WRITTEN)]),
            text,
        ];
        Shape::new(ShapeData { nodes: nodes.into() })
    }

    fn seen(shape: &Shape, data: &Json) -> Json {
        let ValueRef::Map(data) = data.as_value() else { return Json::Null };
        (0..4).map(|position| shape.property(data, position).map_or(Json::Null, |value| value.to_json())).collect()
    }

    #[test]
    fn zero_is_absent_where_go_cannot_tell() {
        let optional = shape(Presence { structure: Structure::Optional, ..Presence::AS_WRITTEN });
        let required = shape(Presence { structure: Structure::Required, ..Presence::AS_WRITTEN });
        let pointer = shape(Presence::AS_WRITTEN);
        for (data, of_optional, of_required, of_pointer) in [
            (json!({}), json!(null), json!({}), json!(null)),
            (json!({"inner": null}), json!(null), json!({}), json!(null)),
            (json!({"inner": {"name": ""}}), json!(null), json!({"name": ""}), json!({"name": ""})),
            (json!({"inner": {"note": ""}}), json!({"note": ""}), json!({"note": ""}), json!({"note": ""})),
        ] {
            for (shape, expected) in [(&optional, of_optional), (&required, of_required), (&pointer, of_pointer)] {
                assert_eq!(seen(shape, &data), json!([expected, "fast", null, null]), "{data}");
            }
        }
        assert_eq!(seen(&optional, &json!({"mode": "", "name": "", "pointer": ""})), json!([null, "fast", null, ""]));
        assert_eq!(seen(&optional, &json!({"mode": "a", "name": "b"})), json!([null, "a", "b", null]));
    }
}
