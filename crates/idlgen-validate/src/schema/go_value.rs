//! What a Go type reads, where its schema does not say it.

/// What a Go type reads, where its published schema does not say it. It counts where values are
/// those of Go types ([`ZeroMode::Native`](crate::engine::ZeroMode::Native)), and in the schemas that
/// [`structural`](super::structural) makes. Never printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum GoValue {
    /// What the schema says.
    #[default]
    AsSaid,
    /// Any value, although openapi-gen publishes an object: `interface{}`. `type` is not executed.
    Anything,
    /// An integer of 64 bits, which is published with the format `int32`: `int`, `uint`.
    Wide,
    /// A quantity such as `128Mi` (`k8s.io/apimachinery/pkg/api/resource.Quantity`), which is published as text.
    Quantity,
    /// Of a property: the Go field is a struct and no pointer to one, although the default is not `{}` by itself but
    /// the author's.
    Struct,
    /// Of a property: it is there whatever the object says. Of a struct by value, what is required in it is required;
    /// the objects of a list may be none.
    Present,
}

impl GoValue {
    /// Whether it is about the value, and not about the property that it is of.
    pub(crate) const fn is_of_value(self) -> bool {
        match self {
            GoValue::Anything | GoValue::Wide | GoValue::Quantity => true,
            GoValue::AsSaid | GoValue::Struct | GoValue::Present => false,
        }
    }
}
