//! The modules of the trial.

use std::{fs, path::Path};

/// Modules of many authors.
pub(super) const MODULES: &[&str] = &[
    "github.com/DataDog/datadog-operator/api@v0.0.0-20260916183930-64a8c6efe989",
    "github.com/cert-manager/trust-manager@v0.25.0",
    "github.com/chaos-mesh/chaos-mesh/api@v0.0.0-20260906172039-d70b66ad97ac",
    "github.com/cilium/cilium@v1.20.2",
    "github.com/dapr/dapr@v1.14.0",
    "github.com/fluxcd/flagger@v1.36.1",
    "github.com/fluxcd/helm-controller/api@v1.3.0",
    "github.com/fluxcd/image-automation-controller/api@v0.41.0",
    "github.com/fluxcd/image-reflector-controller/api@v0.35.0",
    "github.com/fluxcd/kustomize-controller/api@v1.6.0",
    "github.com/fluxcd/notification-controller/api@v1.6.0",
    "github.com/fluxcd/source-controller/api@v1.6.0",
    "github.com/grafana/tempo-operator@v0.15.3",
    "github.com/k3s-io/api@v0.2.1",
    "github.com/k3s-io/helm-controller@v0.17.9",
    "github.com/kubeflow/training-operator@v1.8.1",
    "github.com/kubernetes-csi/external-snapshotter/client/v8@v8.7.0",
    "github.com/kubernetes-sigs/kro@v0.9.4",
    "github.com/kyverno/kyverno@v1.19.1",
    "github.com/mongodb/mongodb-kubernetes-operator@v0.9.0",
    "github.com/open-policy-agent/frameworks/constraint@v0.0.0-20260616163050-e1eaa1bf6d62",
    "github.com/open-policy-agent/gatekeeper/v3@v3.23.1",
    "github.com/projectcontour/contour@v1.33.8",
    "github.com/vmware-tanzu/velero@v1.18.3",
    "go.universe.tf/metallb@v0.16.2",
    "istio.io/client-go@v1.31.4",
    "k8s.io/autoscaler/vertical-pod-autoscaler@v1.8.1",
    "sigs.k8s.io/cluster-api-operator@v0.29.0",
    "sigs.k8s.io/cluster-api-provider-aws/v2@v2.9.0",
    "sigs.k8s.io/kwok@v0.8.0",
    "sigs.k8s.io/mcs-api@v0.5.2",
    "sigs.k8s.io/network-policy-api@v0.1.1",
];

/// The packages of a module that declare kinds, as patterns.
pub(super) fn packages_with_kinds(root: &Path) -> Vec<String> {
    let mut packages = Vec::new();
    walk(root, ".", &mut packages);
    packages.sort();
    packages
}

fn walk(folder: &Path, pattern: &str, packages: &mut Vec<String>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    let (mut has_kinds, mut folders) = (false, Vec::new());
    for entry in entries.flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        if entry.path().is_dir() {
            let is_left_out = name.starts_with(['.', '_']) || matches!(name.as_str(), "vendor" | "testdata" | "test");
            if !is_left_out && !entry.path().join("go.mod").exists() {
                folders.push(name);
            }
        } else if Path::new(&name).extension().is_some_and(|extension| extension == "go") && !name.ends_with("_test.go")
        {
            let text = fs::read_to_string(entry.path()).unwrap_or_default();
            let marks = ["+kubebuilder:object:root=true", "+kubebuilder:resource:", "\n// +genclient\n"];
            has_kinds |= marks.iter().any(|mark| text.contains(mark));
        }
    }
    if has_kinds {
        packages.push(pattern.to_owned());
    }
    for name in folders {
        walk(&folder.join(&name), &format!("{pattern}/{name}"), packages);
    }
}
