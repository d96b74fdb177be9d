//! `idlgen crd`: custom resource definitions as controller-gen writes them.

use std::fs;

use crate::program::{Ran, module, path, run};
use insta::assert_snapshot;

/// Compares with the output of controller-gen v0.22.0 for the same types with `maxDescLen=0`, except for the annotation
/// with its version.
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

/// Like controller-gen v0.22.0, idlgen derives the scope from the client tags unless a marker sets it.
#[test]
fn the_scope_is_that_of_the_client_where_no_marker_says_it() {
    for (tags, scope) in [
        ("", "Namespaced"),
        ("// +genclient:nonNamespaced", "Cluster"),
        ("// +genclient:nonNamespaced\n// +kubebuilder:resource:scope=Namespaced", "Namespaced"),
        ("// +kubebuilder:resource:scope=Cluster", "Cluster"),
    ] {
        let module = module(&format!(
            "// +groupName=m.example.com
package v1

import metav1 \"k8s.io/apimachinery/pkg/apis/meta/v1\"

// +genclient
{tags}

// A is one.
type A struct {{
\tmetav1.TypeMeta `json:\",inline\"`
\tmetav1.ObjectMeta `json:\"metadata\"`
}}
"
        ));
        let definition = run(&["crd", "-C", path(module.path()), "./v1", "-o", "-", "-q"]).out;
        assert!(definition.contains(&format!("  scope: {scope}\n")), "{tags}: {definition}");
        // An object with an invalid namespace. The namespace of a cluster-scoped object is not checked.
        let object = module.path().join("a.yaml");
        let text = "apiVersion: m.example.com/v1\nkind: A\nmetadata: {name: a, namespace: Not_One}\n";
        fs::write(&object, text).expect("writes");
        let ran = run(&["validate", "--go", path(&module.path().join("v1")), path(&object)]);
        assert_eq!(ran.status == 0, scope == "Cluster", "{tags}: {}{}", ran.out, ran.err);
    }
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

const KIND_WITH_NAMES: &str = "// +groupName=m.example.com
package v1

import metav1 \"k8s.io/apimachinery/pkg/apis/meta/v1\"

// MARKERS
type A struct {
\tmetav1.TypeMeta `json:\",inline\"`
\tmetav1.ObjectMeta `json:\"metadata\"`
}
";

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
fn what_markers_of_one_resource_say_adds_up() {
    let module = module(KIND_WITH_NAMES);
    let text = |version: &str, markers: &str| {
        KIND_WITH_NAMES.replace("package v1", &format!("package {version}")).replace("// MARKERS", markers)
    };
    let (folder, write) = (path(module.path()), |version: &str, markers: &str| {
        let directory = module.path().join(version);
        fs::create_dir_all(&directory).expect("writes");
        fs::write(directory.join("types.go"), text(version, markers)).expect("writes");
    });
    let storage = "// +kubebuilder:storageversion\n";
    let two = "// +kubebuilder:resource:path=as\n// +kubebuilder:resource:scope=Cluster";
    write("v1", &format!("{storage}{two}"));
    write("v2", two);
    let command = ["crd", "-C", folder, "./v1", "./v2", "-o", "-", "-q", "--message-format", "short"];
    let Ran { out: output, err: told, .. } = run(&command);
    assert!(output.contains("    plural: as\n") && output.contains("  scope: Cluster\n"), "{output}");
    assert!(!told.contains("IDL"), "{told}");

    write("v2", "// +kubebuilder:resource:path=as,scope=Cluster,shortName=aa");
    let Ran { out: output, err: told, .. } = run(&command);
    assert!(output.contains("    - aa\n") && told.contains("warning[IDL0616]"), "{output}{told}");

    write("v2", "// +kubebuilder:resource:path=bs,scope=Cluster");
    let told = run(&command).err;
    assert!(told.contains("error[IDL0616]: the versions of A have different resource settings"), "{told}");

    // One disagreement is one error, with the locations of all versions.
    write("v3", "// +kubebuilder:resource:path=bs,scope=Cluster");
    write("v4", "// +kubebuilder:resource:path=as,scope=Cluster,shortName=aa");
    let told = run(&["crd", "-C", folder, "./v1", "./v2", "./v3", "./v4", "-o", "-", "-q"]).err;
    assert_eq!((told.matches("[IDL0616]").count(), told.matches("one is here").count()), (1, 3), "{told}");
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
    [folder]/v1/types.go:6:4: error[IDL0703]: API servers reject the CRD for A: spec.selectableFields[0].jsonPath: Invalid value: ".b": must point to a field of type string, boolean or integer. Enum string fields and strings with formats are allowed.
    [folder]/v1/types.go:13:46: error[IDL0626]: the rule can cost more than 100 times what API servers allow
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
    let ran = run(&["rbac:roleName=manager", "crd", "-C", folder, "paths=./...", "output:stdout", "-q"]);
    assert_eq!(ran.status, 0, "{ran}");
    let warning = "warning: idlgen generates only CRDs; for the rest, run `controller-gen \
        rbac:roleName=manager paths=./... output:stdout`\n";
    assert!(ran.out.contains("kind: CustomResourceDefinition") && ran.err == warning, "{ran}");
    assert_snapshot!(run(&["rbac:roleName=manager", "object", "paths=./...", "-q"]), @"
    [exit status 2]
    [errors]
    error: idlgen does not have the generators of this command line (rbac and object); run controller-gen
    ");
}

const WIDGET: &str = "// +groupName=m.example.com
package v1

import metav1 \"k8s.io/apimachinery/pkg/apis/meta/v1\"

// A is one.
type A struct {
\tmetav1.TypeMeta `json:\",inline\"`
\tmetav1.ObjectMeta `json:\"metadata\"`
\t// Spec says what is wanted, at some length.
\tSpec Spec `json:\"spec\"`
}

// Spec is what.
type Spec struct {
\t// Size is how large it is. It has more words than are needed.
\tSize int32 `json:\"size\"`
}
";

#[test]
fn command_lines_of_controller_gen_say_what_stands_around_definitions() {
    let module = module(WIDGET);
    let folder = path(module.path());
    let header = module.path().join("header.txt");
    fs::write(&header, "# Copyright YEAR Nobody.\n").expect("writes");
    let options = format!(
        "crd:maxDescLen=0,headerFile={},year=2031,deprecatedV1beta1CompatibilityPreserveUnknownFields=false",
        path(&header)
    );
    let ran = run(&["-C", folder, &options, "paths=./v1", "output:stdout", "-q"]);
    assert_eq!(ran.status, 0, "{}", ran.err);
    assert!(ran.out.starts_with("# Copyright 2031 Nobody.\n---\napiVersion: apiextensions.k8s.io/v1\n"), "{}", ran.out);
    assert!(ran.out.contains("\n  preserveUnknownFields: false\n  scope: Namespaced\n"), "{}", ran.out);

    let ran = run(&["-C", folder, "crd", "paths=./v1", "output:none", "-q"]);
    assert_eq!((ran.status, ran.out.as_str()), (0, ""), "{}", ran.err);
    assert!(!std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("config").exists());

    let missing = module.path().join("none.txt");
    let ran = run(&["crd", "-C", folder, "./v1", "-o", "-", "-q", "--header-file", path(&missing)]);
    assert_eq!(ran.status, 1);
    assert!(ran.err.contains("IDL0723") || ran.out.contains("IDL0723"), "{}{}", ran.out, ran.err);
}

#[test]
fn a_definition_that_is_too_large_loses_its_deepest_descriptions() {
    let module = module(WIDGET);
    let folder = path(module.path());
    let with = |more: &[&str]| run(&[&["crd", "-C", folder, "./v1", "-o", "-"], more].concat());
    let whole = with(&["-q"]);
    assert!(whole.out.contains("Size is how large it is. It has more words than are needed."), "{}", whole.out);
    let cut = with(&["--max-bytes", "700"]);
    assert_eq!(cut.status, 0, "{}", cut.err);
    assert!(cut.err.contains("warning[IDL0721]"), "{}", cut.err);
    assert!(cut.err.contains("descriptions of fields at depth 2 and deeper were removed"), "{}", cut.err);
    assert!(!cut.out.contains("Size is how large"), "{}", cut.out);
    assert!(cut.out.contains("Spec says what is wanted"), "{}", cut.out);
    let never = with(&["--max-bytes", "10"]);
    assert_eq!(never.status, 1);
    assert!(never.err.contains("error[IDL0722]"), "{}", never.err);
    let by_path = with(&["-q", "--descriptions", "spec.size=30", "--descriptions", "metadata=0"]);
    assert!(by_path.out.contains("description: Size is how large it is.\n"), "{}", by_path.out);
}

#[test]
fn schemas_are_put_into_definitions_that_are_there() {
    let module = module(WIDGET);
    let folder = path(module.path());
    let manifests = module.path().join("manifests");
    fs::create_dir(&manifests).expect("a folder");
    let before = "# ours
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: as.m.example.com # fixed
spec:
  group: m.example.com
  names: {kind: A, plural: as}
  scope: Namespaced
  versions:
  - name: v1
    schema:
      openAPIV3Schema: {type: object}
    served: true
    storage: true
";
    fs::write(manifests.join("a.yaml"), before).expect("writes");
    fs::write(manifests.join("other.yaml"), "kind: ConfigMap\n").expect("writes");
    let option = format!("schemapatch:manifests={},maxDescLen=0", path(&manifests));
    let place = format!("output:dir={}", path(&manifests));
    let ran = run(&["-C", folder, &option, "paths=./v1", &place, "-q"]);
    assert_eq!(ran.status, 0, "{}", ran.err);
    let after = fs::read_to_string(manifests.join("a.yaml")).expect("reads");
    assert!(after.starts_with("# ours\n") && after.contains("name: as.m.example.com # fixed\n"), "{after}");
    assert!(after.contains("      openAPIV3Schema:\n        properties:\n          apiVersion:\n"), "{after}");
    assert!(after.ends_with("        type: object\n    served: true\n    storage: true\n"), "{after}");
    assert_eq!(fs::read_to_string(manifests.join("other.yaml")).expect("reads"), "kind: ConfigMap\n");
}

#[test]
fn constants_instances_and_types_of_others_say_what_fields_are() {
    let module = module(
        "// +groupName=m.example.com
package v1

import metav1 \"k8s.io/apimachinery/pkg/apis/meta/v1\"

type A struct {
\tmetav1.TypeMeta `json:\",inline\"`
\tmetav1.ObjectMeta `json:\"metadata\"`
\tMode ModeRef `json:\"mode\"`
\t// +k8s:subfield(matchExpressions)=+k8s:maxItems=2
\tSelector metav1.LabelSelector `json:\"selector\"`
\t// +kubebuilder:validation:Schemaless
\t// +kubebuilder:validation:Type=string
\t// +kubebuilder:validation:MaxLength=5
\tText metav1.LabelSelector `json:\"text\"`
}

// +enum
type Mode string

const (
\tModeFast Mode = \"Fast\"
\tModeSlow Mode = \"Slow\"
)

type Ref[T any] struct {
\tOf T `json:\"of\"`
}

type ModeRef Ref[Mode]
",
    );
    let ran = run(&["crd", "-C", path(module.path()), "./v1", "-o", "-", "-q", "--max-description-length", "0"]);
    assert_eq!(ran.status, 0, "{}", ran.err);
    for expected in [
        "          mode:
            properties:
              of:
                enum:
                - Fast
                - Slow
                type: string
            required:
            - of
            type: object
",
        "                maxItems: 2
                type: array
",
        "          text:
            maxLength: 5
            type: string
",
    ] {
        assert!(ran.out.contains(expected), "{expected}{}", ran.out);
    }
}

/// The expected output is that of controller-gen v0.22.0 for these types, checked by hand.
#[test]
fn comments_and_quantities_are_read_as_controller_gen_reads_them() {
    let module = module(
        "// +groupName=m.example.com
package v1

import (
\tmetav1 \"k8s.io/apimachinery/pkg/apis/meta/v1\"
\t\"k8s.io/apimachinery/pkg/api/resource\"

\t\"example.com/m/other\"
)

type A struct {
\tmetav1.TypeMeta `json:\",inline\"`
\tmetav1.ObjectMeta `json:\"metadata\"`
\t/* Block is text
\t   on two lines. */
\tBlock string `json:\"block\"`
\tAlias other.Alias `json:\"alias\"`
\tLink Link `json:\"link\"`
\tLinks []Link `json:\"links\"`
\t// +kubebuilder:validation:XIntOrString
\t// +kubebuilder:validation:Pattern=`^1`
\tSize resource.Quantity `json:\"size\"`
\t// +kubebuilder:validation:XValidation: message=\"m\",rule=\"self != ''\"
\tRuled string `json:\"ruled\"`
}

// Link writes itself.
// +kubebuilder:validation:Type=string
type Link string

func (Link) MarshalJSON() ([]byte, error) { return nil, nil }
",
    );
    let other = "package other\n\n// Alias is another name.\ntype Alias = Named\n\n// Named is a type.\n\
        type Named struct {\n\tA string `json:\"a\"`\n}\n";
    fs::create_dir(module.path().join("other")).expect("makes it");
    fs::write(module.path().join("other/types.go"), other).expect("writes");
    let ran = run(&["crd", "-C", path(module.path()), "./v1", "-o", "-", "-q"]);
    let described =
        ran.out.lines().skip_while(|line| !line.contains("alias:")).take_while(|line| !line.contains("served"));
    assert_snapshot!(described.collect::<Vec<_>>().join("\n"), @r"
      alias:
        description: Alias is another name.
        properties:
          a:
            type: string
        required:
        - a
        type: object
      apiVersion:
        type: string
      block:
        description: |-
          Block is text
          on two lines.
        type: string
      kind:
        type: string
      link:
        type: string
      links:
        items:
          type: string
        type: array
      metadata:
        type: object
      ruled:
        type: string
        x-kubernetes-validations:
        - message: m
          rule: self != ''
      size:
        allOf:
        - pattern: ^(\+|-)?(([0-9]+(\.[0-9]*)?)|(\.[0-9]+))(([KMGTPE]i)|[numkMGTPE]|([eE](\+|-)?(([0-9]+(\.[0-9]*)?)|(\.[0-9]+))))?$
        - pattern: ^1
        anyOf:
        - type: integer
        - type: string
        x-kubernetes-int-or-string: true
    required:
    - alias
    - block
    - link
    - links
    - metadata
    - ruled
    - size
    type: object
    ");
    assert_eq!(ran.err, "");
}

#[test]
fn what_an_api_server_does_not_take_is_told_before() {
    let types = "// +groupName=m.k8s.io
package v1

import metav1 \"k8s.io/apimachinery/pkg/apis/meta/v1\"

// TEXT
// +kubebuilder:metadata:annotations=\"some=thing\"
type A struct {
\tmetav1.TypeMeta `json:\",inline\"`
\tmetav1.ObjectMeta `json:\"metadata\"`
}
";
    let made = module(types);
    let crd = |module: &tempfile::TempDir| {
        run(&["crd", "-C", path(module.path()), "./v1", "-o", "-", "-q", "--message-format", "short"])
    };
    let ran = crd(&made);
    assert_eq!(ran.status, 0);
    assert!(ran.err.contains("types.go:8:6: warning[IDL0724]: API servers reject the CRD for A"), "{}", ran.err);
    assert_eq!(crd(&module(&types.replace("some=thing", "api-approved.kubernetes.io=unapproved"))).err, "");
    let long = types.replace("TEXT", &"x".repeat(1_600_000)).replace("m.k8s.io", "m.example.com");
    let ran = crd(&module(&long));
    assert_eq!((ran.status, ran.out.as_str()), (1, ""));
    assert!(ran.err.contains("error[IDL0725]: the CRD for A has "), "{}", ran.err);
    // controller-gen writes a CRD of any size.
    let made = module(&long);
    let flags = ["-o", "-", "-q", "--message-format", "short", "--compat", "controller-gen"];
    let ran = run(&[["crd", "-C", path(made.path()), "./v1"].as_slice(), flags.as_slice()].concat());
    assert!(ran.status == 0 && ran.out.len() > 1_600_000, "{} {}", ran.status, ran.err);
    assert!(ran.err.contains("warning[IDL0725]: the CRD for A has "), "{}", ran.err);
}

/// As in controller-gen v0.22.0, `./...` includes the modules in the directories below.
#[test]
fn nested_modules_are_read() {
    let types = |kind: &str| {
        format!(
            "// +groupName=m.example.com
package v1

import metav1 \"k8s.io/apimachinery/pkg/apis/meta/v1\"

type {kind} struct {{
\tmetav1.TypeMeta `json:\",inline\"`
\tmetav1.ObjectMeta `json:\"metadata\"`
\t// +kubebuilder:validation:Maximum=9223372036854774807
\t// +kubebuilder:validation:Minimum=-9007199254740992
\tA int64 `json:\"a\"`
}}
"
        )
    };
    let module = module(&types("Outer"));
    let nested = module.path().join("api");
    fs::create_dir_all(nested.join("v1")).expect("makes it");
    fs::write(nested.join("go.mod"), "module example.com/m/api\n\ngo 1.25\n").expect("writes");
    fs::write(nested.join("v1/types.go"), types("Inner")).expect("writes");
    let folder = path(module.path());
    let kinds = |pattern: &str, more: &[&str]| {
        let ran = run(&[&["crd", "-C", folder, pattern, "-o", "-", "-q"], more].concat());
        assert_eq!((ran.status, ran.err.as_str()), (0, ""), "{pattern}");
        // Limits are floats in a CRD.
        assert!(ran.out.contains("maximum: 9223372036854775000\n"), "{}", ran.out);
        assert!(ran.out.contains("minimum: -9007199254740992\n"), "{}", ran.out);
        ran.out.lines().filter_map(|line| Some(line.strip_prefix("    kind: ")?.to_owned())).collect::<Vec<_>>()
    };
    for compat in [&[][..], &["--compat", "controller-gen"]] {
        assert_eq!(kinds("./...", compat), ["Inner", "Outer"]);
        assert_eq!(kinds("./api/...", compat), ["Inner"]);
        assert_eq!(kinds("./api/v1", compat), ["Inner"]);
        assert_eq!(kinds("./v1", compat), ["Outer"]);
    }
    fs::write(module.path().join("go.work"), "use .\n").expect("writes");
    let ran = run(&["crd", "-C", folder, "./api/v1", "-o", "-", "-q", "--compat", "controller-gen"]);
    assert_eq!(ran.status, 2, "{}", ran.err);
}
