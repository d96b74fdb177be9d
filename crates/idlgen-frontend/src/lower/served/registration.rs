//! The registrations of requested packages: groups and versions, their kinds, and the resources of these kinds on a
//! server.

use std::collections::BTreeMap;

use super::{
    lifecycle,
    resource::{self, Resource},
};
use crate::{
    model::{GroupVersion, Model, TypeId, api_version},
    source::Span,
};

/// A group and version, with its kinds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RegisteredGroupVersion {
    /// The group. Empty for the core group.
    pub group: String,
    pub version: String,
    /// `true` if it registers the types that all served groups and versions have (`metav1.AddToGroupVersion`).
    pub has_meta_types: bool,
    /// Its kinds, sorted by name.
    pub kinds: Vec<ServedKind>,
    /// The location of the group and version in the first package.
    pub span: Span,
}

/// A kind with its definition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ServedKind {
    pub name: String,
    /// The name of the kind's definition.
    pub definition: String,
    /// The resource. `None` for lists, options and similar kinds.
    pub resource: Option<Resource>,
    /// `true` if servers of the configured version have removed the kind, although it is registered.
    pub is_removed: bool,
    /// The warning that servers of the configured version return to clients that use the kind.
    pub deprecation: Option<String>,
}

/// Returns the groups and versions of the requested packages, sorted by group and version. Excludes kinds without a
/// definition.
pub(in crate::lower) fn group_versions(
    model: &Model,
    names: &BTreeMap<TypeId, String>,
    kubernetes_minor: u16,
) -> Vec<RegisteredGroupVersion> {
    let mut found: BTreeMap<(&str, &str), RegisteredGroupVersion> = BTreeMap::new();
    for package in model.packages.iter().filter(|package| package.requested) {
        let Some(GroupVersion { group, version, has_meta_types, span, .. }) = &package.group_version else { continue };
        let ids = model.kinds(package);
        if ids.is_empty() {
            continue;
        }
        let entry = found.entry((group, version)).or_insert_with(|| RegisteredGroupVersion {
            group: group.clone(),
            version: version.clone(),
            has_meta_types: false,
            kinds: Vec::new(),
            span: *span,
        });
        entry.has_meta_types |= has_meta_types;
        let has_resources = ids.iter().any(|id| resource::declares_resource(model, *id, &ids));
        for id in &ids {
            let Some(name) = names.get(&model.type_of_kind(*id)) else { continue };
            let definition = model.type_definition(*id);
            let lifespan = lifecycle::lifespan(&definition.tags, version);
            let is_removed = lifespan.is_over(kubernetes_minor);
            let api_version = api_version(group, version);
            let is_resource = !is_removed && (!has_resources || resource::declares_resource(model, *id, &ids));
            entry.kinds.push(ServedKind {
                name: definition.name.clone(),
                definition: name.clone(),
                resource: if is_resource { resource::of(model, names, *id, &ids) } else { None },
                is_removed,
                deprecation: lifespan.deprecation(&api_version, &definition.name, kubernetes_minor),
            });
        }
    }
    let mut group_versions: Vec<RegisteredGroupVersion> = found.into_values().collect();
    for group_version in &mut group_versions {
        group_version.kinds.sort_by(|left, right| left.name.cmp(&right.name));
    }
    group_versions
}

#[cfg(test)]
mod tests {
    use crate::lower::{LowerOptions, testing::lower_packages};

    #[test]
    fn kinds_have_definitions_and_resources() {
        let text = "
import (
	\"k8s.io/apimachinery/pkg/apis/meta/v1\"
	\"k8s.io/apimachinery/pkg/runtime/schema\"
)
var SchemeGroupVersion = schema.GroupVersion{Group: \"g.example.com\", Version: \"v1\"}
func add(s *runtime.Scheme) {
	s.AddKnownTypes(SchemeGroupVersion, &B{}, &BList{}, &A{}, &Hidden{})
	metav1.AddToGroupVersion(s, SchemeGroupVersion)
}
type A struct {
	Path string `json:\"path\"`
}
type B struct {
	v1.ObjectMeta `json:\"metadata\"`
}
type BList struct {
	Items []B `json:\"items\"`
}
// +k8s:openapi-gen=false
type Hidden struct {
	Path string `json:\"path\"`
}
";
        let meta = (
            "k8s.io/apimachinery/pkg/apis/meta/v1",
            false,
            "type ObjectMeta struct {\n    Name string `json:\"name\"`\n}\n",
        );
        let lowered = lower_packages(&[("example.com/api/v1", true, text), meta], &LowerOptions::default()).lowered;
        let [group_version] = lowered.group_versions.as_slice() else { panic!("{:?}", lowered.group_versions) };
        assert_eq!((group_version.group.as_str(), group_version.version.as_str()), ("g.example.com", "v1"));
        assert!(group_version.has_meta_types);
        let kinds: Vec<_> = group_version
            .kinds
            .iter()
            .map(|kind| (kind.name.as_str(), kind.definition.as_str(), kind.resource.is_some()))
            .collect();
        assert_eq!(
            kinds,
            [
                ("A", "example.com/api/v1.A", false),
                ("B", "example.com/api/v1.B", true),
                ("BList", "example.com/api/v1.BList", false)
            ]
        );
    }
}
