//! The tested modules.

pub(crate) struct Module {
    pub(crate) path: &'static str,
    pub(crate) version: &'static str,
    /// Patterns of the packages with its kinds, relative to its root.
    pub(crate) packages: &'static [&'static str],
    /// Directories with objects, relative to its root. If empty, the entire module is searched.
    pub(crate) samples: &'static [&'static str],
    /// The directory of the module's own CustomResourceDefinitions, if controller-gen cannot read the module.
    pub(crate) definitions: Option<&'static str>,
    /// The channel of these CRDs.
    pub(crate) channel: Option<&'static str>,
}

/// Returns a module all of which is searched for objects, and whose CRDs controller-gen generates.
const fn module(path: &'static str, version: &'static str, packages: &'static [&'static str]) -> Module {
    Module { path, version, packages, samples: &[], definitions: None, channel: None }
}

pub(crate) const MODULES: &[Module] = &[
    Module {
        samples: &["examples"],
        definitions: Some("config/crd/experimental"),
        channel: Some("experimental"),
        ..module("sigs.k8s.io/gateway-api", "v1.2.1", &["./apis/..."])
    },
    Module {
        samples: &["examples"],
        definitions: Some("config/300-crds"),
        ..module("github.com/tektoncd/pipeline", "v1.6.0", &["./pkg/apis/..."])
    },
    module("github.com/cert-manager/cert-manager", "v1.16.1", &["./pkg/apis/..."]),
    module(
        "sigs.k8s.io/cluster-api",
        "v1.8.5",
        &["./api/...", "./exp/api/...", "./bootstrap/kubeadm/api/...", "./controlplane/kubeadm/api/..."],
    ),
    module("sigs.k8s.io/kueue", "v0.9.1", &["./apis/kueue/..."]),
    module("github.com/external-secrets/external-secrets", "v0.10.7", &["./apis/..."]),
    module("github.com/prometheus-operator/prometheus-operator/pkg/apis/monitoring", "v0.78.2", &["./..."]),
    module("github.com/crossplane/crossplane", "v1.18.1", &["./apis/..."]),
    module("github.com/openkruise/kruise-api", "v1.7.0", &["./apps/...", "./policy/..."]),
    module("github.com/fluxcd/helm-controller/api", "v1.1.0", &["./..."]),
    module("github.com/fluxcd/notification-controller/api", "v1.4.0", &["./..."]),
    module("sigs.k8s.io/node-feature-discovery/api/nfd", "v0.16.6", &["./..."]),
    module("github.com/ray-project/kuberay/ray-operator", "v1.2.2", &["./apis/..."]),
    module("github.com/spotahome/redis-operator", "v1.2.4", &["./api/..."]),
    module("github.com/rabbitmq/cluster-operator/v2", "v2.11.0", &["./api/..."]),
    module("github.com/rabbitmq/messaging-topology-operator", "v1.14.2", &["./api/..."]),
    module("github.com/elastic/cloud-on-k8s/v2", "v2.14.0", &["./pkg/apis/..."]),
    module("sigs.k8s.io/kwok", "v0.6.1", &["./pkg/apis/..."]),
    module("sigs.k8s.io/cluster-api-operator", "v0.14.0", &["./api/..."]),
    module("sigs.k8s.io/secrets-store-csi-driver", "v1.4.6", &["./apis/..."]),
    module("github.com/open-telemetry/opentelemetry-operator", "v0.113.0", &["./apis/..."]),
    module("github.com/argoproj/argo-rollouts", "v1.7.2", &["./pkg/apis/rollouts/v1alpha1"]),
    module("github.com/bitnami-labs/sealed-secrets", "v0.27.2", &["./pkg/apis/..."]),
    module("github.com/actions/actions-runner-controller", "v0.27.6", &["./apis/..."]),
    module("github.com/mongodb/mongodb-kubernetes-operator", "v0.9.0", &["./api/..."]),
    module("github.com/chaos-mesh/chaos-mesh/api", "v0.0.0-20260906172039-d70b66ad97ac", &["./v1alpha1"]),
    module("github.com/nginxinc/kubernetes-ingress", "v1.12.5", &["./pkg/apis/configuration/..."]),
    module("github.com/scylladb/scylla-operator", "v1.14.0", &["./pkg/api/scylla/..."]),
    module("github.com/percona/percona-server-mongodb-operator", "v1.18.0", &["./pkg/apis/..."]),
    module("github.com/openkruise/rollouts", "v0.5.0", &["./api/..."]),
    module("github.com/kro-run/kro", "v0.2.0", &["./api/..."]),
    module("github.com/NVIDIA/gpu-operator", "v1.11.1", &["./api/..."]),
    module("sigs.k8s.io/external-dns", "v0.15.1", &["./endpoint"]),
    module("sigs.k8s.io/security-profiles-operator", "v0.8.4", &["./api/..."]),
    module(
        "github.com/cilium/cilium",
        "v1.16.4",
        &["./pkg/k8s/apis/cilium.io/v2", "./pkg/k8s/apis/cilium.io/v2alpha1"],
    ),
    module("sigs.k8s.io/cluster-api-provider-azure", "v1.17.2", &["./api/...", "./exp/api/..."]),
    module("sigs.k8s.io/cluster-api-provider-vsphere", "v1.12.0", &["./apis/..."]),
    module("sigs.k8s.io/gateway-api-inference-extension", "v0.3.0", &["./api/..."]),
    module("github.com/kubernetes-csi/external-snapshotter/client/v8", "v8.2.0", &["./apis/..."]),
    module("github.com/traefik/traefik/v3", "v3.2.3", &["./pkg/provider/kubernetes/crd/traefikio/..."]),
    Module {
        samples: &["config/samples", "configsamples"],
        ..module("go.universe.tf/metallb", "v0.14.8", &["./api/..."])
    },
    Module {
        samples: &["config/samples", "examples"],
        ..module("github.com/grafana/grafana-operator/v5", "v5.15.1", &["./api/..."])
    },
    Module { samples: &["config/samples"], ..module("github.com/kedacore/keda/v2", "v2.16.0", &["./apis/..."]) },
    module("sigs.k8s.io/karpenter", "v1.1.0", &["./pkg/apis/v1", "./kwok/apis/v1alpha1"]),
    module("sigs.k8s.io/jobset", "v0.7.1", &["./api/..."]),
    module("sigs.k8s.io/lws", "v0.4.2", &["./api/..."]),
    Module {
        samples: &["config/samples"],
        ..module(
            "github.com/open-policy-agent/gatekeeper/v3",
            "v3.17.1",
            &[
                "./apis/config/...",
                "./apis/expansion/v1alpha1",
                "./apis/expansion/v1beta1",
                "./apis/mutations/v1",
                "./apis/mutations/v1alpha1",
                "./apis/mutations/v1beta1",
                "./apis/status/...",
                "./apis/syncset/...",
            ],
        )
    },
    Module { samples: &["examples"], ..module("github.com/projectcontour/contour", "v1.30.1", &["./apis/..."]) },
    module(
        "open-cluster-management.io/api",
        "v0.15.0",
        &["./addon/...", "./cluster/...", "./operator/...", "./work/..."],
    ),
    module("github.com/operator-framework/api", "v0.27.0", &["./pkg/operators/..."]),
    module("github.com/fluxcd/source-controller/api", "v1.4.1", &["./..."]),
    module("github.com/fluxcd/kustomize-controller/api", "v1.4.0", &["./..."]),
    module("github.com/fluxcd/image-automation-controller/api", "v0.39.0", &["./..."]),
    Module { samples: &["samples"], ..module("github.com/devfile/api/v2", "v2.3.0", &["./pkg/apis/workspaces/..."]) },
    Module {
        samples: &["config/samples"],
        ..module("github.com/kubewarden/kubewarden-controller", "v1.18.0", &["./api/..."])
    },
    Module {
        samples: &["docs/src/samples"],
        ..module("github.com/cloudnative-pg/cloudnative-pg", "v1.24.1", &["./api/..."])
    },
    Module {
        samples: &["templates"],
        ..module(
            "sigs.k8s.io/cluster-api-provider-aws/v2",
            "v2.7.1",
            &[
                "./api/...",
                "./bootstrap/eks/api/...",
                "./controlplane/eks/api/...",
                "./controlplane/rosa/api/...",
                "./exp/api/...",
            ],
        )
    },
    module("sigs.k8s.io/network-policy-api", "v0.1.5", &["./apis/..."]),
    Module {
        samples: &["config/samples"],
        ..module("github.com/pravega/zookeeper-operator", "v0.2.15", &["./api/..."])
    },
    Module {
        samples: &["config/samples", "examples"],
        ..module("github.com/mariadb-operator/mariadb-operator", "v0.36.0", &["./api/..."])
    },
];
