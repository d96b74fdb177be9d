//! The tested modules.

use std::{fs, path::Path};

/// Modules of many authors, as tagged in their repositories. `GOPROXY` can be a directory for modules that a proxy does
/// not have.
pub(super) const MODULES: &[&str] = &[
    "github.com/1Password/onepassword-operator@v1.12.0",
    "github.com/alexandrevilain/temporal-operator@v0.22.0",
    "github.com/apache/solr-operator@v0.9.1",
    "github.com/aquasecurity/trivy-operator@v0.32.0",
    "github.com/argoproj-labs/argocd-operator@v0.18.0",
    "github.com/aws-controllers-k8s/s3-controller@v1.10.0",
    "github.com/cert-manager/trust-manager@v0.25.0",
    "github.com/chaos-mesh/chaos-mesh/api@v0.0.0-20260906172039-d70b66ad97ac",
    "github.com/cilium/cilium@v1.20.2",
    "github.com/cybozu-go/moco@v0.36.0",
    "github.com/dapr/dapr@v1.14.0",
    "github.com/DataDog/datadog-operator/api@v0.0.0-20260916183930-64a8c6efe989",
    "github.com/Dynatrace/dynatrace-operator@v1.10.2",
    "github.com/emqx/emqx-operator@v0.0.0-20250506013247-d9d57d9971de",
    "github.com/fluent/fluent-operator/v3@v3.10.0",
    "github.com/fluxcd/flagger@v1.36.1",
    "github.com/fluxcd/helm-controller/api@v1.3.0",
    "github.com/fluxcd/image-automation-controller/api@v0.41.0",
    "github.com/fluxcd/image-reflector-controller/api@v0.35.0",
    "github.com/fluxcd/kustomize-controller/api@v1.6.0",
    "github.com/fluxcd/notification-controller/api@v1.6.0",
    "github.com/fluxcd/source-controller/api@v1.6.0",
    "github.com/gardener/etcd-druid/api@v0.37.1",
    "github.com/grafana/tempo-operator@v0.15.3",
    "github.com/hashicorp/vault-secrets-operator@v1.4.1",
    "github.com/humio/humio-operator@v0.28.2",
    "github.com/instaclustr/operator@v0.1.5",
    "github.com/intel/intel-device-plugins-for-kubernetes@v0.36.0",
    "github.com/jaegertracing/jaeger-operator@v1.65.0",
    "github.com/k3s-io/api@v0.2.1",
    "github.com/k3s-io/helm-controller@v0.17.9",
    "github.com/k8sgpt-ai/k8sgpt-operator@v0.2.27",
    "github.com/k8snetworkplumbingwg/sriov-network-operator@v1.6.0",
    "github.com/kaito-project/kaito@v0.12.0",
    "github.com/kanisterio/kanister@v0.0.0-20260513063301-4bfb772d1725",
    "github.com/koordinator-sh/koordinator@v1.8.0",
    "github.com/kuadrant/authorino@v0.27.0",
    "github.com/kubeflow/spark-operator/v2@v2.5.2",
    "github.com/kubeflow/training-operator@v1.8.1",
    "github.com/kubernetes-csi/external-snapshotter/client/v8@v8.7.0",
    "github.com/kubernetes-sigs/kro@v0.9.4",
    "github.com/kyverno/kyverno@v1.19.1",
    "github.com/litmuschaos/chaos-operator@v0.0.0-20250402061847-af8244e53a0d",
    "github.com/medik8s/node-healthcheck-operator@v0.12.0",
    "github.com/Mellanox/network-operator@v0.0.0-20260724111515-85afd6d9c697",
    "github.com/minio/operator@v0.0.0-20250423184541-6eee6a7caa70",
    "github.com/mongodb/mongodb-kubernetes-operator@v0.9.0",
    "github.com/nats-io/nack@v0.22.4",
    "github.com/nmstate/kubernetes-nmstate/api@v0.0.0-20260325071445-e5981d70aa34",
    "github.com/open-feature/open-feature-operator/api@v0.0.0-20260527201318-90d373fd1661",
    "github.com/open-policy-agent/frameworks/constraint@v0.0.0-20260616163050-e1eaa1bf6d62",
    "github.com/open-policy-agent/gatekeeper/v3@v3.23.1",
    "github.com/openyurtio/openyurt@v1.7.0",
    "github.com/piraeusdatastore/piraeus-operator/v2@v2.6.0",
    "github.com/projectcontour/contour@v1.33.8",
    "github.com/pulumi/pulumi-kubernetes-operator/v2@v2.9.0",
    "github.com/spidernet-io/spiderpool@v1.2.2",
    "github.com/splunk/splunk-operator@v0.0.0-20250918123934-188e7c6f8217",
    "github.com/syself/cluster-api-provider-hetzner@v1.1.8",
    "github.com/topolvm/topolvm@v0.41.0",
    "github.com/VictoriaMetrics/operator/api@v0.74.1",
    "github.com/vmware-tanzu/velero@v1.18.3",
    "go.universe.tf/metallb@v0.16.2",
    "istio.io/client-go@v1.31.4",
    "k8s.io/autoscaler/vertical-pod-autoscaler@v1.8.1",
    "planetscale.dev/vitess-operator@v0.0.0-20260430134101-1de6fbc712ee",
    "sigs.k8s.io/cluster-api-operator@v0.29.0",
    "sigs.k8s.io/cluster-api-provider-aws/v2@v2.9.0",
    "sigs.k8s.io/cluster-api-provider-openstack@v0.14.7",
    "sigs.k8s.io/hierarchical-namespaces@v1.1.0",
    "sigs.k8s.io/kwok@v0.8.0",
    "sigs.k8s.io/mcs-api@v0.5.2",
    "sigs.k8s.io/network-policy-api@v0.1.1",
];

/// Returns the packages of a module that declare kinds, as patterns.
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
            let is_skipped = name.starts_with(['.', '_']) || matches!(name.as_str(), "vendor" | "testdata" | "test");
            if !is_skipped && !entry.path().join("go.mod").exists() {
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
