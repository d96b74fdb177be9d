//! `idlgen validate` with no source of kinds at all.
#![expect(clippy::disallowed_methods, clippy::expect_used, reason = "what runs the program prepares files")]
#![cfg(feature = "cli")]
#![allow(dead_code, reason = "what runs the program has more than is needed here")]

#[path = "program/program.rs"]
mod program;

use program::run_with;

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

/// What Go types require and servers do not ask: `limits` of a LimitRange has no omitempty.
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
