//! Finds objects for other commands: proof of a difference, and valid objects.

use idlgen_validate::crd::CustomResourceDefinition;
use serde_json::Value as Json;

use super::{
    Options, Schemas, compare_versions,
    witness::{Search, Witness},
};

/// Searches for an object of a version that the old CRD accepts and the new one rejects, or for an update.
pub(crate) fn witness(
    old: &CustomResourceDefinition,
    new: &CustomResourceDefinition,
    version: &str,
    options: &Options,
) -> Option<Witness> {
    let (changes, schemas) = compare_versions(old, new, options);
    let mut changes = changes.iter().filter(|change| change.version.as_deref() == Some(version)).peekable();
    changes.peek()?;
    let search = Search::new(old, new, version, options, &schemas)?;
    changes.find_map(|change| search.find(change))
}

/// Searches for a small object of a version that a CRD accepts.
pub(crate) fn valid_object(definition: &CustomResourceDefinition, version: &str, options: &Options) -> Option<Json> {
    let search = Search::new(definition, definition, version, options, &Schemas::default())?;
    search.base().cloned()
}
