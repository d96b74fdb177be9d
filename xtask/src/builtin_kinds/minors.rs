//! The built-in versions of Kubernetes, and the modules that they are generated from.

/// A minor version.
pub(crate) struct Minor {
    /// The second number of Kubernetes 1.x.
    pub(crate) minor: u16,
    /// The version of its modules.
    pub(crate) version: &'static str,
}

/// The versions, oldest first: the latest patch releases when the data was generated.
pub(crate) const MINORS: &[Minor] = &[
    Minor { minor: 25, version: "v0.25.16" },
    Minor { minor: 26, version: "v0.26.15" },
    Minor { minor: 27, version: "v0.27.16" },
    Minor { minor: 28, version: "v0.28.15" },
    Minor { minor: 29, version: "v0.29.15" },
    Minor { minor: 30, version: "v0.30.14" },
    Minor { minor: 31, version: "v0.31.4" },
    Minor { minor: 32, version: "v0.32.13" },
    Minor { minor: 33, version: "v0.33.13" },
    Minor { minor: 34, version: "v0.34.13" },
    Minor { minor: 35, version: "v0.35.10" },
    Minor { minor: 36, version: "v0.36.6" },
    Minor { minor: 37, version: "v0.37.2" },
];

/// The modules that declare kinds, and the one that they share.
const MODULES: [&str; 4] =
    ["k8s.io/api", "k8s.io/apiextensions-apiserver", "k8s.io/apimachinery", "k8s.io/kube-aggregator"];

/// The packages that declare kinds.
pub(super) const PATTERNS: [&str; 3] = [
    "k8s.io/api/...",
    "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1",
    "k8s.io/kube-aggregator/pkg/apis/apiregistration/v1",
];

/// Returns the modules of a version, by path and version.
pub(super) fn modules(minor: &Minor) -> Vec<(&'static str, &'static str)> {
    MODULES.iter().map(|path| (*path, minor.version)).collect()
}
