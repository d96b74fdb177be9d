//! Converts a schema to the CEL value type of its data: the values that rules see (`UnstructuredToVal` of
//! k8s.io/apiserver/pkg/cel/common).

use std::{
    borrow::Cow,
    collections::{BTreeMap, VecDeque},
};

use idlgen_cel::escape;
use idlgen_runtime::cel::{Kind, ListType, Presence, Property, ShapeData, ShapeId, ShapeNode};

use super::view::View;
use crate::{
    compiled::{self, Additional, Parts},
    merge::Flat,
    schema::{self, Definitions, Schema, SchemaType, ZeroMode},
};

/// Returns the CEL value type for the data of a schema. `is_resource` marks the root of a resource, whose metadata is
/// visible to rules. `zero_mode` determines how zero values are interpreted.
pub fn shape(schema: &Schema, definitions: &Definitions, is_resource: bool, zero_mode: ZeroMode) -> ShapeData {
    let mut shapes = Shapes::new(definitions, zero_mode);
    shapes.add(schema, is_resource);
    shapes.finish()
}

/// Builds the value types of several schemas. Equal parts are shared.
#[derive(Debug)]
pub struct Shapes<'s> {
    definitions: &'s Definitions,
    zero_mode: ZeroMode,
    /// The node of each combination of parts that has been added.
    known: BTreeMap<Identity, ShapeId>,
    waiting: VecDeque<Waiting<'s>>,
    nodes: Vec<ShapeNode>,
    count: u32,
}

/// The identity of a node. Nodes with the same identity are shared.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Identity {
    /// A value that schemas describe: the addresses of the schemas, whether it is a resource, and whether it may be
    /// null.
    Part(Vec<usize>, bool, bool),
    /// A scalar: its type, and whether it may be null.
    Scalar(&'static str, bool),
    /// The metadata of a resource, which is the same for all resources.
    Metadata,
}

#[derive(Debug)]
enum Waiting<'s> {
    Part { view: Box<View<'s>>, is_resource: bool },
    Metadata,
    Text,
}

impl<'s> Shapes<'s> {
    /// Creates an empty collection.
    pub fn new(definitions: &'s Definitions, zero_mode: ZeroMode) -> Self {
        Shapes { definitions, zero_mode, known: BTreeMap::new(), waiting: VecDeque::new(), nodes: Vec::new(), count: 0 }
    }

    /// Adds the value type of a schema.
    pub fn add(&mut self, schema: &'s Schema, is_resource: bool) -> ShapeId {
        let id = self.part(&[schema], is_resource);
        while let Some(waiting) = self.waiting.pop_front() {
            let node = match waiting {
                Waiting::Part { view, is_resource } => {
                    ShapeNode { kind: self.kind(&view, is_resource), nullable: view.flat.nullable }
                }
                Waiting::Metadata => {
                    let text = self.text();
                    let names = ["generateName", "name"];
                    let properties = names.map(|name| property(name, text, Presence::AS_WRITTEN)).to_vec();
                    ShapeNode { kind: Kind::Object { properties: Cow::Owned(properties) }, nullable: false }
                }
                Waiting::Text => ShapeNode { kind: Kind::String, nullable: false },
            };
            self.nodes.push(node);
        }
        id
    }

    /// Returns the nodes added so far.
    pub fn nodes(&self) -> &[ShapeNode] {
        &self.nodes
    }

    /// Returns all nodes.
    pub fn finish(self) -> ShapeData {
        ShapeData { nodes: Cow::Owned(self.nodes) }
    }

    /// Adds the value type for a value to which several schemas apply. The first is the value's own schema.
    fn part(&mut self, schemas: &[&'s Schema], is_resource: bool) -> ShapeId {
        let view = View::of(schemas, self.definitions);
        let nullable = view.flat.nullable;
        if let Some(name) = scalar(&view) {
            let waiting = || Waiting::Part { view: Box::new(view), is_resource };
            return self.node(Identity::Scalar(name, nullable), waiting);
        }
        let is_resource = is_resource || view.flat.embedded_resource;
        let identity = Identity::Part(view.identity(), is_resource, nullable);
        self.node(identity, || Waiting::Part { view: Box::new(view), is_resource })
    }

    fn text(&mut self) -> ShapeId {
        self.node(Identity::Scalar(TEXT, false), || Waiting::Text)
    }

    /// Returns the node with this identity, and creates it on first use. Nodes are numbered in the order of their first
    /// use.
    fn node(&mut self, identity: Identity, waiting: impl FnOnce() -> Waiting<'s>) -> ShapeId {
        let next = ShapeId(self.count);
        let id = *self.known.entry(identity).or_insert(next);
        if id == next {
            self.count += 1;
            self.waiting.push_back(waiting());
        }
        id
    }

    fn kind(&mut self, view: &View<'s>, is_resource: bool) -> Kind {
        let flat = &view.flat;
        if view.is_int_or_string() {
            return Kind::IntOrString;
        }
        if view.is_anything() {
            return Kind::Preserved;
        }
        match flat.schema_type {
            None => Kind::Preserved,
            Some(SchemaType::Boolean) => Kind::Boolean,
            Some(SchemaType::Integer) => Kind::Integer,
            Some(SchemaType::Number) => Kind::Number,
            Some(SchemaType::String) => match flat.format() {
                Some("byte") => Kind::Byte,
                Some("duration") => Kind::Duration,
                Some("date") => Kind::Date,
                Some("date-time") => Kind::DateTime,
                _ => Kind::String,
            },
            Some(SchemaType::Array) if flat.items.is_empty() => Kind::Dyn,
            Some(SchemaType::Array) => {
                let items: Vec<&Schema> = flat.items.iter().copied().collect();
                Kind::List { items: self.part(&items, false), list_type: list_type(flat) }
            }
            Some(SchemaType::Object) => match flat.additional() {
                Additional::Node(values) if flat.properties.is_empty() && !is_resource => {
                    Kind::Map { values: self.part(&values, false) }
                }
                _ => Kind::Object { properties: Cow::Owned(self.properties(view, is_resource)) },
            },
        }
    }

    fn properties(&mut self, view: &View<'s>, is_resource: bool) -> Vec<Property> {
        let adds = is_resource && !view.declares_metadata(self.definitions);
        let mut properties = Vec::new();
        for (name, declared) in view.flat.nearest_properties() {
            if adds && matches!(name.as_str(), "apiVersion" | "kind" | "metadata") {
                continue;
            }
            let is_required = view.flat.required.contains(name);
            let presence = match self.zero_mode {
                ZeroMode::Crd => Presence::AS_WRITTEN,
                ZeroMode::Native => presence(&Parts::of(declared.iter().copied(), self.definitions), is_required),
            };
            properties.push(property(name, self.part(&declared, false), presence));
        }
        if adds {
            for name in ["apiVersion", "kind"] {
                properties.push(property(name, self.text(), Presence::AS_WRITTEN));
            }
            let metadata = self.node(Identity::Metadata, || Waiting::Metadata);
            properties.push(property("metadata", metadata, Presence::AS_WRITTEN));
        }
        properties.sort_by(|left, right| left.name.cmp(&right.name));
        properties
    }
}

/// The name of the string type.
const TEXT: &str = "string";

/// Returns the name of a scalar type, or `None` if the type is not scalar.
fn scalar(view: &View<'_>) -> Option<&'static str> {
    if view.is_int_or_string() {
        return Some("int-or-string");
    }
    if view.is_anything() {
        return Some("anything");
    }
    match view.flat.schema_type? {
        SchemaType::Array | SchemaType::Object => None,
        SchemaType::String => Some(match view.flat.format() {
            Some("byte") => "byte",
            Some("duration") => "duration",
            Some("date") => "date",
            Some("date-time") => "date-time",
            _ => TEXT,
        }),
        other => Some(other.name()),
    }
}

fn property(name: &str, value: ShapeId, presence: Presence) -> Property {
    let escaped = escape(name).unwrap_or_else(|| name.to_owned());
    Property { name: Cow::Owned(name.to_owned()), escaped: Cow::Owned(escaped), value, presence }
}

/// Returns the rule for when a property of a Go type is treated as present.
fn presence(parts: &Parts<'_>, is_required: bool) -> Presence {
    let said = compiled::Presence::of(parts.iter());
    Presence {
        unless_zero: said.strip_zero,
        structure: said.structure(is_required),
        default: said.default.map(|value| Cow::Owned(value.to_string())),
    }
}

fn list_type(flat: &Flat<'_>) -> ListType {
    match flat.list_type {
        Some(schema::ListType::Set) => ListType::Set,
        Some(schema::ListType::Map) => {
            let keys = flat.list_map_keys.iter();
            ListType::Map { keys: keys.map(|key| Cow::Owned(key.clone())).collect() }
        }
        _ => ListType::Atomic,
    }
}

#[cfg(test)]
mod tests {
    use idlgen_runtime::cel::Structure;
    use serde_json::json;

    use super::*;

    fn nodes(schema: &serde_json::Value, is_resource: bool, zero_mode: ZeroMode) -> Vec<String> {
        let (schema, problems) = Schema::from_json(schema);
        assert!(problems.is_empty(), "{problems:?}");
        let data = shape(&schema, &Definitions::default(), is_resource, zero_mode);
        data.nodes.iter().map(print).collect()
    }

    fn print(node: &ShapeNode) -> String {
        let text = match &node.kind {
            Kind::List { items, list_type } => format!("list of {} {list_type:?}", items.0),
            Kind::Map { values } => format!("map of {}", values.0),
            Kind::Object { properties } => {
                let names: Vec<String> =
                    properties.iter().map(|one| format!("{}={}", one.escaped, one.value.0)).collect();
                format!("object {}", names.join(" "))
            }
            kind => format!("{kind:?}"),
        };
        if node.nullable { format!("{text} or null") } else { text }
    }

    #[test]
    fn kinds() {
        let schema = json!({"type": "object", "properties": {
            "if": {"type": "array", "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["k"],
                   "items": {"type": "object", "properties": {"k": {"type": "string", "format": "byte"}}}},
            "m": {"type": "object", "additionalProperties": {"x-kubernetes-int-or-string": true}},
            "p": {"x-kubernetes-preserve-unknown-fields": true},
            "s": {"type": "string", "nullable": true},
        }});
        assert_eq!(
            nodes(&schema, false, ZeroMode::Crd),
            [
                "object __if__=1 m=2 p=3 s=4",
                "list of 5 Map { keys: [\"k\"] }",
                "map of 6",
                "Preserved",
                "String or null",
                "object k=7",
                "IntOrString",
                "Byte",
            ]
        );
    }

    #[test]
    fn equal_scalars_are_shared() {
        let schema = json!({"type": "object", "properties": {
            "a": {"type": "string"}, "b": {"type": "string", "maxLength": 3}, "c": {"type": "string", "format": "date"},
            "d": {"type": "string", "format": "date"}, "e": {"type": "integer"}, "f": {"type": "integer", "minimum": 1},
            "g": {"type": "integer", "nullable": true}, "h": {"x-kubernetes-int-or-string": true},
            "i": {"x-kubernetes-int-or-string": true}, "j": {"x-kubernetes-preserve-unknown-fields": true},
            "k": {"x-kubernetes-preserve-unknown-fields": true}, "l": {"type": "string", "format": "byte"},
            "m": {"type": "string", "format": "duration"}, "n": {"type": "string", "format": "date-time"},
            "o": {"type": "string", "format": "date-time"}, "p": {"type": "object"}, "q": {"type": "object"},
        }});
        let (read, _) = Schema::from_json(&schema);
        let none = Definitions::default();
        let mut shapes = Shapes::new(&none, ZeroMode::Crd);
        shapes.add(&read, false);
        let found: Vec<String> = shapes.nodes().iter().map(print).collect();
        assert_eq!(
            found,
            [
                "object a=1 b=1 c=2 d=2 e=3 f=3 g=4 h=5 i=5 j=6 k=6 l=7 m=8 n=9 o=9 p=10 q=11",
                "String",
                "Date",
                "Integer",
                "Integer or null",
                "IntOrString",
                "Preserved",
                "Byte",
                "Duration",
                "DateTime",
                "object ",
                "object ",
            ]
        );
        assert_eq!(shapes.finish().nodes.iter().map(print).collect::<Vec<_>>(), found);
    }

    #[test]
    fn resources_have_metadata() {
        let schema = json!({"type": "object", "properties": {"a": {"type": "number"}, "metadata": {"type": "object"}}});
        assert_eq!(
            nodes(&schema, true, ZeroMode::Crd),
            ["object a=1 apiVersion=2 kind=2 metadata=3", "Number", "String", "object generateName=2 name=2"]
        );
    }

    #[test]
    fn a_schema_that_contains_itself_is_finite() {
        let (definitions, _) = Definitions::from_json(&json!({
            "Tree": {"type": "object", "properties": {"children": {"type": "array",
                "items": {"$ref": "#/definitions/Tree"}}}}
        }));
        let schema = Schema { reference: Some("Tree".to_owned()), ..Schema::default() };
        let data = shape(&schema, &definitions, false, ZeroMode::Crd);
        let nodes: Vec<String> = data.nodes.iter().map(print).collect();
        assert_eq!(nodes, ["object children=1", "list of 0 Atomic"]);
    }

    #[test]
    fn what_stands_beside_a_reference_counts_and_what_only_limits_makes_no_other_shape() {
        let (definitions, _) = Definitions::from_json(&json!({
            "Tags": {"type": "array", "items": {"type": "string"}},
            "Root": {"type": "object", "properties": {
                "bare": {"$ref": "#/definitions/Tags"},
                "limited": {"$ref": "#/definitions/Tags", "maxItems": 3, "default": ["a"]},
                "null": {"$ref": "#/definitions/Tags", "nullable": true},
                "set": {"$ref": "#/definitions/Tags", "x-kubernetes-list-type": "set"},
                "stamps": {"$ref": "#/definitions/Tags", "items": {"format": "date"}},
            }}
        }));
        let schema = Schema { reference: Some("Root".to_owned()), ..Schema::default() };
        let data = shape(&schema, &definitions, false, ZeroMode::Crd);
        let nodes: Vec<String> = data.nodes.iter().map(print).collect();
        assert_eq!(
            nodes,
            [
                "object bare=1 limited=1 __null__=2 set=3 stamps=4",
                "list of 5 Atomic",
                "list of 5 Atomic or null",
                "list of 5 Set",
                "list of 6 Atomic",
                "String",
                "Date",
            ]
        );
    }

    #[test]
    fn presence_in_go() {
        let (mut schema, _) = Schema::from_json(&json!({"type": "object", "required": ["r"], "properties": {
            "r": {"type": "object"}, "o": {"type": "object"}, "s": {"type": "string", "default": "x"},
            "p": {"type": "string"}}}));
        for (name, property) in &mut schema.properties {
            property.strip_zero = name == "s";
            if property.schema_type == Some(SchemaType::Object) {
                property.default = Some(schema::Default { value: json!({}), implicit: true });
            }
        }
        let of = |zero_mode| {
            let data = shape(&schema, &Definitions::default(), false, zero_mode);
            let Some(Kind::Object { properties }) = data.nodes.first().map(|node| &node.kind) else {
                return Vec::new();
            };
            properties.iter().map(|property| property.presence.clone()).collect()
        };
        let structure = |structure| Presence { structure, ..Presence::AS_WRITTEN };
        let default = Presence { unless_zero: true, default: Some("\"x\"".into()), ..Presence::AS_WRITTEN };
        assert_eq!(
            of(ZeroMode::Native),
            [structure(Structure::Optional), Presence::AS_WRITTEN, structure(Structure::Required), default]
        );
        assert!(of(ZeroMode::Crd).iter().all(|presence| *presence == Presence::AS_WRITTEN));
    }
}
