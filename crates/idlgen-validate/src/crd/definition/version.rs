//! Validates an entry of `spec.versions` (`validateCustomResourceDefinitionVersion`).

use idlgen_runtime::{field::Path, go};

use super::{
    CrdValidator, columns, found::Found, internal::Internal, requirements::Requirements, schema, selectable_fields,
    structural, subresources,
};
use crate::crd::document::Version;

/// Returns `true` if the version has a status subresource.
pub(super) fn has_status(version: &Version) -> bool {
    version.subresources.as_ref().is_some_and(|subresources| subresources.status)
}

pub(super) fn validate(
    internal: &Internal<'_>,
    version: &Version,
    requirements: &Requirements,
    judge: &CrdValidator,
    path: &Path<'_>,
    found: &mut Found,
) {
    let warning = version.deprecation_warning.as_deref();
    for detail in deprecation_warning(version.deprecated, warning) {
        found.invalid(&path.field("deprecationWarning"), warning.unwrap_or_default(), detail);
    }
    let schema = internal.schema_of(version);
    if let Some(schema) = schema {
        // If several versions have the same name, the API server uses the first one.
        let named = internal.definition.version(&version.name).unwrap_or(version);
        let requirements = requirements.of_version(&version.name);
        schema::validate(schema, has_status(named), &requirements, judge, &path.field("schema"), found);
    }
    if let Some(own) = internal.subresources_of(version) {
        subresources::validate(own, &path.field("subresources"), found);
    }
    columns::validate(internal.columns_of(version), &path.field("additionalPrinterColumns"), found);
    let fields = internal.selectable_fields_of(version);
    if fields.is_empty() {
        return;
    }
    let fields_path = path.field("selectableFields");
    let Some(schema) = schema else {
        let detail = "may only be set when `version.schema.openAPIV3Schema` is not included";
        found.invalid(&fields_path, "", detail);
        return;
    };
    if let Some(error) = structural::unsupported(schema) {
        found.invalid(&path.field("schema").field("openAPIV3Schema"), "", error);
    }
    let may_be_many = requirements.many_selectable_fields.contains(&Some(version.name.clone()));
    selectable_fields::validate(fields, &schema.parsed(), may_be_many, &fields_path, found);
}

/// Returns the errors of a version's deprecation warning (`validateDeprecationWarning`).
///
/// ```
/// use idlgen_validate::crd::definition::deprecation_warning;
/// assert_eq!(deprecation_warning(true, Some("use v2")), [""; 0]);
/// assert_eq!(deprecation_warning(false, Some("use v2")), ["can only be set for deprecated versions"]);
/// ```
pub fn deprecation_warning(is_deprecated: bool, warning: Option<&str>) -> Vec<String> {
    let Some(warning) = warning else { return Vec::new() };
    if !is_deprecated {
        return vec!["can only be set for deprecated versions".to_owned()];
    }
    let mut messages = Vec::new();
    if warning.len() > 256 {
        messages.push("must be <= 256 characters long".to_owned());
    }
    if warning.is_empty() {
        messages.push("must not be an empty string".to_owned());
    }
    if let Some((index, _)) = warning.char_indices().find(|(_, character)| !go::is_printable(*character)) {
        let message =
            format!("must only contain printable UTF-8 characters; non-printable character found at index {index}");
        messages.push(message);
    }
    messages
}

#[cfg(test)]
mod tests {
    use super::deprecation_warning;

    #[test]
    fn warnings_have_at_most_256_bytes() {
        let messages = |length: usize| deprecation_warning(true, Some(&"a".repeat(length)));
        assert_eq!(messages(256), [""; 0]);
        assert_eq!(messages(257), ["must be <= 256 characters long"]);
    }
}
