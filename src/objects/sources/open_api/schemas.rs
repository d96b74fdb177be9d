//! Adapts published schemas to the conventions of CRD schemas.

use idlgen_validate::{
    Definitions, Schema,
    keyword::Keyword,
    schema::{AdditionalProperties, SchemaType},
};

/// The type of resource quantities, which may be numbers or strings. OpenAPI v2 documents declare them as strings.
const QUANTITY: &str = "io.k8s.apimachinery.pkg.api.resource.Quantity";

/// Adds information that is missing in published schemas: objects without properties may have any properties, and some
/// values declared as strings may be numbers.
pub(super) fn close(definitions: &mut Definitions) {
    for (name, schema) in &mut definitions.schemas {
        if name == QUANTITY {
            quantity(schema);
        } else {
            complete(schema);
        }
    }
}

fn quantity(schema: &mut Schema) {
    let alternative = |schema_type| Schema { schema_type: Some(schema_type), ..Schema::default() };
    *schema = Schema {
        description: schema.description.take(),
        one_of: vec![alternative(SchemaType::String), alternative(SchemaType::Number)],
        ..Schema::default()
    };
}

fn complete(schema: &mut Schema) {
    let is_open = schema.schema_type == Some(SchemaType::Object)
        && schema.properties.is_empty()
        && schema.additional_properties.is_none()
        && schema.reference.is_none()
        && schema.all_of.is_empty();
    if is_open && schema.extensions.preserve_unknown_fields.is_none() {
        schema.extensions.preserve_unknown_fields = Some(true);
    }
    if schema.format() == Some("int-or-string") {
        schema.extensions.int_or_string = true;
        schema.schema_type = None;
        schema.keywords.remove(Keyword::Format);
        schema.one_of.clear();
    }
    schema.properties.values_mut().for_each(complete);
    schema.items.as_deref_mut().into_iter().for_each(complete);
    if let Some(AdditionalProperties::Schema(values)) = &mut schema.additional_properties {
        complete(values);
    }
}
