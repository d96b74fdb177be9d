//! What JSON data looks like to expressions: the schema behind the values, as plain data.
//!
//! A schema is written as [`ShapeData`]: nodes that name each other by number, so that a type can contain itself and generated code can write it as a
//! constant. A [`Shape`] is that data at one node, ready to be asked; it unfolds a level when it is first looked at.

mod presence;

use std::borrow::Cow;
use std::sync::{Arc, LazyLock, OnceLock};

pub use presence::{Presence, Structure};
use serde_json::Value as Json;

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
    /// Nothing is known of it (`x-kubernetes-preserve-unknown-fields` without a type): expressions cannot see it, but it takes part in equality.
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
    /// Objects with keys: order does not count, and in a sum the right operand's elements take the places of those with the same key.
    Map {
        /// The names of the keys, in the data.
        keys: Cow<'static, [Cow<'static, str>]>,
    },
}

/// A node of a schema that can be asked.
#[derive(Debug)]
pub struct Shape {
    data: Arc<ShapeData>,
    id: ShapeId,
    is_as_written: bool,
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
        let is_as_written = match data.nodes.get(id.0 as usize).map(|node| &node.kind) {
            Some(Kind::Object { properties }) => {
                properties.iter().all(|property| property.presence == Presence::AS_WRITTEN)
            }
            _ => true,
        };
        Self { data, id, is_as_written, parts: OnceLock::new(), defaults: OnceLock::new() }
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

    /// May the data be null?
    pub fn nullable(&self) -> bool {
        self.data.nodes.get(self.id.0 as usize).is_none_or(|node| node.nullable)
    }

    /// The shapes below this one: of the elements, the values or the properties (in their order).
    pub fn parts(&self) -> &[Shape] {
        self.parts.get_or_init(|| {
            let part = |id: &ShapeId| Self::at(Arc::clone(&self.data), *id);
            match self.kind() {
                Kind::List { items: id, .. } | Kind::Map { values: id } => Box::new([part(id)]),
                Kind::Object { properties } => properties.iter().map(|property| part(&property.value)).collect(),
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

    /// The place of the declared property that expressions name so. `hint` is where a property of that name was found the last time.
    #[inline]
    pub(in crate::cel) fn find(&self, name: &str, hint: &mut u32) -> Option<usize> {
        let Kind::Object { properties } = self.kind() else { return None };
        let is_it = |property: &Property| *property.escaped == *name || *property.name == *name;
        let mut position = *hint as usize;
        if !properties.get(position).is_some_and(is_it) {
            position = properties.iter().position(is_it)?;
            *hint = position as u32;
        }
        Some(position)
    }

    /// Does the data say itself which properties are there?
    pub(in crate::cel) fn is_as_written(&self) -> bool {
        self.is_as_written
    }
}
