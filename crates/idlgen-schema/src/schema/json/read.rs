//! Parses JSON to [`Schema`].

mod constraint;
mod definitions;
mod draft4;
mod extension;
mod reader;
mod reference;
mod structure;

use serde_json::Value as Json;

pub(super) use self::reader::Reader;
pub use self::structure::is_extension;
use super::Problem;
use crate::{Definitions, Schema};

/// Maximum nesting depth of schemas.
pub(crate) const MAX_DEPTH: usize = 128;

impl Schema {
    /// Parses an OpenAPI v3.0 schema with the Kubernetes extensions.
    ///
    /// Reads all valid parts. Everything else is returned as a [`Problem`]. As in the API server, a keyword that is
    /// `null` is treated as missing. An `allOf` with a single `$ref` is converted to a
    /// [`reference`](Schema::reference), because this is how OpenAPI v3 adds siblings to a reference. Properties are
    /// sorted by name, because JSON objects are unordered.
    ///
    /// ```
    /// use idlgen_schema::{Schema, keyword::Keyword};
    /// let json = serde_json::json!({"type": "string", "maxLenght": 3});
    /// let (schema, problems) = Schema::from_json(&json);
    /// assert_eq!(schema.keywords.count(Keyword::MaxLength), None);
    /// assert_eq!(problems[0].to_string(), "/maxLenght: unknown keyword `maxLenght`");
    /// ```
    pub fn from_json(json: &Json) -> (Schema, Vec<Problem>) {
        let mut reader = Reader::new();
        let schema = reader.schema(json);
        (schema, reader.finish())
    }
}

impl Definitions {
    /// Parses named schemas: the `components.schemas` of an OpenAPI v3 document, the `definitions` of an OpenAPI v2
    /// document, or an object whose keys are the names.
    pub fn from_json(json: &Json) -> (Definitions, Vec<Problem>) {
        let mut reader = Reader::new();
        let definitions = reader.definitions(json);
        (definitions, reader.finish())
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::{
        Definitions, Schema,
        keyword::{Bound, Keyword},
        schema::{AdditionalProperties, ListType, Number, ProblemKind, Reason, SchemaType},
    };

    fn parse(text: &str) -> serde_json::Value {
        serde_json::from_str(text).unwrap()
    }

    #[test]
    fn reads_every_keyword() {
        let (schema, problems) = Schema::from_json(&parse(
            r##"{
            "title": "T", "description": "D", "type": "object", "format": "f", "nullable": true, "default": {"a": 1},
            "maximum": 3, "exclusiveMaximum": true, "minimum": 1.5, "exclusiveMinimum": true, "multipleOf": 2,
            "maxLength": 4, "minLength": 2.0, "pattern": "^a", "maxItems": 5, "minItems": 0, "uniqueItems": true,
            "maxProperties": 6, "minProperties": 1, "enum": [null, 1], "required": ["b", "a"],
            "items": {"type": "string"}, "properties": {"b": {"type": "number"}, "a": {"type": "boolean"}},
            "additionalProperties": {"type": "integer"}, "allOf": [{}, {"$ref": "#/components/schemas/X"}],
            "anyOf": [{"type": "array"}], "oneOf": [{}], "not": {"enum": [2]}, "example": 1,
            "x-kubernetes-preserve-unknown-fields": true, "x-kubernetes-list-type": "map",
            "x-kubernetes-list-map-keys": ["k"], "x-kubernetes-strip-zero": true, "x-other": [1],
            "x-kubernetes-validations": [{"rule": "true", "message": "m", "reason": "FieldValueForbidden", "optionalOldSelf": true}],
            "x-kubernetes-validation-errors": {"minLength": {"message": "short", "reason": "Invalid"}},
            "x-kubernetes-unions": [{"discriminator": "type", "fields-to-discriminateBy": {"a": "A"}}]
            }"##,
        ));
        assert_eq!(problems, []);
        assert_eq!(schema.schema_type, Some(SchemaType::Object));
        let bound = |limit| Some(Bound { limit, exclusive: true });
        assert_eq!(schema.keywords.bound(Keyword::Maximum), bound(Number::Int(3)));
        assert_eq!(schema.keywords.bound(Keyword::Minimum), bound(Number::Float(1.5)));
        assert_eq!(
            (schema.keywords.count(Keyword::MaxLength), schema.keywords.count(Keyword::MinLength)),
            (Some(4), Some(2))
        );
        assert_eq!(schema.required, ["b", "a"]);
        assert_eq!(schema.properties.keys().collect::<Vec<_>>(), ["a", "b"]);
        assert!(matches!(schema.additional_properties, Some(AdditionalProperties::Schema(_))));
        assert_eq!(schema.all_of[1].reference.as_deref(), Some("X"));
        assert_eq!(schema.extensions.list_type, Some(ListType::Map));
        assert_eq!(schema.extensions.validations[0].reason, Some(Reason::Forbidden));
        assert_eq!(schema.extensions.validation_errors["minLength"].reason, Some(Reason::Invalid));
        assert_eq!(schema.extensions.unions[0].fields["a"], "A");
        assert!(schema.strip_zero);
        assert_eq!(schema.other["example"], json!(1));
        assert_eq!(schema.extensions.other["x-other"], json!([1]));
    }

    #[test]
    fn an_all_of_around_one_reference_is_a_reference() {
        let (schema, _) = Schema::from_json(&json!({"allOf": [{"$ref": "#/definitions/X"}], "default": {}}));
        assert_eq!((schema.reference.as_deref(), schema.all_of.len()), (Some("X"), 0));
        let (schema, _) = Schema::from_json(&json!({"allOf": [{"$ref": "#/definitions/X", "maxLength": 1}]}));
        assert_eq!((schema.reference, schema.all_of.len()), (None, 1));
    }

    #[test]
    fn what_is_wrong_is_a_problem() {
        let (schema, problems) = Schema::from_json(&json!({
            "type": ["string", "null"], "minLength": -1, "maximum": "3", "const": 1, "a/b": 2, "pattern": null,
            "properties": {"p": {"items": [{}], "required": ["a", 1]}},
        }));
        let texts: Vec<String> = problems.iter().map(ToString::to_string).collect();
        assert_eq!(
            texts,
            [
                "/a~1b: unknown keyword `a/b`",
                "/const: `const` is not a keyword of Kubernetes schemas",
                "/maximum: must be a number, is a string",
                "/minLength: must be an integer of at least 0, is a number",
                "/properties/p/items: items must be a schema, not a list of schemas",
                "/properties/p/required/1: must be a string, is a number",
                "/type: Kubernetes schemas do not support a list of types",
            ]
        );
        assert_eq!(schema.properties["p"].required, ["a"]);
        assert_eq!(schema.other["const"], json!(1));
    }

    #[test]
    fn depth_is_bounded() {
        let mut json = json!({"type": "string"});
        for _ in 0..500 {
            json = json!({"items": json});
        }
        let (_, problems) = Schema::from_json(&json);
        assert_eq!(problems.len(), 1);
        assert_eq!(problems[0].kind, ProblemKind::TooDeep);
    }

    #[test]
    fn definitions_of_every_document() {
        let schema = json!({"type": "string"});
        for document in [
            json!({"openapi": "3.0.0", "components": {"schemas": {"A": schema}}}),
            json!({"swagger": "2.0", "definitions": {"A": schema}}),
            json!({"A": schema}),
        ] {
            let (definitions, problems) = Definitions::from_json(&document);
            assert_eq!(problems, []);
            assert_eq!(definitions.get("A").and_then(|schema| schema.schema_type), Some(SchemaType::String));
        }
        let (_, problems) = Definitions::from_json(&json!({"swagger": "2.0", "definitions": {"A": 1}}));
        assert_eq!(problems[0].to_string(), "/definitions/A: must be an object, is a number");
    }
}
