//! Parses keywords whose value is not a schema.

use idlgen_runtime::value::Number;
use serde_json::Value as Json;

use super::{
    super::{ProblemKind, keyword},
    reader::Reader,
};
use crate::{
    Schema,
    keyword::{Kind, Value},
    schema::SchemaType,
};

/// Keywords that do not restrict values and are not stored in a field of [`Schema`].
const ANNOTATIONS: &[&str] = &[
    "$comment",
    "$schema",
    "deprecated",
    "discriminator",
    "example",
    "externalDocs",
    "id",
    "readOnly",
    "writeOnly",
    "xml",
];

/// Keywords of JSON Schema that are preserved but have no effect.
const UNSUPPORTED: &[&str] = &[
    "$anchor",
    "$defs",
    "$dynamicAnchor",
    "$dynamicRef",
    "$id",
    "const",
    "contains",
    "contentEncoding",
    "contentMediaType",
    "definitions",
    "dependentRequired",
    "dependentSchemas",
    "else",
    "examples",
    "if",
    "maxContains",
    "minContains",
    "prefixItems",
    "propertyNames",
    "then",
    "unevaluatedItems",
    "unevaluatedProperties",
];

impl Reader {
    /// Parses a keyword whose value is not a schema. An unknown keyword is preserved.
    pub(super) fn constraint(&mut self, keyword: &str, json: &Json, schema: &mut Schema) {
        if !keyword::read(keyword, self, json, schema) {
            self.keep(keyword, json, schema);
        }
    }

    /// Preserves a keyword that has no effect.
    fn keep(&mut self, keyword: &str, json: &Json, schema: &mut Schema) {
        if UNSUPPORTED.contains(&keyword) {
            self.report(ProblemKind::Unsupported, format!("`{keyword}` is not a keyword of Kubernetes schemas"));
        } else if !ANNOTATIONS.contains(&keyword) {
            self.report(ProblemKind::UnknownKeyword, format!("unknown keyword `{keyword}`"));
        }
        schema.other.insert(keyword.to_owned(), json.clone());
    }

    pub(in crate::schema::json) fn schema_type(&mut self, json: &Json) -> Option<SchemaType> {
        let name = self.string(json)?;
        let schema_type = SchemaType::from_name(&name);
        if schema_type.is_none() && !name.is_empty() {
            self.report(ProblemKind::WrongType, format!("unknown type `{name}`"));
        }
        schema_type
    }

    pub(in crate::schema::json) fn number(&mut self, json: &Json) -> Option<Number> {
        let number = json.as_number().map(Number::from_json);
        if number.is_none() {
            self.wrong_type("a number", json);
        }
        number
    }

    /// Parses the value of a keyword that restricts values.
    pub(in crate::schema::json) fn limit(&mut self, kind: Kind, json: &Json) -> Option<Value> {
        match kind {
            Kind::Count => self.count(json).map(Value::Count),
            Kind::Factor => self.number(json).map(Value::Number),
            Kind::Bound { .. } => self.number(json).map(|limit| Value::Bound(limit.into())),
            Kind::Pattern => self.string(json).filter(|source| !source.is_empty()).map(Value::Text),
            Kind::Name => self.string(json).filter(|name| !name.is_empty()).map(Value::Text),
            Kind::Flag => self.boolean(json).map(Value::Flag),
            Kind::Members => self.array(json).cloned().map(Value::Members),
        }
    }

    /// Parses a length or count. As in draft 4, `2.0` is accepted for 2.
    fn count(&mut self, json: &Json) -> Option<u64> {
        let count = match json.as_number().map(Number::from_json) {
            Some(Number::Int(count)) => u64::try_from(count).ok(),
            Some(Number::Float(count)) if count.fract() == 0.0 && (0.0..1e18).contains(&count) => Some(count as u64),
            _ => None,
        };
        if count.is_none() {
            self.wrong_type("an integer of at least 0", json);
        }
        count
    }
}
