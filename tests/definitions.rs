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

#[test]
fn what_api_servers_refuse_is_told_at_its_tag() {
    let module = module(
        "// +groupName=m.example.com
package v1

import metav1 \"k8s.io/apimachinery/pkg/apis/meta/v1\"

// +kubebuilder:selectablefield:JSONPath=.b
type A struct {
\tmetav1.TypeMeta `json:\",inline\"`
\tmetav1.ObjectMeta `json:\"metadata\"`
\tB B `json:\"b\"`
}

// +kubebuilder:validation:XValidation:rule=\"self.c.all(x, self.c.all(y, self.c.exists(z, z == x)))\"
type B struct {
\tC []string `json:\"c\"`
}
",
    );
    let folder = path(module.path());
    assert_snapshot!(run(&["crd", "-C", folder, "./v1", "-o", "-", "-q", "--message-format", "short"]), @r#"
    [exit status 1]
    [errors]
    [folder]/v1/types.go:7:6: error[IDL0703]: API servers refuse the definition of A: spec.validation.openAPIV3Schema: Forbidden: x-kubernetes-validations estimated rule cost total for entire OpenAPIv3 schema exceeds budget by factor of more than 100x (try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)
    [folder]/v1/types.go:7:6: error[IDL0703]: API servers refuse the definition of A: spec.selectableFields[0].jsonPath: Invalid value: ".b": must point to a field of type string, boolean or integer. Enum string fields and strings with formats are allowed.
    [folder]/v1/types.go:10:2: error[IDL0703]: API servers refuse the definition of A: spec.validation.openAPIV3Schema.properties[b].x-kubernetes-validations[0].rule: Forbidden: estimated rule cost exceeds budget by factor of more than 100x (try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)
    [folder]/v1/types.go:10:2: error[IDL0703]: API servers refuse the definition of A: spec.validation.openAPIV3Schema.properties[b].x-kubernetes-validations[0].rule: Forbidden: contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 schema
    [folder]/v1/types.go:13:46: warning[IDL0626]: the rule may cost more than 100 times what API servers allow
    "#);
}

#[test]
fn the_command_line_of_controller_gen() {
    let module = module(
        "// +groupName=m.example.com
package v1

import metav1 \"k8s.io/apimachinery/pkg/apis/meta/v1\"

// A has a long description. It is cut.
type A struct {
\tmetav1.TypeMeta `json:\",inline\"`
\tmetav1.ObjectMeta `json:\"metadata\"`
}
",
    );
    let folder = path(module.path());
    let ran = run(&["crd:maxDescLen=30", "-C", folder, "paths=./...", "output:stdout", "-q"]);
    let description: Vec<&str> = ran.out.lines().filter(|line| line.contains("description")).collect();
    assert_eq!(description, ["        description: A has a long description."], "{ran}");
    assert_snapshot!(run(&["rbac:roleName=manager", "crd", "paths=./...", "-q"]), @"
    [exit status 2]
    [errors]
    error: `rbac:roleName=manager` is a generator of controller-gen that idlgen does not have; let controller-gen run it in a command of its own
    ");
}
