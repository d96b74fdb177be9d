//! The type of `self` as declared by a schema: its fields with their types and maximum sizes.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::types::Type;

/// A declared type with the sizes for cost estimates. (`DeclType` of k8s.io/apiserver/pkg/cel.)
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct DeclType {
    /// The type as CEL sees it, with the declared types of its parts.
    pub kind: DeclKind,
    /// Maximum number of elements, entries, bytes or characters. Zero for types without a size.
    pub max_elements: i64,
    /// Minimum number of bytes of a value in JSON.
    pub min_serialized_size: i64,
}

/// The kind of a declared type.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum DeclKind {
    /// Any type: an int-or-string.
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
    /// `map` with string keys.
    Map(Arc<DeclType>),
    /// An object with its fields by escaped name.
    Object(BTreeMap<Box<str>, Arc<DeclType>>),
}

impl DeclType {
    /// Returns the type for the checker of a value at the path `name`. Objects are named after the location of their
    /// declaration.
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

    /// Returns the declaration at a path of field names, `@idx` and `@elem`.
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

    /// Returns the declaration of a field, if this is an object with that field.
    pub fn field(&self, name: &str) -> Option<&Arc<Self>> {
        match &self.kind {
            DeclKind::Object(fields) => fields.get(name),
            _ => None,
        }
    }
}
