//! Validates CRDs on creation and update like an API server
//! (k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation and `pkg/registry/customresourcedefinition`).
//!
//! Errors have two paths. [`Error::field`](idlgen_runtime::field::Error::field) is the server's path, which is
//! `spec.validation` and so on for parts that all versions have in common.
//! [`Error::path`](idlgen_runtime::field::Error::path) is the path in the document.

mod approval;
mod certificates;
mod choice;
mod columns;
mod conversion;
mod crd_validator;
mod defaults;
mod expressions;
mod found;
mod go_struct;
mod internal;
mod keywords;
mod lists;
mod metadata;
mod names;
mod place;
mod rejected;
mod relaxed;
mod requirements;
mod root;
mod schema;
mod selectable_fields;
mod sound;
mod source;
mod spec;
mod stored;
mod structural;
mod subresources;
mod version;
mod view;
mod warnings;
mod wording;

use idlgen_runtime::field::{BadValue, Error, ErrorList, Path};
use serde_json::Value as Json;

pub use self::{crd_validator::CrdValidator, requirements::Requirements, version::deprecation_warning};
use self::{found::Found, internal::Internal, sound::Sound, view::View};
use super::CustomResourceDefinition;
use crate::Schema;

/// The result of validating a CRD.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct CrdValidation {
    /// The errors. If there are none, the CRD is accepted.
    pub errors: ErrorList,
    /// The warnings that a server sends with its response.
    pub warnings: Vec<String>,
}

impl CrdValidator {
    /// Validates the creation of a CRD, after applying the server's defaults and removing its status.
    pub fn create(&self, definition: &CustomResourceDefinition) -> CrdValidation {
        let definition = definition.clone().with_defaults().with_status_of(None);
        let warnings = warnings::warnings(&definition, None, self);
        CrdValidation { errors: self.validate(&definition), warnings }
    }

    /// Returns only the errors of [`create`](CrdValidator::create).
    pub fn validate_new(&self, definition: &CustomResourceDefinition) -> ErrorList {
        self.validate(&definition.clone().with_defaults().with_status_of(None))
    }

    /// Returns only the errors of [`create`](CrdValidator::create), for a CRD whose versions have these schemas,
    /// each of which represents its JSON. The versions in `definition` need no schemas.
    pub fn validate_new_built(&self, definition: &CustomResourceDefinition, schemas: &[Schema]) -> ErrorList {
        let definition = definition.clone().with_defaults().with_status_of(None);
        let views = schemas.iter().map(View::of_built).collect::<Option<Vec<View<'_>>>>();
        if let Some(views) = views {
            return self.validate_internal(&Internal::with_schemas(&definition, views.into_iter().map(Some).collect()));
        }
        let jsons: Vec<Json> = schemas.iter().map(|schema| View::Built(schema).json().into_owned()).collect();
        self.validate_internal(&Internal::with_schemas(&definition, jsons.iter().map(View::new).collect()))
    }

    /// Validates an update of `old`. The status of `old` is preserved.
    pub fn update(&self, new: &CustomResourceDefinition, old: &CustomResourceDefinition) -> CrdValidation {
        let old = old.clone().with_defaults();
        let new = new.clone().with_defaults().with_status_of(Some(&old));
        let warnings = warnings::warnings(&new, Some(&old), self);
        CrdValidation { errors: self.validate_change(&new, &old, false), warnings }
    }

    /// Validates a CRD as it is, without defaults (`ValidateCustomResourceDefinition`).
    pub fn validate(&self, definition: &CustomResourceDefinition) -> ErrorList {
        self.validate_internal(&Internal::new(definition))
    }

    fn validate_internal(&self, internal: &Internal<'_>) -> ErrorList {
        let mut found = Found::default();
        let root = Path::root();
        metadata::validate(internal.definition, self.kubernetes_minor, &root.field("metadata"), &mut found);
        self.validate_with(internal, None, &Requirements::of_new(), found)
    }

    /// Validates an update of `old` as it is, without defaults (`ValidateCustomResourceDefinitionUpdate`).
    pub fn validate_update(&self, new: &CustomResourceDefinition, old: &CustomResourceDefinition) -> ErrorList {
        self.validate_change(new, old, true)
    }

    /// Validates an update. If `needs_version`, the new CRD must contain the resource version of the old one.
    fn validate_change(
        &self,
        new: &CustomResourceDefinition,
        old: &CustomResourceDefinition,
        needs_version: bool,
    ) -> ErrorList {
        let mut found = Found::default();
        let path = Path::root();
        metadata::validate_update(new, old, needs_version, self.kubernetes_minor, &path.field("metadata"), &mut found);
        let requirements = relaxed::of_update(new, old, self.kubernetes_minor);
        self.validate_with(&Internal::new(new), Some(old), &requirements, found)
    }

    fn validate_with(
        &self,
        internal: &Internal<'_>,
        old: Option<&CustomResourceDefinition>,
        requirements: &Requirements,
        mut found: Found,
    ) -> ErrorList {
        let new = internal.definition;
        let root = Path::root();
        let (spec, status) = (root.field("spec"), root.field("status"));
        spec::validate(internal, requirements, self, &spec, &mut found);
        if let Some(old) = old {
            immutable(new, old, requirements, &spec, &mut found);
        }
        names::validate(&new.accepted_names, &status.field("acceptedNames"), &mut found);
        stored::validate(new, &status.field("storedVersions"), &mut found);
        approval::validate(new, old, &mut found);
        if new.preserve_unknown_fields && !old.is_some_and(|old| old.preserve_unknown_fields) {
            let detail = "cannot set to true, set x-kubernetes-preserve-unknown-fields to true in \
                          spec.versions[*].schema instead";
            found.invalid(&spec.field("preserveUnknownFields"), BadValue::Json(Json::Bool(true)), detail);
        }
        let mut errors = ErrorList::new();
        for mut error in found.errors {
            wording::as_of(self.kubernetes_minor, &mut error);
            error.path = place::in_document(&error.path, internal);
            errors.push(error);
        }
        errors
    }

    /// Validates a single schema as `spec.validation` (`validateCustomResourceDefinitionValidation`).
    pub fn validate_schema(&self, schema: &Json, has_status: bool, requirements: &Requirements) -> Vec<Error> {
        let mut found = Found::default();
        let root = Path::root();
        let spec = root.field("spec");
        if let Some(view) = View::new(schema) {
            schema::validate(view, has_status, requirements, self, &spec.field("validation"), &mut found);
        }
        found.errors
    }
}

/// Returns the errors that make a schema non-structural, with paths relative to `path`. If the schema cannot be
/// converted to a structural schema (`NewStructural`), the reason is returned as an error; otherwise all errors of
/// `ValidateStructural` are returned. An API server writes them to the condition `NonStructuralSchema`.
///
/// # Errors
/// Returns the reason if the schema cannot be converted to a structural schema.
pub fn structural_errors(schema: &Json, path: &Path<'_>) -> Result<Vec<Error>, String> {
    let Some(view) = View::new(schema) else { return Ok(Vec::new()) };
    if let Some(reason) = structural::unsupported(view) {
        return Err(reason);
    }
    let mut found = Found::default();
    structural::validate_structural(view, &Sound::default(), path, &mut found);
    Ok(found.errors)
}

/// Checks that an update does not change immutable fields.
fn immutable(
    new: &CustomResourceDefinition,
    old: &CustomResourceDefinition,
    requirements: &Requirements,
    path: &Path<'_>,
    found: &mut Found,
) {
    let names = path.field("names");
    for (is_required, new, old, path) in [
        (requirements.immutable_names, &new.scope, &old.scope, path.field("scope")),
        (requirements.immutable_names, &new.names.kind, &old.names.kind, names.field("kind")),
        (true, &new.group, &old.group, path.field("group")),
        (true, &new.names.plural, &old.names.plural, names.field("plural")),
    ] {
        if is_required && new != old {
            found.invalid(&path, new.as_str(), "field is immutable");
        }
    }
}
