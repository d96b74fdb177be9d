//! Processes the requests of cases: a version of a CRD, or a built-in kind.

use idlgen_validate::{
    ValidatorOptions,
    crd::{Admission, CustomResource, DecodeError, Scope, Warning},
};
use serde_json::Value as Json;

use super::{definition::Definition, resource::resource};
use crate::builtin::{self, BuiltinKind, ValidationResult};

/// The validator for the objects of a suite.
pub(super) enum Subject {
    Custom(Box<CustomResource>),
    BuiltIn(Box<BuiltinKind>),
}

impl Subject {
    /// Returns the validator for a version of a CRD, or for a built-in kind.
    pub(super) fn new(
        definition: &Definition,
        version: Option<&str>,
        options: &ValidatorOptions,
    ) -> Result<Self, String> {
        match &definition.built_in {
            Some(name) => {
                let found = builtin::kind(&name.api_version, &name.kind, options.kubernetes_minor);
                found.map(|kind| Subject::BuiltIn(Box::new(kind))).map_err(|none| none.to_string())
            }
            None => resource(&definition.document, version, options).map(|found| Subject::Custom(Box::new(found))),
        }
    }

    /// Processes the creation of an object.
    pub(super) fn create(&self, object: &Json) -> Admission {
        match self {
            Subject::Custom(resource) => resource.create(object),
            Subject::BuiltIn(kind) => admission(kind, object, kind.validate(object, None)),
        }
    }

    /// Processes the update of a stored object.
    pub(super) fn update(&self, object: &Json, old: &Json) -> Admission {
        match self {
            Subject::Custom(resource) => resource.update(object, old),
            Subject::BuiltIn(kind) => {
                let mut admission = admission(kind, object, kind.validate(object, Some(old)));
                if let (true, Some(entries)) = (kind.row.has_status, admission.object.as_object_mut()) {
                    entries.remove("status");
                    entries.extend(old.get("status").map(|status| ("status".to_owned(), status.clone())));
                }
                admission
            }
        }
    }

    /// Processes the update of the status. Built-in kinds have no checks for it.
    pub(super) fn update_status(&self, object: &Json, old: &Json) -> Admission {
        match self {
            Subject::Custom(resource) => resource.update_status(object, old),
            Subject::BuiltIn(_) => self.update(object, old),
        }
    }

    pub(super) fn is_namespaced(&self) -> bool {
        match self {
            Subject::Custom(resource) => resource.resource_type().scope == Scope::Namespaced,
            Subject::BuiltIn(kind) => kind.row.is_namespaced,
        }
    }

    /// Returns `true` if requests write the status separately.
    pub(super) fn has_status(&self) -> bool {
        match self {
            Subject::Custom(resource) => resource.resource_type().has_status,
            Subject::BuiltIn(_) => false,
        }
    }

    pub(super) fn api_version(&self) -> String {
        match self {
            Subject::Custom(resource) => resource.resource_type().api_version(),
            Subject::BuiltIn(kind) => kind.row.api_version.clone(),
        }
    }

    pub(super) fn group(&self) -> &str {
        match self {
            Subject::Custom(resource) => &resource.resource_type().group,
            Subject::BuiltIn(kind) => kind.row.api_version.split_once('/').map_or("", |(group, _)| group),
        }
    }

    pub(super) fn version(&self) -> &str {
        match self {
            Subject::Custom(resource) => &resource.resource_type().version,
            Subject::BuiltIn(kind) => kind.row.api_version.rsplit('/').next().unwrap_or_default(),
        }
    }

    pub(super) fn kind(&self) -> &str {
        match self {
            Subject::Custom(resource) => &resource.resource_type().kind,
            Subject::BuiltIn(kind) => &kind.row.kind,
        }
    }
}

/// Returns the response of a server to an object of a built-in kind.
fn admission(kind: &BuiltinKind, object: &Json, result: ValidationResult) -> Admission {
    let (group, version) = kind.row.api_version.split_once('/').unwrap_or(("", &kind.row.api_version));
    let mut admission = Admission::new([group, version, &kind.row.kind], object.clone());
    let first = result.first();
    let is_decoded = first.is_none();
    admission.decode_error = first.map(|first| DecodeError { path: first.path.clone(), message: first.text.clone() });
    // A server does not validate what it cannot decode.
    if is_decoded {
        admission.errors.extend(result.errors);
    }
    admission.warnings.extend(result.warnings.into_iter().map(Warning::Ratcheted));
    admission.unknown = result.unknown;
    if admission.is_allowed() {
        admission.object = kind.stored(object);
    }
    admission
}
