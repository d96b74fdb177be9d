//! `idlgen validate` without a source of kinds.

use crate::program::{module, path, run, run_with};

const FAULTY: &str = "apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  replicas: many
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec:
      containers:
      - image: web:1
        ports: [{containerPort: 80, protocol: tcp}]
---
apiVersion: policy/v1beta1
kind: PodDisruptionBudget
metadata: {name: web}
";

/// Go types can require fields that servers do not require: `limits` of a LimitRange has no `omitempty`. Validation
/// must follow the servers.
#[test]
fn go_types_of_kubernetes_are_asked_what_servers_ask() {
    let module = tempfile::TempDir::new().expect("a folder");
    let write = |name: &str, text: &str| {
        let path = module.path().join(name);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("makes it");
        std::fs::write(path, text).expect("writes");
    };
    write("go.mod", "module k8s.io/api\n");
    write(
        "core/v1/types.go",
        "// +groupName=\npackage v1\n\nimport metav1 \"k8s.io/apimachinery/pkg/apis/meta/v1\"\n\n\
         type LimitRangeSpec struct {\n\tLimits []string `json:\"limits\"`\n\tNew string `json:\"new\"`\n}\n\n\
         type LimitRange struct {\n\tmetav1.TypeMeta `json:\",inline\"`\n\
         \tmetav1.ObjectMeta `json:\"metadata,omitempty\"`\n\tSpec LimitRangeSpec `json:\"spec,omitempty\"`\n}\n",
    );
    let folder = module.path().join("core/v1").to_string_lossy().into_owned();
    let arguments = ["validate", "-", "--go", &folder, "--message-format", "short"];
    let ran = run_with(&arguments, "apiVersion: v1\nkind: LimitRange\nmetadata: {name: a}\n");
    let said = ran.out + &ran.err;
    assert!(said.contains("spec.new: Required value") && !said.contains("spec.limits"), "{said}");
}

#[test]
fn kinds_of_kubernetes_need_no_source() {
    let ran = run_with(&["validate", "-", "--message-format", "short"], FAULTY);
    let said = ran.out + &ran.err;
    for expected in [
        "Deployment in version \"v1\" cannot be handled as a Deployment: json: cannot unmarshal string",
        "spec.template.spec.containers[0].name: Required value",
        "spec.template.spec.containers[0].ports[0].protocol: Unsupported value: \"tcp\"",
        "policy/v1beta1 PodDisruptionBudget was removed in Kubernetes 1.25; use policy/v1",
    ] {
        assert!(said.contains(expected), "{expected}: {said}");
    }
}

/// A removed or misspelled kind is not treated as one that is only missing in the sources.
#[test]
fn kinds_that_kubernetes_does_not_have_are_not_left_out() {
    let objects = "apiVersion: extensions/v1beta1\nkind: Ingress\n---\napiVersion: apps/v1\nkind: Deploymnet\n---\n\
                   apiVersion: apps/v2\nkind: Deployment\n---\napiVersion: app/v1\nkind: Deployment\n---\n\
                   apiVersion: gateway.networking.k8s.io/v1\nkind: Gateway\n";
    for flags in [&["--ignore-missing"][..], &["--unknown-kinds", "ignore"]] {
        let ran = run_with(&[&["validate", "-", "--message-format", "short"], flags].concat(), objects);
        let said = ran.out + &ran.err;
        for expected in [
            "error[IDL0904]: extensions/v1beta1 Ingress was removed in Kubernetes 1.22; use networking.k8s.io/v1",
            "error[IDL0904]: no schema for kind `Deploymnet` in `apps/v1`",
            "error[IDL0904]: no schema for kind `Deployment` in `apps/v2`",
            "warning[IDL0904]: no schema for kind `Deployment` in `app/v1`",
            "5 objects in 1 file: 0 valid, 3 invalid, 2 skipped",
        ] {
            assert!(said.contains(expected), "{expected}: {said}");
        }
        assert!(!said.contains("Gateway"), "{said}");
    }
}

/// Other packages and CRDs can define more kinds of a group, so unknown ones are skipped whatever the source is.
#[test]
fn unknown_kinds_are_skipped_with_every_source() {
    let module = module(
        "// +groupName=m.example.com\npackage v1\n\nimport metav1 \"k8s.io/apimachinery/pkg/apis/meta/v1\"\n\n\
         // +kubebuilder:object:root=true\ntype Widget struct {\n\tmetav1.TypeMeta   `json:\",inline\"`\n\
         \tmetav1.ObjectMeta `json:\"metadata,omitempty\"`\n\tSize int32 `json:\"size\"`\n}\n",
    );
    let (types, crds) = (module.path().join("v1"), module.path().join("crds"));
    assert_eq!(run(&["crd", "-C", path(module.path()), "./...", "-o", path(&crds)]).status, 0);
    let object = |api_version: &str, kind: &str| {
        format!("apiVersion: {api_version}\nkind: {kind}\nmetadata: {{name: a}}\nsize: 1\n")
    };
    let objects = [
        object("m.example.com/v1", "Widget"),
        object("m.example.com/v1", "Gadget"),
        object("m.example.com/v1", "Wigdet"),
        object("m.example.com/v2", "Widget"),
        object("other.example.com/v1", "Gadget"),
    ];
    let objects = objects.join("---\n");
    for (source, place) in [("--go", &types), ("--crd", &crds)] {
        for flags in [&["--ignore-missing"][..], &["--unknown-kinds", "ignore"]] {
            let arguments = ["validate", "-", "--message-format", "short", source, path(place)];
            let ran = run_with(&[&arguments, flags].concat(), &objects);
            let said = ran.out.clone() + &ran.err;
            assert!(ran.status == 0 && said.contains("1 valid, 0 invalid, 4 skipped (4 of unknown kinds)"), "{ran}");
            // The kind exists with another version, so this is probably a mistake.
            assert_eq!(said.matches("[IDL0904]").count(), 1, "{ran}");
            assert!(said.contains("<stdin>:17:7: warning[IDL0904]"), "{ran}");
        }
    }
}

#[test]
fn the_help_for_an_unknown_kind_is_the_api_version_that_has_it() {
    let own = "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\n\
               metadata: {name: services.k.example.com}\n\
               spec:\n  group: k.example.com\n  scope: Cluster\n  names: {kind: Service, plural: services}\n  \
               versions: [{name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object}}}]\n---\n";
    for (api_version, kind, help) in [
        ("v1", "Deployment", "use `apiVersion: apps/v1`, which has kind Deployment"),
        ("apps/v1", "Service", "use `apiVersion: v1`, which has kind Service"),
        ("core/v1", "Pod", "use `apiVersion: v1`, which has kind Pod"),
        ("batch", "Job", "use `apiVersion: batch/v1`, which has kind Job"),
        ("V1", "Pod", "use `apiVersion: v1`, which has kind Pod"),
        ("k.example.com", "Service", "use `apiVersion: k.example.com/v1`, which has kind Service"),
        ("x.example.com/v1", "Deployment", "`apps/v1` has a different kind `Deployment`"),
    ] {
        let object = format!("{own}apiVersion: {api_version}\nkind: {kind}\nmetadata: {{name: a}}\n");
        let ran = run_with(&["validate", "-"], &object);
        assert!(ran.status == 1 && ran.out.contains(help), "{help}: {ran}");
        assert!(!ran.out.contains("--go k8s.io/api/core"), "{ran}");
    }
}

#[test]
fn values_that_are_almost_right_have_help() {
    let object = "apiVersion: v1\nkind: PersistentVolumeClaim\nmetadata: {name: a}\nspec:\n  \
                  resources: {requests: {storage: 10GB}}\n---\napiVersion: apps/v1\nkind: Deployment\n\
                  metadata: {name: a}\nspec: {replicas: \"3\"}\n";
    let ran = run_with(&["validate", "-"], object);
    for help in ["write `10G`, or `10Gi` for a power of 1024", "write `3`: with quotes, it is a string"] {
        assert!(ran.out.contains(&format!("= help: {help}\n")), "{help}: {ran}");
    }
}

#[test]
fn old_versions_of_kubernetes_have_their_own_kinds() {
    let schema = "apiVersion: flowcontrol.apiserver.k8s.io/v1beta2\nkind: FlowSchema\nmetadata: {name: a}\n\
                  spec: {priorityLevelConfiguration: {name: a}}\n";
    let ran = |version| run_with(&["validate", "-", "--kubernetes-version", version], schema);
    assert_eq!(ran("1.28").status, 0, "{}", ran("1.28"));
    assert!(ran("1.29").out.contains("was removed in Kubernetes 1.29"), "{}", ran("1.29"));
}

/// Of several values with the wrong type, a server reports either the first one or the one at which decoding stops.
#[test]
fn of_several_values_that_cannot_be_read_a_server_reports_one() {
    let status = |object: &str| {
        let ran = run_with(&["validate", "-", "--message-format", "status"], object);
        let status: serde_json::Value = serde_json::from_str(&ran.out).expect("a status");
        status["message"].as_str().expect("a message").to_owned()
    };
    let head = "ReplicaSet in version \"v1\" cannot be handled as a ReplicaSet: ";
    let object = "apiVersion: apps/v1\nkind: ReplicaSet\nmetadata: {name: {}, labels: 1}\n";
    assert_eq!(
        status(object),
        format!("{head}json: cannot unmarshal object into Go struct field ObjectMeta.metadata.name of type string")
    );
    let object = "apiVersion: apps/v1\nkind: ReplicaSet\nmetadata: {name: {}, creationTimestamp: x}\n";
    assert!(status(object).starts_with(&format!("{head}parsing time \"x\"")), "{}", status(object));
    let object = "apiVersion: apps/v1\nkind: ReplicaSet\nmetadata: {name: a}\nzeta: 1\nspec: {\"\": 1}\n";
    assert_eq!(status(object), format!("{head}strict decoding error: unknown field \"zeta\", unknown field \"spec.\""));
}

#[test]
fn definitions_are_among_the_built_in_kinds_that_are_described() {
    let ran = run_with(&["jsonschema", "--builtin", "--kind", "CustomResourceDefinition", "-o", "-"], "");
    let schema: serde_json::Value = serde_json::from_str(&ran.out).expect("JSON");
    assert!(schema.to_string().contains("openAPIV3Schema"), "{ran}");
}

/// The OpenAPI document of the core group, whose name is empty.
#[test]
fn documents_of_the_core_group() {
    let folder = tempfile::TempDir::new().expect("a folder");
    let path = folder.path().join("v1.json");
    let text = serde_json::json!({"openapi": "3.0.0", "components": {"schemas": {"io.k8s.api.core.v1.ConfigMap": {
        "type": "object", "properties": {
            "apiVersion": {"type": "string"}, "kind": {"type": "string"}, "metadata": {"type": "object"},
            "data": {"type": "object", "additionalProperties": {"type": "string"}}
        },
        "x-kubernetes-group-version-kind": [{"group": "", "version": "v1", "kind": "ConfigMap"}]
    }}}});
    std::fs::write(&path, text.to_string()).expect("writes");
    let path = path.to_string_lossy().into_owned();
    let object = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata: {a: b}\n";
    let ran = run_with(&["validate", "-", "--openapi", &path], object);
    assert_eq!(ran.status, 0, "{ran}");
    let ran = run_with(&["validate", "-", "--openapi", &path, "--message-format", "status"], &object.replace('b', "1"));
    assert!(ran.out.contains("ConfigMap \\\"a\\\" is invalid: data.a: Invalid value"), "{ran}");
}

#[test]
fn a_variable_in_an_invalid_value_is_named_as_the_reason() {
    let objects = "apiVersion: v1\nkind: Service\nmetadata:\n  name: ${APP}\nspec:\n  ports:\n  - port: ${PORT:=80}\n\
                   ---\napiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a b\ndata:\n  a: ${A}\n";
    let ran = run_with(&["validate", "-"], objects);
    assert_eq!(ran.out.matches("= note: `${` starts a variable of a template").count(), 2, "{ran}");
    assert_eq!(ran.out.matches("replace the variables, for example with `envsubst`").count(), 2, "{ran}");
}
