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
mod proof;
mod report;
mod rules;
mod shown;
mod sides;
mod unreadable;
mod verdict;
mod walk;
mod witness;

use std::{collections::BTreeMap, sync::Arc};

use idlgen_validate::{
    Schema,
    crd::{CustomResourceDefinition, document::Version},
};

use self::found::Found;
pub(crate) use self::proof::{valid_object, witness};
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

impl Options {
    /// Creates options for a minor version of Kubernetes 1.x.
    pub(crate) fn of(kubernetes_minor: u16) -> Self {
        Options { kubernetes_minor, ..Options::default() }
    }
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
    let mut known: Vec<(VersionPair<'_>, [Arc<Schema>; 2])> = Vec::new();
    for (old_index, version) in old.versions.iter().enumerate().filter(|version| crd::is_first(*version, &old)) {
        let Some(new_index) = new.versions.iter().position(|other| other.name == version.name) else { continue };
        let Some(other) = new.versions.get(new_index) else { continue };
        let are_preserved = [old.preserve_unknown_fields, new.preserve_unknown_fields];
        if version.schema == other.schema && are_preserved[0] == are_preserved[1] {
            continue;
        }
        // The versions of a kind often have the same schema.
        let same = known.iter().find(|([one, both], _)| one.schema == version.schema && both.schema == other.schema);
        let both = match same {
            Some((_, both)) => both.clone(),
            None => normal::of_versions([version, other], are_preserved).map(Arc::new),
        };
        let mut found = Found::new(&version.name, old_index, new_index, options);
        walk::root(&both[0], &both[1], &mut found);
        changes.extend(found.changes);
        schemas.insert(version.name.clone(), both.clone());
        known.push(([version, other], both));
    }
    for change in &mut changes {
        let version = change.version.as_deref().and_then(|name| old.version(name));
        if let Some(version) = version.filter(|version| !version.served) {
            change.verdicts = of_unserved(change, version.storage);
        }
    }
    (changes, schemas)
}

/// Returns the verdicts on a change to a version that the old CRD does not serve. Such a version has no clients, and
/// servers validate objects with the requested version. The schema of the version in which objects are stored prunes
/// and defaults them, also in requests for other versions.
fn of_unserved(change: &Change, is_storage: bool) -> Verdicts {
    let is_dropped = change.stored == Some(Stored::Dropped);
    if is_storage && is_dropped {
        return change.verdicts;
    }
    let stored = match change.verdicts.stored {
        // Objects may still be stored in a former storage version.
        Verdict::Breaking if is_dropped => Verdict::Review,
        Verdict::Breaking => Verdict::Ok,
        other => other,
    };
    Verdicts::new(Verdict::Ok, Verdict::Ok, stored)
}

/// A version of both sides.
type VersionPair<'d> = [&'d Version; 2];

/// Compares the schemas of two versions. `name` is the version of the changes.
fn compare_schemas(
    name: &str,
    [(old, old_index), (new, new_index)]: [(&CustomResourceDefinition, usize); 2],
    options: &Options,
) -> Vec<Change> {
    let mut found = Found::new(name, old_index, new_index, options);
    if let (Some(old_version), Some(new_version)) = (old.versions.get(old_index), new.versions.get(new_index)) {
        let are_preserved = [old.preserve_unknown_fields, new.preserve_unknown_fields];
        let [old, new] = normal::of_versions([old_version, new_version], are_preserved);
        walk::root(&old, &new, &mut found);
    }
    found.changes
}

#[cfg(test)]
mod tests;
