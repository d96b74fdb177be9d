//! `idlgen crd`: custom resource definitions as controller-gen writes them.
#![expect(clippy::disallowed_methods, clippy::expect_used, reason = "the tests look at files")]
#![cfg(feature = "cli")]

#[path = "program/program.rs"]
mod program;

use std::fs;

use insta::assert_snapshot;
use program::{module, path, run};

/// What controller-gen v0.22.0 writes of the same types with `maxDescLen=0`, but for the annotation with its version.
#[test]
fn a_definition_is_that_of_controller_gen() {
    let output = tempfile::tempdir().expect("a folder");
    let ran = run(&[
        "crd",
        "-C",
        "testdata/definitions",
        "./...",
        "-o",
        path(output.path()),
        "--max-description-length",
        "0",
    ]);
    assert_eq!(ran.status, 0, "{}", ran.err);
    let name = "shop.example.com_widgets.yaml";
    let read = |folder: &std::path::Path| fs::read_to_string(folder.join(name)).expect("reads");
    let expected = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/definitions/expected");
    assert_eq!(read(output.path()), read(&expected));
}

#[test]
fn descriptions_keep_their_lines() {
    let module = module(
        "// +groupName=m.example.com
package v1

import metav1 \"k8s.io/apimachinery/pkg/apis/meta/v1\"

// A is one.
// It has lines.
type A struct {
\tmetav1.TypeMeta `json:\",inline\"`
\tmetav1.ObjectMeta `json:\"metadata\"`
\tPhase Phase `json:\"phase\"`
}

// Phase is how far it is.
//
// ---
// The list is long.
type Phase string
",
    );
    let ran = run(&["crd", "-C", path(module.path()), "./v1", "-o", "-", "-q"]);
    let described: Vec<&str> = ran.out.lines().skip_while(|line| !line.contains("openAPIV3Schema")).collect();
    assert_snapshot!(described.join("\n"), @"
      openAPIV3Schema:
        description: |-
          A is one.
          It has lines.
        properties:
          apiVersion:
            type: string
          kind:
            type: string
          metadata:
            type: object
          phase:
            description: |
              Phase is how far it is.
            type: string
        required:
        - metadata
        - phase
        type: object
    served: true
    storage: true
    ");
}

#[test]
fn versions_that_disagree_are_told() {
    let module = module(
        "// +groupName=m.example.com
package v1

import metav1 \"k8s.io/apimachinery/pkg/apis/meta/v1\"

// +kubebuilder:unservedversion
type A struct {
\tmetav1.TypeMeta `json:\",inline\"`
\tmetav1.ObjectMeta `json:\"metadata\"`
}
",
    );
    let folder = path(module.path());
    assert_snapshot!(run(&["crd", "-C", folder, "./v1", "-o", "-", "-q", "--message-format", "short"]), @"
    [exit status 1]
    [errors]
    [folder]/v1/types.go:7:6: error[IDL0616]: no version of A is served
    ");
}
