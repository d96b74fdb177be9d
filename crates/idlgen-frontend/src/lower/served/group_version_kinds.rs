//! The group, version and kind of the objects that a definition describes: `x-kubernetes-group-version-kind`
//! (`k8s.io/apiserver/pkg/endpoints/openapi.NewDefinitionNamer`).

use std::collections::{BTreeMap, BTreeSet};

use super::meta_types::PACKAGE;
use super::registration::RegisteredGroupVersion;
use crate::model::{Model, TypeId};

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct GroupVersionKind {
    /// The group. Empty for the core group.
    pub group: String,
    pub version: String,
    pub kind: String,
}

/// The kinds that `metav1.AddToGroupVersion` registers in every group and version for which it is called.
const OF_EVERY_GROUP_VERSION: [&str; 7] =
    ["CreateOptions", "DeleteOptions", "GetOptions", "ListOptions", "PatchOptions", "UpdateOptions", "WatchEvent"];

/// The kinds that `metav1.AddToGroupVersion` registers only in the core version.
const UNVERSIONED: [&str; 5] = ["APIGroup", "APIGroupList", "APIResourceList", "APIVersions", "Status"];

/// Returns the kinds that each definition describes, by definition name. Includes the core version `v1`, which every
/// server has.
pub(in crate::lower) fn kinds(
    model: &Model,
    names: &BTreeMap<TypeId, String>,
    group_versions: &[RegisteredGroupVersion],
) -> BTreeMap<String, Vec<GroupVersionKind>> {
    let mut kinds: BTreeMap<String, BTreeSet<GroupVersionKind>> = BTreeMap::new();
    let mut add = |definition: &str, group: &str, version: &str, kind: &str| {
        kinds.entry(definition.to_owned()).or_default().insert(GroupVersionKind {
            group: group.to_owned(),
            version: version.to_owned(),
            kind: kind.to_owned(),
        });
    };
    for group_version in group_versions {
        for kind in &group_version.kinds {
            add(&kind.definition, &group_version.group, &group_version.version, &kind.name);
        }
    }
    let meta = |name: &str| names.get(&model.find_type(PACKAGE, name)?.id);
    for name in UNVERSIONED {
        if let Some(definition) = meta(name) {
            add(definition, "", "v1", name);
        }
    }
    for name in OF_EVERY_GROUP_VERSION {
        let Some(definition) = meta(name) else { continue };
        add(definition, "", "v1", name);
        for group_version in group_versions.iter().filter(|group_version| group_version.has_meta_types) {
            add(definition, &group_version.group, &group_version.version, name);
        }
    }
    kinds.into_iter().map(|(definition, kinds)| (definition, kinds.into_iter().collect())).collect()
}
