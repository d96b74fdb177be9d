//! Reexports all names that generated code uses in constant rules, so that it needs a single import.

pub use std::borrow::Cow::Borrowed;

pub use super::{
    Kind, LazyRule, ListType, Presence, Property, RuleData, ShapeData, ShapeId, ShapeNode, Structure,
    program::{Comprehension, Constant, Element as ListElement, Entry, Form, Node, NodeId, Program, Type, TypeId},
};
pub use crate::{
    field::{Element, ErrorType},
    packed_program,
};
