//! What JSON data looks like to expressions: the schema behind the values, as plain data.
//!
//! A schema is written as [`ShapeData`]: nodes that name each other by number, so that a type can contain itself and
//! generated code can write it as a constant. A [`Shape`] is that data at one node, ready to be asked; it unfolds a
//! level when it is first looked at.

mod construct;
mod presence;

use std::borrow::Cow;
use std::sync::{Arc, LazyLock, OnceLock};

pub use presence::{Presence, Structure};
use serde_json::Value as Json;

use crate::value::{Map, ValueRef};

/// The place of a node in [`ShapeData::nodes`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ShapeId(pub u32);

/// The nodes of a schema.
#[derive(Clone, PartialEq, Debug)]
pub struct ShapeData {
    /// The nodes, in any order; the schema itself is the first.
    pub nodes: Cow<'static, [ShapeNode]>,
}

/// A node of a schema.
#[derive(Clone, PartialEq, Debug)]
pub struct ShapeNode {
    /// What the data is.
    pub kind: Kind,
    /// May the data be null?
    pub nullable: bool,
}

/// What the data at a node is.
#[derive(Clone, PartialEq, Debug)]
pub enum Kind {
    /// Anything, as it is: `dyn` in an expression.
    Dyn,
    /// An integer or text (`x-kubernetes-int-or-string`).
    IntOrString,
    /// `type: integer`. A number written with a fraction or an exponent is none.
    Integer,
    /// `type: number`: a double.
    Number,
    /// `type: boolean`.
    Boolean,
    /// `type: string`.
    String,
    /// Text in base 64 (`format: byte`): bytes.
    Byte,
    /// Text that `strfmt.ParseDuration` reads (`format: duration`): a duration.
    Duration,
    /// `2006-01-02` (`format: date`): a timestamp.
    Date,
    /// Text that `strfmt.ParseDateTime` reads (`format: date-time`): a timestamp.
    DateTime,
    /// `type: array`.
    List {
        /// The elements.
        items: ShapeId,
        /// How lists are compared and added.
        list_type: ListType,
    },
    /// `type: object` with `additionalProperties`.
    Map {
        /// The values.
        values: ShapeId,
    },
    /// `type: object` with declared properties.
    Object {
        /// The properties, sorted by name.
        properties: Cow<'static, [Property]>,
    },
    /// Nothing is known of it (`x-kubernetes-preserve-unknown-fields` without a type): expressions cannot see it, but
    /// it takes part in equality.
    Preserved,
}

/// A declared property.
#[derive(Clone, PartialEq, Debug)]
pub struct Property {
    /// The name in the data: `if`.
    pub name: Cow<'static, str>,
    /// The name in expressions: `__if__`. The name itself if expressions cannot name it.
    pub escaped: Cow<'static, str>,
    /// Its value.
    pub value: ShapeId,
    /// When it counts as present; [`Shape::property`] answers that.
    pub presence: Presence,
}

/// `x-kubernetes-list-type`: how lists are compared and added. The left operand's type counts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ListType {
    /// Order counts.
    Atomic,
    /// A set of scalars: order does not count, and a sum is a union.
    Set,
    /// Objects with keys: order does not count, and in a sum the right operand's elements take the places of those with
    /// the same key.
    Map {
        /// The names of the keys, in the data.
        keys: Cow<'static, [Cow<'static, str>]>,
    },
}

/// What the object above says of a property.
#[derive(Clone, Default, Debug)]
struct Label {
    name: Cow<'static, str>,
    /// The name in expressions, if it is another one.
    escaped: Option<Cow<'static, str>>,
    /// Does the data say itself whether it is there?
    is_as_written: bool,
}

/// A [`Kind`] without what is in it.
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

/// A node of a schema that can be asked.
#[derive(Debug)]
pub struct Shape {
    data: Arc<ShapeData>,
    id: ShapeId,
    /// As which property it stands in the object above.
    label: Label,
    /// What is asked for most, kept at hand.
    tag: Tag,
    nullable: bool,
    is_as_written: bool,
    is_of_go_type: bool,
    parts: OnceLock<Box<[Shape]>>,
    defaults: OnceLock<Box<[Option<Json>]>>,
}

impl Shape {
    /// The schema of that data.
    pub fn new(data: ShapeData) -> Self {
        Self::at(Arc::new(data), ShapeId(0))
    }

    /// The schema at a node of that data.
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

    /// The same schema for data of the Go type that it was made from: what that type cannot tell apart is no change in
    /// an update.
    #[must_use]
    pub fn of_go_type(self) -> Self {
        Self { parts: OnceLock::new(), ..self.where_of_go_type(true) }
    }

    /// A Go type has no null that is not absent: its objects have fewer fields than their data may say.
    fn where_of_go_type(self, is_of_go_type: bool) -> Self {
        let is_as_written = self.is_as_written && !(is_of_go_type && self.tag == Tag::Object);
        Self { is_as_written, is_of_go_type, ..self }
    }

    /// A schema of which nothing is known: data is `dyn`.
    pub fn dynamic() -> &'static Self {
        const DYN: &[ShapeNode] = &[ShapeNode { kind: Kind::Dyn, nullable: true }];
        static SHAPE: LazyLock<Shape> = LazyLock::new(|| Shape::new(ShapeData { nodes: Cow::Borrowed(DYN) }));
        &SHAPE
    }

    /// What the data is.
    pub fn kind(&self) -> &Kind {
        self.data.nodes.get(self.id.0 as usize).map_or(&Kind::Dyn, |node| &node.kind)
    }

    /// What the data is, in short.
    #[inline]
    pub(in crate::cel) fn tag(&self) -> Tag {
        self.tag
    }

    /// May the data be null?
    pub fn nullable(&self) -> bool {
        self.nullable
    }

    /// The shapes below this one: of the elements, the values or the properties (in their order).
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

    /// The default of the property at `position`.
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

    /// The shape of the elements of a list or the values of a map.
    #[inline]
    pub fn element(&self) -> &Shape {
        // Below `dyn` everything is `dyn`.
        self.parts().first().unwrap_or(self)
    }

    /// The place of the declared property that expressions name so. `hint` is where a property of that name was found
    /// the last time.
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

    /// The value of the property that expressions name so, and its shape; none if it is absent.
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

    /// Whether the data is that of a Go type.
    pub(in crate::cel) fn is_of_go_type(&self) -> bool {
        self.is_of_go_type
    }

    /// Does the data say itself which properties are there?
    pub(in crate::cel) fn is_as_written(&self) -> bool {
        self.is_as_written
    }
}
