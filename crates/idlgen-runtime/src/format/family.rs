//! The standards that define formats.

/// The standard that defines a format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Family {
    /// A format of OpenAPI. Every version of Kubernetes enforces it.
    OpenApi,
    /// A format that Kubernetes defines for custom resources.
    Kubernetes,
    /// A format of KEP-4153 for built-in Kubernetes types. The API server ignores it in custom resources.
    Kep4153,
}
