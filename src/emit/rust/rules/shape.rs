//! Formats CEL value types as constants.

use std::fmt::Write;

use idlgen_runtime::cel::{Kind, ListType, Presence, Property, ShapeData, Structure};

use super::string_literal::{borrowed, quoted};

/// Returns the nodes, one per line. Objects have one line per property.
pub(super) fn shapes(name: &str, data: &ShapeData) -> String {
    let mut text = format!("    pub(super) static {name}: ShapeData = ShapeData {{ nodes: Borrowed(&[\n");
    for (index, node) in data.nodes.iter().enumerate() {
        let nullable = node.nullable;
        let _ = match &node.kind {
            Kind::Object { properties } if !properties.is_empty() => {
                let _ = writeln!(text, "        // {index}");
                let _ = writeln!(text, "        ShapeNode {{ kind: Kind::Object {{ properties: Borrowed(const {{ &[");
                for one in properties.iter() {
                    let _ = writeln!(text, "            {},", property(one));
                }
                writeln!(text, "        ] }}) }}, nullable: {nullable} }},")
            }
            kind => {
                let kind = one_line(kind);
                writeln!(text, "        ShapeNode {{ kind: {kind}, nullable: {nullable} }}, // {index}")
            }
        };
    }
    text.push_str("    ]) };\n");
    text
}

fn property(property: &Property) -> String {
    let Property { name, escaped, value, presence } = property;
    let (quoted_name, value) = (quoted(name), value.0);
    let unless_zero = Presence { unless_zero: true, ..Presence::AS_WRITTEN };
    if name == escaped && *presence == Presence::AS_WRITTEN {
        format!("Property::as_written({quoted_name}, {value})")
    } else if name == escaped && *presence == unless_zero {
        format!("Property::unless_zero({quoted_name}, {value})")
    } else {
        let presence = shown_presence(presence);
        format!("Property::constant({quoted_name}, {}, {value}, {presence})", quoted(escaped))
    }
}

fn shown_presence(presence: &Presence) -> String {
    if *presence == Presence::AS_WRITTEN {
        return "Presence::AS_WRITTEN".to_owned();
    }
    let structure = match presence.structure {
        Structure::None => "None",
        Structure::Optional => "Optional",
        Structure::Required => "Required",
        Structure::Objects => "Objects",
    };
    let default = match &presence.default {
        Some(text) => format!("Some({})", borrowed(text)),
        None => "None".to_owned(),
    };
    format!(
        "Presence {{ unless_zero: {}, structure: Structure::{structure}, default: {default} }}",
        presence.unless_zero
    )
}

fn one_line(kind: &Kind) -> String {
    let name = match kind {
        Kind::List { items, list_type } => {
            let list_type = match list_type {
                ListType::Atomic => "ListType::Atomic".to_owned(),
                ListType::Set => "ListType::Set".to_owned(),
                ListType::Map { keys } => {
                    let keys: Vec<String> = keys.iter().map(|key| format!("Borrowed({})", quoted(key))).collect();
                    format!("ListType::Map {{ keys: Borrowed(&[{}]) }}", keys.join(", "))
                }
            };
            return format!("Kind::List {{ items: ShapeId({}), list_type: {list_type} }}", items.0);
        }
        Kind::Map { values } => return format!("Kind::Map {{ values: ShapeId({}) }}", values.0),
        Kind::Object { .. } => return "Kind::Object { properties: Borrowed(&[]) }".to_owned(),
        Kind::Dyn => "Dyn",
        Kind::IntOrString => "IntOrString",
        Kind::Integer => "Integer",
        Kind::Number => "Number",
        Kind::Boolean => "Boolean",
        Kind::String => "String",
        Kind::Byte => "Byte",
        Kind::Duration => "Duration",
        Kind::Date => "Date",
        Kind::DateTime => "DateTime",
        Kind::Preserved => "Preserved",
    };
    format!("Kind::{name}")
}
