//! Checks of metadata that apply to both creations and updates.

use std::borrow::Cow;

use idlgen_runtime::{
    field::{BadValue, Error, ErrorList, ErrorType, PathBuf},
    format::{LABEL_VALUE, QUALIFIED_NAME},
    go,
};
use serde_json::Value as Json;

use super::{
    place::{child, element},
    view::ObjectMeta,
};

/// Maximum total size of annotation keys and values in bytes.
const MAX_ANNOTATIONS: usize = 256 * 1024;

/// Maximum length in bytes of a field manager, and of a subresource in `managedFields`.
const MAX_FIELD_MANAGER: usize = 128;
const MAX_SUBRESOURCE: usize = 256;

/// The finalizers that determine how dependents are garbage-collected. They are mutually exclusive.
const ORPHAN: &str = "orphan";
const FOREGROUND: &str = "foregroundDeletion";

pub(super) fn invalid(path: PathBuf, value: impl Into<BadValue>, detail: impl Into<String>) -> Error {
    Error::new(ErrorType::Invalid, path, value.into(), detail)
}

fn lower_case(key: &str) -> Cow<'_, str> {
    if key.bytes().all(|byte| byte.is_ascii() && !byte.is_ascii_uppercase()) {
        Cow::Borrowed(key)
    } else {
        Cow::Owned(key.to_lowercase())
    }
}

fn too_long(path: PathBuf, limit: usize) -> Error {
    Error::new(ErrorType::TooLong, path, BadValue::Omitted, format!("may not be more than {limit} bytes"))
}

/// Validates like `ValidateLabels` of `k8s.io/apimachinery/pkg/apis/meta/v1/validation`.
pub(super) fn check_labels(metadata: ObjectMeta<'_>, path: &PathBuf, errors: &mut ErrorList) {
    let path = || child(path, "labels");
    for (key, value) in metadata.string_map("labels") {
        errors.extend(QUALIFIED_NAME.messages(key).into_iter().map(|text| invalid(path(), key, text)));
        errors.extend(LABEL_VALUE.messages(value).into_iter().map(|text| invalid(path(), value, text)));
    }
}

/// Validates like `ValidateAnnotations` of `k8s.io/apimachinery/pkg/api/validation`.
pub(super) fn check_annotations(metadata: ObjectMeta<'_>, path: &PathBuf, errors: &mut ErrorList) {
    let path = || child(path, "annotations");
    let annotations = metadata.string_map("annotations");
    for (key, _) in &annotations {
        let wrong = QUALIFIED_NAME.messages(&lower_case(key));
        errors.extend(wrong.into_iter().map(|text| invalid(path(), *key, text)));
    }
    if annotations.iter().map(|(key, value)| key.len() + value.len()).sum::<usize>() > MAX_ANNOTATIONS {
        errors.push(too_long(path(), MAX_ANNOTATIONS));
    }
}

/// Validates like `ValidateFinalizers` of `k8s.io/apimachinery/pkg/api/validation`.
pub(super) fn check_finalizers(metadata: ObjectMeta<'_>, path: &PathBuf, errors: &mut ErrorList) {
    let path = || child(path, "finalizers");
    let finalizers = metadata.finalizers();
    for finalizer in &finalizers {
        errors.extend(QUALIFIED_NAME.messages(finalizer).into_iter().map(|text| invalid(path(), *finalizer, text)));
    }
    if finalizers.contains(&ORPHAN) && finalizers.contains(&FOREGROUND) {
        let detail = format!("finalizer {ORPHAN} and {FOREGROUND} cannot be both set");
        errors.push(Error::new(ErrorType::Invalid, path(), BadValue::Json(finalizers.into()), detail));
    }
}

/// Checks that the generation is not negative (`ValidateNonnegativeField`).
pub(super) fn check_generation(metadata: ObjectMeta<'_>, path: &PathBuf, errors: &mut ErrorList) {
    if metadata.generation() < 0 {
        let detail = "must be greater than or equal to 0";
        errors.push(invalid(child(path, "generation"), metadata.generation(), detail));
    }
}

/// Validates like `ValidateManagedFields` of `k8s.io/apimachinery/pkg/apis/meta/v1/validation` in Kubernetes 1.`minor`.
pub(super) fn check_managed_fields(metadata: ObjectMeta<'_>, minor: u16, path: &PathBuf, errors: &mut ErrorList) {
    let metadata_path = path;
    for (index, entry) in metadata.list("managedFields").iter().enumerate() {
        let path = || element(&child(metadata_path, "managedFields"), index);
        let text = |field: &str| entry.get(field).and_then(Json::as_str).unwrap_or_default();
        let operation = text("operation");
        if !matches!(operation, "Apply" | "Update") {
            let path = child(&path(), "operation");
            errors.push(match operation {
                _ if minor < 37 => invalid(path, operation, "must be `Apply` or `Update`"),
                "" => Error::new(ErrorType::Required, path, BadValue::from(""), "must not be empty"),
                _ => {
                    let detail = "supported values: \"Apply\", \"Update\"";
                    Error::new(ErrorType::NotSupported, path, BadValue::from(operation), detail)
                }
            });
        }
        let fields_type = text("fieldsType");
        if !matches!(fields_type, "" | "FieldsV1") {
            errors.push(invalid(child(&path(), "fieldsType"), fields_type, "must be `FieldsV1`"));
        }
        let manager = text("manager");
        if manager.len() > MAX_FIELD_MANAGER {
            errors.push(too_long(child(&path(), "manager"), MAX_FIELD_MANAGER));
        }
        for (position, character) in manager.char_indices().filter(|(_, character)| !go::is_printable(*character)) {
            let detail = format!("invalid character U+{:04X} (at position {position})", u32::from(character));
            errors.push(invalid(child(&path(), "manager"), manager, detail));
        }
        if text("subresource").len() > MAX_SUBRESOURCE {
            errors.push(too_long(child(&path(), "subresource"), MAX_SUBRESOURCE));
        }
    }
}
