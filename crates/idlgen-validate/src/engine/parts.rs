//! The schemas that apply to one value as one: a schema, what it refers to, and what that refers to.

use crate::{
    Definitions, Schema,
    engine::SchemaError,
    schema::{Default, Origin},
};

/// Schemas that apply to the same value, the nearest to the value's own declaration first.
#[derive(Clone, Debug, Default)]
pub(super) struct Parts<'s> {
    schemas: Vec<&'s Schema>,
}

impl<'s> Parts<'s> {
    /// Adds a schema and, after it, all that it refers to. What says nothing but where it refers to is left out, so
    /// that a reference and its target are the same parts.
    pub(super) fn add(&mut self, schema: &'s Schema, definitions: &'s Definitions) -> Result<(), SchemaError> {
        let mut schema = schema;
        let mut followed: Vec<&str> = Vec::new();
        loop {
            if !is_bare_reference(schema) && !self.schemas.iter().any(|part| std::ptr::eq(*part, schema)) {
                self.schemas.push(schema);
            }
            let Some(name) = &schema.reference else { return Ok(()) };
            if followed.contains(&name.as_str()) {
                return Err(SchemaError::Endless { definition: Some(name.clone()) });
            }
            followed.push(name);
            schema = definitions.get(name).ok_or_else(|| SchemaError::UnknownDefinition { name: name.clone() })?;
        }
    }

    pub(super) fn iter(&self) -> impl DoubleEndedIterator<Item = &'s Schema> + Clone {
        self.schemas.iter().copied()
    }

    /// What tells these parts from others.
    pub(super) fn identity(&self) -> Vec<usize> {
        self.schemas.iter().map(|schema| std::ptr::from_ref(*schema).addr()).collect()
    }

    /// The keyword's values, of all parts that have it.
    pub(super) fn all<T>(&self, keyword: impl Fn(&'s Schema) -> Option<T>) -> impl Iterator<Item = T> {
        self.iter().filter_map(keyword)
    }
}

/// Whether a schema does nothing but refer to another. Defaults that are filled in and extensions count as doing
/// something; what is said of the property that it stands on ([`Property`](super::node::Property)) is read from the
/// schema itself.
fn is_bare_reference(schema: &Schema) -> bool {
    if schema.reference.is_none() || schema.default.as_ref().is_some_and(|default| !default.implicit) {
        return false;
    }
    let stripped = Schema {
        title: None,
        description: None,
        default: None::<Default>,
        other: std::collections::BTreeMap::new(),
        strip_zero: false,
        v2: None,
        origin: Origin::default(),
        ..schema.clone()
    };
    stripped == Schema { reference: schema.reference.clone(), ..Schema::default() }
}
