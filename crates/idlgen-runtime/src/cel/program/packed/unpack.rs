//! Reads the bytes that [`pack`](super::pack()) writes.

use std::borrow::Cow;

use super::super::{
    Call, Comprehension, Constant, Element, Entry, Expression, Form, List, Map, Node, NodeId, Select, Text, Type,
    TypeId,
};

/// Returns the types and nodes. Returns `None` if the bytes are cut off or invalid.
pub(super) fn unpack(bytes: &'static [u8]) -> Option<(Vec<Type>, Vec<Node>)> {
    let mut reader = Reader(bytes);
    let types = reader.sequence(Reader::of_type)?;
    Some((types, reader.sequence(Reader::node)?))
}

struct Reader(&'static [u8]);

impl Reader {
    fn byte(&mut self) -> Option<u8> {
        let (first, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(*first)
    }

    fn flag(&mut self) -> Option<bool> {
        Some(self.byte()? != 0)
    }

    fn number(&mut self) -> Option<u64> {
        let mut number = 0;
        let mut shift = 0;
        loop {
            let byte = self.byte()?;
            number |= u64::from(byte & 0x7f).checked_shl(shift)?;
            if byte < 0x80 {
                return Some(number);
            }
            shift += 7;
        }
    }

    fn index(&mut self) -> Option<u32> {
        u32::try_from(self.number()?).ok()
    }

    fn id(&mut self) -> Option<NodeId> {
        self.index().map(NodeId)
    }

    fn type_id(&mut self) -> Option<TypeId> {
        self.index().map(TypeId)
    }

    fn octets(&mut self) -> Option<&'static [u8]> {
        let length = usize::try_from(self.number()?).ok()?;
        let (octets, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        Some(octets)
    }

    fn text(&mut self) -> Option<Text> {
        std::str::from_utf8(self.octets()?).ok().map(Cow::Borrowed)
    }

    fn sequence<T>(&mut self, item: fn(&mut Self) -> Option<T>) -> Option<Vec<T>> {
        // Each item has at least one byte, so invalid bytes cannot allocate much.
        let count = usize::try_from(self.number()?).ok().filter(|count| *count <= self.0.len())?;
        (0..count).map(|_| item(self)).collect()
    }

    fn node(&mut self) -> Option<Node> {
        let (position, type_id) = (self.index()?, self.type_id()?);
        Some(Node { position, type_id, expression: self.expression()? })
    }

    fn expression(&mut self) -> Option<Expression> {
        Some(match self.byte()? {
            0 => Expression::Constant(Constant::Null),
            1 => Expression::Constant(Constant::Bool(self.flag()?)),
            2 => Expression::Constant(Constant::Int(self.number()? as i64)),
            3 => Expression::Constant(Constant::Uint(self.number()?)),
            4 => Expression::Constant(Constant::Double(f64::from_bits(self.number()?))),
            5 => Expression::Constant(Constant::String(self.text()?)),
            6 => Expression::Constant(Constant::Bytes(Cow::Borrowed(self.octets()?))),
            7 => Expression::Variable(self.text()?),
            8 => Expression::TypeName(self.text()?, self.type_id()?),
            tag @ (9 | 10) => {
                Expression::Select(Select { operand: self.id()?, field: self.text()?, test_only: tag == 10 })
            }
            11 => self.call(None)?,
            12 => {
                let target = self.id()?;
                self.call(Some(target))?
            }
            13 => Expression::List(List { elements: self.sequence(Self::element)?.into() }),
            14 => Expression::Map(Map { entries: self.sequence(Self::entry)?.into() }),
            15 => self.comprehension(None)?,
            16 => {
                let second = self.text()?;
                self.comprehension(Some(second))?
            }
            _ => return None,
        })
    }

    fn call(&mut self, target: Option<NodeId>) -> Option<Expression> {
        let function = self.text()?;
        let arguments = self.sequence(Self::id)?.into();
        let overloads = self.sequence(Self::text)?.into();
        Some(Expression::Call(Call { function, target, arguments, overloads }))
    }

    fn element(&mut self) -> Option<Element> {
        Some(Element { value: self.id()?, optional: self.flag()? })
    }

    fn entry(&mut self) -> Option<Entry> {
        Some(Entry { key: self.id()?, value: self.id()?, optional: self.flag()? })
    }

    fn comprehension(&mut self, second_variable: Option<Text>) -> Option<Expression> {
        Some(Expression::Comprehension(Comprehension {
            range: self.id()?,
            variable: self.text()?,
            second_variable,
            accumulator: self.text()?,
            initial: self.id()?,
            condition: self.id()?,
            step: self.id()?,
            result: self.id()?,
            form: match self.byte()? {
                0 => Form::All,
                1 => Form::Exists,
                2 => Form::ExistsOne,
                3 => Form::Map,
                4 => Form::MapFilter,
                5 => Form::Filter,
                6 => Form::TransformList,
                7 => Form::TransformMap,
                8 => Form::TransformMapEntry,
                9 => Form::Bind,
                _ => return None,
            },
        }))
    }

    fn of_type(&mut self) -> Option<Type> {
        Some(match self.byte()? {
            0 => Type::Dyn,
            1 => Type::Null,
            2 => Type::Bool,
            3 => Type::Int,
            4 => Type::Uint,
            5 => Type::Double,
            6 => Type::String,
            7 => Type::Bytes,
            8 => Type::Timestamp,
            9 => Type::Duration,
            10 => Type::List(self.type_id()?),
            11 => Type::Map(self.type_id()?, self.type_id()?),
            12 => Type::Object(self.text()?),
            13 => Type::Type(None),
            14 => Type::Type(Some(self.type_id()?)),
            15 => Type::Optional(self.type_id()?),
            16 => Type::Opaque(self.text()?, self.sequence(Self::type_id)?.into()),
            17 => Type::Parameter(self.text()?),
            _ => return None,
        })
    }
}
