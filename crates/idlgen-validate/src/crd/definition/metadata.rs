//! Validates the `metadata` of a CRD.

use idlgen_runtime::field::{BadValue, Error, ErrorList, ErrorType, Path, PathBuf};
use serde_json::Value as Json;

use super::found::Found;
use crate::crd::{
    CustomResourceDefinition, Scope,
    object_meta::{NameRule, ObjectMeta, check_create, check_update},
};

/// Checks the metadata of a new CRD, whose name must consist of the plural and the group
/// (`ValidateCustomResourceDefinition`).
pub(super) fn validate(definition: &CustomResourceDefinition, minor: u16, path: &Path<'_>, found: &mut Found) {
    let object = object(definition);
    let metadata = ObjectMeta::of(&object);
    let mut errors = ErrorList::new();
    check_create(metadata, Scope::Cluster, NameRule::DnsSubdomain, minor, &path.to_path_buf(), &mut errors);
    let expected = format!("{}.{}", definition.names.plural, definition.group);
    for field in ["generateName", "name"] {
        let name = metadata.text(field);
        if !name.is_empty() && name != expected {
            let detail = "must be spec.names.plural+\".\"+spec.group";
            let at = path.field(field).to_path_buf();
            errors.push(Error::new(ErrorType::Invalid, at, BadValue::from(name), detail));
        }
    }
    found.errors.extend(errors);
}

/// Checks the metadata of an updated CRD.
pub(super) fn validate_update(
    new: &CustomResourceDefinition,
    old: &CustomResourceDefinition,
    needs_version: bool,
    minor: u16,
    path: &Path<'_>,
    found: &mut Found,
) {
    let (new, old) = (object(new), object(old));
    let mut errors = ErrorList::new();
    let path: PathBuf = path.to_path_buf();
    check_update(ObjectMeta::of(&new), ObjectMeta::of(&old), needs_version, minor, &path, &mut errors);
    found.errors.extend(errors);
}

fn object(definition: &CustomResourceDefinition) -> Json {
    let metadata = Json::Object(definition.metadata.clone());
    Json::Object([("metadata".to_owned(), metadata)].into_iter().collect())
}
