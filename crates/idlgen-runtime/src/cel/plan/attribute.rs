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
    /// `true` if the chain itself has a cost, in addition to its accesses. Presence tests and branches of a conditional
    /// have none.
    pub(in crate::cel) counts: bool,
}

/// The start of a chain.
#[derive(Debug)]
pub(in crate::cel) enum Root {
    /// A variable of the program, with its slot and its name.
    Variable(usize, Box<str>),
    /// The name of a variable that never has a value.
    Unknown(Box<str>),
    /// The slot of a comprehension variable.
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
    /// A field or a constant string key. Caches the index at which the field was last found among the declared fields.
    Field(Box<str>, AtomicU32),
    /// A constant key that is not a string.
    Constant(Value<'static>),
    /// The value of an expression. If the expression is an access chain itself, it has no extra cost. If the access is
    /// repeated in both branches of a conditional, the branches share the key.
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
