#![allow(clippy::unwrap_used, clippy::needless_pass_by_value, reason = "`json!` makes values, and tests may fail")]

use idlgen_runtime::value::Value;
use serde_json::json;

use super::*;

/// Validates an object with Kubernetes 1.35 and returns the server's decoding error, otherwise all errors.
pub(super) fn report(object: &Json) -> Vec<String> {
    let text = |key: &str| object[key].as_str().unwrap();
    let kind = kind(text("apiVersion"), text("kind"), 35).unwrap();
    let ValidationResult { errors, answer, .. } = kind.validate(object, None);
    match answer {
        Some(answer) => vec![answer],
        None => errors.iter().map(ToString::to_string).collect(),
    }
}

fn deployment(spec: Json) -> Json {
    json!({"apiVersion": "apps/v1", "kind": "Deployment", "metadata": {"name": "web"}, "spec": spec})
}

fn template(container: Json) -> Json {
    json!({"metadata": {"labels": {"app": "web"}}, "spec": {"containers": [container]}})
}

fn good() -> Json {
    json!({"selector": {"matchLabels": {"app": "web"}}, "template": template(json!({"name": "c", "image": "i:1"}))})
}

#[test]
fn a_good_object_of_every_version() {
    for minor in OLDEST_MINOR..=NEWEST_MINOR {
        let result = kind("apps/v1", "Deployment", minor).unwrap().validate(&deployment(good()), None);
        assert_eq!(result, ValidationResult::default(), "1.{minor}");
    }
}

#[test]
fn every_kind_of_every_version_can_be_made() {
    for minor in OLDEST_MINOR..=NEWEST_MINOR {
        let table = Table::of(minor).unwrap();
        assert!(table.kinds.len() > 60, "1.{minor}: {}", table.kinds.len());
        for row in &table.kinds {
            if let Err(none) = kind(&row.api_version, &row.kind, minor) {
                panic!("1.{minor} {} {}: {none}", row.api_version, row.kind);
            }
        }
    }
}

/// Kinds whose pods `kubectl-validate` v0.0.4 accepts with unnamed containers, and the pod spec path.
const WITH_CONTAINERS: [(&str, &str, &[&str]); 10] = [
    ("v1", "Pod", &["spec"]),
    ("v1", "PodTemplate", &["template", "spec"]),
    ("v1", "ReplicationController", &["spec", "template", "spec"]),
    ("apps/v1", "DaemonSet", &["spec", "template", "spec"]),
    ("apps/v1", "Deployment", &["spec", "template", "spec"]),
    ("apps/v1", "ReplicaSet", &["spec", "template", "spec"]),
    ("apps/v1", "StatefulSet", &["spec", "template", "spec"]),
    ("batch/v1", "Job", &["spec", "template", "spec"]),
    ("batch/v1", "CronJob", &["spec", "jobTemplate", "spec", "template", "spec"]),
    ("apps/v1", "Deployment", &["spec", "template", "spec"]),
];

/// Returns an object of one of these kinds whose pods have these container lists, and the path of the pods.
fn with_pods(row: usize, pods: Json) -> (Json, String) {
    let (api_version, kind, path) = WITH_CONTAINERS[row];
    let mut object = pods;
    for step in path.iter().rev() {
        object = json!({*step: object});
    }
    let whole = object.as_object_mut().unwrap();
    whole.insert("apiVersion".into(), api_version.into());
    whole.insert("kind".into(), kind.into());
    whole.insert("metadata".into(), json!({"name": "x"}));
    let selector = json!({"matchLabels": {"app": "web"}});
    if let Some(spec) = whole.get_mut("spec").and_then(Json::as_object_mut) {
        match kind {
            "CronJob" => drop(spec.insert("schedule".into(), "@daily".into())),
            "Deployment" | "DaemonSet" | "ReplicaSet" | "StatefulSet" => drop(spec.insert("selector".into(), selector)),
            _ => {}
        }
    }
    (object, path.join("."))
}

#[test]
fn containers_without_a_name() {
    for row in 0..WITH_CONTAINERS.len() {
        // In row 9, the container without a name is the second one.
        let (containers, index) = match row {
            9 => (json!([{"name": "a", "image": "i"}, {"image": "i"}]), 1),
            _ => (json!([{"image": "i"}]), 0),
        };
        let (object, path) = with_pods(row, json!({"containers": containers}));
        assert_eq!(report(&object), [format!("{path}.containers[{index}].name: Required value")]);
    }
}

#[test]
fn cron_jobs_without_a_schedule() {
    let template = json!({"spec": {"template": {"spec": {"containers": [{"name": "c", "image": "i"}]}}}});
    for spec in [
        json!({}),
        json!({"schedule": ""}),
        json!({"schedule": null}),
        json!({"suspend": true}),
        json!({"concurrencyPolicy": "Forbid"}),
        json!({"timeZone": "Etc/UTC"}),
        json!({"successfulJobsHistoryLimit": 1, "failedJobsHistoryLimit": 1}),
    ] {
        let mut spec = spec;
        spec["jobTemplate"] = template.clone();
        let object = json!({"apiVersion": "batch/v1", "kind": "CronJob", "metadata": {"name": "x"}, "spec": spec});
        assert_eq!(report(&object), ["spec.schedule: Required value"], "{object}");
    }
}

#[test]
fn protocols_in_small_letters() {
    let supported = "Unsupported value: \"tcp\": supported values: \"SCTP\", \"TCP\", \"UDP\"";
    let service = json!({
        "apiVersion": "v1", "kind": "Service", "metadata": {"name": "x"},
        "spec": {"ports": [{"port": 80, "protocol": "tcp"}]}
    });
    assert_eq!(report(&service), [format!("spec.ports[0].protocol: {supported}")]);
    for (row, list) in
        [(0, "containers"), (3, "containers"), (4, "containers"), (6, "initContainers"), (8, "containers")]
    {
        let ports = json!([{"containerPort": 80, "protocol": "tcp"}]);
        let mut pods = json!({"containers": [{"name": "c", "image": "i"}]});
        pods[list] = json!([{"name": "d", "image": "i", "ports": ports}]);
        let (object, path) = with_pods(row, pods);
        assert_eq!(report(&object), [format!("{path}.{list}[0].ports[0].protocol: {supported}")]);
    }
    let policy = json!({
        "apiVersion": "networking.k8s.io/v1", "kind": "NetworkPolicy", "metadata": {"name": "x"},
        "spec": {"podSelector": {}, "ingress": [{"ports": [{"protocol": "tcp", "port": 80}]}]}
    });
    assert_eq!(report(&policy), [format!("spec.ingress[0].ports[0].protocol: {supported}")]);
}

#[test]
fn what_go_does_not_decode() {
    let cannot = "Deployment in version \"v1\" cannot be handled as a Deployment: ";
    let with = |name: &str, value: Json| {
        let mut spec = good();
        spec[name] = value;
        report(&deployment(spec))
    };
    let within = |container: Json| {
        let mut spec = good();
        spec["template"] = template(container);
        report(&deployment(spec))
    };
    let quantities = "quantities must match the regular expression \
        '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";
    for (found, expected) in [
        (
            with("replicas", json!("3")),
            "json: cannot unmarshal string into Go struct field DeploymentSpec.spec.replicas of type int32",
        ),
        (
            with("replicas", json!(3.5)),
            "json: cannot unmarshal number 3.5 into Go struct field DeploymentSpec.spec.replicas of type int32",
        ),
        (
            with("replicas", json!(3_000_000_000_u64)),
            "json: cannot unmarshal number 3000000000 into Go struct field DeploymentSpec.spec.replicas of type int32",
        ),
        (
            with("template", json!([])),
            "json: cannot unmarshal array into Go struct field DeploymentSpec.spec.template of type v1.PodTemplateSpec",
        ),
        (
            with("paused", json!("yes")),
            "json: cannot unmarshal string into Go struct field DeploymentSpec.spec.paused of type bool",
        ),
        (with("foo", json!(1)), "strict decoding error: unknown field \"spec.foo\""),
        (
            within(json!({"name": "c", "env": [{"name": "A", "value": true}]})),
            "json: cannot unmarshal bool into Go struct field EnvVar.spec.template.spec.containers.env.value of type \
             string",
        ),
        (within(json!({"name": "c", "resources": {"limits": {"cpu": "xx"}}})), quantities),
        (
            within(json!({"name": "c", "imagePullPolicy": 1})),
            "json: cannot unmarshal number into Go struct field \
             Container.spec.template.spec.containers.imagePullPolicy of type v1.PullPolicy",
        ),
        (
            within(json!({"name": "c", "livenessProbe": {"httpGet": {"port": 1.5}}})),
            "json: cannot unmarshal number 1.5 into Go struct field \
             HTTPGetAction.spec.template.spec.containers.livenessProbe.ProbeHandler.httpGet.port of type int32",
        ),
    ] {
        assert_eq!(found, [format!("{cannot}{expected}")]);
    }
    // A value that a custom decoder rejects is reported before values of the wrong type.
    let mut spec = good();
    spec["replicas"] = json!("3");
    spec["template"] = template(json!({"name": "c", "resources": {"limits": {"cpu": "xx"}}}));
    assert_eq!(report(&deployment(spec.clone())), [format!("{cannot}{quantities}")]);
    let both = kind("apps/v1", "Deployment", 35).unwrap().validate(&deployment(spec), None).decoding;
    let places: Vec<String> = both.iter().map(|error| error.path.to_string()).collect();
    assert_eq!(places, ["spec.replicas", "spec.template.spec.containers[0].resources.limits[cpu]"]);
}

#[test]
fn other_values_that_go_does_not_decode() {
    let object = |api_version: &str, kind: &str, key: &str, value: Json| {
        report(&json!({"apiVersion": api_version, "kind": kind, "metadata": {"name": "x"}, key: value}))
    };
    let cannot = |kind: &str| format!("{kind} in version \"v1\" cannot be handled as a {kind}: ");
    assert_eq!(
        object("v1", "Secret", "data", json!({"a": "***"})),
        [cannot("Secret") + "illegal base64 data at input byte 0"]
    );
    assert_eq!(
        object("v1", "ConfigMap", "data", json!({"a": 5})),
        [cannot("ConfigMap") + "json: cannot unmarshal number into Go struct field ConfigMap.data of type string"]
    );
    assert_eq!(
        object("v1", "ConfigMap", "data", json!([])),
        [cannot("ConfigMap")
            + "json: cannot unmarshal array into Go struct field ConfigMap.data of type map[string]string"]
    );
    assert_eq!(
        object("coordination.k8s.io/v1", "Lease", "spec", json!({"renewTime": "2020-01-01T00:00:00Z"})),
        [cannot("Lease")
            + "parsing time \"2020-01-01T00:00:00Z\" as \"2006-01-02T15:04:05.000000Z07:00\": cannot parse \"Z\" as \
               \".000000\""]
    );
    assert_eq!(object("v1", "ConfigMap", "data", json!({"a": null})), Vec::<String>::new());
    // The schema of its metadata is stricter than the type.
    assert_eq!(
        object("v1", "ReplicationController", "metadata", json!({"name": "x", "labels": {"a": 80}, "b": 1})),
        [cannot("ReplicationController")
            + "json: cannot unmarshal number into Go struct field ObjectMeta.metadata.labels of type string"]
    );
    // Clients write integral numbers without a fraction.
    assert_eq!(object("apps/v1", "ControllerRevision", "revision", json!(1.0)), Vec::<String>::new());
}

#[test]
fn kinds_that_a_version_does_not_have() {
    let none = |api_version: &str, name: &str, minor: u16| kind(api_version, name, minor).unwrap_err().to_string();
    assert_eq!(
        none("apps/v1beta1", "Deployment", 35),
        "apps/v1beta1 Deployment was removed in Kubernetes 1.16; use apps/v1"
    );
    assert_eq!(
        none("policy/v1beta1", "PodSecurityPolicy", 35),
        "policy/v1beta1 PodSecurityPolicy was removed in Kubernetes 1.25"
    );
    assert_eq!(
        none("flowcontrol.apiserver.k8s.io/v1beta3", "FlowSchema", 33),
        "flowcontrol.apiserver.k8s.io/v1beta3 FlowSchema was removed in Kubernetes 1.32; use \
         flowcontrol.apiserver.k8s.io/v1"
    );
    assert!(kind("flowcontrol.apiserver.k8s.io/v1beta3", "FlowSchema", 31).is_ok());
    assert_eq!(
        none("resource.k8s.io/v1", "DeviceClass", 32),
        "Kubernetes 1.32 has no resource.k8s.io/v1 DeviceClass yet: Kubernetes 1.34 introduced it"
    );
    assert_eq!(
        none("apps/v1", "Deploment", 35),
        "apiVersion apps/v1 of Kubernetes 1.35 has no kind Deploment; did you mean Deployment?"
    );
    assert_eq!(none("example.com/v1", "Widget", 35), "Kubernetes has no apiVersion example.com/v1");
}

#[test]
fn zero_where_servers_take_it_and_statuses_are_no_matter() {
    let object = json!({
        "apiVersion": "scheduling.k8s.io/v1", "kind": "PriorityClass", "metadata": {"name": "x"}, "value": 0
    });
    assert_eq!(report(&object), Vec::<String>::new());
    let mut object = deployment(good());
    object["status"] = json!({"conditions": [{}]});
    assert_eq!(report(&object), Vec::<String>::new());
    object["status"] = json!({"replicas": "x"});
    assert!(report(&object)[0].contains("DeploymentStatus.status.replicas of type int32"));
}

#[test]
fn deep_and_odd_objects_end() {
    let mut deep = json!({});
    for _ in 0..2000 {
        deep = json!({"spec": deep});
    }
    let kind = kind("v1", "Pod", 35).unwrap();
    for object in [deep, json!([]), json!("x"), json!(null), json!({"metadata": [], "spec": "x"})] {
        let _ = kind.validate(&object as &dyn Value, None);
    }
}

#[test]
fn what_is_left_out_as_a_whole() {
    let pod = |object: Json| {
        let mut whole = json!({"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "x"}});
        whole.as_object_mut().unwrap().extend(object.as_object().unwrap().clone());
        report(&whole)
    };
    for object in [json!({}), json!({"spec": {}}), json!({"spec": {"containers": []}})] {
        assert_eq!(pod(object), ["spec.containers: Required value"]);
    }
    assert_eq!(pod(json!({"spec": {"containers": [{"name": "c"}]}})), ["spec.containers[0].image: Required value"]);
    let bare = json!({"apiVersion": "apps/v1", "kind": "Deployment", "metadata": {"name": "x"}});
    assert_eq!(report(&bare), ["spec.template.spec.containers: Required value", "spec.selector: Required value"]);
}

#[test]
fn metadata_by_kind() {
    let object = |kind: &str, metadata: Json| report(&json!({"apiVersion": "v1", "kind": kind, "metadata": metadata}));
    assert_eq!(object("ConfigMap", json!({"name": "a.b-c"})), Vec::<String>::new());
    assert_eq!(object("ConfigMap", json!({"generateName": "a-"})), Vec::<String>::new());
    assert!(
        object("ConfigMap", json!({"name": "A"}))[0].starts_with("metadata.name: Invalid value: \"A\": a lowercase")
    );
    assert!(object("ConfigMap", json!({}))[0].starts_with("metadata.name: Required value"));
    assert!(object("Namespace", json!({"name": "a.b"}))[0].starts_with("metadata.name: Invalid value: \"a.b\""));
    assert_eq!(object("Namespace", json!({"name": "a", "namespace": "b"})), Vec::<String>::new());
    assert!(object("Service", json!({"name": "1a"})).iter().any(|error| error.contains("a DNS-1035 label")));
    let labels = object("ConfigMap", json!({"name": "a", "labels": {"a b": "c"}}));
    assert!(labels[0].starts_with("metadata.labels: Invalid value: \"a b\""), "{labels:?}");
    let role = json!({
        "apiVersion": "rbac.authorization.k8s.io/v1", "kind": "Role", "metadata": {"name": "system:a_B"}, "rules": []
    });
    assert_eq!(report(&role), Vec::<String>::new());
    // Review objects have no names.
    let review = json!({
        "apiVersion": "authentication.k8s.io/v1", "kind": "TokenReview", "spec": {"token": "x"}
    });
    assert_eq!(report(&review), Vec::<String>::new());
}

#[test]
fn servers_warn_of_deprecated_kinds() {
    let warning = |api_version, name, minor| kind(api_version, name, minor).unwrap().row.deprecation;
    assert_eq!(warning("v1", "Pod", 35), None);
    assert_eq!(warning("v1", "Endpoints", 32), None);
    assert_eq!(
        warning("v1", "Endpoints", 33).as_deref(),
        Some("v1 Endpoints is deprecated in v1.33+; use discovery.k8s.io/v1 EndpointSlice")
    );
    assert_eq!(
        warning("flowcontrol.apiserver.k8s.io/v1beta3", "FlowSchema", 31).as_deref(),
        Some(
            "flowcontrol.apiserver.k8s.io/v1beta3 FlowSchema is deprecated in v1.29+, unavailable in v1.32+; use \
             flowcontrol.apiserver.k8s.io/v1 FlowSchema"
        )
    );
}

#[test]
fn what_tags_say_cannot_change_does_not() {
    let claim = |count: i64| {
        json!({"apiVersion": "resource.k8s.io/v1", "kind": "ResourceClaim", "metadata": {"name": "a"},
            "spec": {"devices": {"requests": [{"name": "r", "exactly": {"deviceClassName": "c", "count": count}}]}}})
    };
    let claims = kind("resource.k8s.io/v1", "ResourceClaim", 35).unwrap();
    let texts = |new: &Json, old: &Json| {
        claims.validate(new, Some(old)).errors.iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    assert_eq!(texts(&claim(1), &claim(1)), [""; 0]);
    assert_eq!(texts(&claim(2), &claim(1)), ["spec: Invalid value: field is immutable"]);
}

#[test]
fn what_servers_accept_although_the_types_do_not_say_so() {
    let policy = |variables: Json| {
        json!({
            "apiVersion": "admissionregistration.k8s.io/v1", "kind": "ValidatingAdmissionPolicy",
            "metadata": {"name": "x"},
            "spec": {"variables": variables, "validations": [{"expression": "true"}]}
        })
    };
    let variable = json!({"name": "a", "expression": "1"});
    assert_eq!(report(&policy(json!([variable, variable]))), [""; 0]);
    let class = |policy: &str| {
        json!({"apiVersion": "storage.k8s.io/v1", "kind": "StorageClass", "metadata": {"name": "x"}, "provisioner": "p",
            "reclaimPolicy": policy})
    };
    assert_eq!(report(&class("")), [""; 0]);
    assert_eq!(report(&class("x")).len(), 1);
    assert_eq!(report(&json!({"apiVersion": "v1", "kind": "LimitRange", "spec": {"limits": []}})), [""; 0]);
}

#[test]
fn bytes_may_be_a_list_of_numbers() {
    let secret = |data: Json| json!({"apiVersion": "v1", "kind": "Secret", "metadata": {"name": "x"}, "data": data});
    assert_eq!(report(&secret(json!({"a": [1, 255], "b": [], "c": null, "d": "YQ=="}))), [""; 0]);
    let field = "Secret in version \"v1\" cannot be handled as a Secret: json: cannot unmarshal";
    for (value, text) in [
        (json!([256]), "number 256 into Go struct field Secret.data of type uint8"),
        (json!(["a"]), "string into Go struct field Secret.data of type uint8"),
        (json!(1), "number into Go struct field Secret.data of type []uint8"),
    ] {
        assert_eq!(report(&secret(json!({"a": value}))), [format!("{field} {text}")]);
    }
}

#[test]
fn updates_change_nothing_that_servers_restore_or_fill_in() {
    let update = |kind: (&str, &str), old: Json, new: Json| {
        let whole = |spec: Json| json!({"apiVersion": kind.0, "kind": kind.1, "metadata": {"name": "x"}, "spec": spec});
        let subject = super::kind(kind.0, kind.1, 35).unwrap();
        let errors = subject.validate(&whole(new), Some(&whole(old))).errors;
        errors.iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    let request = |more: Json| {
        let mut exactly = json!({"deviceClassName": "c"});
        exactly.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        json!({"devices": {"requests": [{"name": "a", "exactly": exactly}]}})
    };
    let claim = ("resource.k8s.io/v1", "ResourceClaim");
    let full = request(json!({"allocationMode": "ExactCount", "count": 1}));
    assert_eq!(update(claim, full.clone(), request(json!({"count": null}))), [""; 0]);
    assert_eq!(update(claim, full, request(json!({"count": 2}))), ["spec: Invalid value: field is immutable"]);
    let csr = ("certificates.k8s.io/v1", "CertificateSigningRequest");
    let spec = |usage: &str| json!({"request": "YQ==", "signerName": "a/b", "usages": [usage]});
    assert_eq!(update(csr, spec("client auth"), spec("bad")), [""; 0]);
}

#[test]
fn replacements_that_were_removed_as_well_are_not_advised() {
    let text = |api_version, kind| super::kind(api_version, kind, 35).unwrap_err().to_string();
    assert_eq!(
        text("extensions/v1beta1", "PodSecurityPolicy"),
        "extensions/v1beta1 PodSecurityPolicy was removed in Kubernetes 1.16"
    );
    assert!(text("extensions/v1beta1", "Ingress").ends_with("use networking.k8s.io/v1"));
}

#[test]
fn lists_of_bytes_are_stored_in_base64() {
    let kind = super::kind("v1", "ConfigMap", 35).unwrap();
    let stored = kind.stored(&json!({
        "apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "m"},
        "binaryData": {"a": [1, null, 255], "b": "aGk=", "c": [], "d": [256]}
    }));
    assert_eq!(stored["binaryData"], json!({"a": "AQD/", "b": "aGk=", "c": "", "d": [256]}));
}

#[test]
fn what_is_stored_has_no_status_of_clients() {
    let stored = |api_version: &str, kind: &str| {
        let object = json!({"apiVersion": api_version, "kind": kind, "status": {"x": 1},
            "metadata": {"name": "x", "namespace": "d", "uid": "u", "generation": 3}});
        super::kind(api_version, kind, 35).unwrap().stored(&object)
    };
    let deployment = stored("apps/v1", "Deployment");
    assert_eq!((deployment.get("status"), &deployment["metadata"]), (None, &json!({"name": "x", "namespace": "d"})));
    let node = stored("v1", "Node");
    assert!(node.get("status").is_some() && node["metadata"] == json!({"name": "x"}));
}

#[test]
fn old_versions_have_their_own_kinds() {
    assert!(super::kind("flowcontrol.apiserver.k8s.io/v1beta2", "FlowSchema", 28).is_ok());
    assert!(super::kind("flowcontrol.apiserver.k8s.io/v1beta2", "FlowSchema", 29).is_err());
    assert!(super::kind("policy/v1beta1", "PodSecurityPolicy", 25).is_err());
    let new = super::kind("flowcontrol.apiserver.k8s.io/v1", "FlowSchema", 28).unwrap_err();
    assert!(matches!(new, NoSuchKind::TooNew { since: 29, .. }), "{new}");
}
