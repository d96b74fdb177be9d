//! Validates metadata on its own, without old metadata.

use idlgen_runtime::{
    field::{BadValue, Error, ErrorList, ErrorType, PathBuf},
    format::DNS_1123_LABEL,
};

use super::{
    name::NameRule,
    owner::check_owner_references,
    place::child,
    shared::{check_annotations, check_finalizers, check_generation, check_labels, check_managed_fields, invalid},
    view::ObjectMeta,
};
use crate::crd::Scope;

/// Validates like `ValidateObjectMetaAccessor` of `k8s.io/apimachinery/pkg/api/validation` in Kubernetes 1.`minor`.
/// `path` is the path of the metadata.
pub fn check_create(
    metadata: ObjectMeta<'_>,
    scope: Scope,
    rule: NameRule,
    minor: u16,
    path: &PathBuf,
    errors: &mut ErrorList,
) {
    let (name, prefix) = (metadata.text("name"), metadata.text("generateName"));
    if !prefix.is_empty() {
        let wrong = rule.messages(prefix, true).into_iter();
        errors.extend(wrong.map(|text| invalid(child(path, "generateName"), prefix, text)));
    }
    if name.is_empty() {
        let detail = "name or generateName is required";
        errors.push(Error::new(ErrorType::Required, child(path, "name"), BadValue::from(""), detail));
    } else {
        errors.extend(rule.messages(name, false).into_iter().map(|text| invalid(child(path, "name"), name, text)));
    }
    check_namespace(metadata.text("namespace"), scope, path, errors);
    check_generation(metadata, path, errors);
    check_labels(metadata, path, errors);
    check_annotations(metadata, path, errors);
    check_owner_references(metadata, minor, path, errors);
    check_finalizers(metadata, path, errors);
    check_managed_fields(metadata, minor, path, errors);
}

fn check_namespace(namespace: &str, scope: Scope, path: &PathBuf, errors: &mut ErrorList) {
    let path = || child(path, "namespace");
    match (scope, namespace) {
        (Scope::Namespaced, "") => errors.push(Error::new(ErrorType::Required, path(), BadValue::from(""), "")),
        (Scope::Namespaced, namespace) => {
            let wrong = DNS_1123_LABEL.messages(namespace).into_iter();
            errors.extend(wrong.map(|text| invalid(path(), namespace, text)));
        }
        (Scope::Cluster, "") => {}
        (Scope::Cluster, _) => {
            errors.push(Error::new(ErrorType::Forbidden, path(), BadValue::from(""), "not allowed on this type"));
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value as Json, json};

    use super::*;

    #[allow(clippy::needless_pass_by_value)] // `json!` makes values.
    fn texts(metadata: Json, scope: Scope) -> Vec<String> {
        texts_of(35, metadata, scope)
    }

    #[allow(clippy::needless_pass_by_value)] // `json!` makes values.
    fn texts_of(minor: u16, metadata: Json, scope: Scope) -> Vec<String> {
        let mut errors = ErrorList::new();
        let path = child(&PathBuf::default(), "metadata");
        check_create(ObjectMeta::new(&metadata), scope, NameRule::DnsSubdomain, minor, &path, &mut errors);
        errors.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn a_good_one_is_good() {
        let metadata = json!({
            "name": "n", "namespace": "d", "labels": {"a": "b", "example.com/a": ""}, "annotations": {"A/b": "any\n"},
            "finalizers": ["example.com/f"], "managedFields": [{"manager": "m", "operation": "Apply"}],
            "ownerReferences": [{"apiVersion": "v1", "kind": "K", "name": "n", "uid": "u", "controller": true}]
        });
        assert_eq!(texts(metadata, Scope::Namespaced), [""; 0]);
    }

    #[test]
    fn names_and_namespaces() {
        assert_eq!(
            texts(json!({}), Scope::Namespaced),
            ["metadata.name: Required value: name or generateName is required", "metadata.namespace: Required value"]
        );
        assert_eq!(
            texts(json!({"name": "n", "namespace": "d"}), Scope::Cluster),
            ["metadata.namespace: Forbidden: not allowed on this type"]
        );
        assert_eq!(
            texts(json!({"name": "n", "namespace": "a.b", "generation": -1}), Scope::Namespaced),
            [
                "metadata.namespace: Invalid value: \"a.b\": must not contain dots",
                "metadata.generation: Invalid value: -1: must be greater than or equal to 0",
            ]
        );
        let texts = texts(json!({"name": "N"}), Scope::Cluster);
        assert!(
            texts[0].starts_with("metadata.name: Invalid value: \"N\": a lowercase RFC 1123 subdomain"),
            "{texts:?}"
        );
    }

    #[test]
    fn from_1_37_on_errors_name_the_owner() {
        let texts = texts_of(
            37,
            json!({
                "name": "n",
                "ownerReferences": [
                    {"apiVersion": "v1", "kind": "Event", "name": "a", "uid": "u"},
                    {"apiVersion": "a/b/c", "kind": "K", "name": "", "uid": "u"},
                    {"apiVersion": "g/", "name": "b"}
                ],
                "managedFields": [{"operation": ""}, {"operation": "x"}]
            }),
            Scope::Cluster,
        );
        assert_eq!(
            texts,
            [
                "metadata.ownerReferences[0]: Invalid value: {\"apiVersion\":\"v1\",\"kind\":\"Event\",\"name\":\"a\",\
                 \"uid\":\"u\"}: /v1, Kind=Event is disallowed from being an owner",
                "metadata.ownerReferences[1].apiVersion: Invalid value: \"a/b/c\": must be <group>/<version> or \
                 <version>",
                "metadata.ownerReferences[1].name: Required value: must not be empty",
                "metadata.ownerReferences[2].apiVersion: Invalid value: \"g/\": must be <group>/<version> or <version>",
                "metadata.ownerReferences[2].kind: Required value: must not be empty",
                "metadata.ownerReferences[2].uid: Required value: must not be empty",
                "metadata.managedFields[0].operation: Required value: must not be empty",
                "metadata.managedFields[1].operation: Unsupported value: \"x\": supported values: \"Apply\", \
                 \"Update\"",
            ]
        );
    }

    #[test]
    fn everything_else() {
        let texts = texts(
            json!({
                "name": "n", "labels": {"/a": "b"}, "annotations": {"a": "x".repeat(262_144)},
                "finalizers": ["orphan", "foregroundDeletion"],
                "managedFields": [
                    {"manager": "a\u{7}", "operation": "x", "fieldsType": "y", "subresource": "s".repeat(257)},
                    {"manager": "m".repeat(130), "operation": "Apply"}
                ],
                "ownerReferences": [
                    {"apiVersion": "v1", "kind": "Event", "name": "a", "uid": "u", "controller": true},
                    {"apiVersion": "a/b/c", "kind": "K", "name": "b", "uid": "", "controller": true}
                ]
            }),
            Scope::Cluster,
        );
        let shown = "{\"apiVersion\":\"v1\",\"kind\":\"Event\",\"name\":\"a\",\"uid\":\"u\",\"controller\":true}";
        let second = "{\"apiVersion\":\"a/b/c\",\"kind\":\"K\",\"name\":\"b\",\"uid\":\"\",\"controller\":true}";
        assert_eq!(
            texts,
            [
                "metadata.labels: Invalid value: \"/a\": prefix part must be non-empty".to_owned(),
                "metadata.annotations: Too long: may not be more than 262144 bytes".to_owned(),
                format!(
                    "metadata.ownerReferences: Invalid value: {shown}: /v1, Kind=Event is disallowed from being an \
                     owner"
                ),
                "metadata.ownerReferences.apiVersion: Invalid value: \"a/b/c\": version must not be empty".to_owned(),
                "metadata.ownerReferences.uid: Invalid value: \"\": must not be empty".to_owned(),
                format!(
                    "metadata.ownerReferences: Invalid value: [{shown},{second}]: Only one reference can have \
                     Controller set to true. Found \"true\" in references for Event/a and K/b"
                ),
                "metadata.finalizers: Invalid value: [\"orphan\",\"foregroundDeletion\"]: finalizer orphan and \
                 foregroundDeletion cannot be both set"
                    .to_owned(),
                "metadata.managedFields[0].operation: Invalid value: \"x\": must be `Apply` or `Update`".to_owned(),
                "metadata.managedFields[0].fieldsType: Invalid value: \"y\": must be `FieldsV1`".to_owned(),
                "metadata.managedFields[0].manager: Invalid value: \"a\\a\": invalid character U+0007 (at position 1)"
                    .to_owned(),
                "metadata.managedFields[0].subresource: Too long: may not be more than 256 bytes".to_owned(),
                "metadata.managedFields[1].manager: Too long: may not be more than 128 bytes".to_owned(),
            ]
        );
    }

    #[test]
    fn annotations_may_have_256_kib() {
        let limit = 256 * 1024;
        let of_size = |size: usize| {
            let (a, b) = ("x".repeat(limit - 3), "y".repeat(size + 1 - limit));
            json!({"name": "n", "annotations": {"a": a, "b": b}})
        };
        assert_eq!(texts(of_size(limit), Scope::Cluster), [""; 0]);
        let error = "metadata.annotations: Too long: may not be more than 262144 bytes";
        assert_eq!(texts(of_size(limit + 1), Scope::Cluster), [error]);
    }
}
