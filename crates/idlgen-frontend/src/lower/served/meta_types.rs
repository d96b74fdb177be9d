//! The types that the paths of every served group and version reference, in addition to the types of their kinds.

use std::collections::BTreeMap;

use crate::{
    model::{Model, TypeId},
    tags::{Client, TagKind},
};

/// The import path of the package with these types.
pub(in crate::lower) const PACKAGE: &str = "k8s.io/apimachinery/pkg/apis/meta/v1";

/// The import path and name of each of these types, which occur in requests and responses for discovery, deletion,
/// patches, errors and watches (`k8s.io/apiserver/pkg/endpoints.APIInstaller`).
pub const META_TYPES: [(&str, &str); 5] = [
    (PACKAGE, "APIResourceList"),
    (PACKAGE, "DeleteOptions"),
    (PACKAGE, "Patch"),
    (PACKAGE, "Status"),
    (PACKAGE, "WatchEvent"),
];

/// Returns the types in [`META_TYPES`] that were read, and the input and result types of methods in client-gen tags.
pub(in crate::lower) fn needed(model: &Model) -> Vec<TypeId> {
    let meta = META_TYPES.iter().filter_map(|(package, name)| model.find_type(package, name));
    let mut needed: Vec<TypeId> = meta.map(|definition| definition.id).collect();
    for definition in model.types.iter().filter(|definition| model.package(definition.package).requested) {
        for tag in &definition.tags {
            let TagKind::Client(Client::Method(method)) = &tag.meaning else { continue };
            let named = [&method.input, &method.result].into_iter().flatten();
            let found = named.filter_map(|named| model.find_type(named.package.as_deref()?, &named.name));
            needed.extend(found.map(|definition| definition.id));
        }
    }
    needed
}

/// Returns the definition names of the types in [`META_TYPES`] that have a definition, by Go name.
pub(in crate::lower) fn definitions(model: &Model, names: &BTreeMap<TypeId, String>) -> BTreeMap<&'static str, String> {
    META_TYPES
        .iter()
        .filter_map(|(package, name)| Some((*name, names.get(&model.find_type(package, name)?.id)?.clone())))
        .collect()
}
