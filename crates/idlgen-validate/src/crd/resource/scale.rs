//! The fields of the `scale` subresource
//! (`k8s.io/apiextensions-apiserver/pkg/registry/customresource.customResourceValidator`).

use idlgen_runtime::field::{BadValue, Element, Error, ErrorList, ErrorType, PathBuf};
use serde_json::Value as Json;

use crate::crd::{Scale, go_print};

/// Checks the requested number of replicas.
pub(super) fn check_scale_spec(object: &Json, scale: &Scale, errors: &mut ErrorList) {
    check_replicas(object, &scale.spec_replicas_path, errors);
}

/// Checks the actual number of replicas and the selector.
pub(super) fn check_scale_status(object: &Json, scale: &Scale, errors: &mut ErrorList) {
    check_replicas(object, &scale.status_replicas_path, errors);
    let Some(path) = &scale.label_selector_path else { return };
    if let Err(detail) = nested(object, path, "string", Json::is_string) {
        errors.push(invalid(path, "".into(), detail));
    }
}

fn check_replicas(object: &Json, path: &str, errors: &mut ErrorList) {
    let (value, detail) = match nested(object, path, "int64", Json::is_i64) {
        Err(detail) => (0, detail),
        Ok(value) => match value.and_then(Json::as_i64).unwrap_or_default() {
            value if value < 0 => (value, "should be a non-negative integer".to_owned()),
            value if value > i64::from(i32::MAX) => (value, format!("should be less than or equal to {}", i32::MAX)),
            _ => return,
        },
    };
    errors.push(invalid(path, value.into(), detail));
}

/// Returns an error of this subresource, which contains the path as in the CRD, with its leading dot.
fn invalid(path: &str, value: BadValue, detail: String) -> Error {
    let elements = steps(path).map(|step| Element::Field(step.to_owned())).collect();
    let path_buf = PathBuf { elements };
    Error { field: path.to_owned(), ..Error::new(ErrorType::Invalid, path_buf, value, detail) }
}

pub(super) fn steps(path: &str) -> impl Iterator<Item = &str> {
    path.strip_prefix('.').unwrap_or(path).split('.')
}

/// Returns the value at a simple path. Null in the middle is treated as missing, null at the end is not
/// (`k8s.io/apimachinery/pkg/apis/meta/v1/unstructured.NestedFieldNoCopy`).
fn nested<'j>(
    object: &'j Json,
    path: &str,
    expected: &str,
    is_expected: fn(&Json) -> bool,
) -> Result<Option<&'j Json>, String> {
    let wrong = |walked: &[&str], value: &Json, expected: &str| {
        let (shown, found) = (go_print::print(value), go_print::type_name(value));
        format!(".{} accessor error: {shown} is of the type {found}, expected {expected}", walked.join("."))
    };
    let mut value = object;
    let mut walked = Vec::new();
    for step in steps(path) {
        walked.push(step);
        match value {
            Json::Null => return Ok(None),
            Json::Object(object) => match object.get(step) {
                Some(below) => value = below,
                None => return Ok(None),
            },
            other => return Err(wrong(&walked, other, "map[string]interface{}")),
        }
    }
    if is_expected(value) { Ok(Some(value)) } else { Err(wrong(&walked, value, expected)) }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn texts(object: &Json) -> Vec<String> {
        let scale = Scale {
            spec_replicas_path: ".spec.replicas".to_owned(),
            status_replicas_path: ".status.replicas".to_owned(),
            label_selector_path: Some(".status.selector".to_owned()),
        };
        let mut errors = ErrorList::new();
        check_scale_spec(object, &scale, &mut errors);
        check_scale_status(object, &scale, &mut errors);
        errors.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn absent_is_zero() {
        assert_eq!(texts(&json!({})), [""; 0]);
        assert_eq!(texts(&json!({"spec": null, "status": {"replicas": 3, "selector": "a=b"}})), [""; 0]);
        assert_eq!(texts(&json!({"spec": {"replicas": i32::MAX}, "status": {"replicas": 0}})), [""; 0]);
    }

    #[test]
    fn replicas_are_counted_in_32_bits() {
        assert_eq!(
            texts(&json!({"spec": {"replicas": -1}, "status": {"replicas": 2_147_483_648_i64, "selector": {"a": 1}}})),
            [
                ".spec.replicas: Invalid value: -1: should be a non-negative integer",
                ".status.replicas: Invalid value: 2147483648: should be less than or equal to 2147483647",
                ".status.selector: Invalid value: \"\": .status.selector accessor error: map[a:1] is of the type \
                 map[string]interface {}, expected string",
            ]
        );
        assert_eq!(
            texts(&json!({"spec": {"replicas": 1.5}, "status": "x"})),
            [
                ".spec.replicas: Invalid value: 0: .spec.replicas accessor error: 1.5 is of the type float64, expected \
                 int64",
                ".status.replicas: Invalid value: 0: .status.replicas accessor error: x is of the type string, \
                 expected \
                 map[string]interface{}",
                ".status.selector: Invalid value: \"\": .status.selector accessor error: x is of the type string, \
                 expected map[string]interface{}",
            ]
        );
    }
}
