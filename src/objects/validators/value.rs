//! Validates values of a type only by its schema.

use std::{borrow::Cow, fmt};

use idlgen_runtime::{
    field::{Element, Error, PathBuf},
    value::Value,
};
use idlgen_validate::{Definitions, Schema, Validator, ValidatorOptions, ZeroMode, engine::SchemaError};
use serde_json::Value as Json;

use super::known_fields;
use crate::objects::{
    schema_path,
    validator::{KindValidator, Request, ValidationResult, Warning},
};

/// The validator for values of a type.
pub(in crate::objects) struct Values<'a> {
    validator: Validator,
    definitions: Cow<'a, Definitions>,
    schema: Schema,
    options: ValidatorOptions,
    unknown_fields: UnknownFields,
}

/// The treatment of fields that a schema does not declare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::objects) enum UnknownFields {
    /// Unknown fields are reported and dropped, because they are not part of the type.
    Dropped,
    /// Unknown fields are allowed unless the schema forbids them.
    Allowed,
}

impl fmt::Debug for Values<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Values").field(&self.schema.reference).finish_non_exhaustive()
    }
}

impl<'a> Values<'a> {
    /// Compiles a schema.
    ///
    /// # Errors
    /// Returns the reason why the schema cannot be executed.
    pub(in crate::objects) fn new(
        definitions: Cow<'a, Definitions>,
        schema: Schema,
        options: ValidatorOptions,
        unknown_fields: UnknownFields,
    ) -> Result<Self, Vec<SchemaError>> {
        let validator = Validator::with_definitions(&definitions, &schema, options)?;
        Ok(Values { validator, definitions, schema, options, unknown_fields })
    }

    /// Returns the value prepared for validation.
    fn prepared<'v>(&self, value: &'v Json) -> Cow<'v, Json> {
        match self.unknown_fields {
            UnknownFields::Dropped if self.options.zero_mode == ZeroMode::Crd => {
                Cow::Owned(self.validator.as_decoded(value))
            }
            _ => Cow::Borrowed(value),
        }
    }
}

impl KindValidator for Values<'_> {
    fn validate(&self, object: &Json, old: Option<&Json>, request: Request) -> ValidationResult {
        let old = old.map(|old| self.prepared(old));
        let outcome = self.validator.validate(&*self.prepared(object), old.as_deref().map(|old| old as &dyn Value));
        let is_asked_for = |path: &PathBuf| match (request, path.elements.first()) {
            (Request::Object, _) => true,
            (Request::Status, first) => first == Some(&Element::Field("status".to_owned())),
        };
        let unknown = match self.unknown_fields {
            UnknownFields::Dropped => self.validator.unknown_fields(object),
            UnknownFields::Allowed => Vec::new(),
        };
        ValidationResult {
            unreadable: Vec::new(),
            heading: None,
            errors: outcome.errors.into_iter().filter(|error| is_asked_for(&error.path)).collect(),
            causes: Vec::new(),
            warnings: outcome.warnings.into_iter().map(Warning::Ratcheted).collect(),
            unknown: unknown.into_iter().filter(is_asked_for).collect(),
        }
    }

    fn stored(&self, object: &Json) -> Result<Json, String> {
        let mut object = self.pruned(object)?;
        if self.options.zero_mode == ZeroMode::Crd {
            self.validator.drop_nulls(&mut object);
        }
        self.validator.fill_in_defaults(&mut object);
        Ok(object)
    }

    fn pruned(&self, object: &Json) -> Result<Json, String> {
        let mut object = object.clone();
        if self.unknown_fields == UnknownFields::Dropped {
            self.validator.prune(&mut object, self.options.is_resource);
        }
        Ok(object)
    }

    fn schema_path(&self, error: &Error) -> Option<String> {
        schema_path::of_error(&self.definitions, &self.schema, error)
    }

    fn nearest_field(&self, path: &PathBuf) -> Option<String> {
        known_fields::nearest(&self.definitions, &self.schema, path)
    }
}
