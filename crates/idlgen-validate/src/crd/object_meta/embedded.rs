//! Decodes and validates embedded resources.

use idlgen_runtime::{
    check::embedded_resource_errors,
    field::{BadValue, Element, Error, ErrorList, ErrorType, PathBuf},
    value::Value,
};
use serde_json::Value as Json;

use super::{
    create::check_create,
    decode::{decode, decode_valid_fields},
    name::NameRule,
    place::{child, join},
    view::ObjectMeta,
};
use crate::crd::Scope;

fn at<'j>(value: &'j mut Json, path: &PathBuf) -> Option<&'j mut Json> {
    path.elements.iter().try_fold(value, |value, step| match step {
        Element::Field(name) | Element::Key(name) => value.get_mut(name),
        Element::Index(index) => value.get_mut(index),
    })
}

/// Decodes the metadata of the resource at `path` like Go, and returns its unknown fields. If `stored`, decodes as much
/// as possible (`Coerce` of `k8s.io/apiextensions-apiserver/pkg/apiserver/schema/objectmeta`).
///
/// # Errors
/// Unless `stored`, returns an error if `apiVersion`, `kind` or the metadata cannot be decoded.
pub(in crate::crd) fn coerce_embedded(
    object: &mut Json,
    path: &PathBuf,
    is_stored: bool,
    unknown: &mut Vec<PathBuf>,
) -> Result<(), Error> {
    let Some(Json::Object(resource)) = at(object, path) else { return Ok(()) };
    for field in ["apiVersion", "kind"] {
        match resource.get(field) {
            None | Some(Json::String(_)) => {}
            Some(_) if is_stored => {
                resource.remove(field);
            }
            Some(value) => {
                let shown = BadValue::Json(value.clone());
                return Err(Error::new(ErrorType::Invalid, child(path, field), shown, "must be a string"));
            }
        }
    }
    let Some(metadata) = resource.get_mut("metadata") else { return Ok(()) };
    let place = child(path, "metadata");
    let decoded = if is_stored { decode_valid_fields(metadata) } else { decode(metadata) };
    match decoded {
        Ok(decoded) => {
            *metadata = decoded.metadata;
            unknown.extend(decoded.unknown.iter().map(|below| join(&place, below)));
            Ok(())
        }
        Err(_) if is_stored => Ok(()),
        Err(text) => Err(Error::new(ErrorType::Invalid, place, BadValue::Json(metadata.clone()), text)),
    }
}

/// Validates `apiVersion`, `kind` and `metadata` of the resource at `path` like Kubernetes 1.`minor`
/// (`validateEmbeddedResource` of `k8s.io/apiextensions-apiserver/pkg/apiserver/schema/objectmeta`).
pub fn check_embedded(resource: &Json, minor: u16, path: &PathBuf, errors: &mut ErrorList) {
    errors.extend(embedded_resource_errors(&resource.as_value(), path));
    let Some(metadata) = resource.get("metadata") else { return };
    let place = child(path, "metadata");
    match decode(metadata) {
        Ok(decoded) => {
            let mut metadata = decoded.metadata;
            if ObjectMeta::new(&metadata).text("name").is_empty() {
                // Templates do not need a name.
                metadata["name"] = "fakename".into();
            }
            let metadata = ObjectMeta::new(&metadata);
            let is_cluster = metadata.text("namespace").is_empty();
            let scope = if is_cluster { Scope::Cluster } else { Scope::Namespaced };
            check_create(metadata, scope, NameRule::PathSegment, minor, &place, errors);
        }
        Err(text) => errors.push(Error::new(ErrorType::Invalid, place, BadValue::Json(metadata.clone()), text)),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn path() -> PathBuf {
        child(&PathBuf::default(), "e")
    }

    fn texts(resource: &Json) -> Vec<String> {
        let mut errors = ErrorList::new();
        check_embedded(resource, 35, &path(), &mut errors);
        errors.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn a_template_is_a_resource() {
        assert_eq!(texts(&json!({})), ["e.apiVersion: Required value", "e.kind: Required value"]);
        assert_eq!(texts(&json!({"apiVersion": "a/b", "kind": "Ab", "metadata": {"labels": {"a": "b"}}})), [""; 0]);
        assert_eq!(
            texts(&json!({"apiVersion": "a/b/c", "kind": "", "metadata": {"name": "a/b"}})),
            [
                "e.apiVersion: Invalid value: \"a/b/c\": unexpected GroupVersion string: a/b/c",
                "e.kind: Invalid value: \"\": must not be empty",
                "e.metadata.name: Invalid value: \"a/b\": may not contain '/'",
            ]
        );
        let texts = texts(&json!({"apiVersion": "", "kind": "A.b"}));
        assert!(
            texts[1].starts_with(
                "e.kind: Invalid value: \"A.b\": may have mixed case, but should otherwise match: a DNS-1035 label"
            ),
            "{texts:?}"
        );
    }

    #[test]
    fn its_metadata_is_read_as_go_does() {
        let given = json!({"e": {"kind": "K", "metadata": {"name": "n", "x": 1, "labels": {"a": null}}}});
        let mut object = given;
        let mut unknown = Vec::new();
        coerce_embedded(&mut object, &path(), false, &mut unknown).unwrap();
        assert_eq!(object, json!({"e": {"kind": "K", "metadata": {"name": "n", "labels": {"a": ""}}}}));
        assert_eq!(unknown[0].to_string(), "e.metadata.x");

        let wrong = json!({"e": {"kind": 1, "metadata": {"name": "n", "labels": 1}}});
        let mut object = wrong.clone();
        let error = coerce_embedded(&mut object, &path(), false, &mut unknown).unwrap_err();
        assert_eq!(error.to_string(), "e.kind: Invalid value: 1: must be a string");
        coerce_embedded(&mut object, &path(), true, &mut unknown).unwrap();
        assert_eq!(object, json!({"e": {"metadata": {"name": "n"}}}));
    }
}
