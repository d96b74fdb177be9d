//! The shape of `self`, as a schema declares it: what fields exist, of what types, and how large things can get.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::types::Type;

/// A declared type with the sizes that cost estimates need. (`DeclType` of k8s.io/apiserver/pkg/cel.)
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct DeclType {
    /// The type.
    pub kind: DeclKind,
    /// The most elements, entries, bytes or characters that a value can have; zero for what has no size.
    pub max_elements: i64,
    /// The fewest bytes that a value takes in JSON.
    pub min_serialized_size: i64,
}

/// What a declared type is.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum DeclKind {
    /// Anything: an int-or-string.
    Dyn,
    /// `bool`
    Bool,
    /// `int`
    Int,
    /// `double`
    Double,
    /// `string`
    String,
    /// `bytes`
    Bytes,
    /// `duration`
    Duration,
    /// `timestamp`
    Timestamp,
    /// `list` of elements.
    List(Arc<DeclType>),
    /// `map` of strings to values.
    Map(Arc<DeclType>),
    /// An object with fields by escaped name.
    Object(BTreeMap<Box<str>, Arc<DeclType>>),
}

impl DeclType {
    /// The type as the checker sees it, for a value at the path `name`: objects are named after where they are
    /// declared.
    pub fn cel_type(&self, name: &str) -> Type {
        match &self.kind {
            DeclKind::Dyn => Type::Dyn,
            DeclKind::Bool => Type::Bool,
            DeclKind::Int => Type::Int,
            DeclKind::Double => Type::Double,
            DeclKind::String => Type::String,
            DeclKind::Bytes => Type::Bytes,
            DeclKind::Duration => Type::Duration,
            DeclKind::Timestamp => Type::Timestamp,
            DeclKind::List(element) => Type::list(element.cel_type(&format!("{name}.@idx"))),
            DeclKind::Map(value) => Type::map(Type::String, value.cel_type(&format!("{name}.@elem"))),
            DeclKind::Object(_) => Type::object(name),
        }
    }

    /// The declaration at a path of field names, `@idx` and `@elem`.
    pub fn at(&self, path: &str) -> Option<&Self> {
        let mut current = self;
        for step in path.split('.').filter(|step| !step.is_empty()) {
            current = match (&current.kind, step) {
                (DeclKind::List(element), "@idx") => element,
                (DeclKind::Map(value), "@elem") => value,
                (DeclKind::Object(fields), name) => fields.get(name)?,
                _ => return None,
            };
        }
        Some(current)
    }

    /// The declaration of a field, if this is an object that has it.
    pub fn field(&self, name: &str) -> Option<&Arc<Self>> {
        match &self.kind {
            DeclKind::Object(fields) => fields.get(name),
            _ => None,
        }
    }
}
