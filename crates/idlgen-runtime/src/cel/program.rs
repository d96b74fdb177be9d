//! Checked CEL expressions as plain data: the output of the type checker, used by the evaluator, the cost model and
//! generated code.
//!
//! A program is an arena of [`Node`]s. Every node has a position in the source (in code points) and a type; a call also
//! has the overloads that the checker resolved. Macros are expanded: `has(a.b)` is a [`Select`] that only tests,
//! `a.all(x, p)` a [`Comprehension`]. A comprehension records the macro it came from, so that an evaluator can optimize
//! it.
//!
//! All parts are [`Cow`](std::borrow::Cow)s of `'static` data, so generated code can define a program as a constant
//! without allocation.

mod arena;
mod constant;
mod construct;
mod node;
mod packed;
mod types;

pub use arena::{NodeId, Sequence, Text, TypeId};
pub use constant::Constant;
pub use node::{Call, Comprehension, Element, Entry, Expression, Field, Form, List, Map, Node, Select, Struct};
#[doc(hidden)]
pub use packed::{PackedProgram, pack};
pub use types::Type;

/// A checked expression.
///
/// Children always precede their parents in [`Program::nodes`], so the arena is a tree without cycles. If a macro uses
/// an operand twice, the arena contains a copy.
#[derive(Clone, PartialEq, Debug)]
pub struct Program {
    /// The source, for error messages with positions.
    pub source: Text,
    /// All nodes of the expression.
    pub nodes: Sequence<Node>,
    /// The types that nodes refer to, without duplicates.
    pub types: Sequence<Type>,
    /// The node whose value is the result.
    pub root: NodeId,
}

impl Program {
    /// Returns the node at `id`, or `None` if the program is inconsistent because the checker did not build it.
    pub fn node(&self, id: NodeId) -> Option<&Node> {
        self.nodes.get(id.0 as usize)
    }

    /// Returns the type at `id`, or `None` if the program is inconsistent because the checker did not build it.
    pub fn type_at(&self, id: TypeId) -> Option<&Type> {
        self.types.get(id.0 as usize)
    }

    /// Returns the type of the node at `id`.
    pub fn type_of(&self, id: NodeId) -> Option<&Type> {
        self.type_at(self.node(id)?.type_id)
    }

    /// Returns `true` if the expression refers to the variable `name`. A rule that refers to `oldSelf` is a transition
    /// rule.
    pub fn refers_to(&self, name: &str) -> bool {
        self.nodes.iter().any(|node| matches!(&node.expression, Expression::Variable(variable) if variable == name))
    }
}
