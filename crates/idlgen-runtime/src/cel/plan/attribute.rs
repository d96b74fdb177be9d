//! Variables, and accesses to their fields and elements.

use std::sync::Arc;
use std::sync::atomic::AtomicU32;

use super::PlanNode;
use crate::cel::Value;

/// A variable or the value of an expression, followed by field and index accesses.
///
/// As in cel-go, an access chain is a single step. It costs 1, plus 1 for each access. The first optional access makes
/// all later ones optional.
#[derive(Debug)]
pub(in crate::cel) struct Attribute {
    pub(in crate::cel) root: Root,
    pub(in crate::cel) qualifiers: Vec<Qualifier>,
    /// `true` if all accesses are to required fields.
    pub(in crate::cel) is_simple: bool,
    /// `true` if the last access only tests for presence (`has(a.b)`).
    pub(in crate::cel) is_test: bool,
    /// `true` if the chain itself has a cost. Tests and the branches of a conditional do not.
    pub(in crate::cel) counts: bool,
}

/// The start of a chain.
#[derive(Debug)]
pub(in crate::cel) enum Root {
    /// A variable of the program: slot and name.
    Variable(usize, Box<str>),
    /// A variable that never has a value: its name.
    Unknown(Box<str>),
    /// A comprehension variable: its slot.
    Local(usize),
    /// The value of an expression.
    Value(PlanNode),
}

/// An access to a field or an element.
#[derive(Debug)]
pub(in crate::cel) struct Qualifier {
    pub(in crate::cel) position: u32,
    pub(in crate::cel) is_optional: bool,
    pub(in crate::cel) key: Key,
}

/// The key of an access.
#[derive(Debug)]
pub(in crate::cel) enum Key {
    /// A field or a constant string key, with its last known index in the declared fields.
    Field(Box<str>, AtomicU32),
    /// Another constant.
    Constant(Value<'static>),
    /// The value of an expression. The access has no extra cost if the expression is a chain itself. Both branches of a
    /// conditional share the key.
    Computed(Arc<PlanNode>),
}

impl Attribute {
    pub(super) fn new(root: Root) -> Self {
        let is_simple = matches!(root, Root::Variable(..) | Root::Local(_));
        Self { root, qualifiers: Vec::new(), is_simple, is_test: false, counts: true }
    }

    pub(super) fn push(&mut self, qualifier: Qualifier) {
        self.is_simple &= !qualifier.is_optional && matches!(qualifier.key, Key::Field(..));
        self.qualifiers.push(qualifier);
    }
}
