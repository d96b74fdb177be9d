//! How many values one object can have of a schema below lists and maps (`extractMaxElements` of
//! k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation).

use crate::{
    keyword::longest,
    schema::{Schema, SchemaType},
};

/// A list or map around a schema.
#[derive(Clone, Debug)]
pub(super) struct Container<'s> {
    pub(super) schema: &'s Schema,
    /// Where in an object.
    pub(super) place: String,
}

/// By how much a schema multiplies what is inside it; none if nothing limits it.
pub fn max_children(schema: &Schema) -> Option<u64> {
    match schema.schema_type {
        _ if !is_container(schema) => Some(1),
        of => schema.keywords.count(longest(of)),
    }
}

/// Whether a schema multiplies what is inside it.
pub(super) fn is_container(schema: &Schema) -> bool {
    match schema.schema_type {
        Some(SchemaType::Object) => schema.additional_properties.is_some(),
        Some(SchemaType::Array) => true,
        _ => false,
    }
}

/// The product of the limits; none if one is missing.
pub(super) fn cardinality(containers: &[Container<'_>]) -> Option<u64> {
    containers
        .iter()
        .try_fold(1_u64, |product, container| Some(product.saturating_mul(max_children(container.schema)?)))
}
