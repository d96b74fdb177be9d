//! Values that must be one of a few.

use idlgen_runtime::field::Path;

use super::found::Found;

/// Checks that a required value is one of the accepted ones (`validateEnumStrings`).
pub(super) fn one_of(value: &str, accepted: &[&str], path: &Path<'_>, found: &mut Found) {
    if value.is_empty() {
        found.required(path, "");
    } else if !accepted.contains(&value) {
        found.not_supported(path, value, accepted);
    }
}
