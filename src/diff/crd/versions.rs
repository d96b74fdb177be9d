//! Versions: which exist, which are served, and which is stored.

use idlgen_validate::crd::CustomResourceDefinition;

use super::{Definition, is_first};
use crate::diff::{Verdict, Verdicts};

/// Stored objects must be migrated first.
const MIGRATION: Verdicts = Verdicts::new(Verdict::Ok, Verdict::Ok, Verdict::Review);

pub(super) fn compare(old: &CustomResourceDefinition, new: &CustomResourceDefinition, found: &mut Definition) {
    for (index, version) in old.versions.iter().enumerate().filter(|version| is_first(*version, old)) {
        let name = &version.name;
        let Some(new_index) = new.versions.iter().position(|other| other.name == *name) else {
            let (text, verdicts) = if version.served {
                let verdicts = Verdicts::new(Verdict::Breaking, Verdict::Breaking, Verdict::Review);
                ("removed: requests for it fail, and", verdicts)
            } else {
                ("removed:", MIGRATION)
            };
            let text = format!("version `{name}` {text} the server rejects this while `status.storedVersions` has it");
            found.add_version("version-removed", name, index, 0, verdicts, text);
            continue;
        };
        let Some(other) = new.versions.get(new_index) else { continue };
        match (version.served, other.served) {
            (true, false) => {
                let verdicts = Verdicts::new(Verdict::Breaking, Verdict::Breaking, Verdict::Ok);
                let text = format!("version `{name}` is no longer served: requests for it fail");
                found.add_version("version-not-served", name, index, new_index, verdicts, text);
            }
            (false, true) => {
                let text = format!("version `{name}` is served now");
                found.add_version("version-served", name, index, new_index, Verdicts::OK, text);
            }
            _ => {}
        }
        let was_deprecated = (version.deprecated, &version.deprecation_warning);
        if was_deprecated != (other.deprecated, &other.deprecation_warning) {
            let text = match (version.deprecated, other.deprecated) {
                (false, true) => format!("version `{name}` is deprecated now: clients receive a warning"),
                (true, false) => format!("version `{name}` is no longer deprecated"),
                _ => format!("the deprecation warning of version `{name}` changed"),
            };
            found.add_version("version-deprecated", name, index, new_index, Verdicts::OK, text);
        }
    }
    for (index, version) in new.versions.iter().enumerate().filter(|version| is_first(*version, new)) {
        let name = &version.name;
        if old.version(name).is_none() {
            found.add_version("version-added", name, 0, index, Verdicts::OK, format!("version `{name}` added"));
        }
    }
    storage(old, new, found);
}

fn storage(old: &CustomResourceDefinition, new: &CustomResourceDefinition, found: &mut Definition) {
    let storage = |definition: &CustomResourceDefinition| {
        definition.versions.iter().find(|version| version.storage).map(|version| version.name.clone())
    };
    let (Some(from), Some(to)) = (storage(old), storage(new)) else { return };
    if from == to {
        return;
    }
    let text = format!(
        "the storage version changed from `{from}` to `{to}`: migrate stored objects before `{from}` is removed"
    );
    found.add("storage-version-changed", &["spec", "versions"], MIGRATION, text);
}
