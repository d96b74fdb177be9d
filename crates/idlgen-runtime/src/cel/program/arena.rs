//! The parts of programs that constants of generated code can contain: strings, sequences and indexes.

use std::borrow::Cow;

/// A string: borrowed in a constant of generated code, owned if created at run time.
pub type Text = Cow<'static, str>;

/// A sequence: borrowed in a constant of generated code, owned if created at run time.
pub type Sequence<T> = Cow<'static, [T]>;

/// An index into [`Program::nodes`](super::Program::nodes).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NodeId(pub u32);

/// An index into [`Program::types`](super::Program::types).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct TypeId(pub u32);
