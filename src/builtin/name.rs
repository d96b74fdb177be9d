//! Validates metadata, mainly names: each kind has its own name rule (the `Validate*Name` functions of
//! `k8s.io/kubernetes/pkg/apis`).

use idlgen_runtime::{
    field::{Element, Error, ErrorList, Path, PathBuf},
    value::{Value, ValueRef},
};
use idlgen_validate::crd::{
    Scope,
    object_meta::{NameRule, ObjectMeta, check_create},
};
use serde_json::{Map, Value as Json};

use super::KindRow;

/// Kinds whose names are DNS subdomains.
const SUBDOMAINS: [&str; 35] = [
    "CSIDriver",
    "CSINode",
    "ConfigMap",
    "ControllerRevision",
    "CronJob",
    "DaemonSet",
    "Deployment",
    "DeviceClass",
    "EndpointSlice",
    "Endpoints",
    "FlowSchema",
    "HorizontalPodAutoscaler",
    "Ingress",
    "IngressClass",
    "Job",
    "Lease",
    "LimitRange",
    "MutatingWebhookConfiguration",
    "NetworkPolicy",
    "Node",
    "PersistentVolume",
    "PersistentVolumeClaim",
    "Pod",
    "PodTemplate",
    "PriorityClass",
    "PriorityLevelConfiguration",
    "ReplicaSet",
    "ReplicationController",
    "ResourceQuota",
    "RuntimeClass",
    "Secret",
    "ServiceAccount",
    "StorageClass",
    "ValidatingWebhookConfiguration",
    "VolumeAttachment",
];

/// Since this minor version, the names of services may begin with a digit if a server enables it.
const RELAXED_SERVICES: u16 = 36;

/// Maximum length of the prefix in a generated name (`k8s.io/apiserver/pkg/storage/names`).
const MAX_PREFIX: usize = 58;

/// The kind whose objects get a name from the server if they have none (`limitrangeStrategy.PrepareForCreate` of
/// `k8s.io/kubernetes/pkg/registry/core/limitrange`).
const NAMED_BY_SERVER: &str = "LimitRange";

/// Returns the name rule of a kind. Unlisted kinds only have the rule for all names.
fn rule(kind: &str, kubernetes_minor: u16) -> NameRule {
    match kind {
        "Namespace" | "StatefulSet" => NameRule::DnsLabel,
        "Service" if kubernetes_minor >= RELAXED_SERVICES => NameRule::DnsLabel,
        "Service" => NameRule::Dns1035Label,
        _ if SUBDOMAINS.binary_search(&kind).is_ok() => NameRule::DnsSubdomain,
        _ => NameRule::PathSegment,
    }
}

/// Returns the metadata errors of an object that is created. Reports nothing for metadata that cannot be decoded, which
/// is part of `unread`, or for kinds that are not stored.
pub(super) fn errors(row: &KindRow, kubernetes_minor: u16, object: &dyn Value, unread: &[&PathBuf]) -> Vec<Error> {
    let is_metadata = |path: &PathBuf| is_metadata(path) || path.elements.is_empty();
    let ValueRef::Map(map) = object.as_value() else { return Vec::new() };
    if !row.is_stored || unread.iter().any(|path| is_metadata(path)) {
        return Vec::new();
    }
    let mut metadata = match map.get("metadata").map(|metadata| metadata.to_json()) {
        Some(Json::Object(metadata)) => metadata,
        _ => Map::new(),
    };
    // Clients add a namespace to objects, and servers remove it from cluster-scoped ones.
    metadata.retain(|_, value| !value.is_null());
    // Servers replace unreadable parts of this record and only check the rest.
    metadata.remove("managedFields");
    let scope = if row.is_namespaced { Scope::Namespaced } else { Scope::Cluster };
    if !row.is_namespaced {
        metadata.remove("namespace");
    } else if metadata.get("namespace").and_then(Json::as_str).unwrap_or_default().is_empty() {
        metadata.insert("namespace".to_owned(), "default".into());
    }
    // A server generates the name before validation.
    let text = |key: &str| metadata.get(key).and_then(Json::as_str).unwrap_or_default();
    if text("name").is_empty() && !text("generateName").is_empty() {
        let prefix: String = text("generateName").chars().take(MAX_PREFIX).collect();
        metadata.insert("name".to_owned(), format!("{prefix}xxxxx").into());
    }
    if row.kind == NAMED_BY_SERVER && metadata.get("name").is_none_or(|name| name == "") {
        metadata.insert("name".to_owned(), "xxxxx".into());
    }
    let mut whole = Map::new();
    whole.insert("metadata".to_owned(), Json::Object(metadata));
    let mut errors = ErrorList::new();
    let path = Path::root().field("metadata").to_path_buf();
    let (whole, rule) = (Json::Object(whole), rule(&row.kind, kubernetes_minor));
    check_create(ObjectMeta::of(&whole), scope, rule, kubernetes_minor, &path, &mut errors);
    errors.into_iter().collect()
}

/// Returns `true` for the path of an object's metadata or a part of it.
pub(super) fn is_metadata(path: &PathBuf) -> bool {
    matches!(path.elements.first(), Some(Element::Field(name)) if name == "metadata")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_are_in_order_to_be_found() {
        assert!(SUBDOMAINS.is_sorted());
        assert_eq!(rule("Service", 35), NameRule::Dns1035Label);
        assert_eq!(rule("Deployment", 35), NameRule::DnsSubdomain);
        assert_eq!(rule("ClusterRole", 35), NameRule::PathSegment);
    }
}
