//! Variables and what is below them.

use std::sync::Arc;
use std::sync::atomic::AtomicU32;

use super::PlanNode;
use crate::cel::Value;

/// A variable or the value of an expression, and the fields and indices that are looked up in it one after the other.
///
/// As in cel-go, a chain of them is one step: it costs 1 and 1 for each look-up, and the first optional look-up makes
/// all that follow optional.
#[derive(Debug)]
pub(in crate::cel) struct Attribute {
    pub(in crate::cel) root: Root,
    pub(in crate::cel) qualifiers: Vec<Qualifier>,
    /// Are all look-ups such of fields that must be there?
    pub(in crate::cel) is_simple: bool,
    /// Is the last look-up a test whether there is something (`has(a.b)`)?
    pub(in crate::cel) is_test: bool,
    /// Does the chain itself cost something? Tests do not, and neither do the branches of a conditional.
    pub(in crate::cel) counts: bool,
}

/// Where a chain starts.
#[derive(Debug)]
pub(in crate::cel) enum Root {
    /// A variable of the program, by its place and its name.
    Variable(usize, Box<str>),
    /// A variable that nobody gives a value, by its name.
    Unknown(Box<str>),
    /// A variable of a comprehension, by its place.
    Local(usize),
    /// The value of an expression.
    Value(PlanNode),
}

/// A look-up.
#[derive(Debug)]
pub(in crate::cel) struct Qualifier {
    pub(in crate::cel) position: u32,
    pub(in crate::cel) is_optional: bool,
    pub(in crate::cel) key: Key,
}

/// What is looked up.
#[derive(Debug)]
pub(in crate::cel) enum Key {
    /// A field or a constant key of text; and where it was found the last time among the declared fields.
    Field(Box<str>, AtomicU32),
    /// Another constant.
    Constant(Value<'static>),
    /// What an expression gives. Its look-up costs nothing more if it is a chain itself. Both ends of a conditional
    /// have the same.
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
