//! Values that a server probably accepts.

use std::collections::BTreeMap;

use idlgen_validate::{
    Schema,
    schema::{AdditionalProperties, SchemaType},
};
use serde_json::{Map, Value as Json, json};

/// The depth to which structs are filled.
const DEEPEST: usize = 3;

/// Generates values of schemas.
#[derive(Clone, Copy)]
pub(super) struct Samples<'a> {
    schemas: &'a BTreeMap<String, Schema>,
}

impl<'a> Samples<'a> {
    pub(super) fn new(schemas: &'a BTreeMap<String, Schema>) -> Self {
        Samples { schemas }
    }

    /// Returns a list element with its keys and required properties.
    pub(super) fn element(self, items: &Schema, keys: &[String]) -> Json {
        match items.reference.as_ref().and_then(|name| self.schemas.get(name)) {
            Some(schema) => Json::Object(self.object(schema, keys.iter().chain(&schema.required), 0)),
            None => self.value(items, 0).unwrap_or_default(),
        }
    }

    /// Returns an object with some of its properties.
    pub(super) fn object<'n>(
        self,
        schema: &Schema,
        names: impl IntoIterator<Item = &'n String>,
        depth: usize,
    ) -> Map<String, Json> {
        let names = names.into_iter();
        names.filter_map(|name| Some((name.clone(), self.value(schema.properties.get(name)?, depth)?))).collect()
    }

    /// Returns a value that is probably valid.
    pub(super) fn value(self, schema: &Schema, depth: usize) -> Option<Json> {
        if let Some(value) = schema.enumeration().first() {
            return Some(value.clone());
        }
        if let Some(name) = &schema.reference {
            return match name.rsplit('/').next()? {
                "intstr.IntOrString" => Some(json!(1)),
                "resource.Quantity" => Some(json!("1")),
                "v1.Time" | "v1.MicroTime" | "runtime.RawExtension" => None,
                _ => {
                    let definition = self.schemas.get(name)?;
                    let names = definition.required.iter().filter(|_| depth < DEEPEST);
                    Some(Json::Object(self.object(definition, names, depth + 1)))
                }
            };
        }
        match schema.schema_type? {
            SchemaType::String if schema.format() == Some("byte") => Some(json!("YQ==")),
            SchemaType::String => Some(json!("a")),
            SchemaType::Integer | SchemaType::Number => Some(json!(1)),
            SchemaType::Boolean => Some(json!(true)),
            SchemaType::Array => Some(json!([self.value(schema.items.as_deref()?, depth + 1)?])),
            SchemaType::Object => match &schema.additional_properties {
                Some(AdditionalProperties::Schema(values)) => Some(json!({"a": self.value(values, depth + 1)?})),
                _ => None,
            },
        }
    }
}
