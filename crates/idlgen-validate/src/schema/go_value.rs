//! What a Go type reads, where its schema does not say it.

/// What the JSON methods of a Go type read, where its published schema does not say it. It counts where values are
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
    /// A quantity such as `128Mi` (`k8s.io/apimachinery/pkg/api/resource.Quantity`), which is published as text.
    Quantity,
}
