//! The metadata of nested objects, such as that of a pod template. controller-gen recognizes the type by its name and
//! publishes almost nothing of it (`sigs.k8s.io/controller-tools/pkg/crd`, `known_types.go`).

use idlgen_validate::{
    Definitions, Schema,
    schema::{AdditionalProperties, SchemaType},
};

use crate::{lower::Lowered, model::Model};

const OBJECT_META: (&str, &str) = ("k8s.io/apimachinery/pkg/apis/meta/v1", "ObjectMeta");

/// Returns the definitions. ObjectMeta has only the fields for templates, or none if `has_fields` is `false`.
pub(super) fn with_embedded_metadata(lowered: &Lowered, model: &Model, has_fields: bool) -> Definitions {
    let mut definitions = lowered.definitions.clone();
    let (package, name) = OBJECT_META;
    let id = model.find_type(package, name).map(|definition| definition.id);
    let definition = id.and_then(|id| lowered.names.get(&id)).and_then(|name| definitions.schemas.get_mut(name));
    if let Some(schema) = definition {
        *schema = object_meta(has_fields);
    }
    definitions
}

fn object_meta(has_fields: bool) -> Schema {
    let text = || of_type(SchemaType::String);
    let mut schema = of_type(SchemaType::Object);
    if !has_fields {
        return schema;
    }
    let mut texts_by_key = of_type(SchemaType::Object);
    texts_by_key.additional_properties = Some(AdditionalProperties::Schema(Box::new(text())));
    let mut texts = of_type(SchemaType::Array);
    texts.items = Some(Box::new(text()));
    for (name, property) in [
        ("annotations", texts_by_key.clone()),
        ("finalizers", texts),
        ("labels", texts_by_key),
        ("name", text()),
        ("namespace", text()),
    ] {
        schema.properties.insert(name.to_owned(), property);
    }
    schema
}

fn of_type(schema_type: SchemaType) -> Schema {
    Schema { schema_type: Some(schema_type), ..Schema::default() }
}
