//! `ownerReferences`.

use idlgen_runtime::{
    field::{BadValue, Error, ErrorList, ErrorType, PathBuf},
    go,
};
use serde_json::Value as Json;

use super::place::child;

/// `ValidateOwnerReferences` of `k8s.io/apimachinery/pkg/api/validation`.
pub(super) fn check_owner_references(references: &[Json], path: &PathBuf, errors: &mut ErrorList) {
    let mut first_controller: Option<String> = None;
    for reference in references {
        check_owner_reference(reference, path, errors);
        if reference.get("controller") != Some(&Json::Bool(true)) {
            continue;
        }
        let controller = format!("{}/{}", text(reference, "kind"), text(reference, "name"));
        let Some(first) = &first_controller else {
            first_controller = Some(controller);
            continue;
        };
        let detail = format!(
            "Only one reference can have Controller set to true. Found \"true\" in references for {first} and \
             {controller}"
        );
        let shown: Vec<String> = references.iter().map(as_go_writes).collect();
        let shown = BadValue::Verbatim(format!("[{}]", shown.join(",")));
        errors.push(Error::new(ErrorType::Invalid, path.clone(), shown, detail));
    }
}

fn check_owner_reference(reference: &Json, path: &PathBuf, errors: &mut ErrorList) {
    let mut require = |field: &str, is_right: bool, detail: &str| {
        if !is_right {
            let value = BadValue::from(text(reference, field));
            errors.push(Error::new(ErrorType::Invalid, child(path, field), value, detail));
        }
    };
    let (group, version) = group_version(text(reference, "apiVersion")).unwrap_or_default();
    require("apiVersion", !version.is_empty(), "version must not be empty");
    for field in ["kind", "name", "uid"] {
        require(field, !text(reference, field).is_empty(), "must not be empty");
    }
    if (group, version, text(reference, "kind")) == ("", "v1", "Event") {
        let shown = BadValue::Verbatim(as_go_writes(reference));
        let detail = "/v1, Kind=Event is disallowed from being an owner";
        errors.push(Error::new(ErrorType::Invalid, path.clone(), shown, detail));
    }
}

/// Group and version of an `apiVersion` (`k8s.io/apimachinery/pkg/runtime/schema.ParseGroupVersion`).
///
/// # Errors
/// If it has more than one slash.
pub(in crate::crd) fn group_version(api_version: &str) -> Result<(&str, &str), String> {
    if api_version.is_empty() || api_version == "/" {
        return Ok(("", ""));
    }
    match api_version.split_once('/') {
        None => Ok(("", api_version)),
        Some((_, rest)) if rest.contains('/') => Err(format!("unexpected GroupVersion string: {api_version}")),
        Some((group, version)) => Ok((group, version)),
    }
}

fn text<'j>(reference: &'j Json, field: &str) -> &'j str {
    reference.get(field).and_then(Json::as_str).unwrap_or_default()
}

/// The Go struct as JSON: in the order of its fields.
fn as_go_writes(reference: &Json) -> String {
    let fields = ["apiVersion", "kind", "name", "uid", "controller", "blockOwnerDeletion"];
    let written = fields.iter().filter_map(|field| {
        let value = reference.get(field)?;
        Some(format!("\"{field}\":{}", go::to_json(value)))
    });
    format!("{{{}}}", written.collect::<Vec<_>>().join(","))
}
