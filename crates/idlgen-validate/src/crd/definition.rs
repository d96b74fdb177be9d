//! What an API server says of a custom resource definition that is created or updated
//! (k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation and
//! `pkg/registry/customresourcedefinition`).
//!
//! Errors carry two places: [`Error::field`](idlgen_runtime::field::Error::field) is the server's text, which names
//! what all versions have in common by `spec.validation` and the like, and
//! [`Error::path`](idlgen_runtime::field::Error::path) is the place in the document as it is written.

mod approval;
mod certificates;
mod columns;
mod conversion;
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
mod refused;
mod relaxed;
mod requirements;
mod root;
mod schema;
mod selectable_fields;
mod spec;
mod stored;
mod structural;
mod subresources;
mod version;
mod view;
mod warnings;
mod wording;

use idlgen_cel::{Environment, Version};
use idlgen_runtime::field::{BadValue, Error, ErrorList, Path};
use serde_json::Value as Json;

use self::{defaults::KnownDefaults, found::Found, internal::Internal, view::View};
pub use self::{requirements::Requirements, version::deprecation_warning};
use super::CustomResourceDefinition;
use crate::{ValidatorOptions, cel::KnownRules};

/// What an API server says of a definition.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Judgement {
    /// Why it is refused; nothing if it is not.
    pub errors: ErrorList,
    /// What it is warned of.
    pub warnings: Vec<String>,
}

/// Judges definitions as the API servers of one version of Kubernetes do.
///
/// ```
/// use idlgen_validate::crd::{CustomResourceDefinition, definition::Judge};
/// let (definition, _) = CustomResourceDefinition::from_json(&serde_json::json!({
///     "metadata": {"name": "foos.example.com"},
///     "spec": {
///         "group": "example.com",
///         "names": {"plural": "foos", "kind": "Foo"},
///         "scope": "Namespaced",
///         "versions": [{
///             "name": "v1", "served": true, "storage": true,
///             "schema": {"openAPIV3Schema": {"type": "object", "properties": {"spec": {"type": "array"}}}}
///         }]
///     }
/// }));
/// let judgement = Judge::new(35).create(&definition);
/// assert_eq!(
///     judgement.errors.to_string(),
///     "spec.validation.openAPIV3Schema.properties[spec].items: Required value: must be specified"
/// );
/// let place = judgement.errors.iter().next().map(|error| error.path.to_string());
/// let expected = "spec.versions[0].schema.openAPIV3Schema.properties[spec].items";
/// assert_eq!(place.as_deref(), Some(expected));
/// ```
#[derive(Clone, Debug)]
pub struct Judge {
    kubernetes_minor: u16,
    environment: Environment,
    stored: Environment,
    kep4153_functions: bool,
    known: KnownRules,
    defaults: KnownDefaults,
}

impl Judge {
    /// For API servers of Kubernetes 1.`kubernetes_minor`. New rules may use what the version before knows already.
    pub fn new(kubernetes_minor: u16) -> Self {
        Judge::with_compatibility(kubernetes_minor, kubernetes_minor.saturating_sub(1))
    }

    /// The same with another version for new rules.
    pub fn with_compatibility(kubernetes_minor: u16, compatible_minor: u16) -> Self {
        let environment = |minor: u16| Environment::new(Version::new(u8::try_from(minor).unwrap_or(u8::MAX)));
        Judge {
            kubernetes_minor,
            environment: environment(compatible_minor),
            stored: environment(kubernetes_minor),
            kep4153_functions: false,
            known: KnownRules::default(),
            defaults: KnownDefaults::default(),
        }
    }

    /// With rules that were compiled before; those of the definitions that are judged are added.
    #[must_use]
    pub fn knowing(self, known: &KnownRules) -> Self {
        Judge { known: known.clone(), ..self }
    }

    /// Lets rules use the functions that KEP-4153 proposed
    /// ([`with_proposed_functions`](Environment::with_proposed_functions)), which no API server has.
    #[must_use]
    pub fn with_proposed_functions(self) -> Self {
        Judge {
            environment: self.environment.with_proposed_functions(),
            stored: self.stored.with_proposed_functions(),
            kep4153_functions: true,
            ..self
        }
    }

    /// The minor version of Kubernetes 1.x.
    pub fn kubernetes_minor(&self) -> u16 {
        self.kubernetes_minor
    }

    /// Judges a definition that is to be created: with the server's defaults, and without a status of its own.
    pub fn create(&self, definition: &CustomResourceDefinition) -> Judgement {
        let definition = definition.clone().with_defaults().with_status_of(None);
        let warnings = warnings::warnings(&definition, None, self);
        Judgement { errors: self.validate(&definition), warnings }
    }

    /// Returns the errors of [`create`](Judge::create), without looking for warnings.
    pub fn validate_new(&self, definition: &CustomResourceDefinition) -> ErrorList {
        self.validate(&definition.clone().with_defaults().with_status_of(None))
    }

    /// Judges a definition that is to take the place of `old`, whose status it keeps.
    pub fn update(&self, new: &CustomResourceDefinition, old: &CustomResourceDefinition) -> Judgement {
        let old = old.clone().with_defaults();
        let new = new.clone().with_defaults().with_status_of(Some(&old));
        let warnings = warnings::warnings(&new, Some(&old), self);
        Judgement { errors: self.validate_change(&new, &old, false), warnings }
    }

    /// Validates a definition as it is (`ValidateCustomResourceDefinition`).
    pub fn validate(&self, definition: &CustomResourceDefinition) -> ErrorList {
        let mut found = Found::default();
        let root = Path::root();
        metadata::validate(definition, self.kubernetes_minor, &root.field("metadata"), &mut found);
        self.validate_with(definition, None, &Requirements::of_new(), found)
    }

    /// Validates a definition as it is to take the place of `old` (`ValidateCustomResourceDefinitionUpdate`).
    pub fn validate_update(&self, new: &CustomResourceDefinition, old: &CustomResourceDefinition) -> ErrorList {
        self.validate_change(new, old, true)
    }

    /// `needs_version`: whether the new definition has to say which version of the old it replaces.
    fn validate_change(
        &self,
        new: &CustomResourceDefinition,
        old: &CustomResourceDefinition,
        needs_version: bool,
    ) -> ErrorList {
        let mut found = Found::default();
        let path = Path::root();
        metadata::validate_update(new, old, needs_version, self.kubernetes_minor, &path.field("metadata"), &mut found);
        self.validate_with(new, Some(old), &relaxed::of_update(new, old, self.kubernetes_minor), found)
    }

    fn validate_with(
        &self,
        new: &CustomResourceDefinition,
        old: Option<&CustomResourceDefinition>,
        requirements: &Requirements,
        mut found: Found,
    ) -> ErrorList {
        let internal = Internal::new(new);
        let root = Path::root();
        let (spec, status) = (root.field("spec"), root.field("status"));
        spec::validate(&internal, requirements, self, &spec, &mut found);
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
            error.path = place::in_document(&error.path, &internal);
            errors.push(error);
        }
        errors
    }

    /// Validates a schema by itself, as `spec.validation` (`validateCustomResourceDefinitionValidation`).
    pub fn validate_schema(&self, schema: &Json, has_status: bool, requirements: &Requirements) -> Vec<Error> {
        let mut found = Found::default();
        let root = Path::root();
        let spec = root.field("spec");
        schema::validate(schema, has_status, requirements, self, &spec.field("validation"), &mut found);
        found.errors
    }

    fn environment(&self) -> &Environment {
        &self.environment
    }

    fn stored(&self) -> &Environment {
        &self.stored
    }

    fn defaults(&self) -> &KnownDefaults {
        &self.defaults
    }

    fn known(&self) -> &KnownRules {
        &self.known
    }

    fn validator_options(&self, is_resource: bool) -> ValidatorOptions {
        let mut options = ValidatorOptions::crd().keeping_broken_rules();
        options.kubernetes_minor = self.kubernetes_minor;
        options.is_resource = is_resource;
        options.kep4153_functions = self.kep4153_functions;
        options
    }

    fn runtime_options(&self, cost_budget: u64) -> idlgen_runtime::Options {
        let mut options = idlgen_runtime::Options::default();
        options.kubernetes_minor = self.kubernetes_minor;
        options.cost_budget = cost_budget;
        options
    }
}

/// What keeps a schema from being structural, with paths below `path`: the one reason why no structural schema can be
/// made of it (`NewStructural`), or all that `ValidateStructural` finds. It is what an API server writes into the
/// condition `NonStructuralSchema`.
///
/// # Errors
/// If no structural schema can be made of it.
pub fn structural_errors(schema: &Json, path: &Path<'_>) -> Result<Vec<Error>, String> {
    let Some(view) = View::new(schema) else { return Ok(Vec::new()) };
    if let Some(reason) = structural::unsupported(view) {
        return Err(reason);
    }
    let mut found = Found::default();
    structural::validate_structural(view, path, &mut found);
    Ok(found.errors)
}

/// What an update must not change.
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
