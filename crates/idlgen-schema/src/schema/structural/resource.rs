//! Converts the root schema of a resource.

use super::super::{Schema, SchemaType};
use crate::keyword::Keyword;

/// Maximum length of an object name (`k8s.io/apimachinery/pkg/util/validation.DNS1123SubdomainMaxLength`). Servers
/// enforce it without the schema; in the schema, it reduces the estimated cost of rules.
const MAX_NAME: u64 = 253;

/// Returns `true` if a structural schema describes a resource: it has `apiVersion`, `kind` and `metadata`.
pub fn is_resource(schema: &Schema) -> bool {
    let is = |name: &str, of| schema.properties.get(name).is_some_and(|property| property.schema_type == Some(of));
    is("apiVersion", SchemaType::String) && is("kind", SchemaType::String) && is("metadata", SchemaType::Object)
}

/// Converts a structural schema for use at the root of a resource. API servers know the schema of metadata themselves
/// and reject another one (`must not specify anything other than name and generateName, but metadata is implicitly
/// specified`). Rules on the metadata are kept, so that they can be diagnosed.
pub fn fit_resource(tree: &mut Schema) {
    if !is_resource(tree) {
        return;
    }
    if let Some(metadata) = tree.properties.get_mut("metadata") {
        let mut fitted = Schema {
            schema_type: Some(SchemaType::Object),
            origin: metadata.origin.clone(),
            strip_zero: metadata.strip_zero,
            ..Schema::default()
        };
        fitted.extensions.validations = std::mem::take(&mut metadata.extensions.validations);
        if !fitted.extensions.validations.is_empty() {
            // These are the fields of metadata that rules see.
            for name in ["name", "generateName"] {
                if let Some(property) = metadata.properties.get(name) {
                    let longest = property.keywords.count(Keyword::MaxLength);
                    let property = Schema {
                        schema_type: property.schema_type,
                        keywords: [(Keyword::MaxLength, longest.unwrap_or(MAX_NAME))].into(),
                        ..Schema::default()
                    };
                    fitted.properties.insert(name.to_owned(), property);
                }
            }
        }
        *metadata = fitted;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value as Json, json};

    #[test]
    fn metadata_of_a_resource_is_not_described() {
        let metadata = json!({"type": "object", "description": "d", "properties": {"labels": {"type": "object"}}});
        let (mut resource, _) = Schema::from_json(
            &json!({"type": "object", "properties": {"apiVersion": {"type": "string"}, "kind": {"type": "string"},
                "metadata": metadata}}),
        );
        fit_resource(&mut resource);
        let (expected, _) = Schema::from_json(&json!({"type": "object"}));
        assert_eq!(resource.properties.get("metadata"), Some(&expected));
        let (mut other, _) = Schema::from_json(&json!({"type": "object", "properties": {"metadata": metadata}}));
        fit_resource(&mut other);
        assert_ne!(other.properties.get("metadata"), Some(&expected));
    }

    #[test]
    fn rules_on_metadata_keep_the_fields_that_they_see() {
        let metadata = json!({"type": "object", "description": "d",
            "properties": {"name": {"type": "string", "maxLength": 20, "description": "n"},
                "generateName": {"type": "string"}, "labels": {"type": "object"}},
            "x-kubernetes-validations": [{"rule": "self.name != 'x'"}]});
        let (mut resource, _) = Schema::from_json(
            &json!({"type": "object", "properties": {"apiVersion": {"type": "string"}, "kind": {"type": "string"},
                "metadata": metadata}}),
        );
        let (mut expected, _) = Schema::from_json(&json!({"type": "object", "properties": {
            "name": {"type": "string", "maxLength": 20}, "generateName": {"type": "string", "maxLength": 253}},
            "x-kubernetes-validations": [{"rule": "self.name != 'x'"}]}));
        for metadata in [resource.properties.get_mut("metadata"), Some(&mut expected)].into_iter().flatten() {
            metadata.origin.declaration = Some("example.com/api/v1.T.ObjectMeta".to_owned());
            metadata.strip_zero = true;
        }
        fit_resource(&mut resource);
        assert_eq!(resource.properties.get("metadata"), Some(&expected));
    }

    #[test]
    fn metadata_with_rules_keeps_the_names_and_where_it_comes_from() {
        let text = json!({"type": "string"});
        let (mut resource, _) = Schema::from_json(&json!({"type": "object", "properties": {"apiVersion": text,
            "kind": text, "metadata": {"type": "object", "description": "d", "properties": {
                "name": {"type": "string", "maxLength": 63, "description": "d"}, "generateName": text, "labels": text},
            "x-kubernetes-validations": [{"rule": "self.name != ''"}]}}}));
        if let Some(metadata) = resource.properties.get_mut("metadata") {
            metadata.origin.location = Some((1, 2, 3));
            metadata.strip_zero = true;
        }
        fit_resource(&mut resource);
        let (mut expected, _) = Schema::from_json(&json!({"type": "object", "properties": {
            "name": {"type": "string", "maxLength": 63}, "generateName": {"type": "string", "maxLength": 253}},
            "x-kubernetes-validations": [{"rule": "self.name != ''"}]}));
        expected.strip_zero = true;
        assert_eq!(resource.properties.get("metadata"), Some(&expected));
        let metadata = resource.properties.get("metadata");
        assert_eq!(metadata.and_then(|metadata| metadata.origin.location), Some((1, 2, 3)));
    }

    #[test]
    fn a_resource_has_three_properties_of_the_right_types() {
        let resource = |more: Json| {
            let mut schema = json!({"properties": {"apiVersion": {"type": "string"}, "kind": {"type": "string"},
                "metadata": {"type": "object"}}});
            for (name, property) in more.as_object().into_iter().flatten() {
                schema["properties"][name] = property.clone();
            }
            is_resource(&Schema::from_json(&schema).0)
        };
        assert!(resource(json!({})));
        assert!(!resource(json!({"apiVersion": {"type": "integer"}})));
        assert!(!resource(json!({"kind": {"type": "object"}})));
        assert!(!resource(json!({"metadata": {"type": "string"}})));
    }
}
