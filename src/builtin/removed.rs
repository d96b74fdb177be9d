//! Removed kinds: those whose Go types still exist, with a tag for the version that removes the kind, and those in the
//! Kubernetes deprecation guide whose Go types no longer exist.

use super::Table;

/// apiVersion, kinds, the first version without them, and the apiVersion that replaces it
/// (<https://kubernetes.io/docs/reference/using-api/deprecation-guide/>).
const REMOVED: &[(&str, &[&str], &str, Option<&str>)] = &[
    ("extensions/v1beta1", &["DaemonSet", "Deployment", "ReplicaSet"], "1.16", Some("apps/v1")),
    ("extensions/v1beta1", &["NetworkPolicy"], "1.16", Some("networking.k8s.io/v1")),
    ("extensions/v1beta1", &["PodSecurityPolicy"], "1.16", Some("policy/v1beta1")),
    ("extensions/v1beta1", &["Ingress"], "1.22", Some("networking.k8s.io/v1")),
    ("apps/v1beta1", &["Deployment", "StatefulSet", "ControllerRevision"], "1.16", Some("apps/v1")),
    (
        "apps/v1beta2",
        &["ControllerRevision", "DaemonSet", "Deployment", "ReplicaSet", "StatefulSet"],
        "1.16",
        Some("apps/v1"),
    ),
    (
        "admissionregistration.k8s.io/v1beta1",
        &["MutatingWebhookConfiguration", "ValidatingWebhookConfiguration"],
        "1.22",
        Some("admissionregistration.k8s.io/v1"),
    ),
    ("apiextensions.k8s.io/v1beta1", &["CustomResourceDefinition"], "1.22", Some("apiextensions.k8s.io/v1")),
    ("apiregistration.k8s.io/v1beta1", &["APIService"], "1.22", Some("apiregistration.k8s.io/v1")),
    ("authentication.k8s.io/v1beta1", &["TokenReview"], "1.22", Some("authentication.k8s.io/v1")),
    (
        "authorization.k8s.io/v1beta1",
        &["LocalSubjectAccessReview", "SelfSubjectAccessReview", "SubjectAccessReview", "SelfSubjectRulesReview"],
        "1.22",
        Some("authorization.k8s.io/v1"),
    ),
    ("certificates.k8s.io/v1beta1", &["CertificateSigningRequest"], "1.22", Some("certificates.k8s.io/v1")),
    ("coordination.k8s.io/v1beta1", &["Lease"], "1.22", Some("coordination.k8s.io/v1")),
    ("networking.k8s.io/v1beta1", &["Ingress", "IngressClass"], "1.22", Some("networking.k8s.io/v1")),
    (
        "rbac.authorization.k8s.io/v1beta1",
        &["ClusterRole", "ClusterRoleBinding", "Role", "RoleBinding"],
        "1.22",
        Some("rbac.authorization.k8s.io/v1"),
    ),
    (
        "rbac.authorization.k8s.io/v1alpha1",
        &["ClusterRole", "ClusterRoleBinding", "Role", "RoleBinding"],
        "1.23",
        Some("rbac.authorization.k8s.io/v1"),
    ),
    ("scheduling.k8s.io/v1beta1", &["PriorityClass"], "1.22", Some("scheduling.k8s.io/v1")),
    (
        "storage.k8s.io/v1beta1",
        &["CSIDriver", "CSINode", "StorageClass", "VolumeAttachment"],
        "1.22",
        Some("storage.k8s.io/v1"),
    ),
    ("storage.k8s.io/v1beta1", &["CSIStorageCapacity"], "1.27", Some("storage.k8s.io/v1")),
    ("batch/v1beta1", &["CronJob"], "1.25", Some("batch/v1")),
    ("batch/v2alpha1", &["CronJob"], "1.21", Some("batch/v1")),
    ("discovery.k8s.io/v1beta1", &["EndpointSlice"], "1.25", Some("discovery.k8s.io/v1")),
    ("events.k8s.io/v1beta1", &["Event"], "1.25", Some("events.k8s.io/v1")),
    ("autoscaling/v2beta1", &["HorizontalPodAutoscaler"], "1.25", Some("autoscaling/v2")),
    ("autoscaling/v2beta2", &["HorizontalPodAutoscaler"], "1.26", Some("autoscaling/v2")),
    ("policy/v1beta1", &["PodDisruptionBudget"], "1.25", Some("policy/v1")),
    ("policy/v1beta1", &["PodSecurityPolicy"], "1.25", None),
    ("node.k8s.io/v1beta1", &["RuntimeClass"], "1.25", Some("node.k8s.io/v1")),
    (
        "flowcontrol.apiserver.k8s.io/v1beta1",
        &["FlowSchema", "PriorityLevelConfiguration"],
        "1.26",
        Some("flowcontrol.apiserver.k8s.io/v1"),
    ),
    (
        "flowcontrol.apiserver.k8s.io/v1beta2",
        &["FlowSchema", "PriorityLevelConfiguration"],
        "1.29",
        Some("flowcontrol.apiserver.k8s.io/v1"),
    ),
    (
        "flowcontrol.apiserver.k8s.io/v1beta3",
        &["FlowSchema", "PriorityLevelConfiguration"],
        "1.32",
        Some("flowcontrol.apiserver.k8s.io/v1"),
    ),
];

/// Returns the groups of removed kinds.
pub(super) fn groups() -> impl Iterator<Item = &'static str> {
    REMOVED.iter().map(|(api_version, ..)| api_version.split_once('/').map_or("", |(group, _)| group))
}

/// Maximum number of successive replacements.
const MAX_REPLACEMENTS: usize = 4;

/// Returns the first version without a kind, and the apiVersion that has the kind in this version, if any.
pub(super) fn of(table: &Table, api_version: &str, kind: &str) -> Option<(String, Option<String>)> {
    let (removed, mut replacement) = removal(table, api_version, kind)?;
    for _ in 0..MAX_REPLACEMENTS {
        match &replacement {
            Some(instead) if table.kind(instead, kind).is_none() => match removal(table, instead, kind) {
                // The replacement was removed as well.
                Some((_, next)) => replacement = next,
                None => break,
            },
            _ => break,
        }
    }
    Some((removed, replacement))
}

fn removal(table: &Table, api_version: &str, kind: &str) -> Option<(String, Option<String>)> {
    let guide = REMOVED.iter().find(|(version, kinds, ..)| *version == api_version && kinds.contains(&kind));
    if let Some((_, _, removed, replacement)) = guide {
        return Some(((*removed).to_owned(), replacement.map(str::to_owned)));
    }
    let row = table.removed.iter().find(|row| row.api_version == api_version && row.kind == kind)?;
    Some((row.removed.clone(), row.replacement.clone()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::builtin::table::{KindRow, RemovedRow};

    #[test]
    fn replacements_are_those_that_the_version_has() {
        let row = |api_version: &str, kind: &str, removed: &str, replacement: Option<&str>| {
            RemovedRow::new(api_version.to_owned(), kind.to_owned(), removed.to_owned(), replacement.map(str::to_owned))
        };
        let kind = |api_version: &str, kind: &str| KindRow::new(api_version.to_owned(), kind.to_owned(), String::new());
        let table = Table {
            kinds: vec![kind("apps/v1", "Deployment"), kind("e/v3", "E")],
            removed: vec![
                row("e/v1", "E", "1.10", Some("e/v2")),
                row("e/v2", "E", "1.20", Some("e/v3")),
                row("e/v2", "Other", "1.21", Some("e/v9")),
                row("gone/v1", "G", "1.30", None),
                row("gone/v0", "G", "1.29", Some("gone/v1")),
                row("circle/v1", "C", "1.9", Some("circle/v1")),
            ],
            ..Table::default()
        };
        let of = |api_version, kind| of(&table, api_version, kind);
        let some =
            |removed: &str, replacement: Option<&str>| Some((removed.to_owned(), replacement.map(str::to_owned)));
        assert_eq!(of("extensions/v1beta1", "Deployment"), some("1.16", Some("apps/v1")));
        assert_eq!(of("extensions/v1beta1", "Ingress"), some("1.22", Some("networking.k8s.io/v1")));
        assert_eq!(of("extensions/v1beta1", "Lease"), None);
        // PodSecurityPolicy has moved to policy/v1beta1, which no longer has it.
        assert_eq!(of("extensions/v1beta1", "PodSecurityPolicy"), some("1.16", None));
        assert_eq!(of("e/v1", "E"), some("1.10", Some("e/v3")));
        assert_eq!(of("e/v2", "E"), some("1.20", Some("e/v3")));
        assert_eq!(of("e/v2", "Other"), some("1.21", Some("e/v9")));
        assert_eq!(of("e/v1", "Other"), None);
        assert_eq!(of("gone/v0", "G"), some("1.29", None));
        assert_eq!(of("circle/v1", "C"), some("1.9", Some("circle/v1")));
    }
}
