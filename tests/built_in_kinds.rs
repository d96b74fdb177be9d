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
