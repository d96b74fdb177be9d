//! How Go decodes values, as far as schemas do not describe it.

/// How a Go type decodes values, as far as its published schema does not describe it. This affects values of Go types
/// ([`ZeroMode::Native`](crate::ZeroMode::Native)) and the result of [`structural`](super::structural). It is
/// never printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum GoValue {
    /// The schema describes the value completely.
    #[default]
    AsSaid,
    /// Any value (`interface{}`), although openapi-gen publishes an object. The `type` is not checked.
    Anything,
    /// A 64-bit integer (`int`, `uint`), which is published with the format `int32`.
    Wide,
    /// A quantity such as `128Mi` (`k8s.io/apimachinery/pkg/api/resource.Quantity`), which is published as a string.
    Quantity,
    /// Of a property: the Go field is a struct and not a pointer, although its default is not `{}` but one that the
    /// author specified.
    Struct,
    /// Of a property: it is always present. If it is a struct, its required fields are required. If it is the `items`
    /// list of a list object, it may be missing.
    Present,
}

impl GoValue {
    /// Returns `true` if this is information about a value and not about a property.
    pub(crate) const fn is_of_value(self) -> bool {
        match self {
            GoValue::Anything | GoValue::Wide | GoValue::Quantity => true,
            GoValue::AsSaid | GoValue::Struct | GoValue::Present => false,
        }
    }
}
