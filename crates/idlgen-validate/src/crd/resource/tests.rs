//! Requests from the raw object to the response.

// `json!` makes values.
#![allow(clippy::needless_pass_by_value)]

use serde_json::{Value as Json, json};

use super::*;
use crate::{
    Schema,
    crd::{Scale, Scope},
};

fn resource_type(schema: Json) -> ResourceType {
    let (schema, problems) = Schema::from_json(&schema);
    assert_eq!(problems, []);
    ResourceType {
        group: "example.com".to_owned(),
        version: "v1".to_owned(),
        kind: "Foo".to_owned(),
        scope: Scope::Namespaced,
        schema,
        ..ResourceType::default()
    }
}

fn compile(resource_type: ResourceType) -> CustomResource {
    CustomResource::new(&Definitions::default(), resource_type, ValidatorOptions::crd()).unwrap()
}

fn foo(more: Json) -> Json {
    let mut object =
        json!({"apiVersion": "example.com/v1", "kind": "Foo", "metadata": {"name": "n", "namespace": "d"}});
    for (key, value) in more.as_object().unwrap() {
        object[key] = value.clone();
    }
    object
}

fn texts(admission: &Admission) -> Vec<String> {
    admission.errors.iter().map(ToString::to_string).collect()
}

fn warnings(admission: &Admission) -> Vec<String> {
    admission.warnings.iter().map(ToString::to_string).collect()
}

fn widgets() -> ResourceType {
    resource_type(json!({
        "type": "object",
        "properties": {
            "spec": {
                "type": "object", "required": ["port"],
                "properties": {
                    "port": {"x-kubernetes-int-or-string": true},
                    "size": {"type": "integer", "maximum": 9},
                    "color": {"type": "string", "default": "red"},
                    "tags": {"type": "array", "items": {"type": "string"}, "x-kubernetes-list-type": "set"},
                    "template": {
                        "type": "object", "x-kubernetes-embedded-resource": true,
                        "x-kubernetes-preserve-unknown-fields": true
                    }
                },
                "x-kubernetes-validations": [{"rule": "!has(self.size) || self.size != 3"}]
            },
            "status": {
                "type": "object", "required": ["phase"], "properties": {"phase": {"type": "string", "maxLength": 3}}
            }
        }
    }))
}

#[test]
fn a_creation_from_decoding_to_storing() {
    let widgets = compile(ResourceType { has_status: true, ..widgets() });
    let admission = widgets.create(&foo(json!({
        "metadata": {"name": "n", "uid": "u", "creationTimestamp": null, "extra": 1},
        "spec": {"port": 1, "size": null, "tag": 1, "template": {
            "apiVersion": "v1", "kind": "Pod", "metadata": {"creationTimestamp": null, "labels": {"a": "b"}, "x": 1}
        }},
        "status": {"phase": "too long"}
    })));
    assert_eq!(texts(&admission), [""; 0]);
    assert_eq!(
        warnings(&admission),
        ["metadata.extra", "spec.tag", "spec.template.metadata.x"].map(|path| format!("unknown field \"{path}\""))
    );
    assert_eq!(
        admission.object,
        foo(json!({
            "metadata": {"name": "n", "namespace": "default", "generation": 1},
            "spec": {"port": 1, "color": "red", "template": {
                "apiVersion": "v1", "kind": "Pod", "metadata": {"labels": {"a": "b"}}
            }}
        }))
    );
    assert_eq!(admission.unknown.len(), 3);
    assert!(admission.is_allowed() && admission.message().is_none() && admission.status().is_none());
}

#[test]
fn errors_come_in_the_order_of_the_server() {
    let widgets = compile(ResourceType {
        scale: Some(Scale {
            spec_replicas_path: ".spec.size".to_owned(),
            status_replicas_path: ".status.replicas".to_owned(),
            label_selector_path: None,
        }),
        ..widgets()
    });
    let admission = widgets.create(&foo(json!({
        "metadata": {"name": "N"},
        "spec": {"port": 1, "size": -1, "color": 1, "tags": ["a", "a"], "template": {"kind": "Pod"}}
    })));
    let fields: Vec<&str> = admission.errors.iter().map(|error| error.field.as_str()).collect();
    assert_eq!(
        fields,
        ["metadata.name", "spec.color", ".spec.size", "spec.template.apiVersion", "spec.tags[1]", "<nil>"]
    );
    assert!(texts(&admission)[5].contains("some validation rules were not checked"));
}

#[test]
fn a_wrong_kind_hides_the_errors_of_the_schema() {
    let widgets = compile(widgets());
    let admission = widgets.create(&foo(json!({"kind": "Bar", "metadata": {"name": "N"}, "spec": {"size": 3}})));
    assert_eq!(
        texts(&admission),
        [
            "kind: Invalid value: \"Bar\": must be Foo",
            "spec: Invalid value: failed rule: !has(self.size) || self.size != 3",
        ]
    );
    assert!(!admission.object["spec"].as_object().unwrap().contains_key("color"), "nothing is filled in");
}

#[test]
fn nulls_that_must_not_be() {
    let widgets = compile(widgets());
    let admission = widgets.create(&foo(json!({"spec": {"port": null, "color": null, "size": null}})));
    assert_eq!(
        texts(&admission),
        [
            "spec.port: Required value",
            "<nil>: Invalid value: null: some validation rules were not checked because the object was invalid; \
             correct the existing errors to complete validation",
        ]
    );
    assert_eq!(admission.object["spec"], json!({"color": "red"}));
}

#[test]
fn what_cannot_be_read_is_refused() {
    let widgets = compile(widgets());
    let refused = |more| {
        let admission = widgets.create(&foo(more));
        assert!(!admission.is_allowed() && admission.errors.is_empty());
        admission
    };
    let admission = refused(json!({"metadata": {"name": "n", "labels": {"a": 1}}}));
    let message = "Foo in version \"v1\" cannot be handled as a Foo: json: cannot unmarshal number into Go struct \
                   field \
                   ObjectMeta.labels of type string";
    assert_eq!(admission.message().unwrap(), message);
    assert_eq!(admission.status().unwrap()["code"], 400);
    let admission = refused(json!({"spec": {"template": {"apiVersion": 1}}}));
    assert_eq!(
        admission.decode_error.unwrap().to_string(),
        "spec.template.apiVersion: Invalid value: 1: must be a string"
    );
    let admission = refused(json!({"apiVersion": "a/b/c"}));
    assert_eq!(admission.decode_error.unwrap().to_string(), "unexpected GroupVersion string: a/b/c");
    let admission = refused(json!({"kind": 1}));
    assert_eq!(
        admission.decode_error.unwrap().to_string(),
        ".kind accessor error: 1 is of the type int64, expected string"
    );
    assert_eq!(widgets.decode(&json!([1])).unwrap_err().to_string(), "expected an object, got []interface {}");
    let admission = widgets.update(&foo(json!({"spec": {"port": 1}})), &json!(1));
    assert!(admission.decode_error.unwrap().to_string().starts_with("the stored object cannot be read: "));
}

#[test]
fn unknown_fields_are_warned_of_or_refused() {
    let object = foo(json!({"spec": {"port": 1, "b": 1}, "a": 1}));
    let admit = |field_validation| {
        let requests = Requests { field_validation, ..Requests::default() };
        compile(widgets()).with_requests(requests).create(&object)
    };
    let ignored = admit(FieldValidation::Ignore);
    assert!(ignored.is_allowed() && ignored.warnings.is_empty() && ignored.unknown.len() == 2);
    let refused = admit(FieldValidation::Strict);
    assert_eq!(
        refused.decode_error.as_ref().unwrap().to_string(),
        "strict decoding error: unknown field \"a\", unknown field \"spec.b\""
    );
    assert_eq!(refused.unknown.len(), 2);
}

#[test]
fn unknown_metadata_of_embedded_resources_is_shown_as_by_go() {
    let kind = compile(resource_type(json!({"type": "object", "properties": {"spec": {
        "type": "object", "additionalProperties": {"type": "object", "x-kubernetes-embedded-resource": true}
    }}})));
    let object = foo(json!({"spec": {"a.b": {"apiVersion": "v1", "kind": "Pod", "metadata": {"x": 1}, "y": 1}}}));
    assert_eq!(
        warnings(&kind.create(&object)),
        [r#"unknown field "spec.a.b.y""#, r#"unknown field "spec[a.b].metadata.x""#],
        "only the paths that decoding metadata adds have brackets"
    );
}

#[test]
fn a_missing_object_is_an_error() {
    let shown = |error: NoObject| Box::<dyn std::error::Error>::from(error).to_string();
    assert_eq!(shown(NoObject::Rejected), "the request is rejected");
    let unreadable = NoObject::Unreadable("spec.at: not a time".to_owned());
    assert_eq!(shown(unreadable), "the type cannot represent the object: spec.at: not a time");
}

#[test]
fn a_status_that_was_dropped_has_its_default_when_it_is_read() {
    let schema = json!({"type": "object", "properties": {"status": {
        "type": "object", "default": {"phase": "new"}, "properties": {"phase": {"type": "string", "maxLength": 1}}
    }}});
    let kind = compile(ResourceType { has_status: true, ..resource_type(schema) });
    let admission = kind.create(&foo(json!({"status": {"phase": "long"}})));
    assert_eq!(texts(&admission), [""; 0], "it is not there when the object is validated");
    assert_eq!(admission.object["status"], json!({"phase": "new"}));
}

#[test]
fn an_update_leaves_the_status_alone() {
    let widgets = compile(ResourceType { has_status: true, ..widgets() });
    let old = foo(json!({
        "metadata": {
            "name": "n", "namespace": "d", "generation": 4, "uid": "u", "creationTimestamp": "2024-01-01T00:00:00Z"
        },
        "spec": {"port": 1}, "status": {"phase": "a"}
    }));
    let admission = widgets.update(&foo(json!({"spec": {"port": 2}, "status": {"phase": "b"}})), &old);
    assert_eq!(texts(&admission), [""; 0]);
    let mut expected = old.clone();
    expected["spec"] = json!({"port": 2, "color": "red"});
    expected["metadata"]["generation"] = json!(5);
    assert_eq!(admission.object, expected);
    let admission = widgets.update(&foo(json!({"spec": {"port": 1}})), &old);
    assert_eq!(admission.object["metadata"]["generation"], 4, "nothing changed but for a default");
}

#[test]
fn an_update_changes_no_identity() {
    let widgets = compile(widgets());
    let old = foo(json!({"spec": {"port": 1}}));
    let new = foo(json!({"metadata": {"name": "m", "namespace": "d", "finalizers": ["/"]}, "spec": {"port": 1}}));
    let admission = widgets.update(&new, &old);
    let fields: Vec<&str> = admission.errors.iter().map(|error| error.field.as_str()).collect();
    assert_eq!(fields, ["metadata.finalizers"; 3].iter().copied().chain(["metadata.name"]).collect::<Vec<_>>());
    let causes = admission.status().unwrap()["details"]["causes"].as_array().unwrap().len();
    assert_eq!(causes, 5, "the server says it twice that the name is immutable");
    assert!(admission.message().unwrap().starts_with("Foo.example.com \"m\" is invalid: [metadata.finalizers: "));
}

#[test]
fn resource_versions_are_checked_on_request() {
    let object = foo(json!({"spec": {"port": 1}}));
    let requests = Requests { checks_resource_version: true, ..Requests::default() };
    let widgets = compile(widgets()).with_requests(requests);
    let expected = ["metadata.resourceVersion: Invalid value: 0: must be specified for an update"];
    let mut wrong = foo(json!({"spec": {"size": 10}}));
    assert_eq!(texts(&widgets.update(&wrong, &object)), expected, "nothing else is looked at");
    wrong["metadata"]["resourceVersion"] = "0".into();
    assert_eq!(texts(&widgets.update_status(&wrong, &object)), expected);
    let mut versioned = object.clone();
    versioned["metadata"]["resourceVersion"] = "7".into();
    assert!(widgets.update(&versioned, &object).is_allowed());
    // It has no effect on creation.
    assert!(widgets.create(&object).is_allowed());
}

#[test]
fn the_status_subresource() {
    let widgets = compile(ResourceType { has_status: true, ..widgets() });
    let old = foo(json!({"spec": {"port": 1, "size": 10}, "status": {"phase": "a"}}));
    let admission = widgets.update_status(&foo(json!({"spec": {"port": "other"}, "status": {"phase": "long"}})), &old);
    assert_eq!(
        texts(&admission),
        [
            "status.phase: Too long: may not be more than 3 bytes",
            "<nil>: Invalid value: null: some validation rules were not checked because the object was invalid; \
             correct the existing errors to complete validation",
        ]
    );
    let admission = widgets.update_status(&foo(json!({"status": {"phase": "b"}})), &old);
    assert_eq!(texts(&admission), [""; 0], "the rest is not looked at");
    assert_eq!(admission.object["spec"], json!({"port": 1, "size": 10, "color": "red"}));
    assert_eq!(admission.object["status"], json!({"phase": "b"}));
    let admission = widgets.update_status(&foo(json!({"spec": {}})), &old);
    assert!(admission.is_allowed() && admission.object.get("status").is_none());
}

#[test]
fn texts_of_the_status_do_not_name_it() {
    let schema = json!({"type": "object", "properties": {"status": {
        "type": "object", "properties": {"n": {"type": "integer", "minimum": 1}}, "maxProperties": 1
    }}});
    let kind = compile(ResourceType { has_status: true, ..resource_type(schema) });
    let object = foo(json!({"status": {"n": 1}}));
    let wrong = kind.update_status(&foo(json!({"status": {"n": 0}})), &object);
    assert_eq!(texts(&wrong), ["status.n: Invalid value: 0: n in body should be greater than or equal to 1"]);
    assert_eq!(wrong.errors.iter().next().unwrap().path.to_string(), "status.n");
    let wrong = kind.update_status(&foo(json!({"status": "x"})), &object);
    assert_eq!(texts(&wrong), ["status: Invalid value: \"string\":  in body must be of type object: \"string\""]);
}

#[test]
fn errors_of_branches_inside_a_status_name_the_whole_status() {
    let schema = json!({"type": "object", "properties": {"status": {
        "type": "object", "properties": {"n": {"type": "integer", "anyOf": [{"minimum": 1}, {"minimum": 2}]}}
    }}});
    let kind = compile(ResourceType { has_status: true, ..resource_type(schema) });
    let wrong = kind.update_status(&foo(json!({"status": {"n": 0}})), &foo(json!({})));
    let error = wrong.errors.iter().next().unwrap();
    assert_eq!((error.field.as_str(), error.path.to_string().as_str()), ("status", "status.n"));
}

#[test]
fn duplicates_count_only_if_there_were_none() {
    let widgets = compile(widgets());
    let with = |tags: &[&str]| foo(json!({"spec": {"port": 1, "tags": tags}}));
    assert_eq!(texts(&widgets.update(&with(&["a", "a"]), &with(&["a"]))), ["spec.tags[1]: Duplicate value: \"a\""]);
    assert_eq!(texts(&widgets.update(&with(&["b", "b"]), &with(&["a", "a"]))), [""; 0]);
}

#[test]
fn rules_on_what_is_as_it_was_give_warnings() {
    let widgets = compile(widgets());
    let old = foo(json!({"spec": {"port": 1, "size": 3}}));
    let new =
        foo(json!({"metadata": {"name": "n", "namespace": "d", "finalizers": ["f"]}, "spec": {"port": 1, "size": 3}}));
    let admission = widgets.update(&new, &old);
    assert_eq!(
        warnings(&admission),
        [
            "spec: Invalid value: failed rule: !has(self.size) || self.size != 3",
            "metadata.finalizers: \"f\": prefer a domain-qualified finalizer name to avoid accidental conflicts with \
             other finalizer writers",
        ]
    );
    assert!(admission.is_allowed());
}

#[test]
fn names_are_generated() {
    let widgets = compile(ResourceType { scope: Scope::Cluster, ..widgets() });
    let admission =
        widgets.create(&foo(json!({"metadata": {"generateName": "a-", "namespace": "d"}, "spec": {"port": 1}})));
    assert!(admission.is_allowed());
    assert_eq!(admission.object["metadata"], json!({"name": "a-xxxxx", "generateName": "a-", "generation": 1}));
    assert_eq!(admission.name, "a-xxxxx");
}

#[test]
fn unknown_fields_are_kept_where_the_definition_says_so() {
    let kind = compile(ResourceType { preserves_unknown_fields: true, ..widgets() });
    let object = foo(json!({"spec": {"port": 1, "x": null, "color": null}}));
    let admission = kind.create(&object);
    assert_eq!(warnings(&admission), [""; 0]);
    assert_eq!(admission.object["spec"], json!({"port": 1, "x": null, "color": "red"}));
}

#[test]
fn a_status_that_is_null_is_as_it_was_where_there_was_none() {
    let schema = json!({"type": "object", "properties": {
        "status": {"type": "string", "nullable": true, "enum": ["a"]}}});
    let kind = compile(ResourceType { has_status: true, ..resource_type(schema) });
    let new = foo(json!({"status": null}));
    assert_eq!(texts(&kind.update_status(&new, &foo(json!({})))), [""; 0]);
    assert_eq!(
        texts(&kind.update_status(&new, &foo(json!({"status": "a"})))),
        ["status: Unsupported value: null: supported values: \"a\""]
    );
}

#[test]
fn can_be_shared_between_threads() {
    fn is_shared<T: Send + Sync>() {}
    is_shared::<CustomResource>();
    is_shared::<Admission>();
    let widgets = compile(widgets());
    let object = foo(json!({"spec": {"port": 1}}));
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| assert!(widgets.create(&object).is_allowed()));
        }
    });
}

#[test]
fn what_is_stored_has_nothing_that_clients_do_not_decide() {
    let foos = compile(ResourceType { has_status: true, ..widgets() });
    let metadata = json!({
        "name": "n", "selfLink": "/x", "uid": "u", "generation": 7, "resourceVersion": "5",
        "deletionTimestamp": "2024-01-01T00:00:00Z", "creationTimestamp": "2024-01-01T00:00:00Z",
        "managedFields": [{"manager": "m", "operation": "Bad"}], "labels": {"a": "b"}
    });
    let object = foo(json!({"metadata": metadata, "spec": {"port": 1}, "status": {"phase": "a"}}));
    let stored = foos.stored(&object).unwrap();
    let expected = foo(json!({
        "metadata": {"name": "n", "labels": {"a": "b"}}, "spec": {"port": 1, "color": "red"}
    }));
    assert_eq!(stored, expected);
    let cluster = compile(ResourceType { scope: Scope::Cluster, ..widgets() });
    assert_eq!(cluster.stored(&foo(json!({"spec": {"port": 1}}))).unwrap()["metadata"], json!({"name": "n"}));
    assert!(foos.create(&object).is_allowed());
}

#[test]
fn numbers_are_stored_as_go_reads_them() {
    let mut kind = resource_type(json!({"type": "object", "x-kubernetes-preserve-unknown-fields": true}));
    kind.has_status = true;
    let kind = compile(kind);
    let spec =
        json!({"a": 2.0, "b": [{"c": -3.0}], "d": 1.5, "e": 1e19, "f": 1_234_567_890_123_456_789.0, "g": u64::MAX});
    let stored = json!({
        "a": 2, "b": [{"c": -3}], "d": 1.5, "e": 1e19, "f": 1_234_567_890_123_456_800_i64,
        "g": 18_446_744_073_709_551_615.0
    });
    let object = foo(json!({"spec": spec}));
    let created = kind.create(&object);
    assert_eq!(created.object["spec"], stored);
    assert_eq!(kind.stored(&object).unwrap()["spec"], stored);
    let updated = kind.update(&object, &created.object);
    assert_eq!(updated.object["spec"], stored);
    let status = kind.update_status(&foo(json!({"status": {"n": 7.0}})), &created.object);
    assert_eq!(status.object["status"], json!({"n": 7}));
    // A rejected object is that of the request.
    let mut rejected = foo(json!({"spec": {"a": 2.0}}));
    rejected["metadata"]["name"] = json!("A b");
    assert_eq!(kind.create(&rejected).object["spec"], json!({"a": 2.0}));
}

#[test]
fn causes_repeat_what_two_parts_of_the_server_find() {
    let foos = compile(widgets());
    let old = foo(json!({"spec": {"port": 1}}));
    let metadata = json!({"name": "n", "namespace": "d", "labels": {"a": "b c"}});
    let admission = foos.update(&foo(json!({"metadata": metadata, "spec": {"port": 1, "size": 10}})), &old);
    let fields = |errors: &ErrorList| errors.iter().map(|error| error.field.clone()).collect::<Vec<_>>();
    assert_eq!(fields(&admission.errors), ["metadata.labels", "spec.size"]);
    let labels = "metadata.labels";
    assert_eq!(fields(admission.causes()), [labels, labels, labels, "spec.size"]);
}

#[test]
fn the_status_code_does_not_depend_on_the_reason_of_a_rule() {
    let schema = json!({
        "type": "object", "x-kubernetes-validations": [{"rule": "false", "reason": "FieldValueForbidden"}]
    });
    let status = compile(resource_type(schema)).create(&foo(json!({}))).status().unwrap();
    assert_eq!((&status["code"], &status["reason"]), (&json!(422), &json!("Invalid")));
    assert_eq!(status["details"]["causes"][0]["reason"], "FieldValueForbidden");
}

#[test]
fn unknown_keys_of_maps_stand_after_a_dot() {
    let schema = json!({"type": "object", "properties": {"m": {
        "type": "object", "additionalProperties": {"type": "object", "properties": {"x": {"type": "integer"}}}
    }}});
    let admission = compile(resource_type(schema)).create(&foo(json!({"m": {"k": {"y": 1}}, "a": 1})));
    assert_eq!(warnings(&admission), ["unknown field \"a\"", "unknown field \"m.k.y\""]);
}
