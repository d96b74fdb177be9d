//! Programs as bytes. In a program with generated code, they need a tenth of the space of nodes, and no relocations.

mod pack;
mod unpack;

use pack::Packed;
pub use pack::pack;

use super::{NodeId, Program};

/// A checked expression as bytes, which is only unpacked if the interpreter needs it.
#[derive(Clone, Copy, Debug)]
pub struct PackedProgram {
    /// The source, for error messages with positions.
    pub source: &'static str,
    /// The types and nodes, as [`pack`] writes them.
    bytes: &'static [u8],
    /// `true` if the expression refers to the variable `oldSelf`.
    refers_to_old_self: bool,
}

impl PackedProgram {
    /// Creates a program from the result of [`pack`].
    pub const fn new<const LENGTH: usize>(source: &'static str, packed: &'static Packed<LENGTH>) -> Self {
        PackedProgram { source, bytes: &packed.bytes, refers_to_old_self: packed.refers_to_old_self }
    }

    /// Returns `true` if the expression refers to the variable `oldSelf`. Such a rule is a transition rule.
    pub fn refers_to_old_self(&self) -> bool {
        self.refers_to_old_self
    }

    /// Returns the nodes. The root is the last one.
    pub fn unpack(&self) -> Program {
        let (types, nodes) = unpack::unpack(self.bytes).unwrap_or_default();
        let root = NodeId((nodes.len() as u32).saturating_sub(1));
        Program { source: self.source.into(), nodes: nodes.into(), types: types.into(), root }
    }
}

/// Packs a program at compile time: its source, its nodes and its types. The root is the last node.
#[doc(hidden)]
#[macro_export]
macro_rules! packed_program {
    ($source:literal, [$($node:expr),* $(,)?], [$($type:expr),* $(,)?]) => {{
        const NODES: &[$crate::cel::program::Node] = &[$($node),*];
        const TYPES: &[$crate::cel::program::Type] = &[$($type),*];
        const LENGTH: usize = $crate::cel::program::pack::<0>(NODES, TYPES).length;
        $crate::cel::program::PackedProgram::new(
            $source,
            const { &$crate::cel::program::pack::<LENGTH>(NODES, TYPES) },
        )
    }};
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow::Borrowed;

    use super::*;
    use crate::cel::constant::{Comprehension, Constant, Entry, Form, ListElement, Node, Type, TypeId};

    const fn loop_over(form: Form, second: Option<&'static str>) -> Comprehension {
        Comprehension {
            range: NodeId(0),
            variable: Borrowed("x"),
            second_variable: match second {
                Some(name) => Some(Borrowed(name)),
                None => None,
            },
            accumulator: Borrowed("@result"),
            initial: NodeId(1),
            condition: NodeId(2),
            step: NodeId(300),
            result: NodeId(4),
            form,
        }
    }

    #[test]
    fn a_program_is_unpacked_as_it_was_packed() {
        const NODES: &[Node] = &[
            Node::variable(0, 1, "self"),
            Node::variable(70_000, 200, "ä"),
            Node::type_name(3, 1, "int", 2),
            Node::literal(1, 0, Constant::Null),
            Node::literal(1, 0, Constant::Bool(true)),
            Node::literal(1, 0, Constant::Bool(false)),
            Node::literal(1, 0, Constant::Int(i64::MIN)),
            Node::literal(1, 0, Constant::Int(-1)),
            Node::literal(1, 0, Constant::Uint(u64::MAX)),
            Node::literal(1, 0, Constant::Double(-0.0)),
            Node::literal(1, 0, Constant::Double(1.5)),
            Node::literal(1, 0, Constant::String(Borrowed(""))),
            Node::literal(1, 0, Constant::Bytes(Borrowed(&[0, 255]))),
            Node::select(1, 2, 3, "field"),
            Node::has(1, 2, 3, "field"),
            Node::call(1, 2, "_+_", &[NodeId(1), NodeId(2)], &[Borrowed("add_int64"), Borrowed("add_list")]),
            Node::member(1, 2, 3, "size", &[], &[]),
            Node::list(1, 2, &[ListElement { value: NodeId(1), optional: true }]),
            Node::map(1, 2, &[Entry { key: NodeId(1), value: NodeId(2), optional: false }]),
            Node::comprehension(1, 2, loop_over(Form::All, None)),
            Node::comprehension(1, 2, loop_over(Form::Exists, None)),
            Node::comprehension(1, 2, loop_over(Form::ExistsOne, None)),
            Node::comprehension(1, 2, loop_over(Form::Map, None)),
            Node::comprehension(1, 2, loop_over(Form::MapFilter, None)),
            Node::comprehension(1, 2, loop_over(Form::Filter, None)),
            Node::comprehension(1, 2, loop_over(Form::TransformList, Some("i"))),
            Node::comprehension(1, 2, loop_over(Form::TransformMap, None)),
            Node::comprehension(1, 2, loop_over(Form::TransformMapEntry, None)),
            Node::comprehension(1, 2, loop_over(Form::Bind, None)),
        ];
        const TYPES: &[Type] = &[
            Type::Dyn,
            Type::Null,
            Type::Bool,
            Type::Int,
            Type::Uint,
            Type::Double,
            Type::String,
            Type::Bytes,
            Type::Timestamp,
            Type::Duration,
            Type::List(TypeId(1)),
            Type::Map(TypeId(1), TypeId(128)),
            Type::Object(Borrowed("selfType")),
            Type::Type(None),
            Type::Type(Some(TypeId(1))),
            Type::Optional(TypeId(1)),
            Type::Opaque(Borrowed("net.IP"), Borrowed(&[TypeId(1)])),
            Type::Parameter(Borrowed("T")),
        ];
        const LENGTH: usize = pack::<0>(NODES, TYPES).length;
        let packed = PackedProgram::new("source", const { &pack::<LENGTH>(NODES, TYPES) });
        let program = packed.unpack();
        assert_eq!(program, Program::constant("source", NODES, TYPES));
        assert!(!packed.refers_to_old_self() && LENGTH < size_of_val(NODES) / 4, "{LENGTH}");
        // A negative zero is equal to zero.
        let is_negative = |node: &Node| format!("{node:?}").contains("Double(-0.0)");
        assert!(program.nodes.iter().any(is_negative));
    }

    #[test]
    fn bytes_that_are_cut_off_are_no_program() {
        const NODES: &[Node] = &[Node::variable(0, 0, "oldSelf"), Node::select(1, 0, 0, "a")];
        const TYPES: &[Type] = &[Type::Int];
        const LENGTH: usize = pack::<0>(NODES, TYPES).length;
        const PACKED: &Packed<LENGTH> = &pack::<LENGTH>(NODES, TYPES);
        assert!(unpack::unpack(&PACKED.bytes).is_some() && PackedProgram::new("", PACKED).refers_to_old_self());
        for length in 0..LENGTH {
            assert!(unpack::unpack(&PACKED.bytes[..length]).is_none(), "{length}");
        }
        let cut_off = PackedProgram { source: "", bytes: &PACKED.bytes[..3], refers_to_old_self: true }.unpack();
        assert_eq!(cut_off, Program::constant("", &[], &[]));
    }
}
