//! Methods that return the schema of their struct (`OpenAPISchemaType`, `OpenAPISchemaFormat`, `OpenAPIV3OneOfTypes`,
//! `OpenAPIDefinition`, `OpenAPIV3Definition`).

use idlgen_schema::{Schema, schema::SchemaType};
use serde_json::Value as Json;

use super::written_definition;
use crate::{
    diag::Diagnostic,
    lower::problem,
    model::{Method, TypeDefinition},
    tool::Tool,
};

#[derive(Clone, Debug, Default, PartialEq)]
pub(in crate::lower) struct MethodSchema {
    /// The `type`, if there is one.
    pub(in crate::lower) schema_type: Option<SchemaType>,
    /// The types if there are several. openapi-gen publishes them, although OpenAPI 3.0 does not support this.
    pub(in crate::lower) several_types: Vec<SchemaType>,
    /// The `format`, if any.
    pub(in crate::lower) format: Option<String>,
    /// The types of `oneOf` in OpenAPI v3.
    pub(in crate::lower) one_of: Option<Vec<SchemaType>>,
}

/// Returns the results of a type's methods: type and format together, or `None`. As upstream, includes methods with
/// pointer receivers. Excludes methods with another signature.
pub(in crate::lower) fn schema(
    definition: &TypeDefinition,
    tool: &Tool,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<MethodSchema> {
    let of_result = |name, result| find(definition, name).filter(|method| method.result == result);
    let one_of = of_result("OpenAPIV3OneOfTypes", "[]string");
    let (Some(types), Some(format)) =
        (of_result("OpenAPISchemaType", "[]string"), of_result("OpenAPISchemaFormat", "string"))
    else {
        if let Some(method) = one_of {
            diagnostics.push(problem::one_of_without_type(method));
        }
        return None;
    };
    if tool.calls_methods_on_values {
        let called = [Some(types), Some(format), one_of].into_iter().flatten();
        diagnostics.extend(called.filter(|method| method.pointer_receiver).map(problem::pointer_receiver));
    }
    let mut several_types = Vec::new();
    let schema_type = match types_of(types, diagnostics)?.as_slice() {
        [] => None,
        [only] => Some(*only),
        several if tool.several_types => {
            several_types = several.to_vec();
            None
        }
        _ => {
            diagnostics.push(problem::several_types(types));
            return None;
        }
    };
    let Some(Json::String(format)) = &format.returns else {
        diagnostics.push(problem::unknown_result(format));
        return None;
    };
    let format = (!format.is_empty()).then(|| format.clone());
    let one_of = match one_of {
        Some(method) => Some(types_of(method, diagnostics)?),
        None => None,
    };
    Some(MethodSchema { schema_type, several_types, format, one_of })
}

/// Returns the complete definitions that methods return: the one for OpenAPI v3, and the one for OpenAPI v2 if that is
/// different. Type and format from other methods take precedence over the definition for v2
/// (`k8s.io/kube-openapi/pkg/generators`). Comments and tags are ignored.
pub(in crate::lower) fn written(
    definition: &TypeDefinition,
    tool: &Tool,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<(Schema, Option<Schema>)> {
    let method = |name| defining(definition, name);
    let has_type = has_type(definition);
    let v2 = method("OpenAPIDefinition").filter(|_| !has_type);
    let mut written = |method: Option<&Method>| -> Option<Schema> {
        let method = method?;
        if tool.calls_methods_on_values && method.pointer_receiver {
            diagnostics.push(problem::pointer_receiver(method));
        }
        let schema = method.definition.as_ref().and_then(written_definition::schema);
        if schema.is_none() {
            diagnostics.push(problem::opaque_definition(method));
        }
        schema
    };
    match (written(method("OpenAPIV3Definition")), written(v2)) {
        (Some(v3), v2) => Some((v3, v2)),
        (None, Some(v2)) => Some((v2, None)),
        (None, None) => None,
    }
}

/// Returns `true` if openapi-gen calls a method of the type for its complete definition, instead of generating code for
/// it.
pub(in crate::lower) fn is_called(definition: &TypeDefinition) -> bool {
    !has_type(definition)
        && ["OpenAPIDefinition", "OpenAPIV3Definition"].iter().any(|name| defining(definition, name).is_some())
}

fn has_type(definition: &TypeDefinition) -> bool {
    let returns = |name, result| find(definition, name).is_some_and(|method| method.result == result);
    returns("OpenAPISchemaType", "[]string") && returns("OpenAPISchemaFormat", "string")
}

fn defining<'a>(definition: &'a TypeDefinition, name: &str) -> Option<&'a Method> {
    find(definition, name).filter(|method| method.result.ends_with("OpenAPIDefinition"))
}

fn find<'a>(definition: &'a TypeDefinition, name: &str) -> Option<&'a Method> {
    definition.methods.iter().find(|method| method.name == name && method.parameters == 0)
}

fn types_of(method: &Method, diagnostics: &mut Vec<Diagnostic>) -> Option<Vec<SchemaType>> {
    let names = match &method.returns {
        Some(Json::Array(names)) => names.iter().map(Json::as_str).collect::<Option<Vec<_>>>(),
        _ => None,
    };
    let types =
        names.and_then(|names| names.into_iter().map(SchemaType::from_name).collect::<Option<Vec<SchemaType>>>());
    if types.is_none() {
        diagnostics.push(problem::unknown_result(method));
    }
    types
}

#[cfg(test)]
mod tests {
    use crate::lower::testing::lower_go;

    #[test]
    fn methods_take_the_place_of_fields() {
        let lowered = lower_go(
            r#"
// Text is written as text.
// +maxLength=9
type Text struct {
    A int `json:"a"`
}
func (Text) OpenAPISchemaType() []string { return []string{"string"} }
func (Text) OpenAPISchemaFormat() string { return "date" }

type Any struct{}
func (Any) OpenAPISchemaType() []string { return nil }
func (Any) OpenAPISchemaFormat() string { return "" }

type OneOf struct{}
func (OneOf) OpenAPISchemaType() []string { return []string{"string"} }
func (OneOf) OpenAPISchemaFormat() string { return "int-or-string" }
func (OneOf) OpenAPIV3OneOfTypes() []string { return []string{"integer", "string"} }

type Half struct {
    A int `json:"a,omitempty"`
}
func (Half) OpenAPISchemaFormat() string { return "date" }
"#,
        );
        assert_eq!(
            lowered.json("Text"),
            r#"{"description":"Text is written as text.","type":"string","format":"date","maxLength":9}"#
        );
        assert_eq!(lowered.json("Any"), "{}");
        assert_eq!(
            lowered.json("OneOf"),
            r#"{"format":"int-or-string","oneOf":[{"type":"integer"},{"type":"string"}]}"#
        );
        let v2 = lowered.schema("OneOf").v2.as_deref().unwrap();
        assert_eq!(crate::lower::testing::json(v2), r#"{"type":"string","format":"int-or-string"}"#);
        assert_eq!(lowered.json("Half"), r#"{"type":"object","properties":{"a":{"type":"integer","format":"int32"}}}"#);
        assert_eq!(lowered.diagnostics(), Vec::<String>::new());
    }

    #[test]
    fn results_that_are_not_known_are_diagnosed() {
        let lowered = lower_go(
            r#"
type Called struct{}
func (Called) OpenAPISchemaType() []string { return types() }
func (Called) OpenAPISchemaFormat() string { return "" }

type Several struct{}
func (Several) OpenAPISchemaType() []string { return []string{"string", "integer"} }
func (Several) OpenAPISchemaFormat() string { return "" }

type Alone struct {
    A int `json:"a"`
}
func (Alone) OpenAPIV3OneOfTypes() []string { return []string{"string"} }

type Built struct{}
func (Built) OpenAPIDefinition() common.OpenAPIDefinition { return build() }
"#,
        );
        assert_eq!(
            lowered.diagnostics(),
            [
                "method-result: the result of `OpenAPISchemaType` is unknown @ OpenAPISchemaType",
                "method-result: `OpenAPISchemaType` must return at most one type @ OpenAPISchemaType",
                "method-result: `OpenAPIV3OneOfTypes` requires `OpenAPISchemaType` and `OpenAPISchemaFormat` @ \
                 OpenAPIV3OneOfTypes",
                "opaque-definition: the result of `OpenAPIDefinition` is unknown @ OpenAPIDefinition",
            ]
        );
        assert_eq!(lowered.json("Called"), r#"{"type":"object"}"#);
    }
}
