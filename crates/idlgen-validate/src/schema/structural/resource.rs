//! The root of a resource.

use super::super::{Schema, SchemaType};

/// Whether a schema is that of a resource: it has `apiVersion`, `kind` and `metadata`.
pub(super) fn is_resource(schema: &Schema) -> bool {
    let is = |name: &str, of| schema.properties.get(name).is_some_and(|property| property.schema_type == Some(of));
    is("apiVersion", SchemaType::String) && is("kind", SchemaType::String) && is("metadata", SchemaType::Object)
}

/// API servers know the metadata of a resource by themselves and refuse to be told (`must not specify anything other than name and generateName, but
/// metadata is implicitly specified`). Rules on it stay where they are, so that they can be diagnosed.
pub(super) fn fit_root(tree: &mut Schema) {
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
        *metadata = fitted;
    }
}
