//! The old values of an update.

use std::collections::BTreeMap;

use idlgen_runtime::{
    field::{Element, PathBuf},
    value::ValueRef,
};
use serde_json::Value as Json;

/// The old value that corresponds to a value, and whether they are equal.
pub(super) struct Correlation<'v> {
    pub(super) old: ValueRef<'v>,
    /// `true` if the value is unchanged (`CachedDeepEqual`). Computed once per part, from the innermost parts outwards.
    pub(super) is_equal: bool,
    pub(super) parts: Parts<'v>,
}

/// The correlations of the parts of a value that have an old value.
pub(super) enum Parts<'v> {
    None,
    Entries(BTreeMap<String, Correlation<'v>>),
    /// The correlations by index. Elements only have an old value if the list is a `map` list with keys.
    Elements(Vec<Option<Correlation<'v>>>),
}

impl<'v> Correlation<'v> {
    /// Returns the correlation of a property.
    pub(super) fn entry(&self, key: &str) -> Option<&Correlation<'v>> {
        match &self.parts {
            Parts::Entries(entries) => entries.get(key),
            _ => None,
        }
    }

    pub(super) fn element(&self, index: usize) -> Option<&Correlation<'v>> {
        match &self.parts {
            Parts::Elements(elements) => elements.get(index)?.as_ref(),
            _ => None,
        }
    }
}

/// The old value of a part of an object ([`Validator::old_value`]).
///
/// [`Validator::old_value`]: super::Validator::old_value
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct OldValue {
    /// The value before the update.
    pub value: Json,
    /// `true` if the update does not change the value, so that errors are ratcheted.
    pub is_unchanged: bool,
}

impl OldValue {
    /// Resolves a path. `at` is the correlation of the entire objects.
    pub(super) fn find(mut at: &Correlation<'_>, path: &PathBuf) -> Option<Self> {
        for element in &path.elements {
            at = match element {
                Element::Field(name) | Element::Key(name) => at.entry(name)?,
                Element::Index(index) => at.element(*index)?,
            };
        }
        Some(OldValue { value: at.old.to_json(), is_unchanged: at.is_equal })
    }
}
