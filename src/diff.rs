//! Differences between two versions of CustomResourceDefinitions, and whom they break.
//!
//! [`compare`] goes through two CRDs. Each [`Change`] has a verdict for writers, readers and stored objects, and for
//! writers and stored objects, where a change breaks them, an object that the old CRD accepts and the new one rejects.

mod change;
mod crd;
mod crdify;
mod decision;
mod exceptions;
mod found;
mod normal;
mod openapi;
mod pair;
mod path;
mod report;
mod rules;
mod sides;
mod verdict;
mod walk;
mod witness;

use idlgen_validate::crd::CustomResourceDefinition;

use self::found::Found;
pub use self::{
    change::{Change, Stored},
    crdify::{CrdifyConfig, CrdifyConfigError, CrdifyReport},
    exceptions::Exceptions,
    path::{SchemaPath, Step},
    report::{Bump, Finding, RefusedSample, Report, Samples},
    sides::{Crd, Side},
    verdict::{Verdict, Verdicts},
    witness::Witness,
};

/// Settings of a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Options {
    /// The minor version of Kubernetes 1.x that decides about formats and CEL functions.
    pub kubernetes_minor: u16,
    /// `true` if the name of a version decides how severe its changes are: breaking changes of beta versions are to
    /// review, and all changes of alpha versions are compatible.
    pub by_stability: bool,
}

impl Default for Options {
    fn default() -> Self {
        Options { kubernetes_minor: 35, by_stability: false }
    }
}

/// Compares two versions of a CRD. Versions are matched by name.
pub fn compare(old: &CustomResourceDefinition, new: &CustomResourceDefinition, options: &Options) -> Vec<Change> {
    let (old, new) = (old.clone().with_defaults(), new.clone().with_defaults());
    let mut changes = crd::compare(&old, &new);
    for (old_index, old_version) in old.versions.iter().enumerate() {
        let Some(new_index) = new.versions.iter().position(|version| version.name == old_version.name) else {
            continue;
        };
        let Some(new_version) = new.versions.get(new_index) else { continue };
        let mut found = Found::new(&old_version.name, old_index, new_index, options);
        let old_schema = normal::of_version(old_version, old.preserve_unknown_fields);
        let new_schema = normal::of_version(new_version, new.preserve_unknown_fields);
        walk::root(&old_schema, &new_schema, &mut found);
        changes.extend(found.changes);
    }
    changes
}

#[cfg(test)]
mod tests;
