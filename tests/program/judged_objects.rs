//! `idlgen validate`: errors in objects and their locations.

use std::{
    fs,
    path::{Path, PathBuf},
};

use crate::program::{Ran, module, path, run, run_with};
use insta::assert_snapshot;

/// A small type. Each test makes one mistake in it or its objects.
const TYPES: &str = "// +groupName=m.example.com
package v1

import metav1 \"k8s.io/apimachinery/pkg/apis/meta/v1\"

// A is one.
type A struct {
\tmetav1.TypeMeta `json:\",inline\"`
\t// B is one.
\t// +maximum=3
\tB int `json:\"b\"`
\t// C is one.
\t// +optional
\t// +listType=set
\tC []string `json:\"c,omitempty\"`
}
";

fn judge(objects: &str, extra: &[&str]) -> Ran {
    let module = module(TYPES);
    let go = module.path().join("v1");
    run_with(&[&["validate", "-", "--go", path(&go), "--message-format", "short", "-q"], extra].concat(), objects)
}

#[test]
fn versions_that_no_server_has() {
    let go = |marker: &str| TYPES.replace("// A is one.\n", &format!("// A is one.\n// +kubebuilder:{marker}\n"));
    let ran = |marker: &str| {
        let module = module(&go(marker));
        let package = module.path().join("v1");
        let arguments = ["validate", "-", "--go", path(&package), "--message-format", "short", "-q"];
        run_with(&arguments, "apiVersion: m.example.com/v1\nkind: A\nb: 1\n")
    };
    assert_snapshot!(ran("skipversion"), @"
    [exit status 1]
    [output]
    <stdin>:2:7: error[IDL0904]: no API server serves apiVersion m.example.com/v1, kind A: its CRD does not have this version (`+kubebuilder:skipversion`)
    ");
    assert_snapshot!(ran("unservedversion"), @"
    [exit status 1]
    [output]
    <stdin>:2:7: error[IDL0904]: no API server serves apiVersion m.example.com/v1, kind A: its CRD does not serve this version
    ");
}

#[test]
fn an_item_of_a_list() {
    let list = "apiVersion: v1\nkind: List\nitems:\n- {apiVersion: m.example.com/v1, kind: A, b: 1}\n\
        - {apiVersion: m.example.com/v1, kind: A, b: 4}\n";
    assert_snapshot!(judge(list, &[]), @"
    [exit status 1]
    [output]
    <stdin>:5:46: error[IDL0905]: b: Invalid value: 4: b in body should be less than or equal to 3
    ");
}

#[test]
fn a_kind_that_is_not_there() {
    assert_snapshot!(judge("{apiVersion: m.example.com/v1, kind: a, b: 1}", &[]), @"
    [exit status 1]
    [output]
    <stdin>:1:38: error[IDL0904]: no Go type for kind `a` in `m.example.com/v1`
    ");
}

#[test]
fn an_object_without_a_kind() {
    assert_snapshot!(judge("b: 1\n", &[]), @"
    [exit status 1]
    [output]
    <stdin>:1:1: error[IDL0903]: this object has no apiVersion and kind
    ");
}

#[test]
fn an_api_version_or_a_kind_that_is_not_a_string() {
    let objects = "apiVersion: 1\nkind: A\n---\napiVersion: [v1]\nkind: true\n---\napiVersion: 1.0\n";
    assert_snapshot!(judge(objects, &[]), @"
    [exit status 1]
    [output]
    <stdin>:1:13: error[IDL0903]: `apiVersion` is a number, not a string
    <stdin>:4:13: error[IDL0903]: `apiVersion` is a list, not a string
    <stdin>:5:7: error[IDL0903]: `kind` is a boolean, not a string
    <stdin>:7:1: error[IDL0903]: this object has no kind
    <stdin>:7:13: error[IDL0903]: `apiVersion` is a number, not a string
    ");
    assert_snapshot!(run_with(&["validate", "-", "-q"], "kind: Pod\napiVersion: 1\n"), @r#"
    [exit status 1]
    [output]
    error[IDL0903]: `apiVersion` is a number, not a string
     --> <stdin>:2:13
      |
    2 | apiVersion: 1
      |             ^
      |
      = help: quote it (`"1"`), or write a version such as `v1` or `apps/v1`
    "#);
}

#[test]
fn documents_that_are_null() {
    // kubectl skips them.
    assert_snapshot!(judge("null\n---\n~\n---\nb: 1\n", &[]), @"
    [exit status 1]
    [output]
    <stdin>:5:1: error[IDL0903]: this object has no apiVersion and kind
    ");
}

#[test]
fn a_kind_that_the_command_line_names() {
    assert_snapshot!(judge("b: 1\n", &["--type", "A"]), @"");
}

#[test]
fn a_key_twice() {
    assert_snapshot!(judge("b: 1\nb: 2\n", &["--type", "A"]), @r#"
    [exit status 1]
    [output]
    <stdin>:2:1: error[IDL0902]: key "b" already set in map
    "#);
}

#[test]
fn an_unknown_field() {
    assert_snapshot!(judge("b: 1\nd: 2\n", &["--type", "A"]), @r#"
    [exit status 1]
    [output]
    <stdin>:2:1: error[IDL0906]: unknown field "d"
    "#);
}

#[test]
fn an_unknown_field_that_is_ignored() {
    assert_snapshot!(judge("b: 1\nd: 2\n", &["--type", "A", "--unknown-fields", "ignore"]), @"");
}

#[test]
fn zero_of_a_required_field_of_a_native_type() {
    assert_snapshot!(judge("b: 0\n", &["--type", "A", "--zero-mode", "native"]), @"
    [exit status 1]
    [output]
    <stdin>:1:1: error[IDL0905]: b: Required value
    ");
}

#[test]
fn zero_of_a_required_field_of_a_custom_resource() {
    assert_snapshot!(judge("b: 0\n", &["--type", "A", "--zero-mode", "crd"]), @"");
    assert_snapshot!(judge("b: 0\n", &["--type", "A"]), @"");
}

/// A custom resource that embeds a type of a natively served package. Both packages have an `+enum` type.
const EMBEDDING: &str = "// +groupName=m.example.com
package v1

import (
\tnative \"example.com/m/native\"
\tmetav1 \"k8s.io/apimachinery/pkg/apis/meta/v1\"
)

// A is one.
type A struct {
\tmetav1.TypeMeta `json:\",inline\"`
\t// Own is said here.
\tOwn Own `json:\"own,omitempty\"`
\t// Policy is said there.
\tPolicy native.Policy `json:\"policy,omitempty\"`
}

// Own is one.
// +enum
type Own string

// OwnA is the only one.
const OwnA Own = \"A\"
";

const NATIVE: &str = "package native

// Policy is one.
// +enum
type Policy string

// Always is the only one.
const Always Policy = \"Always\"
";

/// controller-gen, which generates the CRDs of custom resources, does not read `+enum`. In types of native packages,
/// whose enumerations servers define elsewhere, the tag therefore has no effect in custom resources.
#[test]
fn enumerations_of_native_packages_do_not_count_in_custom_resources() {
    let module = module(EMBEDDING);
    fs::create_dir(module.path().join("native")).expect("makes it");
    fs::write(module.path().join("native/types.go"), NATIVE).expect("writes");
    fs::write(module.path().join("idlgen.toml"), "[validate]\nnative-packages = [\"example.com/m/native\"]\n")
        .expect("writes");
    let go = module.path().join("v1");
    let object = "{apiVersion: m.example.com/v1, kind: A, own: C, policy: B}";
    let judged = |extra: &[&str]| {
        run_with(&[&["validate", "-", "--go", path(&go), "--message-format", "short", "-q"], extra].concat(), object)
    };
    assert_snapshot!(judged(&[]), @r#"
    [exit status 1]
    [output]
    <stdin>:1:46: error[IDL0905]: own: Unsupported value: "C": supported values: "A"
    "#);
    assert_snapshot!(judged(&["--zero-mode", "native"]), @r#"
    [exit status 1]
    [output]
    <stdin>:1:46: error[IDL0905]: own: Unsupported value: "C": supported values: "A"
    <stdin>:1:57: error[IDL0905]: policy: Unsupported value: "B": supported values: "Always"
    "#);
    let published =
        |extra: &[&str]| run(&[&["openapi", "-C", path(module.path()), "./v1", "-o", "-", "-q"], extra].concat()).out;
    assert!(!published(&["--layout", "structural", "--type", "A"]).contains("Always"));
    assert!(published(&["--layout", "structural", "--type", "A"]).contains("\"A\""));
    assert!(published(&[]).contains("\"Always\""));
}

/// A kind whose validity depends on zeros, nulls and defaults.
const ZEROS: &str = "// +groupName=z.example.com
package v1

import (
	metav1 \"k8s.io/apimachinery/pkg/apis/meta/v1\"
	\"k8s.io/apimachinery/pkg/api/resource\"
)

// Zero is one.
type Zero struct {
	metav1.TypeMeta `json:\",inline\"`
	metav1.ObjectMeta `json:\"metadata,omitempty\"`
	Spec ZeroSpec `json:\"spec\"`
}

// ZeroSpec is what it is like.
// +kubebuilder:validation:XValidation:rule=\"self.mode != 'slow' || self.replicas == 0\"
// +kubebuilder:validation:XValidation:rule=\"!has(oldSelf.parts) || self.parts == oldSelf.parts\",message=\"parts stay\"
type ZeroSpec struct {
	// +kubebuilder:validation:Minimum=0
	Replicas int32 `json:\"replicas\"`
	Enabled bool `json:\"enabled\"`
	// +kubebuilder:default=fast
	// +kubebuilder:validation:Enum=fast;slow
	Mode string `json:\"mode\"`
	Items []string `json:\"items\"`
	// +kubebuilder:default={{name: a, size: 2}}
	Parts []Part `json:\"parts,omitempty\"`
	Inner *Part `json:\"inner,omitempty\"`
	Limit *resource.Quantity `json:\"limit,omitempty\"`
	At *metav1.Time `json:\"at,omitempty\"`
}

// Part is one.
type Part struct {
	Name string `json:\"name\"`
	// +kubebuilder:default=1
	// +kubebuilder:validation:Minimum=1
	Size int32 `json:\"size\"`
}
";

/// Returns the verdicts on objects, one per line.
fn verdicts(settings: &str, specs: &[&str]) -> String {
    let module = module(ZEROS);
    fs::write(module.path().join("idlgen.toml"), settings).expect("writes");
    let go = module.path().join("v1");
    let judged = |spec: &&str| {
        let object = format!(
            "{{apiVersion: z.example.com/v1, kind: Zero, metadata: {{name: z, creationTimestamp: null}}, spec: {spec}}}"
        );
        let ran = run_with(&["validate", "-", "--go", path(&go), "--message-format", "short", "-q"], &object);
        let errors = ran.out.lines().filter_map(|line| Some(line.split_once("error[IDL0905]: ")?.1));
        let told = errors.filter(|error| !error.contains("some validation rules were not checked"));
        // Messages about patterns are long.
        let told = told.map(|error| error.split(" '^").next().unwrap_or_default());
        let verdict = format!("{} {spec}", if ran.status == 0 { "valid" } else { "invalid" });
        [verdict.as_str()].into_iter().chain(told).collect::<Vec<_>>().join("\n  ") + "\n"
    };
    specs.iter().map(judged).collect()
}

/// CRDs describe a type by its declaration even if it has a method, so its rules apply.
#[test]
fn rules_apply_to_types_with_their_own_encoding() {
    let module = module(
        "// +groupName=m.example.com\npackage v1\n\nimport metav1 \"k8s.io/apimachinery/pkg/apis/meta/v1\"\n\n\
         type A struct {\n\tmetav1.TypeMeta `json:\",inline\"`\n\tmetav1.ObjectMeta `json:\"metadata,omitempty\"`\n\
         \tGates Gates `json:\"gates,omitempty\"`\n}\n\n// +kubebuilder:validation:MaxItems=9\n\
         // +kubebuilder:validation:XValidation:rule=\"self.all(x, x.name != 'b')\",message=\"no b\"\n\
         type Gates []Gate\n\ntype Gate struct {\n\t// +kubebuilder:validation:MaxLength=9\n\
         \tName string `json:\"name\"`\n}\n\n\
         func (g Gate) MarshalJSON() ([]byte, error) { return nil, nil }\n",
    );
    let go = module.path().join("v1");
    let object = "{apiVersion: m.example.com/v1, kind: A, metadata: {name: a}, gates: [{name: b}]}";
    assert_snapshot!(run_with(&["validate", "-", "--go", path(&go), "--message-format", "short"], object), @"
    [exit status 1]
    [output]
    <stdin>:1:62: error[IDL0905]: gates: Invalid value: no b
    [errors]
    1 object in 1 file: 0 valid, 1 invalid
    ");
}

/// Objects are validated like on an API server with the CRD that controller-gen generates from these types.
#[test]
fn types_that_are_not_kubernetes_own_are_judged_as_custom_resources() {
    let specs = [
        "{replicas: 0, enabled: false, items: []}",
        "{replicas: 0, enabled: false, items: [], mode: ''}",
        "{replicas: 0, enabled: false, items: null}",
        "{replicas: 0, enabled: false, items: [], mode: null, at: null, limit: null}",
        "{replicas: 1, enabled: false, items: [], mode: slow}",
        "{replicas: 1, enabled: false, items: [], inner: {}}",
        "{replicas: 1, enabled: false, items: [], inner: {name: '', size: 0}}",
        "{replicas: 1, enabled: false, items: [], limit: lots}",
        "{replicas: 1, enabled: false, items: [], limit: 1.5Gi}",
        "{replicas: 1, enabled: false, items: [], limit: 2}",
        "{replicas: 1, enabled: false, items: [], limit: 0.5}",
        "{}",
    ];
    assert_snapshot!(verdicts("", &specs), @r#"
    valid {replicas: 0, enabled: false, items: []}
    invalid {replicas: 0, enabled: false, items: [], mode: ''}
      spec.mode: Unsupported value: "": supported values: "fast", "slow"
    invalid {replicas: 0, enabled: false, items: null}
      spec.items: Required value
    valid {replicas: 0, enabled: false, items: [], mode: null, at: null, limit: null}
    invalid {replicas: 1, enabled: false, items: [], mode: slow}
      spec: Invalid value: failed rule: self.mode != 'slow' || self.replicas == 0
    invalid {replicas: 1, enabled: false, items: [], inner: {}}
      spec.inner.name: Required value
    invalid {replicas: 1, enabled: false, items: [], inner: {name: '', size: 0}}
      spec.inner.size: Invalid value: 0: spec.inner.size in body should be greater than or equal to 1
    invalid {replicas: 1, enabled: false, items: [], limit: lots}
      spec.limit: Invalid value: "lots": spec.limit in body should match
    valid {replicas: 1, enabled: false, items: [], limit: 1.5Gi}
    valid {replicas: 1, enabled: false, items: [], limit: 2}
    invalid {replicas: 1, enabled: false, items: [], limit: 0.5}
      spec.limit: Invalid value: "number": spec.limit in body must be of type integer,string: "number"
      <nil>: Invalid value: "": "spec.limit" must validate at least one schema (anyOf)
      spec.limit: Invalid value: "number": spec.limit in body must be of type integer: "number"
    invalid {}
      spec.enabled: Required value
      spec.items: Required value
      spec.replicas: Required value
    "#);
}

#[test]
fn types_that_are_served_natively_are_judged_as_go_decodes_them() {
    let specs = [
        "{replicas: 1, enabled: false, items: [a]}",
        "{replicas: 1, enabled: true, items: []}",
        "{replicas: 1, enabled: true, items: [a], mode: ''}",
        "{replicas: 1, enabled: true, items: [a], inner: {name: a, size: 0}}",
        "{replicas: 1, enabled: true, items: [a], limit: lots}",
        "{replicas: 1, enabled: true, items: [a], limit: 1Zi}",
        "{replicas: 1, enabled: true, items: [a], limit: 0.5}",
        "{replicas: 1, enabled: true, items: [a], limit: ' 5Gi'}",
    ];
    let settings = "[validate]\nnative-packages = [\"m.example.com/...\", \"example.com/...\"]\n";
    assert_snapshot!(verdicts(settings, &specs), @r#"
    invalid {replicas: 1, enabled: false, items: [a]}
      spec.enabled: Required value
    invalid {replicas: 1, enabled: true, items: []}
      spec.items: Required value
    valid {replicas: 1, enabled: true, items: [a], mode: ''}
    valid {replicas: 1, enabled: true, items: [a], inner: {name: a, size: 0}}
    invalid {replicas: 1, enabled: true, items: [a], limit: lots}
      spec.limit: Invalid value: "lots": quantities must match the regular expression
    invalid {replicas: 1, enabled: true, items: [a], limit: 1Zi}
      spec.limit: Invalid value: "1Zi": quantities must match the regular expression
    valid {replicas: 1, enabled: true, items: [a], limit: 0.5}
    valid {replicas: 1, enabled: true, items: [a], limit: ' 5Gi'}
    "#);
    assert_eq!(verdicts("[validate]\nzero-mode = \"native\"\n", &specs), verdicts(settings, &specs));
}

#[test]
fn no_object() {
    assert_snapshot!(judge("", &["--type", "A"]), @"
    [exit status 1]
    [errors]
    error: standard input: no objects found (--allow-empty allows this)
    ");
    assert_snapshot!(judge("", &["--type", "A", "--allow-empty"]), @"");
}

#[test]
fn no_yaml() {
    assert_snapshot!(judge("b: [1\n", &["--type", "A"]), @"
    [exit status 1]
    [output]
    <stdin>:1:4: error[IDL0901]: unclosed bracket '['
    ");
}

const NEW: &str = "apiVersion: m.example.com/v1\nkind: A\nb: 1\nc: [x, x, z]\n";

#[test]
fn a_new_object_with_an_old_fault() {
    assert_snapshot!(judge(NEW, &[]), @r#"
    [exit status 1]
    [output]
    <stdin>:4:8: error[IDL0905]: c[1]: Duplicate value: "x"
    "#);
}

#[test]
fn an_update_that_keeps_an_old_fault() {
    let folder = tempfile::tempdir().expect("a folder");
    let old = folder.path().join("old.yaml");
    fs::write(&old, NEW.replace(", z", "")).expect("writes");
    assert_snapshot!(judge(NEW, &["--old", path(&old)]), @"");
}

#[test]
fn valid_objects_have_no_findings() {
    let ran = run(&[
        "validate",
        "testdata/quickstart/manifests/valid.yaml",
        "--go",
        "testdata/quickstart",
        "--message-format",
        "short",
    ]);
    // --go accepts the directory of a package. The root directory of this module is not a package.
    assert_eq!(ran.status, 2, "{}", ran.err);
    let ran = run(&[
        "validate",
        "testdata/quickstart/manifests/valid.yaml",
        "--go",
        "testdata/quickstart/api/v1",
        "--message-format",
        "short",
    ]);
    assert_eq!(ran.status, 0, "{}{}", ran.out, ran.err);
    assert_eq!(ran.out, "");
}

#[test]
fn every_fault_of_every_object_is_found_at_its_place() {
    let file = "testdata/quickstart/manifests/broken.yaml";
    let ran = run(&["validate", file, "--go", "testdata/quickstart/api/v1", "--message-format", "short"]);
    assert_eq!(ran.status, 1, "{}", ran.err);
    let expected = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("testdata/quickstart/manifests/broken.expected");
    if std::env::var_os("IDLGEN_BLESS").is_some() {
        fs::write(&expected, &ran.out).expect("writes");
    }
    let expected = fs::read_to_string(&expected).expect("reads");
    assert_eq!(ran.out, expected);

    let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(file)).expect("reads");
    let piped = run_with(&["validate", "-", "--go", "testdata/quickstart/api/v1", "--message-format", "short"], &text);
    assert_eq!(piped.out, expected.replace(file, "<stdin>"));
}

#[test]
fn an_object_with_a_key_twice_is_counted_as_invalid() {
    let module = module("package v1\n\ntype S struct {\n\tA string `json:\"a\"`\n}\n");
    let objects = "a: x\n---\na: x\na: y\n";
    let go = module.path().join("v1");
    let arguments = ["validate", "-", "--type", "S", "--go", path(&go)];
    let ran = run_with(&arguments, objects);
    assert_eq!(ran.status, 1, "{}", ran.err);
    assert!(ran.err.contains("2 objects in 1 file: 1 valid, 1 invalid"), "{}", ran.err);
}

#[test]
fn an_empty_interface_takes_anything() {
    let module = module(
        "package v1\n\n// A is one.\ntype A struct {\n\t// B is one.\n\tB interface{} `json:\"b\"`\n\t// C is one.\n\
         \tC map[string]interface{} `json:\"c,omitempty\"`\n}\n",
    );
    let go = module.path().join("v1");
    for text in ["b: x\n", "b: {x: 1}\n", "b: [1]\nc: {x: 1, z: [a]}\n"] {
        let ran = run_with(&["validate", "-", "--go", path(&go), "--type", "A"], text);
        assert_eq!((ran.status, ran.out.as_str()), (0, ""), "{text}");
    }
}

/// A CRD with a rule whose `messageExpression` can fail, followed by an object.
const MESSAGES: &str = "apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: foos.m.example.com}
spec:
  group: m.example.com
  names: {kind: Foo, plural: foos, singular: foo, listKind: FooList}
  scope: Cluster
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            properties:
              text: {type: string, maxLength: 9}
              list: {type: array, maxItems: 3, items: {type: string, maxLength: 9}}
            x-kubernetes-validations:
            - {rule: self.text == '', messageExpression: self.text, message: must be empty}
            - {rule: self.list.size() == 0, messageExpression: 'self.list[1]'}
---
apiVersion: m.example.com/v1
kind: Foo
metadata: {name: a}
";

#[test]
fn a_message_expression_without_a_result_is_explained() {
    let object = format!("{MESSAGES}spec: {{text: \"a\\nb\", list: [x]}}\n");
    let ran = run_with(&["validate", "-", "-q"], &object);
    assert_snapshot!(ran, @r#"
    [exit status 1]
    [output]
    error[IDL0905]: spec: Invalid value: must be empty
      --> <stdin>:28:1
       |
    28 | spec: {text: "a\nb", list: [x]}
       | ^^^^
       |
       = note: the messageExpression of the rule has no usable result: its result contains a line break
       = note: API servers write this to their log, and show the message of the rule, or the rule, instead

    error[IDL0905]: spec: Invalid value: failed rule: self.list.size() == 0
      --> <stdin>:28:1
       |
    28 | spec: {text: "a\nb", list: [x]}
       | ^^^^
       |
       = note: the messageExpression of the rule has no usable result: index out of bounds: 1
       = note: API servers write this to their log, and show the message of the rule, or the rule, instead
    "#);
    let ran = run_with(&["validate", "-", "-q"], &format!("{MESSAGES}spec: {{text: a, list: [x, z]}}\n"));
    assert!(ran.out.contains("spec: Invalid value: z") && !ran.out.contains("messageExpression"), "{ran}");
}

#[test]
fn a_forbidden_property_is_underlined() {
    let folder = tempfile::tempdir().unwrap();
    let schema = folder.path().join("schema.json");
    fs::write(&schema, r#"{"properties": {"a": {"properties": {"b": {}}, "additionalProperties": false}}}"#).unwrap();
    let arguments = ["validate", "-", "--schema", path(&schema), "--message-format", "short", "-q"];
    assert_snapshot!(run_with(&arguments, "a:\n  b: 1\n  c: 2\n"), @r#"
    [exit status 1]
    [output]
    <stdin>:3:3: error[IDL0905]: a: Invalid value: "c": a.c in body is a forbidden property
    "#);
}
