//! A custom resource: a version of a kind, compiled.

use super::Requests;
use crate::{Validator, crd::ResourceType};

/// Validates objects of one version of a kind like an API server. Build it once and share it between threads.
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
    pub(super) resource_type: ResourceType,
    pub(super) requests: Requests,
    pub(super) validator: Validator,
    pub(super) has_embedded_resources: bool,
}
