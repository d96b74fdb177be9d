//! The API versions of CRDs.

/// The API version of a CRD.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[expect(clippy::exhaustive_enums, reason = "there is no other, and the last one is long gone")]
pub enum ApiVersion {
    /// `apiextensions.k8s.io/v1`.
    #[default]
    V1,
    /// `apiextensions.k8s.io/v1beta1`, supported by API servers 1.16 to 1.21.
    V1Beta1,
}
