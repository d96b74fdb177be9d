//! `apiextensions-apiserver/pkg/registry/customresource` and `…/apiserver/schema/objectmeta`: objects in requests. The
//! CRDs that the Go tests define outside of their tables are repeated here.

use idlgen_runtime::field::{ErrorList, PathBuf};
use idlgen_validate::{
    Definitions, Schema, ValidatorOptions,
    crd::{Admission, CustomResource, ResourceType, Scope, object_meta, selected_fields},
};
use serde_json::{Value as Json, json};

use super::{
    super::case::Outcome,
    row_value::{KUBERNETES_MINOR, document, list, text},
};

#[expect(clippy::expect_used, reason = "schemas without references always compile")]
fn kind(group: &str, version: &str, schema: &Json, has_status: bool) -> CustomResource {
    let mut options = ValidatorOptions::crd().keeping_broken_rules();
    options.kubernetes_minor = KUBERNETES_MINOR;
    let resource_type = ResourceType {
        group: group.to_owned(),
        version: version.to_owned(),
        kind: "Foo".to_owned(),
        scope: Scope::Cluster,
        has_status,
        // The rows only check the fields of their schemas, so other fields are kept.
        preserves_unknown_fields: true,
        schema: Schema::from_json(schema).0,
        ..ResourceType::default()
    };
    CustomResource::new(&Definitions::default(), resource_type, options).expect("a schema without references")
}

/// `TestCoerce`. idlgen sets the generation of stored objects, which the recorded objects do not have.
pub(super) fn coerce(case: &Json) -> Outcome {
    let (Ok(given), Ok(expected)) = (document(case, "json"), document(case, "expected")) else {
        return Outcome::Failed { expected: "documents".to_owned(), got: case.to_string() };
    };
    if !given.is_object() {
        // `TestCoerce` expects other values to stay unchanged. idlgen cannot decode them, because no request contains
        // them.
        return Outcome::compare(&expected, &given);
    }
    let kind = kind("foo", "v1", case.get("schema").unwrap_or(&json!({})), false);
    let is_stored = case.get("dropInvalidFields") == Some(&Json::Bool(true));
    let mut got = match if is_stored { kind.decode_stored(&given) } else { kind.decode(&given) } {
        Ok(object) => object,
        Err(error) => {
            let error = error.to_string();
            return if case.get("expectedError") == Some(&Json::Bool(true)) {
                Outcome::Passed
            } else {
                Outcome::Failed { expected: expected.to_string(), got: error }
            };
        }
    };
    if let (true, Some(metadata)) = (is_stored, got["metadata"].as_object_mut()) {
        metadata.remove("generation");
    }
    Outcome::compare(&expected, &got)
}

/// Compares the types and paths of errors.
fn matches(case: &Json, errors: &ErrorList, is_of_interest: impl Fn(&str) -> bool) -> Outcome {
    let expected = list(case, "errors");
    let expected = expected.iter().map(|error| format!("{} {}", text(error, "errorType"), text(error, "path")));
    let got = errors.iter().filter(|error| is_of_interest(&error.field));
    let got = got.map(|error| format!("{} {}", error.error_type.reason(), error.field));
    Outcome::compare_sorted(expected.collect(), got.collect())
}

/// `TestValidate` of embedded resources.
pub(super) fn embedded_resources(case: &Json) -> Outcome {
    let Ok(mut object) = document(case, "object") else { return Outcome::NotYet };
    if case.get("includeRoot") == Some(&Json::Bool(true)) {
        return embedded(case, &object);
    }
    let resource = json!({"x-kubernetes-embedded-resource": true});
    let mut nested = resource.clone();
    nested["properties"] = json!({"embedded": resource});
    let schema = json!({"properties": {
        "embedded": resource, "nested": nested, "items": {"items": resource},
        "additionalProperties": {"additionalProperties": resource}
    }});
    object["apiVersion"] = json!("foo/v1");
    object["kind"] = json!("Foo");
    object["metadata"] = json!({"name": "foo"});
    matches(case, &kind("foo", "v1", &schema, false).create(&object).errors, |_| true)
}

/// `TestValidateEmbeddedResource`.
pub(super) fn embedded_resource(case: &Json) -> Outcome {
    embedded(case, case.get("object").unwrap_or(&json!({})))
}

fn embedded(case: &Json, resource: &Json) -> Outcome {
    let mut errors = ErrorList::new();
    object_meta::check_embedded(resource, 35, &PathBuf::default(), &mut errors);
    matches(case, &errors, |_| true)
}

/// `TestGetObjectMeta`: compares the string fields of the Go struct. The error message is not compared: it is that of
/// another function.
pub(super) fn object_meta(case: &Json) -> Outcome {
    let metadata = case.get("obj").and_then(|object| object.get("metadata")).cloned().unwrap_or(json!({}));
    let decoded = object_meta::decode(&metadata);
    if case.get("expectErr") == Some(&Json::Bool(true)) {
        return Outcome::compare(&true, &decoded.is_err());
    }
    let Ok(decoded) = decoded else { return Outcome::compare(&true, &false) };
    let texts = |of: &Json, names: &[(&str, &str)], is_go: bool| -> Vec<String> {
        names.iter().map(|(go, json)| text(of, if is_go { go } else { json }).to_owned()).collect()
    };
    let own = [("Name", "name"), ("Namespace", "namespace"), ("GenerateName", "generateName"), ("UID", "uid")];
    let entry = [("APIVersion", "apiVersion"), ("Manager", "manager"), ("Operation", "operation")];
    let all = |of: &Json, is_go: bool| {
        let mut all = texts(of, &own, is_go);
        let entries = list(of, if is_go { "ManagedFields" } else { "managedFields" });
        all.extend(entries.iter().flat_map(|of| texts(of, &entry, is_go)));
        all
    };
    Outcome::compare(&all(case.get("expectedMeta").unwrap_or(&Json::Null), true), &all(&decoded.metadata, false))
}

/// Compares the result of an update. The objects have no types, and empty metadata is ignored.
fn updated(case: &Json, update: impl FnOnce(&Json, &Json) -> Admission) -> Outcome {
    let nothing = json!({});
    let (object, old) = (case.get("obj").unwrap_or(&nothing), case.get("old").unwrap_or(&nothing));
    // The tests use a field `other`. Go drops fields of metadata that its struct does not have, so an existing field is
    // used instead.
    let rename = |json: &Json| -> Json {
        serde_json::from_str(&json.to_string().replace("\"other\"", "\"selfLink\"")).unwrap_or_default()
    };
    let mut got = update(&rename(object), &rename(old)).object;
    if got["metadata"] == json!({}) {
        got.as_object_mut().map(|fields| fields.remove("metadata"));
    }
    Outcome::compare(&rename(case.get("expected").unwrap_or(&nothing)), &got)
}

/// `TestStrategyPrepareForUpdate`.
pub(super) fn prepare_update(case: &Json) -> Outcome {
    let has_status = case.get("statusEnabled") == Some(&Json::Bool(true));
    updated(case, |object, old| kind("foo", "v1", &json!({}), has_status).update(object, old))
}

/// `TestPrepareForUpdate` of the status.
pub(super) fn prepare_status_update(case: &Json) -> Outcome {
    updated(case, |object, old| kind("foo", "v1", &json!({}), true).update_status(object, old))
}

/// `TestStatusStrategyValidateUpdate`: the Go test skips the steps before validation, which would keep everything
/// except the status. So these are updates of the complete object.
pub(super) fn status_update(case: &Json) -> Outcome {
    let set = json!({"type": "array", "x-kubernetes-list-type": "set", "items": {}});
    let kind = kind("test", "v1", &json!({"type": "object", "properties": {"numArray": set}}), false);
    is_valid(case, &kind, CustomResource::update)
}

/// `TestStatusStrategyValidateUpdateForLegacyV1beta1`.
pub(super) fn legacy_status_update(case: &Json) -> Outcome {
    let version = case.get("version").and_then(Json::as_u64).unwrap_or_default() + 1;
    let spec = json!({"type": "object", "properties": {"data": {"type": "string"}}});
    let schema = match version {
        1 | 2 => json!({}),
        _ => json!({"type": "object", "properties": {"spec": spec}}),
    };
    let kind = kind("test", &format!("v{version}"), &schema, true);
    is_valid(case, &kind, CustomResource::update_status)
}

fn is_valid(
    case: &Json,
    kind: &CustomResource,
    update: impl FnOnce(&CustomResource, &Json, &Json) -> Admission,
) -> Outcome {
    let with_name = |key: &str| {
        let mut object = case.get(key).cloned().unwrap_or_default();
        object["metadata"]["name"] = json!("foo");
        object
    };
    let admission = update(kind, &with_name("obj"), &with_name("old"));
    match (case.get("isValid") == Some(&Json::Bool(true)), admission.is_allowed()) {
        (expected, got) if expected == got => Outcome::Passed,
        (expected, _) => Outcome::Failed { expected: expected.to_string(), got: format!("{:?}", admission.message()) },
    }
}

/// `TestValidateCustomResourceName`.
pub(super) fn name(case: &Json) -> Outcome {
    let name = json!({"type": "string", "pattern": "^[A-Za-z]+$"});
    let schema =
        json!({"type": "object", "properties": {"metadata": {"type": "object", "properties": {"name": name}}}});
    let object = json!({"apiVersion": "example.com/v1", "kind": "Foo", "metadata": case.get("meta")});
    let admission = kind("example.com", "v1", &schema, false).create(&object);
    let expected = text(case, "errContains");
    match admission.message() {
        None => Outcome::compare(&expected, &""),
        Some(message) if !expected.is_empty() && message.contains(expected) => Outcome::Passed,
        Some(message) => Outcome::Failed { expected: expected.to_owned(), got: message },
    }
}

/// `TestSelectableFields`.
pub(super) fn selectable_fields(case: &Json) -> Outcome {
    let object = case.get("obj").cloned().unwrap_or_default();
    let paths = list(case, "selectableFields");
    let scope = match object.pointer("/metadata/namespace") {
        Some(_) => Scope::Namespaced,
        None => Scope::Cluster,
    };
    let fields = selected_fields(&object, scope, paths.iter().map(|field| text(field, "JSONPath")));
    let fields = fields.map(|fields| fields.into_iter().map(|(path, value)| (path, Json::from(value))).collect());
    let expected = case.get("expectFields").cloned().unwrap_or(json!({}));
    Outcome::compare(&Ok(expected), &fields.map(Json::Object))
}
