//! Helpers for the tests of the engine.

use serde_json::Value as Json;

use super::{Validator, ValidatorOptions};
use crate::{Definitions, Schema};

/// Parses JSON, which is easier to read in tests than nested macros.
pub(super) fn json(text: &str) -> Json {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

/// Parses a schema.
pub(super) fn schema(text: &str) -> Schema {
    let (schema, problems) = Schema::from_json(&json(text));
    assert_eq!(problems, []);
    schema
}

/// Compiles a validator for custom resources. Accepts broken rules.
pub(super) fn crd(text: &str) -> Validator {
    let options = ValidatorOptions::crd().keeping_broken_rules();
    Validator::with_definitions(&Definitions::default(), &schema(text), options).unwrap()
}

/// Returns the messages of all errors. Asserts that the three entry points of the validator agree.
pub(super) fn errors_of(validator: &Validator, value: &Json, old: Option<&Json>) -> Vec<String> {
    let old = old.map(|old| old as &dyn idlgen_runtime::value::Value);
    let outcome = validator.validate(value, old);
    assert_eq!(validator.verdict(value, old), outcome.verdict());
    assert_eq!(validator.first_error(value, old).as_ref(), outcome.errors.iter().next());
    outcome.errors.iter().map(ToString::to_string).collect()
}

/// Returns the messages of all errors in a value, which is validated as a custom resource.
pub(super) fn errors(schema: &str, value: &str) -> Vec<String> {
    errors_of(&crd(schema), &json(value), None)
}
