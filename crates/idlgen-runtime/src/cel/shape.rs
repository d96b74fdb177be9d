//! CEL value types: the schema of the values in expressions, as plain data.
//!
//! A schema is a [`ShapeData`] whose nodes refer to each other by index, so that a type can contain itself and
//! generated code can define it as a constant. A [`Shape`] is a node of that data prepared for queries. It expands one
//! level at a time, on first use.

mod construct;
mod presence;
mod property;

use std::borrow::Cow;
use std::sync::{Arc, LazyLock, OnceLock};

pub use presence::{Presence, Structure};
use serde_json::Value as Json;

use crate::value::{Map, ValueRef};

/// An index into [`ShapeData::nodes`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ShapeId(pub u32);

/// The nodes of a schema.
#[derive(Clone, PartialEq, Debug)]
pub struct ShapeData {
    /// The nodes, in any order. The first is the root of the schema.
    pub nodes: Cow<'static, [ShapeNode]>,
}

/// A node of a schema.
#[derive(Clone, PartialEq, Debug)]
pub struct ShapeNode {
    /// The type of the data.
    pub kind: Kind,
    /// `true` if the data may be null.
    pub nullable: bool,
}

/// The type of the data at a node.
#[derive(Clone, PartialEq, Debug)]
pub enum Kind {
    /// Any type: `dyn` in an expression.
    Dyn,
    /// An integer or string (`x-kubernetes-int-or-string`).
    IntOrString,
    /// `type: integer`. The value must not be written with a fraction or an exponent.
    Integer,
    /// `type: number`: a double in expressions.
    Number,
    /// `type: boolean`.
    Boolean,
    /// `type: string`.
    String,
    /// A base64 string (`format: byte`): bytes in expressions.
    Byte,
    /// A string that `strfmt.ParseDuration` accepts (`format: duration`): a duration in expressions.
    Duration,
    /// A date such as `2006-01-02` (`format: date`): a timestamp in expressions.
    Date,
    /// A string that `strfmt.ParseDateTime` accepts (`format: date-time`): a timestamp in expressions.
    DateTime,
    /// `type: array`.
    List {
        /// The shape of the elements.
        items: ShapeId,
        /// How lists are compared and added.
        list_type: ListType,
    },
    /// `type: object` with `additionalProperties`.
    Map {
        /// `additionalProperties`: the shape of every value.
        values: ShapeId,
    },
    /// `type: object` with declared properties.
    Object {
        /// The properties, sorted by name.
        properties: Cow<'static, [Property]>,
    },
    /// Data of unknown type (`x-kubernetes-preserve-unknown-fields` without a type). Expressions cannot access the
    /// data, but comparisons include it.
    Preserved,
}

/// A declared property.
#[derive(Clone, PartialEq, Debug)]
pub struct Property {
    /// The name in the data, such as `if`.
    pub name: Cow<'static, str>,
    /// The name in expressions, such as `__if__`. If expressions cannot refer to the property, this is its name in the
    /// data.
    pub escaped: Cow<'static, str>,
    /// The shape of the property's value.
    pub value: ShapeId,
    /// The rule for when the property is treated as present; see [`Shape::property`].
    pub presence: Presence,
}

/// How lists are compared and added (`x-kubernetes-list-type`). The type of the left operand applies.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ListType {
    /// A list in which the order of elements matters.
    Atomic,
    /// A set of scalars: order does not matter, and a sum is a union.
    Set,
    /// A list of objects that are identified by keys. Order does not matter. In a sum, elements of the right operand
    /// replace elements with equal keys.
    Map {
        /// The names of the keys, in the data.
        keys: Cow<'static, [Cow<'static, str>]>,
    },
}

/// How the parent object declares a property.
#[derive(Clone, Default, Debug)]
struct Label {
    name: Cow<'static, str>,
    /// The name in expressions, if it differs from the name in the data.
    escaped: Option<Cow<'static, str>>,
    /// `true` if the property is present if and only if the data contains it and it is not null.
    is_as_written: bool,
}

/// A [`Kind`] without its content.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::cel) enum Tag {
    Dyn,
    IntOrString,
    Integer,
    Number,
    Boolean,
    String,
    Byte,
    Duration,
    Date,
    DateTime,
    List,
    Map,
    Object,
    Preserved,
}

impl Tag {
    fn of(kind: &Kind) -> Self {
        match kind {
            Kind::Dyn => Self::Dyn,
            Kind::IntOrString => Self::IntOrString,
            Kind::Integer => Self::Integer,
            Kind::Number => Self::Number,
            Kind::Boolean => Self::Boolean,
            Kind::String => Self::String,
            Kind::Byte => Self::Byte,
            Kind::Duration => Self::Duration,
            Kind::Date => Self::Date,
            Kind::DateTime => Self::DateTime,
            Kind::List { .. } => Self::List,
            Kind::Map { .. } => Self::Map,
            Kind::Object { .. } => Self::Object,
            Kind::Preserved => Self::Preserved,
        }
    }
}

/// A schema node prepared for queries.
#[derive(Debug)]
pub struct Shape {
    data: Arc<ShapeData>,
    id: ShapeId,
    /// The property of the parent object that has this value.
    label: Label,
    /// The kind without its content, cached because it is used frequently.
    tag: Tag,
    nullable: bool,
    is_as_written: bool,
    is_of_go_type: bool,
    parts: OnceLock<Box<[Shape]>>,
    defaults: OnceLock<Box<[Option<Json>]>>,
}

impl Shape {
    /// Creates the shape of the root node.
    pub fn new(data: ShapeData) -> Self {
        Self::at(Arc::new(data), ShapeId(0))
    }

    /// Creates the shape of a node.
    pub fn at(data: Arc<ShapeData>, id: ShapeId) -> Self {
        let node = data.nodes.get(id.0 as usize);
        let is_as_written = match node.map(|node| &node.kind) {
            Some(Kind::Object { properties }) => {
                properties.iter().all(|property| property.presence == Presence::AS_WRITTEN)
            }
            _ => true,
        };
        let tag = node.map_or(Tag::Dyn, |node| Tag::of(&node.kind));
        let nullable = node.is_none_or(|node| node.nullable);
        Self {
            data,
            id,
            label: Label::default(),
            tag,
            nullable,
            is_as_written,
            is_of_go_type: false,
            parts: OnceLock::new(),
            defaults: OnceLock::new(),
        }
    }

    /// Returns the same shape for data of the Go type from which the schema was generated. In an update, differences
    /// that the Go type cannot represent are not changes.
    #[must_use]
    pub fn of_go_type(self) -> Self {
        Self { parts: OnceLock::new(), ..self.where_of_go_type(true) }
    }

    /// Sets whether the data has a Go type. A Go type does not distinguish null from missing, so its objects may have
    /// fewer fields than their data.
    fn where_of_go_type(self, is_of_go_type: bool) -> Self {
        let is_as_written = self.is_as_written && !(is_of_go_type && self.tag == Tag::Object);
        Self { is_as_written, is_of_go_type, ..self }
    }

    /// Returns the shape of `dyn`, for data of unknown schema.
    pub fn dynamic() -> &'static Self {
        const DYN: &[ShapeNode] = &[ShapeNode { kind: Kind::Dyn, nullable: true }];
        static SHAPE: LazyLock<Shape> = LazyLock::new(|| Shape::new(ShapeData { nodes: Cow::Borrowed(DYN) }));
        &SHAPE
    }

    /// Returns the kind of the data.
    pub fn kind(&self) -> &Kind {
        self.data.nodes.get(self.id.0 as usize).map_or(&Kind::Dyn, |node| &node.kind)
    }

    /// Returns the kind without its content.
    #[inline]
    pub(in crate::cel) fn tag(&self) -> Tag {
        self.tag
    }

    /// Returns `true` if the data may be null.
    pub fn nullable(&self) -> bool {
        self.nullable
    }

    /// Returns the shapes of the elements, of the values, or of the properties in order.
    pub fn parts(&self) -> &[Shape] {
        self.parts.get_or_init(|| {
            let part = |id: &ShapeId| Self::at(Arc::clone(&self.data), *id).where_of_go_type(self.is_of_go_type);
            match self.kind() {
                Kind::List { items: id, .. } | Kind::Map { values: id } => Box::new([part(id)]),
                Kind::Object { properties } => {
                    let labelled = |property: &Property| {
                        let mut part = part(&property.value);
                        part.label = Label {
                            name: property.name.clone(),
                            escaped: (property.escaped != property.name).then(|| property.escaped.clone()),
                            is_as_written: property.presence == Presence::AS_WRITTEN,
                        };
                        part
                    };
                    properties.iter().map(labelled).collect()
                }
                _ => Box::new([]),
            }
        })
    }

    /// Returns the default of the property at `position`, if it has one.
    fn default_of(&self, position: usize) -> Option<&Json> {
        let defaults = self.defaults.get_or_init(|| match self.kind() {
            Kind::Object { properties } => {
                let texts = properties.iter().map(|property| property.presence.default.as_deref());
                texts.map(|text| serde_json::from_str(text?).ok()).collect()
            }
            _ => Box::new([]),
        });
        defaults.get(position)?.as_ref()
    }

    /// Returns the shape of list elements or map values.
    #[inline]
    pub fn element(&self) -> &Shape {
        // The parts of `dyn` are `dyn`.
        self.parts().first().unwrap_or(self)
    }

    /// Returns the index of the declared property with this name in expressions. `hint` is the index where it was found
    /// last time.
    #[inline]
    pub(in crate::cel) fn find(&self, name: &str, hint: &mut u32) -> Option<usize> {
        let parts = self.parts();
        let position = *hint as usize;
        if parts.get(position).is_some_and(|part| *part.label.name == *name) {
            return Some(position);
        }
        self.search(name, hint)
    }

    fn search(&self, name: &str, hint: &mut u32) -> Option<usize> {
        let is_it = |part: &Shape| *part.label.name == *name || part.label.escaped.as_deref() == Some(name);
        let position = self.parts().iter().position(is_it)?;
        *hint = position as u32;
        Some(position)
    }

    /// Returns the value and the shape of the property with this name in expressions. Returns `None` if it is missing.
    #[inline]
    pub(in crate::cel) fn field<'a>(
        &'a self,
        data: &'a dyn Map,
        name: &str,
        hint: &mut u32,
    ) -> Option<(ValueRef<'a>, &'a Shape)> {
        let position = self.find(name, hint)?;
        let part = self.parts().get(position)?;
        let value = if part.label.is_as_written {
            data.get(&part.label.name).filter(|value| !value.is_null())?
        } else {
            self.property(data, position)?
        };
        Some((value, part))
    }

    /// Returns `true` if the data has a Go type.
    pub(in crate::cel) fn is_of_go_type(&self) -> bool {
        self.is_of_go_type
    }

    /// Returns `true` if properties are present if and only if the data contains them and they are not null.
    pub(in crate::cel) fn is_as_written(&self) -> bool {
        self.is_as_written
    }
}
