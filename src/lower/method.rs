//! Methods by which a struct says its own schema (`OpenAPISchemaType`, `OpenAPISchemaFormat`, `OpenAPIV3OneOfTypes`).

use idlgen_validate::schema::SchemaType;
use serde_json::Value as Json;

use super::problem;
use crate::{
    diag::Diagnostic,
    model::{Method, TypeDefinition},
};

/// What the methods say.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct MethodSchema {
    /// `type`, if they name one.
    pub(super) schema_type: Option<SchemaType>,
    /// `format`, if they name one.
    pub(super) format: Option<String>,
    /// The types of `oneOf` in OpenAPI v3.
    pub(super) one_of: Option<Vec<SchemaType>>,
}

/// What the methods of a type say: type and format together, or nothing. Pointer receivers count, as upstream.
pub(super) fn schema(definition: &TypeDefinition, diagnostics: &mut Vec<Diagnostic>) -> Option<MethodSchema> {
    if let Some(method) = find(definition, "OpenAPIDefinition").or_else(|| find(definition, "OpenAPIV3Definition")) {
        diagnostics.push(problem::opaque_definition(method));
    }
    let one_of = find(definition, "OpenAPIV3OneOfTypes");
    let (Some(types), Some(format)) = (find(definition, "OpenAPISchemaType"), find(definition, "OpenAPISchemaFormat"))
    else {
        if let Some(method) = one_of {
            diagnostics.push(problem::one_of_without_type(method));
        }
        return None;
    };
    let schema_type = match types_of(types, diagnostics)?.as_slice() {
        [] => None,
        [only] => Some(*only),
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
    Some(MethodSchema { schema_type, format, one_of })
}

fn find<'a>(definition: &'a TypeDefinition, name: &str) -> Option<&'a Method> {
    definition.methods.iter().find(|method| method.name == name && method.parameters == 0)
}

/// The schema types that a method returns.
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
