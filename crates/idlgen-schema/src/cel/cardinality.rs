//! Determines the maximum number of values that a nested schema can have in one object (`extractMaxElements` of
//! k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation).

use crate::{
    keyword::longest,
    schema::{Schema, SchemaType},
};

/// A list or map that contains a schema.
#[derive(Clone, Debug)]
pub(super) struct Container<'s> {
    pub(super) schema: &'s Schema,
    /// Its location in an object.
    pub(super) place: String,
}

/// Returns the maximum number of children of a value: the limit of a list or map, or 1. Returns `None` without a limit.
pub fn max_children(schema: &Schema) -> Option<u64> {
    match schema.schema_type {
        _ if !is_container(schema) => Some(1),
        of => schema.keywords.count(longest(of)),
    }
}

/// Returns `true` if values of the schema can have several children, because it is a list or a map.
pub(super) fn is_container(schema: &Schema) -> bool {
    match schema.schema_type {
        Some(SchemaType::Object) => schema.additional_properties.is_some(),
        Some(SchemaType::Array) => true,
        _ => false,
    }
}

/// Returns the product of the containers' limits, or `None` if a limit is missing.
pub(super) fn cardinality(containers: &[Container<'_>]) -> Option<u64> {
    containers
        .iter()
        .try_fold(1_u64, |product, container| Some(product.saturating_mul(max_children(container.schema)?)))
}
