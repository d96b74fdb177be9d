//! Definitions that a method returns in Go (`common.OpenAPIDefinition{Schema: spec.Schema{…}}`), converted to schemas.
//!
//! The fields and their names in JSON are those of `Schema`, `SchemaProps` and `SwaggerSchemaProps` in
//! `k8s.io/kube-openapi/pkg/validation/spec`.

use idlgen_schema::{
    Schema,
    schema::{Problem, ProblemKind, json::is_extension},
};
use serde_json::{Map, Value as Json};

use crate::model::Literal;

/// The type of a field in `spec.Schema`.
#[derive(Clone, Copy)]
enum Holds {
    /// A struct whose fields belong to the schema itself, like those of embedded structs.
    Fields,
    /// A string or a boolean, which is absent if zero.
    Scalar,
    /// A pointer to a number, which is absent if nil.
    Number,
    /// `spec.StringOrArray`: a list with one element is written as that element, and an empty list is written.
    Types,
    /// A list of strings, which is absent if empty.
    Texts,
    /// Any value, which is absent if nil.
    Any,
    /// A list of any values, which is absent if empty.
    AnyList,
    /// A schema, which is absent if nil.
    Schema,
    /// A list of schemas, which is absent if empty.
    SchemaList,
    /// Schemas by name, which are absent if there are none.
    SchemaMap,
    /// `*spec.SchemaOrArray`.
    Items,
    /// `*spec.SchemaOrBool`.
    SchemaOrBool,
    /// `spec.Extensions`, of which the names that begin with `x-` or `X-` are published, as they are written.
    Extensions,
}

/// The fields by their Go names, with their names in JSON.
const FIELDS: &[(&str, &str, Holds)] = &[
    ("SchemaProps", "", Holds::Fields),
    ("SwaggerSchemaProps", "", Holds::Fields),
    ("VendorExtensible", "", Holds::Fields),
    ("Extensions", "", Holds::Extensions),
    ("Description", "description", Holds::Scalar),
    ("Type", "type", Holds::Types),
    ("Nullable", "nullable", Holds::Scalar),
    ("Format", "format", Holds::Scalar),
    ("Title", "title", Holds::Scalar),
    ("Default", "default", Holds::Any),
    ("Maximum", "maximum", Holds::Number),
    ("ExclusiveMaximum", "exclusiveMaximum", Holds::Scalar),
    ("Minimum", "minimum", Holds::Number),
    ("ExclusiveMinimum", "exclusiveMinimum", Holds::Scalar),
    ("MaxLength", "maxLength", Holds::Number),
    ("MinLength", "minLength", Holds::Number),
    ("Pattern", "pattern", Holds::Scalar),
    ("MaxItems", "maxItems", Holds::Number),
    ("MinItems", "minItems", Holds::Number),
    ("UniqueItems", "uniqueItems", Holds::Scalar),
    ("MultipleOf", "multipleOf", Holds::Number),
    ("Enum", "enum", Holds::AnyList),
    ("MaxProperties", "maxProperties", Holds::Number),
    ("MinProperties", "minProperties", Holds::Number),
    ("Required", "required", Holds::Texts),
    ("Items", "items", Holds::Items),
    ("AllOf", "allOf", Holds::SchemaList),
    ("OneOf", "oneOf", Holds::SchemaList),
    ("AnyOf", "anyOf", Holds::SchemaList),
    ("Not", "not", Holds::Schema),
    ("Properties", "properties", Holds::SchemaMap),
    ("AdditionalProperties", "additionalProperties", Holds::SchemaOrBool),
    ("Example", "example", Holds::Any),
];

/// Returns the schema in a definition, or `None` if it contains anything that Kubernetes schemas do not support.
pub(in crate::lower) fn schema(definition: &Literal) -> Option<Schema> {
    let mut json = Json::Object(Map::new());
    for (name, value) in fields(definition)? {
        match name.as_str() {
            "Schema" => json = schema_json(value)?,
            // The dependencies are for tools that merge definitions of several packages.
            "Dependencies" => {}
            _ => return None,
        }
    }
    let (schema, problems) = Schema::from_json(&json);
    problems.iter().all(|problem| is_empty_type(problem, &json)).then_some(schema)
}

/// Returns `true` for a list of types without elements, which kube-openapi publishes and which allows all types.
fn is_empty_type(problem: &Problem, json: &Json) -> bool {
    problem.kind == ProblemKind::Draft4
        && problem.pointer.ends_with("/type")
        && json.pointer(&problem.pointer).and_then(Json::as_array).is_some_and(Vec::is_empty)
}

fn schema_json(literal: &Literal) -> Option<Json> {
    let mut json = Map::new();
    add_fields(literal, &mut json)?;
    Some(Json::Object(json))
}

fn add_fields(literal: &Literal, json: &mut Map<String, Json>) -> Option<()> {
    for (name, value) in fields(literal)? {
        let (_, keyword, holds) = FIELDS.iter().find(|(field, ..)| field == name)?;
        match holds {
            Holds::Fields => add_fields(value, json)?,
            Holds::Extensions => {
                for (key, value) in entries(value)? {
                    if is_extension(key) {
                        json.insert(key.clone(), any(value)?);
                    }
                }
            }
            holds if is_absent(*holds, value) => {}
            holds => {
                json.insert((*keyword).to_owned(), keyword_value(*holds, value)?);
            }
        }
    }
    Some(())
}

/// Returns `true` if Go omits the field.
fn is_absent(holds: Holds, literal: &Literal) -> bool {
    match (holds, literal) {
        (_, Literal::Nil) => true,
        (Holds::Scalar, Literal::Constant(value)) => *value == Json::Bool(false) || *value == "",
        (Holds::Texts | Holds::AnyList | Holds::SchemaList | Holds::SchemaMap, value) => is_empty(value),
        _ => false,
    }
}

fn keyword_value(holds: Holds, literal: &Literal) -> Option<Json> {
    match (holds, literal) {
        (Holds::Scalar, Literal::Constant(value)) | (Holds::Number, Literal::Constant(value @ Json::Number(_))) => {
            Some(value.clone())
        }
        (Holds::Any, value) => any(value),
        (Holds::Schema, value) => schema_json(value),
        (Holds::Types, Literal::List(values)) if values.len() == 1 => values.first().and_then(any),
        (Holds::Types | Holds::Texts | Holds::AnyList, value @ Literal::List(_)) => any(value),
        (Holds::SchemaList, Literal::List(schemas)) => {
            schemas.iter().map(schema_json).collect::<Option<_>>().map(Json::Array)
        }
        (Holds::SchemaMap, Literal::Map(schemas)) => {
            let schemas = schemas.iter().map(|(name, schema)| Some((name.clone(), schema_json(schema)?)));
            schemas.collect::<Option<_>>().map(Json::Object)
        }
        (Holds::Items, value) => match fields(value)? {
            [(name, schema)] if name == "Schema" && *schema != Literal::Nil => schema_json(schema),
            _ => None,
        },
        (Holds::SchemaOrBool, value) => schema_or_bool(fields(value)?),
        _ => None,
    }
}

/// Converts the value to a schema, or to a boolean that allows everything or nothing.
fn schema_or_bool(fields: &[(String, Literal)]) -> Option<Json> {
    let mut allows = false;
    let mut schema = None;
    for (name, value) in fields {
        match (name.as_str(), value) {
            ("Allows", Literal::Constant(Json::Bool(value))) => allows = *value,
            ("Schema", Literal::Nil) => {}
            ("Schema", value) => schema = Some(schema_json(value)?),
            _ => return None,
        }
    }
    Some(schema.unwrap_or(Json::Bool(allows)))
}

/// Encodes a value like `encoding/json`. Returns `None` for a struct, because its encoding depends on struct tags,
/// which are unknown.
fn any(literal: &Literal) -> Option<Json> {
    match literal {
        Literal::Nil => Some(Json::Null),
        Literal::Constant(value) => Some(value.clone()),
        Literal::List(values) => values.iter().map(any).collect::<Option<_>>().map(Json::Array),
        Literal::Map(entries) => {
            let entries = entries.iter().map(|(key, value)| Some((key.clone(), any(value)?)));
            entries.collect::<Option<_>>().map(Json::Object)
        }
        Literal::Struct(_) => None,
    }
}

fn fields(literal: &Literal) -> Option<&[(String, Literal)]> {
    match literal {
        Literal::Struct(fields) => Some(fields),
        _ => None,
    }
}

fn entries(literal: &Literal) -> Option<&[(String, Literal)]> {
    match literal {
        Literal::Map(entries) => Some(entries),
        literal => is_empty(literal).then_some(&[]),
    }
}

fn is_empty(literal: &Literal) -> bool {
    match literal {
        Literal::Nil => true,
        Literal::Constant(_) => false,
        Literal::List(values) => values.is_empty(),
        Literal::Map(entries) | Literal::Struct(entries) => entries.is_empty(),
    }
}

#[cfg(test)]
mod tests {
    use crate::lower::testing::{json, lower_compatibly, lower_go};

    fn method(name: &str, definition: &str) -> String {
        format!("func (T) {name}() common.OpenAPIDefinition {{ return common.OpenAPIDefinition{{{definition}}} }}\n")
    }

    fn schema(fields: &str) -> String {
        format!("Schema: spec.Schema{{SchemaProps: spec.SchemaProps{{{fields}}}}}")
    }

    const TYPE: &str = "// T has words.\n// +structType=atomic\ntype T struct {\n\tA int `json:\"a\"`\n}\n";

    #[test]
    fn every_form_is_published() {
        let table = [
            ("", "{}"),
            (
                &schema(r#"Type: []string{"string"}, Format: "", Description: "by " + by"#),
                r#"{"description":"by hand","type":"string"}"#,
            ),
            (
                &schema(r#"Type: spec.StringOrArray{"integer"}, Minimum: ptr.To(-1.5), MaxLength: ptr.To(int64(3))"#),
                r#"{"type":"integer","minimum":-1.5,"maxLength":3}"#,
            ),
            (
                &schema(
                    r#"Properties: map[string]spec.Schema{"a": {SchemaProps: spec.SchemaProps{Default: "", Nullable: true}}}, Required: []string{"a"}"#,
                ),
                r#"{"required":["a"],"properties":{"a":{"nullable":true,"default":""}}}"#,
            ),
            (
                &schema(
                    r#"Items: &spec.SchemaOrArray{Schema: &spec.Schema{}}, AdditionalProperties: &spec.SchemaOrBool{Allows: true}, Enum: []interface{}{"a", 1}, OneOf: []spec.Schema{}, Not: nil"#,
                ),
                r#"{"enum":["a",1],"items":{},"additionalProperties":true}"#,
            ),
            (
                r#"Dependencies: []string{"example.com/other.T"}, Schema: spec.Schema{VendorExtensible: spec.VendorExtensible{Extensions: spec.Extensions{"x-a": map[string]any{"b": []string{"c"}}, "d": 1}}}"#,
                r#"{"x-a":{"b":["c"]}}"#,
            ),
        ];
        for (definition, expected) in table {
            let text = format!(
                "import \"k8s.io/utils/ptr\"\nconst by = \"hand\"\n{TYPE}{}",
                method("OpenAPIDefinition", definition)
            );
            let lowered = lower_go(&text);
            assert_eq!(lowered.json("T"), expected, "{definition}");
            assert_eq!(lowered.diagnostics(), Vec::<String>::new(), "{definition}");
        }
    }

    /// The expected schemas are those that `encoding/json` writes for the same `spec.SchemaProps`.
    #[test]
    fn every_field_is_published() {
        let titled = |title: &str| format!("spec.Schema{{SchemaProps: spec.SchemaProps{{Title: \"{title}\"}}}}");
        let [a, b, c, d] = ["a", "b", "c", "d"].map(titled);
        let table = [
            (
                r#"Title: "t", Pattern: "^a$", Description: "d", Format: "date""#.to_owned(),
                r#"{"description":"d","format":"date","title":"t","pattern":"^a$"}"#,
            ),
            (
                "Maximum: ptr.To(2.5), ExclusiveMaximum: true, Minimum: ptr.To(-1.5), ExclusiveMinimum: true, \
                 MultipleOf: ptr.To(0.5)"
                    .to_owned(),
                r#"{"maximum":2.5,"exclusiveMaximum":true,"minimum":-1.5,"exclusiveMinimum":true,"multipleOf":0.5}"#,
            ),
            (
                "Maximum: ptr.To(0), ExclusiveMaximum: false, ExclusiveMinimum: false, Nullable: false, UniqueItems: \
                 false, Title: \"\", Pattern: \"\", Minimum: nil"
                    .to_owned(),
                r#"{"maximum":0}"#,
            ),
            (
                "MaxLength: ptr.To(int64(3)), MinLength: ptr.To(int64(0)), MaxItems: ptr.To(int64(5)), MinItems: \
                 ptr.To(int64(1)), UniqueItems: true, MaxProperties: ptr.To(int64(7)), MinProperties: \
                 ptr.To(int64(2))"
                    .to_owned(),
                r#"{"maxLength":3,"minLength":0,"maxItems":5,"minItems":1,"uniqueItems":true,"maxProperties":7,"minProperties":2}"#,
            ),
            (
                format!(
                    "AllOf: []spec.Schema{{{a}}}, OneOf: []spec.Schema{{{{}}, {b}}}, AnyOf: []spec.Schema{{{c}}}, \
                     Not: &{d}"
                ),
                r#"{"allOf":[{"title":"a"}],"oneOf":[{},{"title":"b"}],"anyOf":[{"title":"c"}],"not":{"title":"d"}}"#,
            ),
            (
                "Enum: []interface{}{}, Required: []string{}, AllOf: []spec.Schema{}, AnyOf: []spec.Schema{}, \
                 Properties: map[string]spec.Schema{}, Items: nil, AdditionalProperties: nil"
                    .to_owned(),
                "{}",
            ),
            (
                format!("AdditionalProperties: &spec.SchemaOrBool{{Allows: true, Schema: &{a}}}"),
                r#"{"additionalProperties":{"title":"a"}}"#,
            ),
            ("AdditionalProperties: &spec.SchemaOrBool{Allows: false}".to_owned(), r#"{"additionalProperties":false}"#),
            (
                "AdditionalProperties: &spec.SchemaOrBool{Allows: true, Schema: nil}".to_owned(),
                r#"{"additionalProperties":true}"#,
            ),
            ("AdditionalProperties: &spec.SchemaOrBool{}".to_owned(), r#"{"additionalProperties":false}"#),
            (
                r#"Default: map[string]interface{}{"a": []interface{}{1, nil, "x", true}}"#.to_owned(),
                r#"{"default":{"a":[1,null,"x",true]}}"#,
            ),
            ("Default: false".to_owned(), r#"{"default":false}"#),
            ("Type: nil".to_owned(), "{}"),
            (
                "Description: \"any\", Type: []string{}, Title: \"t\", Items: &spec.SchemaOrArray{Schema: \
                 &spec.Schema{SchemaProps: spec.SchemaProps{Type: []string{}}}}"
                    .to_owned(),
                r#"{"description":"any","type":[],"title":"t","items":{"type":[]}}"#,
            ),
        ];
        let lower = |definition: &str| {
            let method = method("OpenAPIDefinition", definition);
            lower_go(&format!("import \"k8s.io/utils/ptr\"\n{TYPE}{method}"))
        };
        for (fields, expected) in table {
            let lowered = lower(&schema(&fields));
            assert_eq!(lowered.json("T"), expected, "{fields}");
            assert_eq!(lowered.diagnostics(), Vec::<String>::new(), "{fields}");
        }
        for (definition, expected) in [
            (
                r#"Schema: spec.Schema{SwaggerSchemaProps: spec.SwaggerSchemaProps{Example: map[string]any{"a": 1}}}"#,
                r#"{"example":{"a":1}}"#,
            ),
            ("Schema: spec.Schema{VendorExtensible: spec.VendorExtensible{Extensions: nil}}", "{}"),
            (
                r#"Schema: spec.Schema{VendorExtensible: spec.VendorExtensible{Extensions: spec.Extensions{"x-b": 1, "x-a": 2, "y": 3}}}"#,
                r#"{"x-a":2,"x-b":1}"#,
            ),
            (
                r#"Schema: spec.Schema{VendorExtensible: spec.VendorExtensible{Extensions: spec.Extensions{"X-B": 1, "x-b": 2, "X-Kubernetes-Int-Or-String": true}}}"#,
                r#"{"X-B":1,"X-Kubernetes-Int-Or-String":true,"x-b":2}"#,
            ),
        ] {
            let lowered = lower(definition);
            assert_eq!(lowered.json("T"), expected, "{definition}");
            assert_eq!(lowered.diagnostics(), Vec::<String>::new(), "{definition}");
        }
    }

    #[test]
    fn long_methods_are_read() {
        let words = "words ".repeat(200);
        let definition = method("OpenAPIDefinition", &schema(&format!("Description: \"{words}\"")));
        let lowered = lower_go(&format!("{TYPE}{definition}"));
        assert_eq!(lowered.json("T"), format!(r#"{{"description":"{words}"}}"#));
    }

    #[test]
    fn what_is_not_constant_is_diagnosed() {
        for definition in [
            "Schema: build()",
            "Other: 1",
            "Schema: spec.Schema{Other: 1}",
            "Schema: []string{\"a\"}",
            &schema("Minimum: ptr.To(\"a\")"),
            &schema("Required: map[string]string{\"a\": \"b\"}"),
            &schema("AllOf: map[string]spec.Schema{\"a\": {}}"),
            &schema("Properties: []spec.Schema{{}}"),
            &schema("Items: &spec.SchemaOrArray{}"),
            &schema("Items: &spec.SchemaOrArray{Schema: nil}"),
            &schema("Items: &spec.SchemaOrArray{Schemas: []spec.Schema{{}}}"),
            &schema("AdditionalProperties: &spec.SchemaOrBool{Other: true}"),
            &schema("AdditionalProperties: &spec.SchemaOrBool{Allows: \"a\"}"),
            &schema("Description: words()"),
            &schema("Ref: spec.MustCreateRef(\"#/definitions/a\")"),
            &schema("Default: Thing{A: 1}"),
            &schema("Type: []string{\"text\"}"),
            &schema("MaxLength: other.To(1)"),
        ] {
            let lowered = lower_go(&format!("{TYPE}{}", method("OpenAPIDefinition", definition)));
            let expected = ["opaque-definition: the result of `OpenAPIDefinition` is unknown @ OpenAPIDefinition"];
            assert_eq!(lowered.diagnostics(), expected, "{definition}");
            assert!(lowered.json("T").contains(r#""properties""#), "{definition}");
        }
    }

    #[test]
    fn the_other_methods_decide_where_it_is_published() {
        let other = "type Z struct {\n\tA int `json:\"a\"`\n}\n";
        let number = &schema("Type: []string{\"number\"}");
        let boolean = &schema("Type: []string{\"boolean\"}");
        let of_type = "func (T) OpenAPISchemaType() []string { return []string{\"string\"} }\n\
            func (T) OpenAPISchemaFormat() string { return \"date\" }\n";
        let (number, boolean) = (method("OpenAPIV3Definition", number), method("OpenAPIDefinition", boolean));
        let typed =
            r#"{"description":"T has words.","type":"string","format":"date","x-kubernetes-map-type":"atomic"}"#;
        let table = [
            (number.clone(), r#"{"type":"number"}"#, None),
            (boolean.clone(), r#"{"type":"boolean"}"#, None),
            (format!("{number}{boolean}"), r#"{"type":"number"}"#, Some(r#"{"type":"boolean"}"#)),
            (format!("{number}{of_type}"), r#"{"type":"number"}"#, Some(typed)),
            (format!("{number}{boolean}{of_type}"), r#"{"type":"number"}"#, Some(typed)),
            (format!("{boolean}{of_type}"), typed, None),
        ];
        for (methods, v3, v2) in table {
            let lowered = lower_compatibly(&format!("// +k8s:openapi-gen=true\n---\n{TYPE}{other}{methods}"));
            assert_eq!(lowered.json("T"), v3, "{methods}");
            assert_eq!(lowered.schema("T").v2.as_deref().map(json).as_deref(), v2, "{methods}");
            assert_eq!(lowered.diagnostics(), Vec::<String>::new(), "{methods}");
        }
    }
}
