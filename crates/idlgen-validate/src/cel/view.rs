//! A schema as rules see it: what it refers to in its place.

use crate::schema::{Definitions, GoValue, Schema, SchemaType};

/// References that lead to references end here.
const DEPTH: usize = 64;

/// A schema and what it refers to, as one.
#[derive(Clone, Copy, Debug)]
pub(super) struct View<'s> {
    /// The schema that says the type.
    pub(super) schema: &'s Schema,
    /// Whether any schema on the way there allows null.
    pub(super) is_nullable: bool,
}

impl<'s> View<'s> {
    pub(super) fn new(schema: &'s Schema, definitions: &'s Definitions) -> Self {
        let mut view = View { schema, is_nullable: schema.nullable };
        for _ in 0..DEPTH {
            match view.schema.reference.as_deref().and_then(|name| definitions.get(name)) {
                Some(target) if view.schema.schema_type.is_none() => {
                    view = View { schema: target, is_nullable: view.is_nullable || target.nullable };
                }
                _ => break,
            }
        }
        view
    }

    /// Whether values are integers or text: the extension says so, or openapi-gen says it in its way (`IntOrString`,
    /// and `Quantity`, which may be written as a number).
    pub(super) fn is_int_or_string(&self) -> bool {
        let of = |schema_type| Schema { schema_type: Some(schema_type), ..Schema::default() };
        let is_text_or = |number| {
            self.schema.one_of.len() == 2
                && [SchemaType::String, number].into_iter().all(|one| self.schema.one_of.contains(&of(one)))
        };
        self.schema.extensions.int_or_string
            || self.schema.format.as_deref() == Some("int-or-string")
            || is_text_or(SchemaType::Integer)
            || is_text_or(SchemaType::Number)
    }

    /// Whether nothing is known of values.
    pub(super) fn is_anything(&self) -> bool {
        self.schema.go_value == GoValue::Anything || self.schema.schema_type.is_none()
    }

    /// Does the schema of a resource declare all that rules see of its metadata?
    pub(super) fn declares_metadata(&self, definitions: &'s Definitions) -> bool {
        let is = |schema: &'s Schema, name: &str, of| {
            let property = schema.properties.get(name);
            property.is_some_and(|property| View::new(property, definitions).schema.schema_type == Some(of))
        };
        is(self.schema, "kind", SchemaType::String)
            && is(self.schema, "apiVersion", SchemaType::String)
            && is(self.schema, "metadata", SchemaType::Object)
            && self.schema.properties.get("metadata").is_some_and(|metadata| {
                let metadata = View::new(metadata, definitions).schema;
                is(metadata, "name", SchemaType::String) && is(metadata, "generateName", SchemaType::String)
            })
    }
}
