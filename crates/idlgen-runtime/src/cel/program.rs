//! A checked CEL expression as plain data: what the type checker hands to the evaluator, to the cost model and to
//! generated code.
//!
//! A program is an arena of [`Node`]s. Every node knows its place in the source text (in code points), its type, and,
//! if it is a call, the overloads that the checker found for it. Macros are expanded (a `has(a.b)` is a [`Select`] that
//! only tests, `a.all(x, p)` a [`Comprehension`]); a comprehension says which macro it came from, so that an evaluator
//! may take a shorter way.
//!
//! All parts are [`Cow`]s of `'static` data: generated code can write a program as a constant, without allocation.

mod constant;
mod construct;
mod node;
mod types;

pub use constant::Constant;
pub use node::{Call, Comprehension, Element, Entry, Expression, Field, Form, List, Map, Node, Select, Struct};
pub use types::Type;

use std::borrow::Cow;

/// Text that is either a constant of generated code or was made at run time.
pub type Text = Cow<'static, str>;
/// A sequence that is either a constant of generated code or was made at run time.
pub type Sequence<T> = Cow<'static, [T]>;

/// The place of a node in [`Program::nodes`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NodeId(pub u32);

/// The place of a type in [`Program::types`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct TypeId(pub u32);

/// A checked expression.
///
/// The parts of a node always stand before the node itself in [`Program::nodes`], so the arena is a tree or, where a
/// macro uses an operand twice, holds a copy of it; it has no cycles.
#[derive(Clone, PartialEq, Debug)]
pub struct Program {
    /// The source text, as it was compiled.
    pub source: Text,
    /// The expression's nodes.
    pub nodes: Sequence<Node>,
    /// The types that nodes refer to, each once.
    pub types: Sequence<Type>,
    /// The whole expression.
    pub root: NodeId,
}

impl Program {
    /// The node at `id`; none if the program was not built by the checker and is inconsistent.
    pub fn node(&self, id: NodeId) -> Option<&Node> {
        self.nodes.get(id.0 as usize)
    }

    /// The type at `id`; none if the program was not built by the checker and is inconsistent.
    pub fn type_at(&self, id: TypeId) -> Option<&Type> {
        self.types.get(id.0 as usize)
    }

    /// The type of the node at `id`.
    pub fn type_of(&self, id: NodeId) -> Option<&Type> {
        self.type_at(self.node(id)?.type_id)
    }

    /// Does the expression refer to the variable `name`? (A rule that refers to `oldSelf` is a transition rule.)
    pub fn refers_to(&self, name: &str) -> bool {
        self.nodes.iter().any(|node| matches!(&node.expression, Expression::Variable(variable) if variable == name))
    }
}
