//! Validates the root of a schema if the status is a subresource. Only certain keywords are allowed there, so that the
//! status can be validated on its own (`allowedAtRootSchema`).

use idlgen_runtime::field::{BadValue, Path};

use super::{found::Found, go_struct, view::View};

/// The allowed keywords, in the order of the API server's message.
const ALLOWED: &str = "Description Type Format Title Maximum ExclusiveMaximum Minimum ExclusiveMinimum MaxLength \
    MinLength Pattern MaxItems MinItems UniqueItems MultipleOf Required Items Properties ExternalDocs Example \
    XPreserveUnknownFields XValidations";

/// Reports the first error. `path` is the path of the schema.
pub(super) fn validate(schema: View<'_>, path: &Path<'_>, found: &mut Found) {
    for name in go_struct::names_of_set_fields(schema) {
        if name == "Type" && schema.type_name() != "object" {
            let detail =
                "only \"object\" is allowed as the type at the root of the schema if the status subresource is enabled";
            found.invalid(&path.field("type"), schema.type_name(), detail);
            return;
        }
        if !ALLOWED.split(' ').any(|allowed| allowed == name) {
            let detail = format!(
                "only [{ALLOWED}] fields are allowed at the root of the schema if the status subresource is enabled"
            );
            found.invalid(path, BadValue::Verbatim(go_struct::schema(schema)), detail);
            return;
        }
    }
}
