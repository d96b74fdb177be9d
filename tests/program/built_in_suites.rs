//! `idlgen test` with suites of built-in kinds.

use std::fs;

use crate::program::{module, path, run};

const SUITE: &str = "testdata/suites/built-in/deployment.testsuite.yaml";

fn run_text(text: &str, more: &[&str]) -> crate::program::Ran {
    let directory = tempfile::tempdir().expect("a directory");
    let file = directory.path().join("suite.yaml");
    fs::write(&file, text).expect("a file");
    run(&[&["test", path(&file)], more].concat())
}

#[test]
fn cases_run_in_the_engine_of_built_in_kinds() {
    let ran = run(&["test", SUITE]);
    assert!(ran.status == 0 && ran.err.contains("3 cases of 1 suite: 3 passed, 0 failed"), "{ran}");
    let text = fs::read_to_string(SUITE).expect("a suite");
    let ran = run_text(&text.replace("imagePullPolicy: always", "imagePullPolicy: Always"), &[]);
    assert!(ran.status == 1 && ran.out.contains("the creation is accepted, but an error is expected"), "{ran}");
}

#[test]
fn the_version_decides_which_kinds_exist() {
    let suite = "name: Budget\nbuiltInKind: policy/v1beta1 PodDisruptionBudget\ntests:\n  onCreate:\n  - name: a\n\
                 \x20   initial: |\n      apiVersion: policy/v1beta1\n      kind: PodDisruptionBudget\n\
                 \x20     spec: {minAvailable: []}\n    expectedError: cannot unmarshal\n";
    let ran = run_text(suite, &["--kubernetes-version", "1.35"]);
    let removed = "policy/v1beta1 PodDisruptionBudget was removed in Kubernetes 1.25; use policy/v1";
    assert!(ran.status == 1 && ran.out.contains(removed), "{ran}");
    let ran = run_text(&suite.replace("v1beta1", "v1"), &["--kubernetes-version", "1.35"]);
    assert!(ran.status == 0, "{ran}");
}

#[test]
fn a_first_suite_passes_and_is_covered() {
    let first = run(&["test", "--init", "apps/v1 Deployment"]);
    assert!(first.status == 0 && first.out.contains("builtInKind: apps/v1 Deployment\n"), "{first}");
    let text = first.out.trim_start_matches("[output]\n");
    let ran = run_text(text, &["--coverage"]);
    assert!(ran.status == 0 && ran.err.contains(", 0 failed"), "{ran}");
    assert!(ran.out.contains("Deployment.apps v1 (Kubernetes 1."), "{ran}");
    assert!(!ran.out.contains("enum: no rejected object has another value"), "{ran}");
    let ran = run(&["test", "--init", "HorizontalPodAutoscaler"]);
    let several = "use `autoscaling/v1 HorizontalPodAutoscaler` or `autoscaling/v2 HorizontalPodAutoscaler`";
    assert!(ran.status == 2 && ran.err.contains(several), "{ran}");
    assert_eq!(run(&["test", "--init", "ConfigMap"]).status, 0);
}

#[test]
fn what_built_in_kinds_do_not_have_is_an_error() {
    let suite = "name: a\nbuiltInKind: Deployment\ntests: {}\n";
    let ran = run_text(suite, &[]);
    assert!(ran.status == 1 && ran.out.contains("such as `apps/v1 Deployment`"), "{ran}");
    let ran = run_text(&suite.replace("builtInKind", "crdName: a\nbuiltInKind"), &[]);
    assert!(ran.status == 1 && ran.out.contains("both `crdName` and `builtInKind`"), "{ran}");
    let text = fs::read_to_string(SUITE).expect("a suite");
    let ran = run_text(&format!("{text}    expectedStatusError: x\n"), &[]);
    assert!(ran.status == 1 && ran.out.contains("the status of built-in kinds is not checked"), "{ran}");
    let ran = run_text(&text.replace("    updated:", "    initialCRDPatches: []\n    updated:"), &[]);
    assert!(ran.status == 1 && ran.out.contains("`initialCRDPatches` needs a CRD"), "{ran}");
}

#[test]
fn generated_rust_does_not_process_built_in_kinds() {
    let module = module(
        "// +groupName=shop.example.com\npackage v1\n\n\
         import metav1 \"k8s.io/apimachinery/pkg/apis/meta/v1\"\n\n// +kubebuilder:object:root=true\ntype Widget struct {\n\
         \tmetav1.TypeMeta `json:\",inline\"`\n\tmetav1.ObjectMeta `json:\"metadata,omitempty\"`\n}\n",
    );
    let ran = run(&["test", SUITE, "--rust", "--go", path(&module.path().join("v1"))]);
    let message = "error[IDL0791]: the suite of apps/v1 Deployment cannot run with --rust";
    assert!(ran.status == 1 && ran.out.contains(message) && ran.out.contains("without --rust"), "{ran}");
}
