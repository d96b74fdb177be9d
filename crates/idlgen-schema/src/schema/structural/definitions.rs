//! Converts definitions to structural ones and keeps their references.

use super::{
    super::{AdditionalProperties, Definitions, Schema},
    any_type::{self, Known},
};

/// Converts types in definitions that only OpenAPI can express (int-or-string, quantities, any value) to their
/// representation in CRDs. References are kept, so types may be recursive; the validator follows them.
pub fn structural_definitions(definitions: &Definitions) -> Definitions {
    let mut fitted = definitions.clone();
    for schema in fitted.schemas.values_mut() {
        fit(schema);
    }
    fitted
}

/// Converts a schema and all nested schemas, except branches of combinations, which have no types of their own. Sorts
/// required properties as in CRDs, because servers report them in this order.
fn fit(schema: &mut Schema) {
    schema.required.sort();
    for property in schema.properties.values_mut() {
        fit(property);
    }
    if let Some(items) = &mut schema.items {
        fit(items);
    }
    if let Some(AdditionalProperties::Schema(values)) = &mut schema.additional_properties {
        fit(values);
    }
    // With a reference, the type is in the referenced schema.
    if schema.reference.is_none() {
        let known = Known::of(std::iter::once(&*schema));
        any_type::fit(schema, known);
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::schema::GoValue;

    #[test]
    fn references_stay_and_types_are_fitted() {
        let (mut definitions, _) = Definitions::from_json(&json!({
            "Tree": {"type": "object", "required": ["limit", "any"], "properties": {
                "children": {"type": "array", "items": {"$ref": "#/definitions/Tree"}},
                "any": {"type": "object"}, "limit": {"$ref": "#/definitions/Quantity"}}},
            "Quantity": {"oneOf": [{"type": "string"}, {"type": "number"}]}
        }));
        for schema in definitions.schemas.values_mut() {
            schema.origin.declaration = Some("example.com/api/v1.T".to_owned());
        }
        if let Some(any) = definitions.schemas.get_mut("Tree").and_then(|tree| tree.properties.get_mut("any")) {
            any.go_value = GoValue::Anything;
        }
        let fitted = structural_definitions(&definitions);
        let tree = fitted.get("Tree").unwrap();
        assert_eq!(tree.properties["children"].items.as_ref().unwrap().reference.as_deref(), Some("Tree"));
        assert_eq!(tree.properties["any"], any_type::any());
        assert_eq!(tree.required, ["any", "limit"]);
        assert_eq!(tree.properties["limit"].reference.as_deref(), Some("Quantity"));
        assert!(fitted.get("Quantity").is_some_and(|quantity| quantity.pattern().is_some()));
    }
}
