//! What the tests of the engine share.

use serde_json::Value as Json;

use super::{Validator, ValidatorOptions};
use crate::{Definitions, Schema};

/// JSON from its text; tests are easier to read so than with nested macros.
pub(super) fn json(text: &str) -> Json {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

/// A schema from its JSON text.
pub(super) fn schema(text: &str) -> Schema {
    let (schema, problems) = Schema::from_json(&json(text));
    assert_eq!(problems, []);
    schema
}

/// A validator for custom resources, whatever their rules.
pub(super) fn crd(text: &str) -> Validator {
    let options = ValidatorOptions::crd().keeping_broken_rules();
    Validator::with_definitions(&Definitions::default(), &schema(text), options).unwrap()
}

/// The texts of all errors, after making sure that the three entry points tell the same story.
pub(super) fn errors_of(validator: &Validator, value: &Json, old: Option<&Json>) -> Vec<String> {
    let old = old.map(|old| old as &dyn idlgen_runtime::value::Value);
    let outcome = validator.validate(value, old);
    assert_eq!(validator.verdict(value, old), outcome.verdict());
    assert_eq!(validator.first_error(value, old).as_ref(), outcome.errors.iter().next());
    outcome.errors.iter().map(ToString::to_string).collect()
}

/// The texts of all errors of a value under a schema for custom resources.
pub(super) fn errors(schema: &str, value: &str) -> Vec<String> {
    errors_of(&crd(schema), &json(value), None)
}
