//! The table of all tags: one row each, from which they are read, checked, explained and documented.

mod definition;
mod foreign;
mod plain;

use std::{collections::BTreeMap, sync::LazyLock};

pub use definition::{Kind, TagDefinition, Target, ValueForm};

/// Every row, by dialect and subject.
pub fn all() -> impl Iterator<Item = &'static TagDefinition> {
    plain::TABLES.iter().copied().flatten().chain(foreign::TABLE)
}

/// Rows by name and other name; rows for a whole family of names are not here.
static BY_NAME: LazyLock<BTreeMap<&'static str, &'static TagDefinition>> = LazyLock::new(|| {
    let mut rows = BTreeMap::new();
    for row in all().filter(|row| !row.is_family()) {
        for name in std::iter::once(&row.name).chain(row.aliases) {
            rows.entry(*name).or_insert(row);
        }
    }
    rows
});

/// Rows for families of names: `protobuf.*`.
static FAMILIES: LazyLock<Vec<&'static TagDefinition>> =
    LazyLock::new(|| all().filter(|row| row.is_family()).collect());

/// The row of a tag, by its name without `+`, in any of its spellings. `None` if no dialect knows it.
///
/// ```
/// use idlgen::tags::registry;
/// assert_eq!(registry::find("maxLength").and_then(|row| row.keyword), Some("maxLength"));
/// assert_eq!(registry::find("mutally_exclusive").map(|row| row.name), Some("mutually_exclusive"));
/// assert!(registry::find("maxlength").is_none());
/// ```
pub fn find(name: &str) -> Option<&'static TagDefinition> {
    BY_NAME.get(name).copied().or_else(|| FAMILIES.iter().copied().find(|row| row.covers(name)))
}

/// The name at the beginning of a text that stood behind a `+`: as much as may belong to one. Empty if there is none.
pub(super) fn name_at(text: &str) -> &str {
    if !text.starts_with(|first: char| first.is_alphabetic() || first == '_') {
        return "";
    }
    let accept = |character: char| character.is_alphanumeric() || "_.-:".contains(character);
    let name = text.get(..text.find(|character| !accept(character)).unwrap_or(text.len())).unwrap_or("");
    // What follows these names is not part of them.
    for composed in ["validationRule", "override"] {
        if name.strip_prefix(composed).is_some_and(|rest| rest.starts_with(':')) {
            return composed;
        }
    }
    name.strip_suffix(':').unwrap_or(name)
}
