//! Validates an object in the server's order (`customResourceStrategy` and `statusStrategy` of
//! `k8s.io/apiextensions-apiserver/pkg/registry/customresource`).

use idlgen_runtime::{
    Context, Mode,
    field::{BadValue, Element, Error, ErrorList, ErrorType, Path, PathBuf},
    value::Value,
};
use serde_json::Value as Json;

use super::{
    CustomResource,
    scale::{check_scale_spec, check_scale_status},
    strategy::Strategy,
};
use crate::crd::object_meta::{NameRule, ObjectMeta, check_create, check_embedded, check_update};

/// The requested operation.
#[derive(Clone, Copy)]
pub(super) enum Operation<'o> {
    Create,
    /// Replace the stored object.
    Update(&'o Json),
    /// Replace the status of the stored object.
    UpdateStatus(&'o Json),
}

impl<'o> Operation<'o> {
    fn old(self) -> Option<&'o Json> {
        match self {
            Operation::Create => None,
            Operation::Update(old) | Operation::UpdateStatus(old) => Some(old),
        }
    }
}

/// The result of a validation.
#[derive(Default)]
pub(super) struct Validated {
    pub(super) errors: ErrorList,
    /// All errors, including metadata errors that two checks report. `None` if the general metadata checks report none.
    pub(super) causes: Option<ErrorList>,
    /// Ratcheted rule errors.
    pub(super) ratcheted: ErrorList,
}

impl Validated {
    /// Joins the metadata errors of updates of all kinds in Kubernetes 1.`minor` and those of the custom resource.
    pub(super) fn new(mut general: ErrorList, errors: ErrorList, minor: u16) -> Self {
        if general.is_empty() {
            return Validated { errors, ..Validated::default() };
        }
        general.use_messages_of(minor);
        general.extend(errors);
        let errors = without_repeated_metadata(&general);
        Validated { errors, causes: Some(general), ratcheted: ErrorList::new() }
    }
}

impl Strategy<'_> {
    /// Checks the metadata. Returns the errors of updates of all kinds, and those of custom resources.
    pub(super) fn metadata_errors(&self, object: &Json, operation: Operation<'_>) -> (ErrorList, ErrorList) {
        let path = PathBuf { elements: vec![Element::Field("metadata".to_owned())] };
        let metadata = ObjectMeta::of(object);
        let (scope, minor) = (self.scope, self.kubernetes_minor);
        let mut general = ErrorList::new();
        let mut own = ErrorList::new();
        if let Some(old) = operation.old() {
            check_create(metadata, scope, NameRule::PathSegment, minor, &path, &mut general);
            check_update(metadata, ObjectMeta::of(old), self.checks_resource_version, minor, &path, &mut own);
            general.extend(own.iter().cloned());
        } else {
            check_create(metadata, scope, NameRule::DnsSubdomain, minor, &path, &mut own);
        }
        (general, own)
    }
}

impl CustomResource {
    /// Validates a decoded and prepared object.
    pub(super) fn validate(&self, object: &Json, operation: Operation<'_>) -> Validated {
        let minor = self.strategy().kubernetes_minor;
        let (general, own) = self.strategy().metadata_errors(object, operation);

        let mut errors = self.type_meta_errors(object);
        if errors.is_empty() {
            errors = own;
            self.check_values(object, operation, &mut errors);
        }
        if self.has_embedded_resources && !matches!(operation, Operation::UpdateStatus(_)) {
            for path in self.validator.embedded_resources(object) {
                if let Some(resource) = value_at(object, &path) {
                    check_embedded(resource, minor, &path, &mut errors);
                }
            }
        }
        errors.extend(self.errors_of(|cx| {
            let old = operation.old().map(|old| old as &dyn Value);
            self.validator.check_list_types(object, old, &Path::root(), cx);
        }));
        let ratcheted = self.check_rules(object, operation.old(), &mut errors);
        errors.use_messages_of(minor);
        Validated { ratcheted, ..Validated::new(general, errors, minor) }
    }

    /// Checks that `apiVersion` and `kind` are those of the request.
    fn type_meta_errors(&self, object: &Json) -> ErrorList {
        let mut errors = ErrorList::new();
        let resource_type = &self.resource_type;
        for (field, expected) in [("kind", resource_type.kind.clone()), ("apiVersion", resource_type.api_version())] {
            let found = object.get(field).and_then(Json::as_str).unwrap_or_default();
            if found != expected {
                let path = PathBuf { elements: vec![Element::Field(field.to_owned())] };
                let detail = format!("must be {expected}");
                errors.push(Error::new(ErrorType::Invalid, path, BadValue::from(found), detail));
            }
        }
        errors
    }

    /// Validates the schema and the fields of the subresources.
    fn check_values(&self, object: &Json, operation: Operation<'_>, errors: &mut ErrorList) {
        let scale = self.resource_type.scale.as_ref();
        if let Operation::UpdateStatus(old) = operation {
            if let Some(status) = object.get("status") {
                // A status that did not exist before equals one that is null now.
                let old = old.get("status").unwrap_or(&Json::Null);
                let found = self.errors_of(|cx| self.validator.check_values_of("status", status, Some(old), cx));
                errors.extend(found.into_iter().map(below_status));
            }
        } else {
            let old = operation.old().map(|old| old as &dyn Value);
            errors.extend(self.errors_of(|cx| self.validator.check_values(object, old, &Path::root(), cx)));
            if let Some(scale) = scale {
                check_scale_spec(object, scale, errors);
            }
        }
        if let Some(scale) = scale {
            check_scale_status(object, scale, errors);
        }
    }

    /// Evaluates the rules unless errors prevent it because rules could not rely on the types of the object.
    fn check_rules(&self, object: &Json, old: Option<&Json>, errors: &mut ErrorList) -> ErrorList {
        if !self.validator.has_rules() {
            return ErrorList::new();
        }
        if let Some(error) = Context::instead_of_rules(errors) {
            errors.push(error);
            return ErrorList::new();
        }
        let mut cx = self.validator.context(Mode::AllErrors);
        self.validator.check_rules(object, old.map(|old| old as &dyn Value), &Path::root(), &mut cx);
        let (_, found, ratcheted) = cx.finish();
        errors.extend(found);
        ratcheted
    }

    fn errors_of(&self, check: impl FnOnce(&mut Context)) -> ErrorList {
        let mut cx = self.validator.context(Mode::AllErrors);
        check(&mut cx);
        cx.finish().1
    }
}

/// Adjusts an error of the `status` schema: a server validates the status as if it were the entire object, and only the
/// field contains its location.
fn below_status(error: Error) -> Error {
    let status = Element::Field("status".to_owned());
    // Errors of `anyOf`, `allOf`, `oneOf` and `not` refer to the entire object at any location.
    let is_whole = error.path.elements.is_empty() || error.field == Path::root().to_string();
    let field = if is_whole { "status".to_owned() } else { format!("status.{}", error.field) };
    let elements = std::iter::once(status).chain(error.path.elements).collect();
    Error { path: PathBuf { elements }, field, ..error }
}

/// Removes repeated metadata errors, which two parts of the server report.
fn without_repeated_metadata(causes: &ErrorList) -> ErrorList {
    let mut errors = ErrorList::new();
    for error in causes {
        let is_metadata = error.path.elements.first() == Some(&Element::Field("metadata".to_owned()));
        if !is_metadata || !errors.iter().any(|known| known == error) {
            errors.push(error.clone());
        }
    }
    errors
}

fn value_at<'j>(object: &'j Json, path: &PathBuf) -> Option<&'j Json> {
    path.elements.iter().try_fold(object, |value, step| match step {
        Element::Field(name) | Element::Key(name) => value.get(name),
        Element::Index(index) => value.get(index),
    })
}
