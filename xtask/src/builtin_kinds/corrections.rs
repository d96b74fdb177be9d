//! Corrections where servers accept or check something else than the Go types imply: fields that Go always writes but
//! servers do not require, enumerations that list only some of the accepted values, list types that only affect
//! merging, and structs that servers validate even if they are absent.
//!
//! These facts are in handwritten code of the API server. `--ask` detects them (`probes.rs`) and writes them to
//! `corrections.json`. They apply to every version.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::{Path, PathBuf},
};

use idlgen_validate::{Schema, keyword::Keyword, schema::ListType};
use serde::{Deserialize, Serialize};

/// Properties by definition.
type Properties = BTreeMap<String, BTreeSet<String>>;

/// Fields that servers require in every object, although the Go types and their tags do not (`ValidatePodSpec` of
/// `k8s.io/kubernetes/pkg/apis/core/validation`).
const DEMANDED: [(&str, &str); 2] =
    [("k8s.io/api/core/v1.Container", "image"), ("k8s.io/api/core/v1.EphemeralContainer", "image")];

/// Fields that accept values outside of their enumeration: those of a struct that servers drop unread unless a feature
/// gate is on (`dropDisabledDRADeviceTaintsFields` of `k8s.io/kubernetes/pkg/registry/resource/resourceclaim`).
const OPEN: [(&str, &str); 6] = [
    ("k8s.io/api/resource/v1.DeviceToleration", "effect"),
    ("k8s.io/api/resource/v1.DeviceToleration", "operator"),
    ("k8s.io/api/resource/v1beta1.DeviceToleration", "effect"),
    ("k8s.io/api/resource/v1beta1.DeviceToleration", "operator"),
    ("k8s.io/api/resource/v1beta2.DeviceToleration", "effect"),
    ("k8s.io/api/resource/v1beta2.DeviceToleration", "operator"),
];

/// Lists that can contain the same key twice (`validateValidatingAdmissionPolicySpec` and
/// `validateMutatingAdmissionPolicySpec` of `k8s.io/kubernetes/pkg/apis/admissionregistration/validation`).
const REPEATABLE: [(&str, &str); 5] = [
    ("k8s.io/api/admissionregistration/v1.ValidatingAdmissionPolicySpec", "variables"),
    ("k8s.io/api/admissionregistration/v1beta1.ValidatingAdmissionPolicySpec", "variables"),
    ("k8s.io/api/admissionregistration/v1alpha1.ValidatingAdmissionPolicySpec", "variables"),
    ("k8s.io/api/admissionregistration/v1beta1.MutatingAdmissionPolicySpec", "variables"),
    ("k8s.io/api/admissionregistration/v1alpha1.MutatingAdmissionPolicySpec", "variables"),
];

/// The recorded corrections.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(super) struct Corrections {
    /// Fields that may be absent or zero.
    pub(super) not_required: Properties,
    /// Optional structs by value that servers validate even if they are absent.
    pub(super) judged: Properties,
    /// Fields that accept values outside of their enumeration.
    pub(super) open_enumerations: Properties,
    /// Lists that can contain an element or a key twice.
    pub(super) repeatable: Properties,
}

impl Corrections {
    /// Reads the recorded corrections.
    pub(super) fn read() -> Result<Self, String> {
        let path = path();
        let text = std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        serde_json::from_str(&text).map_err(|error| format!("{}: {error}", path.display()))
    }

    /// Writes the corrections to the file.
    pub(super) fn write(&self) -> Result<(), String> {
        let path = path();
        let text = serde_json::to_string_pretty(self).map_err(|error| error.to_string())?;
        std::fs::write(&path, text + "\n").map_err(|error| format!("{}: {error}", path.display()))
    }

    /// Removes constraints from a definition that servers do not enforce.
    pub(super) fn apply(&self, name: &str, schema: &mut Schema) {
        if let Some(not_required) = self.not_required.get(name) {
            schema.required.retain(|property| !not_required.contains(property));
        }
        let demanded = DEMANDED.iter().filter(|(definition, _)| *definition == name).map(|(_, property)| *property);
        let judged = self.judged.get(name).into_iter().flatten().map(String::as_str);
        for property in judged.chain(demanded) {
            if schema.properties.contains_key(property) && !schema.required.iter().any(|required| required == property)
            {
                schema.required.push(property.to_owned());
            }
        }
        for (property, part) in &mut schema.properties {
            let is_among = |known: &[(&str, &str)]| known.contains(&(name, property.as_str()));
            if has(&self.open_enumerations, name, property) || is_among(&OPEN) {
                part.keywords.remove(Keyword::Enum);
                if let Some(items) = &mut part.items {
                    items.keywords.remove(Keyword::Enum);
                }
            }
            let is_merged = !matches!(part.extensions.list_type, Some(ListType::Set | ListType::Map));
            if is_merged || has(&self.repeatable, name, property) || is_among(&REPEATABLE) {
                part.extensions.list_type = None;
                part.extensions.list_map_keys.clear();
            }
        }
    }
}

fn has(properties: &Properties, definition: &str, property: &str) -> bool {
    properties.get(definition).is_some_and(|known| known.contains(property))
}

fn path() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src/builtin_kinds/corrections.json")
}
