//! Presence and value of object properties.

use super::{Kind, Presence, Property, Shape, Tag};
use crate::value::{
    Map, Value, ValueRef,
    presence::{Content, Declared, Described},
};

impl Shape {
    /// Returns the effective value of the property at `position` in [`Kind::Object`], or `None` if it is missing.
    pub fn property<'a>(&'a self, data: &'a dyn Map, position: usize) -> Option<ValueRef<'a>> {
        let Kind::Object { properties } = self.kind() else { return None };
        let property = properties.get(position)?;
        let declared = declared(property, self.parts().get(position)?);
        declared.counted(data.get(&property.name), || self.default_of(position).map(Value::as_value))
    }

    /// Returns the index of a declared property by its name in the data.
    pub(in crate::cel) fn position(&self, name: &str) -> Option<usize> {
        let Kind::Object { properties } = self.kind() else { return None };
        properties.binary_search_by(|property| (*property.name).cmp(name)).ok()
    }
}

impl Described for &Shape {
    fn property(&self, name: &str) -> Option<Declared<Self>> {
        let position = self.position(name)?;
        let Kind::Object { properties } = self.kind() else { return None };
        Some(declared(properties.get(position)?, self.parts().get(position)?))
    }

    fn default(&self, name: &str) -> Option<ValueRef<'_>> {
        self.default_of(self.position(name)?).map(Value::as_value)
    }

    fn takes(&self, value: &ValueRef<'_>) -> bool {
        match self.tag() {
            Tag::Dyn | Tag::IntOrString | Tag::Preserved => true,
            Tag::Integer | Tag::Number => matches!(value, ValueRef::Int(_) | ValueRef::Float(_)),
            Tag::Boolean => matches!(value, ValueRef::Bool(_)),
            Tag::String | Tag::Byte | Tag::Duration | Tag::Date | Tag::DateTime => matches!(value, ValueRef::String(_)),
            Tag::List => matches!(value, ValueRef::List(_)),
            Tag::Map | Tag::Object => matches!(value, ValueRef::Map(_)),
        }
    }

    fn content(&self) -> Content<Self> {
        match self.kind() {
            Kind::Object { properties } if !properties.is_empty() => Content::Properties,
            Kind::List { .. } | Kind::Map { .. } => Content::Elements(self.element()),
            _ => Content::Unknown,
        }
    }
}

fn declared<'s>(property: &Property, part: &'s Shape) -> Declared<&'s Shape> {
    let Presence { unless_zero, structure, default: _ } = &property.presence;
    Declared { unless_zero: *unless_zero, structure: *structure, node: part }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value as Json, json};

    use super::*;
    use crate::cel::{Property, ShapeData, ShapeId, ShapeNode, Structure};

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
        let wrong = json!({"inner": {"name": 0}, "name": false});
        assert_eq!(seen(&optional, &wrong), json!([{"name": 0}, "fast", false, null]), "a mistake is no zero");
    }
}
