//! Objects of custom resources: from what a client sends to what is stored.

mod admission;
mod requests;

use serde_json::Value as Json;

pub use self::{
    admission::{Admission, DecodeError, Warning},
    requests::{FieldValidation, Requests},
};
use super::ResourceType;
use crate::{Definitions, Validator, ValidatorOptions, compiled::SchemaError};

/// Judges objects of one version of a kind as an API server does. It is made once and used from any number of threads.
///
/// ```
/// use idlgen_validate::{Definitions, Schema, ValidatorOptions, crd::{CustomResource, ResourceType}};
/// use serde_json::json;
///
/// let (schema, _) = Schema::from_json(&json!({"type": "object", "properties": {
///     "spec": {"type": "object", "required": ["size"], "properties": {
///         "size": {"type": "integer", "maximum": 9},
///         "color": {"type": "string", "default": "red"}
///     }}
/// }}));
/// let widgets = ResourceType {
///     group: "example.com".to_owned(),
///     version: "v1".to_owned(),
///     kind: "Widget".to_owned(),
///     schema,
///     ..ResourceType::default()
/// };
/// let widgets = CustomResource::new(&Definitions::default(), widgets, ValidatorOptions::crd())?;
///
/// let widget = |size| json!({
///     "apiVersion": "example.com/v1", "kind": "Widget", "metadata": {"name": "w", "namespace": "default"},
///     "spec": {"size": size, "sise": 1}
/// });
/// let admission = widgets.create(&widget(3));
/// assert!(admission.is_allowed());
/// assert_eq!(admission.object["spec"], json!({"size": 3, "color": "red"}));
/// assert_eq!(admission.warnings[0].to_string(), r#"unknown field "spec.sise""#);
///
/// let admission = widgets.create(&widget(10));
/// assert_eq!(
///     admission.message().unwrap(),
///     "Widget.example.com \"w\" is invalid: \
///      spec.size: Invalid value: 10: spec.size in body should be less than or equal to 9"
/// );
/// # Ok::<(), Vec<idlgen_validate::engine::SchemaError>>(())
/// ```
#[derive(Clone, Debug)]
pub struct CustomResource {
    resource_type: ResourceType,
    requests: Requests,
    validator: Validator,
}

impl CustomResource {
    /// Compiles the schema of a resource type, which may refer to `definitions`. Objects are judged with the settings
    /// of custom resources, whatever `options` say of zero values and resources.
    ///
    /// # Errors
    /// As [`Validator::new`].
    pub fn new(
        definitions: &Definitions,
        resource_type: ResourceType,
        options: ValidatorOptions,
    ) -> Result<Self, Vec<SchemaError>> {
        let options = ValidatorOptions { zero_mode: crate::ZeroMode::Crd, is_resource: true, ..options };
        let validator = Validator::new(definitions, &resource_type.schema, options)?;
        Ok(CustomResource { resource_type, requests: Requests::default(), validator })
    }

    /// The same with other settings of requests.
    pub fn with_requests(self, requests: Requests) -> Self {
        CustomResource { requests, ..self }
    }

    /// The type of its objects.
    pub fn resource_type(&self) -> &ResourceType {
        &self.resource_type
    }

    /// A request to create an object.
    pub fn create(&self, object: &Json) -> Admission {
        self.judge(object, None)
    }

    /// A request to replace the stored object `old`.
    pub fn update(&self, object: &Json, old: &Json) -> Admission {
        self.judge(object, Some(old))
    }

    /// A request to replace the `status` of the stored object `old`.
    pub fn update_status(&self, object: &Json, old: &Json) -> Admission {
        self.judge(object, Some(old))
    }

    /// An object as a server has it when it is stored or read: pruned, without nulls that must not be, with defaults.
    ///
    /// # Errors
    /// What cannot be read as an object of Kubernetes.
    pub fn decode(&self, object: &Json) -> Result<Json, DecodeError> {
        Ok(self.validator.as_decoded(object))
    }

    fn judge(&self, object: &Json, old: Option<&Json>) -> Admission {
        let mut decoded = object.clone();
        let unknown = self.validator.prune(&mut decoded, true);
        self.validator.drop_nulls(&mut decoded);
        self.validator.fill_in_defaults(&mut decoded);
        let outcome = self.validator.validate(&decoded, old.map(|old| old as _));
        let name = decoded.pointer("/metadata/name").and_then(Json::as_str).unwrap_or_default().to_owned();
        let is_told = self.requests.field_validation == FieldValidation::Warn;
        let warnings = unknown.iter().filter(|_| is_told).cloned().map(Warning::UnknownField);
        Admission {
            group: self.resource_type.group.clone(),
            kind: self.resource_type.kind.clone(),
            name,
            decode_error: None,
            errors: outcome.errors,
            warnings: warnings.chain(outcome.warnings.into_iter().map(Warning::Ratcheted)).collect(),
            object: decoded,
            unknown,
        }
    }
}
