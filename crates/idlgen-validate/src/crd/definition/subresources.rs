//! Validates subresources (`ValidateCustomResourceDefinitionSubresources`).

use idlgen_runtime::field::Path;

use super::found::Found;
use crate::crd::{Scale, document::Subresources};

pub(super) fn validate(subresources: &Subresources, path: &Path<'_>, found: &mut Found) {
    let Subresources { status: _, scale } = subresources;
    let Some(Scale { spec_replicas_path, status_replicas_path, label_selector_path }) = scale else { return };
    let path = path.field("scale");
    let label_selector_path = label_selector_path.as_deref().unwrap_or_default();
    for (name, value, roots, detail) in [
        ("specReplicasPath", spec_replicas_path.as_str(), &[".spec."] as &[&str], "should be a json path under .spec"),
        ("statusReplicasPath", status_replicas_path, &[".status."], "should be a json path under .status"),
        (
            "labelSelectorPath",
            label_selector_path,
            &[".spec.", ".status."],
            "should be a json path under either .spec or .status",
        ),
    ] {
        let path = path.field(name);
        if value.is_empty() {
            if name != "labelSelectorPath" {
                found.required(&path, "");
            }
        } else if is_simple_path(value, &path, found) && !roots.iter().any(|root| value.starts_with(root)) {
            found.invalid(&path, value, detail);
        }
    }
}

/// Returns `true` if a nonempty path is a simple JSON path (`validateSimpleJSONPath`).
pub(super) fn is_simple_path(value: &str, path: &Path<'_>, found: &mut Found) -> bool {
    let is_simple = value.starts_with('.');
    if !is_simple {
        found.invalid(path, value, "must be a simple json path starting with .");
    }
    is_simple
}
