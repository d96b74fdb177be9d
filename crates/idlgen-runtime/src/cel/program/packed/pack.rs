//! Writes programs as bytes, at compile time.

use std::borrow::Cow;

use super::super::{Call, Comprehension, Constant, Expression, Form, Node, NodeId, Sequence, Text, Type, TypeId};

/// The bytes of a program.
#[derive(Clone, Copy, Debug)]
pub struct Packed<const LENGTH: usize> {
    pub(super) bytes: [u8; LENGTH],
    /// The number of bytes that the program needs.
    pub length: usize,
    pub(super) refers_to_old_self: bool,
}

/// Writes types and nodes. If the program needs more than `LENGTH` bytes, the rest is omitted.
pub const fn pack<const LENGTH: usize>(nodes: &[Node], types: &[Type]) -> Packed<LENGTH> {
    let mut packed = Packed { bytes: [0; LENGTH], length: 0, refers_to_old_self: false };
    packed.number(types.len() as u64);
    let mut index = 0;
    while index < types.len() {
        packed.of_type(&types[index]);
        index += 1;
    }
    packed.number(nodes.len() as u64);
    index = 0;
    while index < nodes.len() {
        packed.node(&nodes[index]);
        index += 1;
    }
    packed
}

/// Returns a constant's string. Constants own nothing.
const fn borrowed(text: &Text) -> &str {
    match text {
        Cow::Borrowed(text) => text,
        Cow::Owned(_) => "",
    }
}

/// Returns the items of a constant. Constants own nothing.
const fn items<T: Clone>(sequence: &Sequence<T>) -> &[T] {
    match sequence {
        Cow::Borrowed(items) => items,
        Cow::Owned(_) => &[],
    }
}

impl<const LENGTH: usize> Packed<LENGTH> {
    const fn byte(&mut self, byte: u8) {
        if self.length < LENGTH {
            self.bytes[self.length] = byte;
        }
        self.length += 1;
    }

    /// Writes seven bits per byte, lowest first. The highest bit of a byte is set if another one follows.
    const fn number(&mut self, mut number: u64) {
        while number >= 0x80 {
            self.byte(number as u8 | 0x80);
            number >>= 7;
        }
        self.byte(number as u8);
    }

    const fn octets(&mut self, octets: &[u8]) {
        self.number(octets.len() as u64);
        let mut index = 0;
        while index < octets.len() {
            self.byte(octets[index]);
            index += 1;
        }
    }

    const fn text(&mut self, text: &Text) {
        self.octets(borrowed(text).as_bytes());
    }

    const fn id(&mut self, id: NodeId) {
        self.number(id.0 as u64);
    }

    const fn type_id(&mut self, id: TypeId) {
        self.number(id.0 as u64);
    }

    const fn node(&mut self, node: &Node) {
        self.number(node.position as u64);
        self.type_id(node.type_id);
        match &node.expression {
            Expression::Constant(constant) => self.constant(constant),
            Expression::Variable(name) => {
                self.byte(7);
                self.text(name);
                self.refers_to_old_self |= matches!(borrowed(name).as_bytes(), b"oldSelf");
            }
            Expression::TypeName(name, named) => {
                self.byte(8);
                self.text(name);
                self.type_id(*named);
            }
            Expression::Select(select) => {
                self.byte(if select.test_only { 10 } else { 9 });
                self.id(select.operand);
                self.text(&select.field);
            }
            Expression::Call(call) => self.call(call),
            Expression::List(list) => {
                self.byte(13);
                let elements = items(&list.elements);
                self.number(elements.len() as u64);
                let mut index = 0;
                while index < elements.len() {
                    self.id(elements[index].value);
                    self.byte(elements[index].optional as u8);
                    index += 1;
                }
            }
            Expression::Map(map) => {
                self.byte(14);
                let entries = items(&map.entries);
                self.number(entries.len() as u64);
                let mut index = 0;
                while index < entries.len() {
                    self.id(entries[index].key);
                    self.id(entries[index].value);
                    self.byte(entries[index].optional as u8);
                    index += 1;
                }
            }
            // Generated code has no such nodes: see `Node`'s constructors.
            Expression::Struct(object) => {
                self.byte(7);
                self.text(&object.type_name);
            }
            Expression::Comprehension(comprehension) => self.comprehension(comprehension),
        }
    }

    const fn constant(&mut self, constant: &Constant) {
        match constant {
            Constant::Null => self.byte(0),
            Constant::Bool(value) => {
                self.byte(1);
                self.byte(*value as u8);
            }
            Constant::Int(value) => {
                self.byte(2);
                self.number(*value as u64);
            }
            Constant::Uint(value) => {
                self.byte(3);
                self.number(*value);
            }
            Constant::Double(value) => {
                self.byte(4);
                self.number(value.to_bits());
            }
            Constant::String(text) => {
                self.byte(5);
                self.text(text);
            }
            Constant::Bytes(octets) => {
                self.byte(6);
                self.octets(items(octets));
            }
        }
    }

    const fn call(&mut self, call: &Call) {
        match call.target {
            Some(target) => {
                self.byte(12);
                self.id(target);
            }
            None => self.byte(11),
        }
        self.text(&call.function);
        let arguments = items(&call.arguments);
        self.number(arguments.len() as u64);
        let mut index = 0;
        while index < arguments.len() {
            self.id(arguments[index]);
            index += 1;
        }
        let overloads = items(&call.overloads);
        self.number(overloads.len() as u64);
        index = 0;
        while index < overloads.len() {
            self.text(&overloads[index]);
            index += 1;
        }
    }

    const fn comprehension(&mut self, comprehension: &Comprehension) {
        match &comprehension.second_variable {
            Some(second) => {
                self.byte(16);
                self.text(second);
            }
            None => self.byte(15),
        }
        self.id(comprehension.range);
        self.text(&comprehension.variable);
        self.text(&comprehension.accumulator);
        self.id(comprehension.initial);
        self.id(comprehension.condition);
        self.id(comprehension.step);
        self.id(comprehension.result);
        self.byte(match comprehension.form {
            Form::All => 0,
            Form::Exists => 1,
            Form::ExistsOne => 2,
            Form::Map => 3,
            Form::MapFilter => 4,
            Form::Filter => 5,
            Form::TransformList => 6,
            Form::TransformMap => 7,
            Form::TransformMapEntry => 8,
            Form::Bind => 9,
        });
    }

    const fn of_type(&mut self, of: &Type) {
        match of {
            Type::Dyn => self.byte(0),
            Type::Null => self.byte(1),
            Type::Bool => self.byte(2),
            Type::Int => self.byte(3),
            Type::Uint => self.byte(4),
            Type::Double => self.byte(5),
            Type::String => self.byte(6),
            Type::Bytes => self.byte(7),
            Type::Timestamp => self.byte(8),
            Type::Duration => self.byte(9),
            Type::List(element) => {
                self.byte(10);
                self.type_id(*element);
            }
            Type::Map(key, value) => {
                self.byte(11);
                self.type_id(*key);
                self.type_id(*value);
            }
            Type::Object(name) => {
                self.byte(12);
                self.text(name);
            }
            Type::Type(None) => self.byte(13),
            Type::Type(Some(named)) => {
                self.byte(14);
                self.type_id(*named);
            }
            Type::Optional(value) => {
                self.byte(15);
                self.type_id(*value);
            }
            Type::Opaque(name, parameters) => {
                self.byte(16);
                self.text(name);
                let parameters = items(parameters);
                self.number(parameters.len() as u64);
                let mut index = 0;
                while index < parameters.len() {
                    self.type_id(parameters[index]);
                    index += 1;
                }
            }
            Type::Parameter(name) => {
                self.byte(17);
                self.text(name);
            }
        }
    }
}
