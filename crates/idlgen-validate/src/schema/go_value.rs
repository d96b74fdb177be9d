//! Go decoding that schemas do not describe.

/// How a Go type decodes values, where its published schema does not describe it. Applies to values of Go types
/// ([`ZeroMode::Native`](crate::engine::ZeroMode::Native)) and to the schemas from [`structural`](super::structural).
/// Never printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum GoValue {
    /// As the schema describes.
    #[default]
    AsSaid,
    /// Any value, although openapi-gen publishes an object: `interface{}`. `type` is not executed.
    Anything,
    /// A 64-bit integer, published with the format `int32`: `int`, `uint`.
    Wide,
    /// A quantity such as `128Mi` (`k8s.io/apimachinery/pkg/api/resource.Quantity`), published as a string.
    Quantity,
    /// For a property: the Go field is a struct and not a pointer, although its default is the author's instead of
    /// `{}`.
    /// the author's.
    Struct,
    /// For a property: it is always present. The required fields of such a struct are required; the items of a list
    /// object may be missing.
    Present,
}

impl GoValue {
    /// Returns `true` if it describes the value and not the property.
    pub(crate) const fn is_of_value(self) -> bool {
        match self {
            GoValue::Anything | GoValue::Wide | GoValue::Quantity => true,
            GoValue::AsSaid | GoValue::Struct | GoValue::Present => false,
        }
    }
}
