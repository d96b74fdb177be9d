//! Compiles single rules.

use std::sync::Arc;

use idlgen_cel::{DeclType, Environment, Version};
use idlgen_validate::{
    Definitions, Schema,
    cel::{CompiledRule, RuleCompiler, RuleError, decl_type, resource_decl_type},
    schema::ValidationRule,
};
use serde_json::Value as Json;

pub(super) fn declared(schema: &Schema, is_resource: bool, version: Version) -> Option<Arc<DeclType>> {
    let convert = if is_resource { resource_decl_type } else { decl_type };
    convert(schema, &Definitions::default(), version).map(Arc::new)
}

/// Compiles a rule against a schema.
pub(super) fn compile(
    environment: &Environment,
    schema: &Json,
    is_resource: bool,
    rule: &ValidationRule,
) -> Option<Result<CompiledRule, RuleError>> {
    let (schema, _) = Schema::from_json(schema);
    let declared = declared(&schema, is_resource, environment.version())?;
    RuleCompiler::new(environment, &declared).compile(rule)
}

pub(super) fn rule(text: &str) -> ValidationRule {
    ValidationRule { rule: text.to_owned(), ..ValidationRule::default() }
}

/// Returns the maximum cost of a rule, or the reason why it has none.
pub(in crate::conformance) fn max_cost(
    environment: &Environment,
    schema: &Json,
    is_resource: bool,
    text: &str,
) -> Result<u64, String> {
    match compile(environment, schema, is_resource, &rule(text)) {
        Some(Ok(compiled)) => Ok(compiled.max_cost),
        Some(Err(error)) => Err(error.to_string()),
        None => Err("not compiled".to_owned()),
    }
}
