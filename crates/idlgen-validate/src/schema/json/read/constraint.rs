//! Keywords whose value is no schema.

use std::collections::BTreeMap;

use idlgen_runtime::value::Number;
use indexmap::IndexMap;
use serde_json::Value as Json;

use super::{super::ProblemKind, reader::Reader};
use crate::{
    Schema,
    schema::{Default, Extensions, Origin, SchemaType},
};

/// Keywords that neither bear on values nor have a place of their own in [`Schema`].
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

/// Keywords of JSON Schema that have no effect here.
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

/// A schema that says nothing. Every field is named, so that a new one is not forgotten where keywords are read.
pub(super) fn unread() -> Schema {
    Schema {
        reference: None,
        title: None,
        description: None,
        schema_type: None,
        format: None,
        nullable: false,
        default: None,
        maximum: None,
        exclusive_maximum: false,
        minimum: None,
        exclusive_minimum: false,
        multiple_of: None,
        max_length: None,
        min_length: None,
        pattern: None,
        max_items: None,
        min_items: None,
        unique_items: false,
        max_properties: None,
        min_properties: None,
        enumeration: Vec::new(),
        required: Vec::new(),
        items: None,
        properties: IndexMap::new(),
        additional_properties: None,
        all_of: Vec::new(),
        any_of: Vec::new(),
        one_of: Vec::new(),
        not: None,
        extensions: Extensions {
            preserve_unknown_fields: None,
            embedded_resource: false,
            int_or_string: false,
            list_type: None,
            list_map_keys: Vec::new(),
            map_type: None,
            validations: Vec::new(),
            validation_errors: BTreeMap::new(),
            patch_strategy: None,
            patch_merge_key: None,
            unions: Vec::new(),
            other: BTreeMap::new(),
        },
        draft4: None,
        other: BTreeMap::new(),
        strip_zero: false,
        // What no document says.
        takes_anything: false,
        v2: None,
        origin: Origin::default(),
    }
}

impl Reader {
    /// Reads a keyword whose value is no schema, or keeps it.
    pub(super) fn constraint(&mut self, keyword: &str, json: &Json, schema: &mut Schema) {
        match keyword {
            "title" => schema.title = self.string(json),
            "description" => schema.description = self.string(json),
            "type" => schema.schema_type = self.schema_type(json),
            "format" => schema.format = self.string(json).filter(|format| !format.is_empty()),
            "nullable" => schema.nullable = self.boolean(json).unwrap_or_default(),
            "default" => schema.default = Some(Default { value: json.clone(), implicit: false }),
            "maximum" => schema.maximum = self.number(json),
            "exclusiveMaximum" => schema.exclusive_maximum = self.boolean(json).unwrap_or_default(),
            "minimum" => schema.minimum = self.number(json),
            "exclusiveMinimum" => schema.exclusive_minimum = self.boolean(json).unwrap_or_default(),
            "multipleOf" => schema.multiple_of = self.number(json),
            "maxLength" => schema.max_length = self.count(json),
            "minLength" => schema.min_length = self.count(json),
            "pattern" => schema.pattern = self.string(json).filter(|pattern| !pattern.is_empty()),
            "maxItems" => schema.max_items = self.count(json),
            "minItems" => schema.min_items = self.count(json),
            "uniqueItems" => schema.unique_items = self.boolean(json).unwrap_or_default(),
            "maxProperties" => schema.max_properties = self.count(json),
            "minProperties" => schema.min_properties = self.count(json),
            "enum" => schema.enumeration = self.array(json).cloned().unwrap_or_default(),
            "required" => schema.required = self.strings(json),
            _ => self.keep(keyword, json, schema),
        }
    }

    /// Keeps a keyword that is not executed.
    fn keep(&mut self, keyword: &str, json: &Json, schema: &mut Schema) {
        if UNSUPPORTED.contains(&keyword) {
            self.report(ProblemKind::Unsupported, format!("`{keyword}` is no keyword of Kubernetes' schemas"));
        } else if !ANNOTATIONS.contains(&keyword) {
            self.report(ProblemKind::UnknownKeyword, format!("unknown keyword `{keyword}`"));
        }
        schema.other.insert(keyword.to_owned(), json.clone());
    }

    fn schema_type(&mut self, json: &Json) -> Option<SchemaType> {
        let name = self.string(json)?;
        let schema_type = SchemaType::from_name(&name);
        if schema_type.is_none() && !name.is_empty() {
            self.report(ProblemKind::WrongType, format!("unknown type `{name}`"));
        }
        schema_type
    }

    fn number(&mut self, json: &Json) -> Option<Number> {
        let number = json.as_number().map(Number::from_json);
        if number.is_none() {
            self.wrong_type("a number", json);
        }
        number
    }

    /// A length or count. Draft 4 lets `2.0` stand for 2.
    fn count(&mut self, json: &Json) -> Option<u64> {
        let count = match json.as_number().map(Number::from_json) {
            Some(Number::Int(count)) => u64::try_from(count).ok(),
            Some(Number::Float(count)) if count.fract() == 0.0 && (0.0..1e18).contains(&count) => Some(count as u64),
            _ => None,
        };
        if count.is_none() {
            self.wrong_type("a whole number from 0 on", json);
        }
        count
    }
}
