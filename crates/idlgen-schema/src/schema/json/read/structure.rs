//! Parses schemas and keywords that contain schemas.

use indexmap::IndexMap;
use serde_json::Value as Json;

use super::{
    super::{ProblemKind, keyword::unread},
    MAX_DEPTH,
    reader::{Reader, entries},
};
use crate::Schema;

impl Reader {
    /// Parses the schema at the current location.
    pub(super) fn schema(&mut self, json: &Json) -> Schema {
        let mut schema = unread();
        if self.depth >= MAX_DEPTH {
            self.report(ProblemKind::TooDeep, format!("nested deeper than {MAX_DEPTH} schemas"));
            return schema;
        }
        let Some(object) = self.object(json) else { return schema };
        self.depth += 1;
        for (keyword, value) in entries(object) {
            self.at(keyword, |reader| reader.keyword(keyword, value, &mut schema));
        }
        self.depth -= 1;
        unwrap_reference(&mut schema);
        schema
    }

    fn keyword(&mut self, keyword: &str, json: &Json, schema: &mut Schema) {
        if self.draft4(keyword, json, schema) {
            return;
        }
        match keyword {
            "$ref" => schema.reference = self.reference(json),
            "items" => self.items(json, schema),
            "properties" => schema.properties = self.schemas_by_name(json).into(),
            "additionalProperties" => schema.additional_properties = Some(self.schema_or_boolean(json)),
            "allOf" => schema.all_of = self.schemas(json),
            "anyOf" => schema.any_of = self.schemas(json),
            "oneOf" => schema.one_of = self.schemas(json),
            "not" => schema.not = Some(Box::new(self.schema(json))),
            _ if is_extension(keyword) => self.extension(keyword, json, schema),
            _ => self.constraint(keyword, json, schema),
        }
    }

    fn items(&mut self, json: &Json, schema: &mut Schema) {
        if json.is_boolean() {
            self.report(ProblemKind::Unsupported, "items must be a schema, not a boolean");
            schema.other.insert("items".to_owned(), json.clone());
        } else {
            schema.items = Some(Box::new(self.schema(json)));
        }
    }

    /// Parses a list of schemas.
    pub(super) fn schemas(&mut self, json: &Json) -> Vec<Schema> {
        let mut schemas = Vec::new();
        for (index, element) in self.array(json).into_iter().flatten().enumerate() {
            schemas.push(self.at(&index.to_string(), |reader| reader.schema(element)));
        }
        schemas
    }

    /// Parses an object whose values are schemas. The result is sorted by name.
    pub(super) fn schemas_by_name(&mut self, json: &Json) -> IndexMap<String, Schema> {
        let entries = self.object(json).map(entries).unwrap_or_default();
        let mut schemas = IndexMap::with_capacity(entries.len());
        for (name, value) in entries {
            schemas.insert(name.clone(), self.at(name, |reader| reader.schema(value)));
        }
        schemas
    }
}

/// Returns `true` for the name of an extension (`k8s.io/kube-openapi/pkg/internal.IsExtensionKey`). Names that begin
/// with a capital are preserved, but none of them is a Kubernetes extension.
pub fn is_extension(keyword: &str) -> bool {
    keyword.starts_with("x-") || keyword.starts_with("X-")
}

/// Converts the `allOf` around a reference with siblings back to a reference
/// (`k8s.io/kube-openapi/pkg/builder3/util.WrapRefs`).
fn unwrap_reference(schema: &mut Schema) {
    let [wrapped] = schema.all_of.as_slice() else { return };
    if schema.reference.is_some() {
        return;
    }
    let reference = Schema { reference: wrapped.reference.clone(), ..Schema::default() };
    if wrapped.reference.is_some() && *wrapped == reference {
        schema.reference = reference.reference;
        schema.all_of.clear();
    }
}
