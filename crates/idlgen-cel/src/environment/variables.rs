//! The variables of an expression.

use std::sync::Arc;

use super::Version;
use crate::decl_type::DeclType;
use crate::escape::escape_word;
use crate::types::Type;
use crate::words::is_keyword_or_reserved;

/// The variables of an expression.
#[derive(Clone, Debug, Default)]
pub struct Variables {
    list: Vec<(Arc<str>, Type)>,
    /// The type of `self`, and the prefix of its object type names.
    root: Option<(Arc<str>, Arc<DeclType>)>,
    keywords_as_fields: bool,
}

impl Variables {
    /// Iterates over the variable names.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.list.iter().map(|(name, _)| &**name)
    }

    /// Creates an empty set.
    pub fn none() -> Self {
        Self::default()
    }

    /// Creates `self` and `oldSelf` with the type that a schema declares. If `optional_old_self`, `oldSelf` is
    /// optional. `type_name` is the name of the type of `self` in messages (`selfType` and a number in an API server).
    pub fn of_rule(version: Version, declared: Arc<DeclType>, optional_old_self: bool, type_name: &str) -> Self {
        let self_type = declared.cel_type(type_name);
        let old = if optional_old_self { Type::optional(self_type.clone()) } else { self_type.clone() };
        Self {
            list: vec![(Arc::from("self"), self_type), (Arc::from("oldSelf"), old)],
            root: Some((Arc::from(type_name), declared)),
            keywords_as_fields: version.minor() >= 31,
        }
    }

    /// Adds a variable.
    #[must_use]
    pub fn with(mut self, name: &str, of: Type) -> Self {
        self.list.push((Arc::from(name), of));
        self
    }

    pub(crate) fn get(&self, name: &str) -> Option<&Type> {
        self.list.iter().rev().find(|(known, _)| **known == *name).map(|(_, of)| of)
    }

    /// Returns the declared type of `self`.
    pub(crate) fn root(&self) -> Option<&Arc<DeclType>> {
        self.root.as_ref().map(|(_, declared)| declared)
    }

    /// Returns the declaration of the object type `name`.
    pub(crate) fn object(&self, name: &str) -> Option<&DeclType> {
        let (root, declared) = self.root.as_ref()?;
        let rest = name.strip_prefix(&**root)?;
        if rest.is_empty() || rest.starts_with('.') { declared.at(rest) } else { None }
    }

    /// Returns the type of a field of an object type, or `None` if it does not have the field.
    pub(crate) fn field(&self, object: &DeclType, name: &str, field: &str) -> Option<Type> {
        if let Some(declared) = object.field(field) {
            return Some(declared.cel_type(&format!("{name}.{field}")));
        }
        if self.keywords_as_fields && is_keyword_or_reserved(field) {
            let escaped = escape_word(field);
            return object.field(&escaped).map(|declared| declared.cel_type(&format!("{name}.{escaped}")));
        }
        None
    }
}
