//! Node constructors for programs in generated code. They are `const` and fit on one line each. The first two arguments
//! are the position of the node and the index of its type in [`Program::types`].

use std::borrow::Cow;

use super::{
    Call, Comprehension, Constant, Element, Entry, Expression, List, Map, Node, NodeId, Program, Select, Text, Type,
    TypeId,
};

impl Program {
    /// Creates a constant program. The root is the last node.
    pub const fn constant(source: &'static str, nodes: &'static [Node], types: &'static [Type]) -> Self {
        let root = NodeId((nodes.len() as u32).saturating_sub(1));
        Program { source: Cow::Borrowed(source), nodes: Cow::Borrowed(nodes), types: Cow::Borrowed(types), root }
    }
}

impl Node {
    const fn new(position: u32, type_id: u32, expression: Expression) -> Self {
        Node { position, type_id: TypeId(type_id), expression }
    }

    /// Creates a node for a literal.
    pub const fn literal(position: u32, type_id: u32, constant: Constant) -> Self {
        Node::new(position, type_id, Expression::Constant(constant))
    }

    /// Creates a node for a variable.
    pub const fn variable(position: u32, type_id: u32, name: &'static str) -> Self {
        Node::new(position, type_id, Expression::Variable(Cow::Borrowed(name)))
    }

    /// Creates a node for a type name. `named` is the index of the type that it names.
    pub const fn type_name(position: u32, type_id: u32, name: &'static str, named: u32) -> Self {
        Node::new(position, type_id, Expression::TypeName(Cow::Borrowed(name), TypeId(named)))
    }

    /// Creates `a.field`.
    pub const fn select(position: u32, type_id: u32, operand: u32, field: &'static str) -> Self {
        let select = Select { operand: NodeId(operand), field: Cow::Borrowed(field), test_only: false };
        Node::new(position, type_id, Expression::Select(select))
    }

    /// Creates `has(a.field)`.
    pub const fn has(position: u32, type_id: u32, operand: u32, field: &'static str) -> Self {
        let select = Select { operand: NodeId(operand), field: Cow::Borrowed(field), test_only: true };
        Node::new(position, type_id, Expression::Select(select))
    }

    /// Creates `function(arguments)`.
    pub const fn call(
        position: u32,
        type_id: u32,
        function: &'static str,
        arguments: &'static [NodeId],
        overloads: &'static [Text],
    ) -> Self {
        Node::call_of(position, type_id, None, function, arguments, overloads)
    }

    /// Creates `target.function(arguments)`.
    pub const fn member(
        position: u32,
        type_id: u32,
        target: u32,
        function: &'static str,
        arguments: &'static [NodeId],
        overloads: &'static [Text],
    ) -> Self {
        Node::call_of(position, type_id, Some(NodeId(target)), function, arguments, overloads)
    }

    const fn call_of(
        position: u32,
        type_id: u32,
        target: Option<NodeId>,
        function: &'static str,
        arguments: &'static [NodeId],
        overloads: &'static [Text],
    ) -> Self {
        let call = Call {
            function: Cow::Borrowed(function),
            target,
            arguments: Cow::Borrowed(arguments),
            overloads: Cow::Borrowed(overloads),
        };
        Node::new(position, type_id, Expression::Call(call))
    }

    /// Creates `[a, b]`.
    pub const fn list(position: u32, type_id: u32, elements: &'static [Element]) -> Self {
        Node::new(position, type_id, Expression::List(List { elements: Cow::Borrowed(elements) }))
    }

    /// Creates `{a: b}`.
    pub const fn map(position: u32, type_id: u32, entries: &'static [Entry]) -> Self {
        Node::new(position, type_id, Expression::Map(Map { entries: Cow::Borrowed(entries) }))
    }

    /// Creates a comprehension node.
    pub const fn comprehension(position: u32, type_id: u32, comprehension: Comprehension) -> Self {
        Node::new(position, type_id, Expression::Comprehension(comprehension))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_can_be_constants() {
        static SUM: Program = Program::constant(
            "self + 1",
            const {
                &[
                    Node::variable(0, 0, "self"),
                    Node::literal(7, 0, Constant::Int(1)),
                    Node::call(5, 0, "_+_", &[NodeId(0), NodeId(1)], &[Cow::Borrowed("add_int64")]),
                ]
            },
            const { &[Type::Int] },
        );
        assert_eq!(SUM.root, NodeId(2));
        assert_eq!(SUM.type_of(SUM.root), Some(&Type::Int));
        assert!(SUM.refers_to("self") && !SUM.refers_to("oldSelf"));
    }
}
