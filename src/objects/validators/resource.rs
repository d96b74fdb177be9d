//! Validates custom resources like a server handles a request.

use std::{borrow::Cow, fmt};

use idlgen_runtime::field::{Error, PathBuf};
use idlgen_validate::{
    Definitions, Validator, ValidatorOptions,
    crd::{self, CustomResource, FieldValidation, Requests, ResourceType, Scope},
    engine::SchemaError,
};
use serde_json::{Map, Value as Json, json};

use super::known_fields;
use crate::{
    builtin::unknown,
    objects::{
        schema_path,
        validator::{KindValidator, Request, Unreadable, ValidationResult, Warning},
    },
};

/// The namespace of objects that do not specify one, as in `kubectl`.
const DEFAULT_NAMESPACE: &str = "default";

/// The validator for one version of a custom resource kind.
pub(in crate::objects) struct Resource<'a> {
    judge: CustomResource,
    definitions: Cow<'a, Definitions>,
    options: ValidatorOptions,
}

impl fmt::Debug for Resource<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Resource").field(&self.judge.resource_type().kind).finish_non_exhaustive()
    }
}

impl<'a> Resource<'a> {
    /// Compiles the schema of a resource type.
    ///
    /// # Errors
    /// Returns the reason why the schema cannot be executed.
    pub(in crate::objects) fn new(
        definitions: Cow<'a, Definitions>,
        resource_type: ResourceType,
        options: ValidatorOptions,
    ) -> Result<Self, Vec<SchemaError>> {
        let mut requests = Requests::default();
        // Unknown fields are reported separately.
        requests.field_validation = FieldValidation::Ignore;
        let judge = CustomResource::new(&definitions, resource_type, options)?.with_requests(requests);
        Ok(Resource { judge, definitions, options })
    }

    /// Returns the object as it is sent in a request: with a namespace, if it needs one.
    fn requested(&self, object: &Json) -> Json {
        let mut object = object.clone();
        if self.judge.resource_type().scope == Scope::Namespaced
            && let Some(metadata) = object.get_mut("metadata").and_then(Json::as_object_mut)
            && metadata.get("namespace").is_none_or(|namespace| namespace.is_null() || namespace == "")
        {
            metadata.insert("namespace".to_owned(), DEFAULT_NAMESPACE.into());
        }
        object
    }
}

impl KindValidator for Resource<'_> {
    fn validate(&self, object: &Json, old: Option<&Json>, request: Request) -> ValidationResult {
        let object = self.requested(object);
        let old = old.map(|old| self.requested(old));
        let admission = match (request, old) {
            (Request::Object, None) => self.judge.create(&object),
            (Request::Object, Some(old)) => self.judge.update(&object, &old),
            (Request::Status, Some(old)) => self.judge.update_status(&object, &old),
            (Request::Status, None) => self.judge.update_status(&object, &without_status(&object)),
        };
        let warning = |warning| match warning {
            crd::Warning::Ratcheted(error) => Some(Warning::Ratcheted(error)),
            // Unknown fields are reported separately.
            crd::Warning::UnknownField(_) => None,
            crd::Warning::Deprecated(text) => Some(Warning::deprecated(text)),
            other => Some(Warning::Other(PathBuf::default(), other.to_string())),
        };
        let unreadable = admission.decode_error.as_ref();
        let unreadable = unreadable.map(|error| Unreadable::new(error.path.clone(), error.message.clone()));
        let position = |cause: &Error| admission.errors.iter().position(|error| error == cause);
        let causes = admission.causes().iter().filter_map(position).collect();
        ValidationResult {
            causes,
            unreadable: unreadable.into_iter().collect(),
            heading: None,
            errors: admission.errors.into_iter().collect(),
            warnings: admission.warnings.into_iter().filter_map(warning).collect(),
            unknown: admission.unknown,
        }
    }

    fn stored(&self, object: &Json) -> Result<Json, String> {
        self.judge.stored(object).map_err(|error| error.to_string())
    }

    fn pruned(&self, object: &Json) -> Result<Json, String> {
        let resource_type = self.judge.resource_type();
        if resource_type.preserves_unknown_fields {
            return Ok(object.clone());
        }
        let validator = Validator::with_definitions(&self.definitions, &resource_type.schema, self.options)
            .map_err(|errors| errors.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))?;
        // Metadata is not pruned, but decoded: its unknown fields are lost then.
        let lost = self.judge.create(object).unknown;
        let mut object = object.clone();
        validator.prune(&mut object, true);
        unknown::remove(&mut object, &lost);
        Ok(object)
    }

    fn schema_path(&self, error: &Error) -> Option<String> {
        schema_path::of_error(&self.definitions, &self.judge.resource_type().schema, error)
    }

    fn nearest_field(&self, path: &PathBuf) -> Option<String> {
        known_fields::nearest(&self.definitions, &self.judge.resource_type().schema, path)
    }
}

/// Returns the object without its status.
fn without_status(object: &Json) -> Json {
    let members: Map<String, Json> = object
        .as_object()
        .into_iter()
        .flatten()
        .filter(|(name, _)| *name != "status")
        .map(|(name, value)| (name.clone(), value.clone()))
        .collect();
    json!(members)
}
