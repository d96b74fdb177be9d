//! Checks the keyword `x-kubernetes-embedded-resource`.

use crate::{
    context::Context,
    field::{BadValue, Element, Error, ErrorList, ErrorType, Path, PathBuf},
    format,
    value::ValueRef,
};

/// Checks that the object is a resource: it has a valid `apiVersion` and `kind` (`validateEmbeddedResource` of
/// `k8s.io/apiextensions-apiserver/pkg/apiserver/schema/objectmeta`). Does not check its metadata.
pub fn embedded_resource(resource: &ValueRef<'_>, path: &Path<'_>, cx: &mut Context) -> bool {
    let errors = embedded_resource_errors(resource, &path.to_path_buf());
    let passed = errors.is_empty();
    for error in errors {
        cx.report(|| error);
    }
    passed
}

/// Returns the errors in `apiVersion` and `kind` of a resource at this path.
pub fn embedded_resource_errors(resource: &ValueRef<'_>, path: &PathBuf) -> ErrorList {
    let mut errors = ErrorList::new();
    let ValueRef::Map(resource) = resource else { return errors };
    let at = |field: &str| {
        let mut place = path.clone();
        place.elements.push(Element::Field(field.to_owned()));
        place
    };
    let fields = ["apiVersion", "kind"].map(|field| (field, resource.get(field)));
    for (field, value) in &fields {
        if value.is_none() {
            errors.push(
                Error::new(ErrorType::Required, at(field), BadValue::from(""), "")
                    .with_origin("x-kubernetes-embedded-resource"),
            );
        }
    }
    for (field, value) in fields {
        let Some(value) = value else { continue };
        let detail = match value.as_str() {
            None => Some("must be a string".to_owned()),
            Some("") => Some("must not be empty".to_owned()),
            Some(text) if field == "apiVersion" => wrong_group_version(text),
            Some(text) => wrong_kind(text),
        };
        if let Some(detail) = detail {
            errors.push(
                Error::new(ErrorType::Invalid, at(field), BadValue::from(value), detail)
                    .with_origin("x-kubernetes-embedded-resource"),
            );
        }
    }
    errors
}

/// Returns the error of `schema.ParseGroupVersion`, if any.
fn wrong_group_version(text: &str) -> Option<String> {
    let is_wrong = text.matches('/').count() > 1;
    is_wrong.then(|| format!("unexpected GroupVersion string: {text}"))
}

fn wrong_kind(text: &str) -> Option<String> {
    let wrong = format::find("dns1035label").map(|format| format.messages(&text.to_lowercase())).unwrap_or_default();
    (!wrong.is_empty()).then(|| format!("may have mixed case, but should otherwise match: {}", wrong.join(",")))
}

#[cfg(test)]
mod tests {
    use serde_json::{Value as Json, json};

    use super::embedded_resource;
    use crate::{check::tests::errors, value::Value};

    #[test]
    fn a_resource_has_a_type() {
        let texts = |json: Json| errors(|path, cx| embedded_resource(&json.as_value(), path, cx));
        assert_eq!(texts(json!({})), ["f.a.apiVersion: Required value", "f.a.kind: Required value"]);
        assert_eq!(texts(json!({"apiVersion": "a/b", "kind": "Ab", "spec": 1})), [""; 0]);
        assert_eq!(
            texts(json!({"apiVersion": "a/b/c", "kind": 1})),
            [
                "f.a.apiVersion: Invalid value: \"a/b/c\": unexpected GroupVersion string: a/b/c",
                "f.a.kind: Invalid value: 1: must be a string",
            ]
        );
        assert_eq!(texts(json!("text")), [""; 0], "the type is another keyword's");
    }
}
