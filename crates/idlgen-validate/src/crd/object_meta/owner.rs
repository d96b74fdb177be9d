//! Validates `ownerReferences`.

use idlgen_runtime::{
    field::{BadValue, Error, ErrorList, ErrorType, PathBuf},
    go,
};
use serde_json::Value as Json;

use super::{
    place::{child, element},
    view::ObjectMeta,
};

/// Validates like `ValidateOwnerReferences` of `k8s.io/apimachinery/pkg/api/validation` in Kubernetes 1.`minor`.
/// `path` is the path of the metadata.
pub(super) fn check_owner_references(metadata: ObjectMeta<'_>, minor: u16, path: &PathBuf, errors: &mut ErrorList) {
    let references = metadata.list("ownerReferences");
    if references.is_empty() {
        return;
    }
    let path = &child(path, "ownerReferences");
    let mut first_controller: Option<String> = None;
    for (index, reference) in references.iter().enumerate() {
        if minor < 37 {
            check_by_list(reference, path, errors);
        } else {
            check_by_element(reference, &element(path, index), errors);
        }
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

/// Validates like Kubernetes up to 1.36, whose errors have the path of the list.
fn check_by_list(reference: &Json, path: &PathBuf, errors: &mut ErrorList) {
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
    check_kind(reference, (group, version), path, errors);
}

/// Validates like Kubernetes since 1.37, whose errors have the path of the element.
fn check_by_element(reference: &Json, path: &PathBuf, errors: &mut ErrorList) {
    let group_version = group_version(text(reference, "apiVersion")).unwrap_or_default();
    for field in ["apiVersion", "kind", "name", "uid"] {
        let value = text(reference, field);
        let (error_type, detail) = match field {
            _ if value.is_empty() => (ErrorType::Required, "must not be empty"),
            "apiVersion" if group_version.1.is_empty() => {
                (ErrorType::Invalid, "must be <group>/<version> or <version>")
            }
            _ => continue,
        };
        errors.push(Error::new(error_type, child(path, field), BadValue::from(value), detail));
    }
    check_kind(reference, group_version, path, errors);
}

/// Reports an event as the owner, which is not allowed.
fn check_kind(reference: &Json, group_version: (&str, &str), path: &PathBuf, errors: &mut ErrorList) {
    if (group_version, text(reference, "kind")) == (("", "v1"), "Event") {
        let shown = BadValue::Verbatim(as_go_writes(reference));
        let detail = "/v1, Kind=Event is disallowed from being an owner";
        errors.push(Error::new(ErrorType::Invalid, path.clone(), shown, detail));
    }
}

/// Splits an `apiVersion` into group and version (`k8s.io/apimachinery/pkg/runtime/schema.ParseGroupVersion`).
///
/// # Errors
/// Returns an error if it has more than one slash.
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

/// Formats an owner reference like Go prints the struct: as JSON with the fields in the order of the struct.
fn as_go_writes(reference: &Json) -> String {
    let fields = ["apiVersion", "kind", "name", "uid", "controller", "blockOwnerDeletion"];
    let written = fields.iter().filter_map(|field| {
        let value = reference.get(field)?;
        Some(format!("\"{field}\":{}", go::to_json(value)))
    });
    format!("{{{}}}", written.collect::<Vec<_>>().join(","))
}
