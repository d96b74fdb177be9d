//! Defaults: pruned, and valid as values that are created (`ValidateDefaults` of
//! k8s.io/apiextensions-apiserver/pkg/apiserver/schema/defaulting). Not looked at inside `additionalProperties`, where
//! there may be none.

use idlgen_runtime::{
    Context, Mode,
    field::{BadValue, Error, Path},
    value::Value,
};
use serde_json::Value as Json;

use super::{Judge, found::Found, requirements::Requirements};
use crate::{Definitions, Schema, Validator};

/// Judges the defaults of a structural schema.
pub(super) fn validate(
    schema: &Schema,
    requirements: &Requirements,
    judge: &Judge,
    path: &Path<'_>,
    found: &mut Found,
) {
    let mut walk = Walk { requirements, judge, found, budget: judge.validator_options(false).cost_budget };
    walk.schema(schema, true, false, path);
}

/// Whether a default has fields that its schema does not know (`PruneDefaults`).
pub(super) fn has_unknown_fields(schema: &Schema) -> bool {
    let own = schema
        .default
        .as_ref()
        .is_some_and(|default| !unknown_fields(schema, &default.value, schema.extensions.embedded_resource).is_empty());
    own || schema.inside().any(has_unknown_fields)
}

fn unknown_fields(schema: &Schema, value: &Json, is_resource: bool) -> Vec<Json> {
    let Ok(validator) = Validator::new(&Definitions::default(), schema, crate::ValidatorOptions::crd()) else {
        return Vec::new();
    };
    let mut pruned = value.clone();
    validator.prune(&mut pruned, is_resource);
    if pruned == *value { Vec::new() } else { vec![pruned] }
}

struct Walk<'r, 'f> {
    requirements: &'r Requirements,
    judge: &'r Judge,
    found: &'f mut Found,
    /// What rules may still cost.
    budget: u64,
}

impl Walk<'_, '_> {
    /// `is_root`: whether the schema is that of a whole resource. `is_in_metadata`: whether it is inside `metadata`,
    /// `kind` or `apiVersion` of one.
    fn schema(&mut self, schema: &Schema, is_root: bool, is_in_metadata: bool, path: &Path<'_>) {
        let is_resource = is_root || schema.extensions.embedded_resource;
        let is_in_metadata = is_in_metadata && !is_resource;
        if let Some(default) = &schema.default {
            self.value(schema, &default.value, is_resource, is_in_metadata, &path.field("default"));
        }
        if let Some(items) = &schema.items {
            self.schema(items, false, is_in_metadata, &path.field("items"));
        }
        for (name, property) in &schema.properties {
            let is_in_metadata =
                is_in_metadata || (is_resource && matches!(name.as_str(), "metadata" | "apiVersion" | "kind"));
            self.schema(property, false, is_in_metadata, &path.field("properties").key(name));
        }
    }

    fn value(&mut self, schema: &Schema, value: &Json, is_resource: bool, is_in_metadata: bool, path: &Path<'_>) {
        if self.requirements.pruned_defaults
            && !is_in_metadata
            && !unknown_fields(schema, value, is_resource).is_empty()
        {
            self.found.invalid(path, BadValue::Json(value.clone()), "must not have unknown fields");
        }
        let mut options = self.judge.validator_options(is_resource);
        options.cost_budget = self.budget;
        let Ok(validator) = Validator::new(&Definitions::default(), schema, options) else { return };
        let mut cx = Context::new(Mode::AllErrors, self.judge.runtime_options(self.budget));
        validator.check_values(value, None, &Path::root(), &mut cx);
        let errors = cx.finish().1;
        if !errors.is_empty() {
            self.found.errors.extend(errors.iter().cloned().map(|error| of_value(error, path)));
            return;
        }
        // A rule must hold of a default that stays as it is, and of one that is new.
        let mut left = self.budget;
        for old in [Some(value as &dyn Value), None] {
            let mut cx = Context::new(Mode::AllErrors, self.judge.runtime_options(self.budget));
            validator.check_rules(value, old, path, &mut cx);
            left = left.min(cx.remaining_budget());
            let errors = cx.finish().1;
            let is_refused = !errors.is_empty();
            self.found.errors.extend(errors.iter().cloned());
            if is_refused {
                break;
            }
        }
        self.budget = left;
    }
}

/// An error of value validation below a path: what it says of the field is one step of its own.
fn of_value(mut error: Error, path: &Path<'_>) -> Error {
    let mut at = path.to_path_buf();
    let prefix = at.to_string();
    at.elements.append(&mut error.path.elements);
    error.path = at;
    error.field = if error.field == "<nil>" { prefix } else { format!("{prefix}.{}", error.field) };
    error
}
