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

#[cfg(test)]
mod tests {
    use serde_json::{Value as Json, json};

    use super::*;

    #[test]
    fn only_lists_and_maps_have_several_children() {
        let read = |schema: &Json| Schema::from_json(schema).0;
        for (schema, expected) in [
            (json!({"type": "array", "maxItems": 5, "maxLength": 3}), Some(5)),
            (json!({"type": "array", "maxLength": 3}), None),
            (json!({"type": "object", "maxProperties": 4, "additionalProperties": {"type": "string"}}), Some(4)),
            (json!({"type": "object", "additionalProperties": {"type": "string"}}), None),
            (json!({"type": "object", "maxProperties": 4, "properties": {"a": {"type": "string"}}}), Some(1)),
            (json!({"type": "object"}), Some(1)),
            (json!({"type": "string", "maxLength": 3}), Some(1)),
            (json!({"type": "string"}), Some(1)),
            (json!({"x-kubernetes-int-or-string": true}), Some(1)),
        ] {
            assert_eq!(max_children(&read(&schema)), expected, "{schema}");
        }
    }

    #[test]
    fn the_limits_of_nested_containers_are_multiplied() {
        let list = |max: Option<u64>| {
            let mut schema = json!({"type": "array"});
            schema["maxItems"] = max.into();
            Schema::from_json(&schema).0
        };
        let of = |limits: &[Option<u64>]| {
            let schemas: Vec<Schema> = limits.iter().map(|limit| list(*limit)).collect();
            let containers: Vec<Container<'_>> =
                schemas.iter().map(|schema| Container { schema, place: String::new() }).collect();
            cardinality(&containers)
        };
        assert_eq!(of(&[]), Some(1));
        assert_eq!(of(&[Some(3), Some(5)]), Some(15));
        assert_eq!(of(&[Some(3), None]), None);
        assert_eq!(of(&[Some(1 << 40), Some(1 << 40)]), Some(u64::MAX));
    }
}
