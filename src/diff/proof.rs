//! Proves a difference with an object.

use idlgen_validate::crd::CustomResourceDefinition;

use super::{
    Options, compare_versions,
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
