//! Compares two versions of CustomResourceDefinitions, and determines who is affected by each change.
//!
//! [`compare`] compares two CRDs. Each [`Change`] has a verdict for writers, readers and stored objects. If a change
//! breaks writers or stored objects, a search can find an object that the old CRD accepts and the new one rejects.

mod change;
mod crd;
mod crdify;
mod decision;
mod embedding;
mod exceptions;
mod found;
mod go;
mod normal;
mod openapi;
mod pair;
mod parity;
mod path;
mod report;
mod rules;
mod sides;
mod unreadable;
mod verdict;
mod walk;
mod witness;

use std::{collections::BTreeMap, sync::Arc};

use idlgen_validate::{Schema, crd::CustomResourceDefinition};

use self::found::Found;
pub use self::{
    change::{Change, Stored},
    crdify::{CrdifyConfig, CrdifyConfigError, CrdifyReport},
    exceptions::Exceptions,
    openapi::kinds_with_versions,
    parity::Parity,
    path::{SchemaPath, Step},
    report::{Bump, Finding, History, RejectedSample, Release, Report, Samples},
    sides::{Crd, Side},
    verdict::{Verdict, Verdicts},
    witness::Witness,
};
use crate::parallel;

/// Settings of a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Options {
    /// The minor version of Kubernetes 1.x, which determines the supported formats and CEL functions.
    pub kubernetes_minor: u16,
    /// `true` if the stability in a version name limits the severity of its changes: breaking changes of beta versions
    /// only need a review, and all changes of alpha versions are compatible.
    pub by_stability: bool,
}

impl Default for Options {
    fn default() -> Self {
        Options { kubernetes_minor: 35, by_stability: false }
    }
}

/// Compares two versions of a CRD. Versions are matched by name.
pub fn compare(old: &CustomResourceDefinition, new: &CustomResourceDefinition, options: &Options) -> Vec<Change> {
    compare_versions(old, new, options).0
}

/// The normal schemas of both sides, by version.
type Schemas = BTreeMap<String, [Arc<Schema>; 2]>;

/// Like [`compare`], with the schemas that were compared.
fn compare_versions(
    old: &CustomResourceDefinition,
    new: &CustomResourceDefinition,
    options: &Options,
) -> (Vec<Change>, Schemas) {
    let (old, new) = (old.clone().with_defaults(), new.clone().with_defaults());
    let mut changes = crd::compare(&old, &new);
    let mut schemas = Schemas::new();
    for (old_index, version) in old.versions.iter().enumerate().filter(|version| crd::is_first(*version, &old)) {
        let Some(new_index) = new.versions.iter().position(|other| other.name == version.name) else { continue };
        let (found, both) = compare_schemas(&version.name, ((&old, old_index), (&new, new_index)), options);
        changes.extend(found);
        schemas.extend(both.map(|both| (version.name.clone(), both)));
    }
    (changes, schemas)
}

/// A version of a CRD, by its index in the CRD.
type VersionOf<'d> = (&'d CustomResourceDefinition, usize);

/// Compares the schemas of two versions. `name` is the version of the changes.
fn compare_schemas(
    name: &str,
    (old, new): (VersionOf<'_>, VersionOf<'_>),
    options: &Options,
) -> (Vec<Change>, Option<[Arc<Schema>; 2]>) {
    let mut found = Found::new(name, old.1, new.1, options);
    let schema = |(crd, index): VersionOf<'_>| {
        crd.versions.get(index).map(|version| Arc::new(normal::of_version(version, crd.preserve_unknown_fields)))
    };
    let (old_schema, new_schema) = parallel::both(|| schema(old), || schema(new));
    let both = old_schema.zip(new_schema).map(|(old, new)| [old, new]);
    if let Some([old, new]) = &both {
        walk::root(old, new, &mut found);
    }
    (found.changes, both)
}

#[cfg(test)]
mod tests;
