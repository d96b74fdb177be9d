//! The validator for custom resources of a CRD.

use idlgen_validate::{
    Definitions as Schemas, ValidatorOptions,
    crd::{CustomResource, CustomResourceDefinition},
};
use serde_json::Value as Json;

/// Returns the validator for custom resources of a CRD.
pub(super) fn resource(
    document: &Json,
    version: Option<&str>,
    options: &ValidatorOptions,
) -> Result<CustomResource, String> {
    let (definition, _) = CustomResourceDefinition::from_json(document);
    let name = definition.name();
    let version = match (version, definition.versions.as_slice()) {
        (Some(version), _) => version,
        (None, [only]) => only.name.as_str(),
        (None, []) => return Err(format!("the CRD {name} has no versions")),
        (None, _) => {
            return Err(format!("the CRD {name} has several versions; set `version` in the suite"));
        }
    };
    let (resource_type, _) =
        definition.resource_type(version).ok_or_else(|| format!("the CRD {name} has no version {version}"))?;
    CustomResource::new(&Schemas::default(), resource_type, *options).map_err(|errors| {
        let first = errors.first().map(ToString::to_string).unwrap_or_default();
        format!("the schema of the CRD {name} cannot be executed: {first}")
    })
}
