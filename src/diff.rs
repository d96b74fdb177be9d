//! Compares two versions of CustomResourceDefinitions, and determines who is affected by each change.
//!
//! [`compare`] compares two CRDs. Each [`Change`] has a verdict for writers, readers and stored objects. If a change
//! breaks writers or stored objects, a search can find an object that the old CRD accepts and the new one rejects.

mod change;
mod crd;
mod crdify;
mod decision;
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

use idlgen_validate::crd::CustomResourceDefinition;

use self::found::Found;
pub use self::{
    change::{Change, Stored},
    crdify::{CrdifyConfig, CrdifyConfigError, CrdifyReport},
    exceptions::Exceptions,
    parity::Parity,
    path::{SchemaPath, Step},
    report::{Bump, Finding, History, RefusedSample, Release, Report, Samples},
    sides::{Crd, Side},
    verdict::{Verdict, Verdicts},
    witness::Witness,
};

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
    let (old, new) = (old.clone().with_defaults(), new.clone().with_defaults());
    let mut changes = crd::compare(&old, &new);
    for (old_index, version) in old.versions.iter().enumerate() {
        let Some(new_index) = new.versions.iter().position(|other| other.name == version.name) else { continue };
        changes.extend(compare_schemas(&version.name, ((&old, old_index), (&new, new_index)), options));
    }
    changes
}

/// A version of a CRD, by its index in the CRD.
type VersionOf<'d> = (&'d CustomResourceDefinition, usize);

/// Compares the schemas of two versions. `name` is the version of the changes.
fn compare_schemas(name: &str, (old, new): (VersionOf<'_>, VersionOf<'_>), options: &Options) -> Vec<Change> {
    let mut found = Found::new(name, old.1, new.1, options);
    let schema = |(crd, index): VersionOf<'_>| {
        crd.versions.get(index).map(|version| normal::of_version(version, crd.preserve_unknown_fields))
    };
    if let (Some(old), Some(new)) = (schema(old), schema(new)) {
        walk::root(&old, &new, &mut found);
    }
    found.changes
}

#[cfg(test)]
mod tests;
