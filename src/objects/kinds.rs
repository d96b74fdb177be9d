//! Object identities and known kinds.

use idlgen_validate::{Definitions, Schema};
use idlgen_yaml::Node;

use crate::{
    model::{Model, Package, TypeId, api_version},
    tags::{CustomResource, TagKind},
};

#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Identity {
    pub(super) api_version: String,
    pub(super) kind: String,
    pub(super) namespace: String,
    pub(super) name: String,
}

impl Identity {
    /// Returns the identity of an object. Missing parts are empty.
    pub(super) fn of(object: &Node) -> Self {
        let text = |node: Option<&Node>| node.and_then(Node::as_str).unwrap_or("").to_owned();
        let metadata = object.get("metadata");
        Identity {
            api_version: text(object.get("apiVersion")),
            kind: text(object.get("kind")),
            namespace: text(metadata.and_then(|metadata| metadata.get("namespace"))),
            name: text(metadata.and_then(|metadata| metadata.get("name"))),
        }
    }
}

/// Returns `true` for a definition that describes a resource: it has `apiVersion`, `kind` and `metadata`.
pub(super) fn is_resource(definitions: &Definitions, name: &str) -> bool {
    let has = |schema: &Schema, name| schema.properties.contains_key(name);
    definitions.get(name).is_some_and(|schema| ["apiVersion", "kind", "metadata"].iter().all(|name| has(schema, *name)))
}

/// Returns the type that is registered for an apiVersion and kind. Without a registration, returns a type with that
/// name that embeds TypeMeta, because custom resources are served even if their types are not registered in Go.
pub(super) fn by_kind(model: &Model, api_version: &str, kind: &str) -> Option<TypeId> {
    let named = |id: &TypeId| model.type_definition(*id).name == kind;
    let unregistered =
        |package: &Package| package.types.iter().copied().find(|id| named(id) && model.embeds_type_meta(*id));
    packages_of(model, api_version)
        .find_map(|package| model.kinds(package).into_iter().find(named))
        .or_else(|| packages_of(model, api_version).find_map(unregistered))
        .map(|id| model.type_of_kind(id))
}

/// Returns the reason why API servers accept no objects of a kind, if a marker on its type disables serving. The reason
/// is a sentence without its period.
pub(super) fn why_not_served(model: &Model, id: TypeId) -> Option<&'static str> {
    model.type_definition(id).tags.iter().find_map(|tag| match tag.meaning {
        TagKind::CustomResource(CustomResource::SkippedVersion) => {
            Some("its CRD does not have this version (`+kubebuilder:skipversion`)")
        }
        TagKind::CustomResource(CustomResource::UnservedVersion) => Some("its CRD does not serve this version"),
        _ => None,
    })
}

/// Iterates over the requested packages with the group and version of an apiVersion.
pub(super) fn packages_of<'a>(model: &'a Model, api_version: &'a str) -> impl Iterator<Item = &'a Package> {
    let (group, version) = group_and_version(api_version);
    model.packages.iter().filter(move |package| {
        package.requested
            && package.group_version.as_ref().is_some_and(|known| known.group == group && known.version == version)
    })
}

/// A kind that a source defines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(clippy::exhaustive_structs, reason = "the fields are those of an object")]
pub struct KnownKind<'a> {
    /// The API group. Empty for the core group.
    pub group: &'a str,
    /// The API version: `v1`.
    pub version: &'a str,
    /// The kind as in objects: `Deployment`.
    pub kind: &'a str,
}

impl KnownKind<'_> {
    /// Returns group and version as in objects.
    pub fn api_version(&self) -> String {
        api_version(self.group, self.version)
    }
}

/// Returns all served kinds of the requested packages, sorted by package.
pub(super) fn known_kinds(model: &Model) -> Vec<KnownKind<'_>> {
    let packages = model.packages.iter().filter(|package| package.requested);
    let with_version = packages.filter_map(|package| Some((package, package.group_version.as_ref()?)));
    with_version
        .flat_map(|(package, known)| {
            let served = model.kinds(package).into_iter().filter(|id| why_not_served(model, *id).is_none());
            served.map(move |id| KnownKind {
                group: &known.group,
                version: &known.version,
                kind: &model.type_definition(id).name,
            })
        })
        .collect()
}

/// Splits an apiVersion into group and version.
pub(super) fn group_and_version(api_version: &str) -> (&str, &str) {
    api_version.split_once('/').unwrap_or(("", api_version))
}

/// Returns the type with this name (`Name` or `import/path.Name`) in the requested packages.
pub(super) fn by_name(model: &Model, name: &str) -> Option<TypeId> {
    let definitions = model.types.iter().filter(|definition| model.package(definition.package).requested);
    let mut named = definitions.filter(|definition| definition.name == name || model.go_name(definition.id) == name);
    named.next().map(|definition| definition.id)
}
