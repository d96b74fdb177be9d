//! The OpenAPI versions.

/// The OpenAPI version of the output.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Dialect {
    /// OpenAPI 3.0: definitions are in `components.schemas`. A reference with siblings is wrapped in `allOf`
    /// (`k8s.io/kube-openapi/pkg/builder3/util.WrapRefs`).
    #[default]
    V3,
    /// OpenAPI 2.0: definitions are in `definitions`, and siblings are next to the reference. If a schema has
    /// [`Schema::v2`](crate::Schema::v2), that is printed instead.
    V2,
}
