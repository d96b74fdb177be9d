//! The words in which generated code writes its rules down, for one import.

pub use std::borrow::Cow::Borrowed;

pub use super::{
    Kind, LazyRule, ListType, Presence, Property, RuleData, ShapeData, ShapeId, ShapeNode, Structure,
    program::{Comprehension, Constant, Element as ListElement, Entry, Form, Node, NodeId, Program, Type, TypeId},
};
pub use crate::field::{Element, ErrorType};
