//! Published definitions: renamed for older servers, with the kinds of their objects.

use std::{
    borrow::Cow,
    collections::{BTreeMap, BTreeSet},
};

use idlgen_validate::{
    Definitions, Schema,
    schema::{Default, json::OrderedJson},
};
use serde_json::{Value as Json, json};

use super::{OpenApiOptions, OpenApiVersion, closure::closure, nodes, print_options, published, rest_friendly};
use crate::lower::{GroupVersionKind, Lowered, RegisteredGroupVersion, Resource, ServedKind, Verb};

/// The extension with the kinds of a definition.
pub(super) const EXTENSION: &str = "x-kubernetes-group-version-kind";

/// The first version whose servers publish definitions under the generated names.
const FIRST_WITH_MODEL_NAMES: u16 = 35;

/// The first version whose servers escape keys like references (kube-openapi d427ff9).
const FIRST_WITH_ESCAPED_KEYS: u16 = 37;

/// The first version whose servers list only the kinds of [`SHARED`] that belong to an OpenAPI v3 document.
const FIRST_WITH_OWN_KINDS: u16 = 36;

/// The kinds that all groups and versions register, so that documents list many (`crossRegisteredKinds` of
/// `k8s.io/apiserver/pkg/server/routes`).
const SHARED: [&str; 2] = ["DeleteOptions", "WatchEvent"];

/// The definitions of lowered schemas as they are published.
#[derive(Debug)]
pub struct Publication<'a> {
    pub(super) lowered: &'a Lowered,
    pub(super) options: &'a OpenApiOptions,
    definitions: Definitions,
    kinds: BTreeMap<String, &'a [GroupVersionKind]>,
}

impl<'a> Publication<'a> {
    /// Prepares these schemas for publication.
    pub fn new(lowered: &'a Lowered, options: &'a OpenApiOptions) -> Self {
        let mut publication = Publication {
            lowered,
            options,
            definitions: published(&lowered.definitions, options),
            kinds: BTreeMap::new(),
        };
        publication.kinds =
            lowered.kinds.iter().map(|(name, kinds)| (publication.name(name).into_owned(), kinds.as_slice())).collect();
        let definitions = std::mem::take(&mut publication.definitions.schemas);
        for (name, mut schema) in definitions {
            nodes::for_each(&mut schema, &mut |node| {
                node.reference = node.reference.as_deref().map(|name| publication.name(name).into_owned());
            });
            let name = publication.name(&name).into_owned();
            publication.definitions.schemas.insert(name, schema);
        }
        if options.version == OpenApiVersion::V2 {
            // Clients of v2 do not support defaults (`k8s.io/kube-openapi/pkg/handler.PruneDefaults`).
            for schema in publication.definitions.schemas.values_mut() {
                nodes::for_each(schema, &mut |node| node.default = None::<Default>);
            }
        }
        publication
    }

    /// Returns the published name of a definition, which is the generated name. For older servers, and for names with
    /// slashes, returns a REST-friendly name instead: kubectl and other clients split references at slashes and do not
    /// support escaped ones.
    pub(super) fn name<'n>(&self, definition: &'n str) -> Cow<'n, str> {
        let is_old = self.options.kubernetes_minor < FIRST_WITH_MODEL_NAMES;
        if is_old || (!self.options.slashes_in_names && definition.contains('/')) {
            Cow::Owned(rest_friendly::rest_friendly(definition))
        } else {
            Cow::Borrowed(definition)
        }
    }

    /// Returns the key of a published name in a document. Newer servers escape the key as in a reference.
    fn key(&self, name: &str) -> String {
        if self.options.kubernetes_minor < FIRST_WITH_ESCAPED_KEYS {
            return name.to_owned();
        }
        name.replace('~', "~0").replace('/', "~1")
    }

    /// Returns the definitions with these published names, and all definitions that they reference, sorted by name.
    /// `of` is the group and version of the document.
    pub fn components<'r>(&self, roots: impl IntoIterator<Item = &'r str>, of: Option<(&str, &str)>) -> OrderedJson {
        let roots: Vec<&str> = roots
            .into_iter()
            .filter_map(|root| self.definitions.schemas.get_key_value(root).map(|(name, _)| name.as_str()))
            .collect();
        let entry = |name: &str| {
            let schema = self.definitions.get(name)?;
            Some((self.key(name), self.with_kinds(name, schema, of).to_ordered_json(&print_options(self.options))))
        };
        OrderedJson::Object(closure(&self.definitions, roots).into_iter().filter_map(entry).collect())
    }

    fn with_kinds<'s>(&self, name: &str, schema: &'s Schema, of: Option<(&str, &str)>) -> Cow<'s, Schema> {
        let Some(kinds) = self.kinds.get(name) else { return Cow::Borrowed(schema) };
        let is_filtered = self.options.kubernetes_minor >= FIRST_WITH_OWN_KINDS
            && kinds.first().is_some_and(|first| SHARED.contains(&first.kind.as_str()));
        let mut told: Vec<&GroupVersionKind> = kinds.iter().collect();
        if let (true, Some(of)) = (is_filtered, of) {
            told.retain(|kind| [of, ("", "v1")].contains(&(kind.group.as_str(), kind.version.as_str())));
        }
        let mut schema = schema.clone();
        schema.extensions.other.insert(EXTENSION.to_owned(), Json::Array(told.into_iter().map(to_json).collect()));
        Cow::Owned(schema)
    }

    /// Returns the published names of the types in the paths of a group and version: those of its resources with their
    /// lists and subresources (or of all its kinds if it has no resources), and those of other requests and responses.
    pub(super) fn roots(&self, group_version: &RegisteredGroupVersion) -> Vec<String> {
        self.root_definitions(group_version).into_iter().map(|root| self.name(root).into_owned()).collect()
    }

    /// Returns the types of [`roots`](Self::roots) by their definition names.
    pub(super) fn root_definitions<'g>(&'g self, group_version: &'g RegisteredGroupVersion) -> Vec<&'g str> {
        let kinds = || group_version.kinds.iter().filter(|kind| !kind.is_removed);
        let mut roots: Vec<&str> =
            kinds().filter_map(|kind| Some(served(kind, kind.resource.as_ref()?))).flatten().collect();
        if roots.is_empty() {
            roots.extend(kinds().map(|kind| kind.definition.as_str()));
        }
        let verbs: BTreeSet<Verb> = kinds().filter_map(|kind| kind.resource.as_ref()).flat_map(verbs).collect();
        let meta =
            META.iter().filter(|(_, leading)| leading.is_empty() || leading.iter().any(|verb| verbs.contains(verb)));
        roots.extend(meta.filter_map(|(name, _)| self.lowered.meta_definitions.get(name)).map(String::as_str));
        roots
    }
}

/// The types that all groups and versions have, with the verbs whose operations use them. The first is for discovery.
const META: [(&str, &[Verb]); 5] = [
    ("APIResourceList", &[]),
    ("DeleteOptions", &[Verb::Delete, Verb::DeleteCollection]),
    ("Patch", &[Verb::Patch]),
    ("Status", &[Verb::Delete, Verb::DeleteCollection]),
    ("WatchEvent", &[Verb::Watch]),
];

/// Returns the definitions that the paths of a kind reference.
fn served<'k>(kind: &'k ServedKind, resource: &'k Resource) -> impl Iterator<Item = &'k str> {
    let own = (!resource.verbs.is_empty()).then_some(kind.definition.as_str());
    let below = resource.subresources.iter().map(|subresource| subresource.kind.definition.as_str());
    own.into_iter().chain(resource.list.as_deref()).chain(below)
}

/// Iterates over the verbs of a resource and its subresources.
fn verbs(resource: &Resource) -> impl Iterator<Item = Verb> {
    let below = resource.subresources.iter().flat_map(|subresource| &subresource.verbs);
    resource.verbs.iter().chain(below).copied()
}

fn to_json(kind: &GroupVersionKind) -> Json {
    json!({"group": kind.group, "kind": kind.kind, "version": kind.version})
}
