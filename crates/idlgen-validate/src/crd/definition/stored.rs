//! Validates `status.storedVersions` (`ValidateCustomResourceDefinitionStoredVersions`).

use idlgen_runtime::field::{BadValue, Path};
use serde_json::Value as Json;

use super::found::Found;
use crate::crd::CustomResourceDefinition;

pub(super) fn validate(definition: &CustomResourceDefinition, path: &Path<'_>, found: &mut Found) {
    let stored = definition.stored_versions.as_slice();
    let all = || -> BadValue { BadValue::Json(stored.iter().map(String::as_str).collect()) };
    if stored.is_empty() {
        // An empty list is nil in Go, so the error contains null.
        found.invalid(path, BadValue::Json(Json::Null), "must have at least one stored version");
        return;
    }
    for version in definition.versions.iter().filter(|version| version.storage && !stored.contains(&version.name)) {
        found.invalid(path, all(), format!("must have the storage version {}", version.name));
    }
    for (index, name) in stored.iter().enumerate() {
        let is_last = !stored.iter().skip(index + 1).any(|other| other == name);
        if is_last && definition.version(name).is_none() {
            let detail = format!(
                "missing from spec.versions; {name} was previously a storage version, and must remain in spec.versions \
                 until a storage migration ensures no data remains persisted in {name} and removes {name} from \
                 status.storedVersions"
            );
            found.invalid(&path.index(index), name.as_str(), detail);
        }
    }
}
