//! Merges all schemas that apply to a value, as far as they are visible to rules.

use crate::{
    compiled::Parts,
    merge::{Branches, Flat},
    schema::{Definitions, GoValue, Schema, SchemaType},
};

/// A merged view of the schemas that apply to a value, including the schemas that they reference.
#[derive(Debug)]
pub(super) struct View<'s> {
    pub(super) flat: Flat<'s>,
    parts: Parts<'s>,
}

impl<'s> View<'s> {
    pub(super) fn new(schema: &'s Schema, definitions: &'s Definitions) -> Self {
        View::of(&[schema], definitions)
    }

    /// Merges the schemas that apply to a value. The first is the value's own schema.
    pub(super) fn of(schemas: &[&'s Schema], definitions: &'s Definitions) -> Self {
        let mut parts = Parts::default();
        for schema in schemas {
            parts.add_with_branches(schema, definitions);
        }
        View { flat: Flat::of(parts.iter(), Branches::Opened), parts }
    }

    /// Returns the identity of the view: the addresses of the schemas that describe the data.
    pub(super) fn identity(&self) -> Vec<usize> {
        let said = self.parts.iter().filter(|part| says_what_is_there(part));
        said.map(|part| std::ptr::from_ref(part).addr()).collect()
    }

    /// Returns `true` for an int-or-string. It has the extension, or is described in openapi-gen's way (`IntOrString`,
    /// and `Quantity`, which may be a number).
    pub(super) fn is_int_or_string(&self) -> bool {
        self.flat.int_or_string
            || self.flat.format() == Some("int-or-string")
            || self.flat.one_of.iter().any(|one_of| is_text_or_number(one_of.value))
    }

    /// Returns `true` if the type is unknown.
    pub(super) fn is_anything(&self) -> bool {
        self.flat.go_value == GoValue::Anything || self.flat.schema_type.is_none()
    }

    /// Returns `true` if the schema of a resource declares all metadata that rules see.
    pub(super) fn declares_metadata(&self, definitions: &'s Definitions) -> bool {
        self.declares("kind", SchemaType::String, definitions).is_some()
            && self.declares("apiVersion", SchemaType::String, definitions).is_some()
            && self.declares("metadata", SchemaType::Object, definitions).is_some_and(|metadata| {
                metadata.declares("name", SchemaType::String, definitions).is_some()
                    && metadata.declares("generateName", SchemaType::String, definitions).is_some()
            })
    }

    /// Returns the view of the property with this name, if it has this type.
    fn declares(&self, name: &str, of: SchemaType, definitions: &'s Definitions) -> Option<View<'s>> {
        let schemas: Vec<&Schema> =
            self.flat.properties.iter().filter_map(|properties| properties.value.get(name)).collect();
        let property = View::of(&schemas, definitions);
        (property.flat.schema_type == Some(of)).then_some(property)
    }
}

/// Returns `true` if the schema itself describes data. It does not if it only references a schema or restricts values.
fn says_what_is_there(part: &Schema) -> bool {
    let extensions = &part.extensions;
    part.schema_type.is_some()
        || part.format().is_some()
        || part.go_value.is_of_value()
        || part.items.is_some()
        || part.additional_properties.is_some()
        || !part.properties.is_empty()
        || !part.required.is_empty()
        || !part.one_of.is_empty()
        || extensions.int_or_string
        || extensions.embedded_resource
        || extensions.list_type.is_some()
        || !extensions.list_map_keys.is_empty()
}

fn is_text_or_number(one_of: &[Schema]) -> bool {
    let of = |schema_type| Schema { schema_type: Some(schema_type), ..Schema::default() };
    one_of.len() == 2
        && one_of.contains(&of(SchemaType::String))
        && (one_of.contains(&of(SchemaType::Integer)) || one_of.contains(&of(SchemaType::Number)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn several_ways_describe_an_int_or_string() {
        let definitions = Definitions::default();
        for (schema, expected) in [
            (json!({"x-kubernetes-int-or-string": true}), true),
            (json!({"type": "string", "format": "int-or-string"}), true),
            (json!({"oneOf": [{"type": "integer"}, {"type": "string"}]}), true),
            (json!({"oneOf": [{"type": "string"}, {"type": "number"}]}), true),
            (json!({"oneOf": [{"type": "string"}, {"type": "boolean"}]}), false),
            (json!({"oneOf": [{"type": "integer"}, {"type": "number"}]}), false),
            (json!({"oneOf": [{"type": "integer"}, {"type": "string"}, {"type": "number"}]}), false),
            (json!({"oneOf": [{"type": "integer"}, {"type": "string", "maxLength": 5}]}), false),
            (json!({"oneOf": [{}, {}]}), false),
            (json!({"type": "string"}), false),
        ] {
            let (schema, _) = Schema::from_json(&schema);
            assert_eq!(View::new(&schema, &definitions).is_int_or_string(), expected, "{schema:?}");
        }
    }
}
