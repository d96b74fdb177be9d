//! Go types that `idlgen-runtime` has.

/// A type of `idlgen_runtime::types`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in super::super) enum Known {
    /// `[]byte`.
    Bytes,
    /// `metav1.Duration`.
    Duration,
    /// `metav1.FieldsV1`.
    FieldsV1,
    /// `intstr.IntOrString`.
    IntOrString,
    /// `metav1.MicroTime`.
    MicroTime,
    /// `resource.Quantity`.
    Quantity,
    /// `runtime.RawExtension`.
    RawExtension,
    /// `json.RawMessage`, and whatever else may be any JSON.
    RawMessage,
    /// `metav1.Time`.
    Time,
}

impl Known {
    /// The name in `idlgen_runtime::types`.
    pub(in super::super) fn name(self) -> &'static str {
        match self {
            Known::Bytes => "Bytes",
            Known::Duration => "Duration",
            Known::FieldsV1 => "FieldsV1",
            Known::IntOrString => "IntOrString",
            Known::MicroTime => "MicroTime",
            Known::Quantity => "Quantity",
            Known::RawExtension => "RawExtension",
            Known::RawMessage => "RawMessage",
            Known::Time => "Time",
        }
    }

    /// Whether it may hold any JSON.
    pub(in super::super) fn is_free_json(self) -> bool {
        matches!(self, Known::FieldsV1 | Known::RawExtension | Known::RawMessage)
    }

    /// The runtime's type for a declared Go type, if it has one.
    pub(super) fn of_declared(import_path: &str, name: &str) -> Option<Known> {
        Some(match (import_path, name) {
            ("k8s.io/apimachinery/pkg/apis/meta/v1", "Duration") => Known::Duration,
            ("k8s.io/apimachinery/pkg/apis/meta/v1", "FieldsV1") => Known::FieldsV1,
            ("k8s.io/apimachinery/pkg/apis/meta/v1", "MicroTime") => Known::MicroTime,
            ("k8s.io/apimachinery/pkg/apis/meta/v1", "Time") => Known::Time,
            ("k8s.io/apimachinery/pkg/util/intstr", "IntOrString") => Known::IntOrString,
            ("k8s.io/apimachinery/pkg/api/resource", "Quantity") => Known::Quantity,
            ("k8s.io/apimachinery/pkg/runtime", "RawExtension") => Known::RawExtension,
            (
                "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
                | "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1beta1",
                "JSON",
            ) => Known::RawMessage,
            _ => return None,
        })
    }
}
