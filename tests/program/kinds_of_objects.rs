//! `idlgen validate`, `default` and `prune`: the sources of kinds.

use std::{
    fs,
    io::{BufRead, BufReader},
    path::Path,
    process::{Command, Stdio},
};

use crate::judged::{judged, judged_in};
use crate::program::{path, run, run_with};
use crate::widgets::{WIDGETS, at, folder, widgets};
use insta::assert_snapshot;

#[test]
fn a_document_that_cannot_be_read_among_definitions_is_an_error() {
    let folder = folder(&[("crd.yaml", &format!("a: [\n---\n{WIDGETS}")), ("o.yaml", &widgets(&["{size: 1}"]))]);
    let ran = run(&["validate", "--crd", &at(&folder, "crd.yaml"), &at(&folder, "o.yaml")]);
    assert_eq!(ran.status, 2, "{}", ran.err);
    assert!(ran.out.contains("error[IDL0901]: unclosed bracket"), "{ran}");
    assert!(ran.out.contains("crd.yaml:1:4"), "{ran}");
    let ran = run_with(&["validate", "--crd", "-", &at(&folder, "o.yaml")], "a: [\n");
    assert!(ran.err.contains("--crd -: no CustomResourceDefinition found"), "{ran}");
    let ran = run_with(&["validate", "--crd", "-", &at(&folder, "o.yaml")], &format!("a: [\n---\n{WIDGETS}"));
    assert!(ran.status == 2 && ran.out.contains("<stdin>:1:4"), "{ran}");
    let ran = run_with(&["validate", "--crd", "-", &at(&folder, "o.yaml")], WIDGETS);
    assert_eq!(ran.status, 0, "{ran}");
}

#[test]
fn standard_input_is_read_for_one_argument() {
    for command in ["validate", "test"] {
        let ran = run_with(&[command, "-", "--crd", "-"], WIDGETS);
        assert!(ran.status == 2 && ran.err.contains("standard input was read for another argument"), "{ran}");
    }
    let ran = run_with(&["test", "-", "--crd", "testdata/suites/crds"], "a: 1\n");
    assert!(ran.status == 1 && ran.out.contains("<stdin>:1:1"), "{ran}");
}

#[test]
fn objects_and_definitions_can_be_utf_16() {
    let folder = folder(&[]);
    for (name, text) in [("crd.yaml", WIDGETS), ("o.yaml", &widgets(&["{size: 10}"]))] {
        let units = format!("\u{feff}{text}");
        let bytes: Vec<u8> = units.encode_utf16().flat_map(u16::to_le_bytes).collect();
        fs::write(at(&folder, name), bytes).expect("writes");
    }
    let ran = run(&["validate", "--crd", &at(&folder, "crd.yaml"), &at(&folder, "o.yaml")]);
    assert!(ran.status == 1 && ran.out.contains("spec.size: Invalid value: 10"), "{ran}");
}

#[test]
fn a_definition_judges_objects_with_places_and_fixes() {
    let objects = widgets(&["{size: 3}", "{size: 10, colour: blue}", "{}"]);
    assert_snapshot!(judged(&objects, &["--summary"]), @r#"
    [exit status 1]
    [output]
    <stdin>:9:14: error[IDL0905]: spec.size: Invalid value: 10: spec.size in body should be less than or equal to 9
    <stdin>:9:18: error[IDL0906]: unknown field "spec.colour"
    <stdin>:11:1: error[IDL0905]: <nil>: Invalid value: null: some validation rules were not checked because the object was invalid; correct the existing errors to complete validation
    <stdin>:14:1: error[IDL0905]: spec.size: Required value
    [errors]
    example.com/v1 Widget: 3 objects: 1 valid, 2 invalid
    3 objects in 1 file: 1 valid, 2 invalid
    "#);
    assert_snapshot!(judged_in("full", &objects, &["-q"]), @r#"
    [exit status 1]
    [output]
    error[IDL0905]: spec.size: Invalid value: 10: spec.size in body should be less than or equal to 9
     --> <stdin>:9:14
      |
    9 | spec: {size: 10, colour: blue}
      |              ^^

    error[IDL0906]: unknown field "spec.colour"
     --> <stdin>:9:18
      |
    9 | spec: {size: 10, colour: blue}
      |                  ^^^^^^
      |
    help: use `color`
      |
    9 - spec: {size: 10, colour: blue}
    9 + spec: {size: 10, color: blue}
      |

    error[IDL0905]: <nil>: Invalid value: null: some validation rules were not checked because the object was invalid; correct the existing errors to complete validation
      --> <stdin>:11:1
       |
    11 | / apiVersion: example.com/v1
    12 | | kind: Widget
    13 | | metadata: {name: w2}
    14 | | spec: {}
       | |________^

    error[IDL0905]: spec.size: Required value
      --> <stdin>:14:1
       |
    14 | spec: {}
       | ^^^^
    "#);
}

#[test]
fn metadata_is_judged_as_a_server_does() {
    let objects =
        "apiVersion: example.com/v1\nkind: Widget\nmetadata:\n  name: W\n  labels: {a: 'b c'}\nspec: {size: 1}\n";
    assert_snapshot!(judged(objects, &["-q"]), @r#"
    [exit status 1]
    [output]
    <stdin>:4:9: error[IDL0905]: metadata.name: Invalid value: "W": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')
    <stdin>:5:11: error[IDL0905]: metadata.labels: Invalid value: "b c": a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')
    "#);
    let unreadable =
        "apiVersion: example.com/v1\nkind: Widget\nmetadata:\n  name: w\n  labels: {a: yes}\nspec: {size: 1}\n";
    assert_snapshot!(judged(unreadable, &["-q"]), @"
    [exit status 1]
    [output]
    <stdin>:4:3: error[IDL0909]: json: cannot unmarshal bool into Go struct field ObjectMeta.labels of type string
    ");
}

#[test]
fn versions_are_known_if_they_are_served() {
    let objects = widgets(&["{size: 1}"]);
    assert_snapshot!(judged(&objects.replace("com/v1", "com/v1beta1"), &[]), @"
    [output]
    <stdin>:1:13: warning[IDL0760]: example.com/v1beta1 Widget is deprecated; use example.com/v1 Widget
    [errors]
    1 object in 1 file: 1 valid, 0 invalid
    ");
    assert_snapshot!(judged_in("full", &objects.replace("com/v1", "com/v1alpha1"), &["-q"]), @"
    [exit status 1]
    [output]
    error[IDL0904]: no schema for kind `Widget` in `example.com/v1alpha1`
     --> <stdin>:2:7
      |
    2 | kind: Widget
      |       ^^^^^^
      |
    help: use `apiVersion: example.com/v1`, which has kind Widget
      |
    1 - apiVersion: example.com/v1alpha1
    1 + apiVersion: example.com/v1
      |
    ");
}

#[test]
fn definitions_among_the_objects_count() {
    let folder = folder(&[
        ("config/crd/widgets.yaml", WIDGETS),
        ("config/samples/good.yaml", &widgets(&["{size: 1}"])),
        ("config/samples/bad.yaml", &widgets(&["{size: 10}"])),
        ("config/samples/kustomization.yaml", "resources: [good.yaml, bad.yaml]\n"),
        ("config/kustomize.yaml", "apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Component\n"),
    ]);
    let config = at(&folder, "config");
    let samples = at(&folder, "config/samples");
    assert_snapshot!(run(&["validate", &config, "--message-format", "short", "--summary"]), @"
    [exit status 1]
    [output]
    [folder]/config/samples/bad.yaml:4:14: error[IDL0905]: spec.size: Invalid value: 10: spec.size in body should be less than or equal to 9
    [errors]
    without apiVersion and kind: 1 object: 0 valid, 0 invalid, 1 skipped
    apiextensions.k8s.io/v1 CustomResourceDefinition: 1 object: 1 valid, 0 invalid
    example.com/v1 Widget: 2 objects: 1 valid, 1 invalid
    kustomize.config.k8s.io/v1beta1 Component: 1 object: 0 valid, 0 invalid, 1 skipped
    5 objects in 5 files: 2 valid, 1 invalid, 2 skipped (2 kustomizations)
    ");
    // A directory passed as a source is searched. If it contains no CRD, the message says so.
    assert_snapshot!(run(&["validate", &samples, "--crd", &config, "--message-format", "short"]), @"
    [exit status 1]
    [output]
    [folder]/config/samples/bad.yaml:4:14: error[IDL0905]: spec.size: Invalid value: 10: spec.size in body should be less than or equal to 9
    [errors]
    3 objects in 3 files: 1 valid, 1 invalid, 1 skipped (1 kustomization)
    ");
    assert_snapshot!(run(&["validate", &samples, "--crd", &samples]), @"
    [exit status 2]
    [errors]
    error: --crd [folder]/config/samples: no CustomResourceDefinition found
    ");
}

#[test]
fn kinds_that_nothing_knows() {
    let objects = "{apiVersion: example.com/v1, kind: Wigdet}\n---\n{apiVersion: other.io/v1, kind: Gadget}\n";
    assert_snapshot!(judged_in("full", objects, &[]), @"
    [exit status 1]
    [output]
    error[IDL0904]: no schema for kind `Wigdet` in `example.com/v1`
     --> <stdin>:1:36
      |
    1 | {apiVersion: example.com/v1, kind: Wigdet}
      |                                    ^^^^^^
      |
    help: use `Widget`
      |
    1 - {apiVersion: example.com/v1, kind: Wigdet}
    1 + {apiVersion: example.com/v1, kind: Widget}
      |

    error[IDL0904]: no schema for kind `Gadget` in `other.io/v1`
     --> <stdin>:3:33
      |
    3 | {apiVersion: other.io/v1, kind: Gadget}
      |                                 ^^^^^^
      |
      = note: the specified sources have schemas for example.com/v1, example.com/v1beta1
      = help: pass `--unknown-kinds ignore` to skip objects of unknown kinds

    [errors]
    2 objects in 1 file: 0 valid, 2 invalid
    ");
    let both = [widgets(&["{size: 1}"]), objects.to_owned()].join("---\n");
    assert_snapshot!(judged(&both, &["--ignore-missing"]), @"
    [errors]
    3 objects in 1 file: 1 valid, 0 invalid, 2 skipped (2 of unknown kinds)
    ");
    assert_eq!(run(&["validate", "-", "--ignore-missing", "--unknown-kinds", "warn"]).status, 2);
    // If no source of kinds is given, the message lists the options for passing one.
    assert_snapshot!(run_with(&["validate", "-", "-q"], "{apiVersion: other.io/v1, kind: Gadget}"), @"
    [exit status 1]
    [output]
    error[IDL0904]: no schema for kind `Gadget` in `other.io/v1`
     --> <stdin>:1:33
      |
    1 | {apiVersion: other.io/v1, kind: Gadget}
      |                                 ^^^^^^
      |
      = help: pass CRDs, documents or packages that define it with --crd, --openapi or --go
      = help: pass `--unknown-kinds ignore` to skip objects of unknown kinds
    ");
}

#[test]
fn lists_are_judged_one_by_one() {
    let items = "items:\n- {metadata: {name: a}, spec: {size: 1}}\n- {apiVersion: example.com/v1, kind: Widget, \
                 metadata: {name: b}, spec: {size: 11}}\n";
    let typed = format!("apiVersion: example.com/v1\nkind: WidgetList\nmetadata: {{}}\n{items}");
    assert_snapshot!(judged(&typed, &[]), @"
    [exit status 1]
    [output]
    <stdin>:6:80: error[IDL0905]: spec.size: Invalid value: 11: spec.size in body should be less than or equal to 9
    [errors]
    2 objects in 1 file: 1 valid, 1 invalid
    ");
    let helm = format!("---\n# Source: shop/templates/w.yaml\n{}", widgets(&["{size: 12}"]));
    assert_snapshot!(judged_in("full", &helm, &["-q"]), @"
    [exit status 1]
    [output]
    error[IDL0905]: spec.size: Invalid value: 12: spec.size in body should be less than or equal to 9
     --> <stdin>:6:14
      |
    6 | spec: {size: 12}
      |              ^^
      |
      = note: the object comes from the template shop/templates/w.yaml
    ");
}

#[test]
fn updates_are_judged_by_the_old_objects() {
    let new = widgets(&["{size: 2}", "{size: 10}", "{size: 7}"]);
    let old = widgets(&["{size: 3}", "{size: 10}"]);
    let folder = folder(&[("crd.yaml", WIDGETS), ("new/a.yaml", &new), ("old/b.yaml", &old)]);
    let [crd, new, old] = ["crd.yaml", "new", "old"].map(|name| at(&folder, name));
    assert_snapshot!(run(&["validate", &new, "--crd", &crd, "--old", &old, "--message-format", "short"]), @"
    [exit status 1]
    [output]
    [folder]/new/a.yaml:4:1: error[IDL0905]: spec: Invalid value: never smaller
    [errors]
    3 objects in 1 file: 2 valid, 1 invalid
    ");
}

/// Runs Git in a directory, without the machine's configuration.
fn git(folder: &Path, arguments: &[&str]) {
    let mut command = Command::new("git");
    command.args(["-c", "user.name=a", "-c", "user.email=a@example.com", "-c", "init.defaultBranch=main"]);
    command.env("GIT_CONFIG_GLOBAL", "/dev/null").env("GIT_CONFIG_SYSTEM", "/dev/null");
    let output = command.current_dir(folder).args(arguments).output().expect("git runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn a_revision_has_the_old_objects() {
    if Command::new("git").arg("--version").output().is_err() {
        return;
    }
    let folder = folder(&[("crd.yaml", WIDGETS), ("objects/a.yaml", &widgets(&["{size: 3}"]))]);
    git(folder.path(), &["init", "-q"]);
    git(folder.path(), &["add", "."]);
    git(folder.path(), &["commit", "-q", "-m", "first"]);
    fs::write(folder.path().join("objects/a.yaml"), widgets(&["{size: 2}"])).expect("writes");
    fs::write(folder.path().join("objects/b.yaml"), widgets(&["{size: 2}"]).replace("w0", "new")).expect("writes");
    let [crd, objects, file] = ["crd.yaml", "objects", "objects/a.yaml"].map(|name| at(&folder, name));
    let validate = |objects: &str, old: &str| {
        run(&["validate", objects, "--crd", &crd, "--old", old, "--message-format", "short"])
    };
    assert_snapshot!(validate(&objects, "git:HEAD"), @"
    [exit status 1]
    [output]
    [folder]/objects/a.yaml:4:1: error[IDL0905]: spec: Invalid value: never smaller
    [errors]
    2 objects in 2 files: 1 valid, 1 invalid
    ");
    assert_eq!(validate(&file, "git:HEAD").status, 1);
    assert_eq!(validate(&file, "git:main~0").status, 1);
    let ran = validate(&file, "git:nowhere");
    assert!(ran.status == 2 && ran.err.contains("unknown Git revision nowhere"), "{ran}");
    assert_eq!(validate(&file, "git:").status, 2);
    let ran = run(&["validate", "-", "--crd", &crd, "--old", "git:HEAD"]);
    assert!(ran.status == 2 && ran.err.contains("standard input has no path"), "{ran}");
    let outside = tempfile::tempdir().expect("a folder");
    fs::write(outside.path().join("a.yaml"), widgets(&["{size: 2}"])).expect("writes");
    let ran = validate(path(outside.path()), "git:HEAD");
    assert!(ran.status == 2 && ran.err.contains("is not in a Git repository"), "{ran}");
}

#[test]
fn a_status_is_judged_by_itself() {
    let object = widgets(&["{size: 10}"]) + "status: {ready: -1}\n";
    // Creating an object drops its status.
    assert_snapshot!(judged(&object, &["-q"]), @"
    [exit status 1]
    [output]
    <stdin>:4:14: error[IDL0905]: spec.size: Invalid value: 10: spec.size in body should be less than or equal to 9
    ");
    assert_snapshot!(judged(&object, &["-q", "--subresource", "status"]), @"
    [exit status 1]
    [output]
    <stdin>:5:17: error[IDL0905]: status.ready: Invalid value: -1: ready in body should be greater than or equal to 0
    ");
}

#[test]
fn answers_of_a_server() {
    let objects = widgets(&["{size: 3}", "{size: 10}", "{}"]) + "---\na: [\n---\nb: 1\n";
    assert_snapshot!(judged_in("status", &objects, &["-q"]), @r#"
    [exit status 1]
    [output]
    {"apiVersion":"v1","details":{"group":"example.com","kind":"Widget","name":"w0"},"kind":"Status","metadata":{},"status":"Success"}
    {"apiVersion":"v1","code":422,"details":{"causes":[{"field":"spec.size","message":"Invalid value: 10: spec.size in body should be less than or equal to 9","reason":"FieldValueInvalid"}],"group":"example.com","kind":"Widget","name":"w1"},"kind":"Status","message":"Widget.example.com \"w1\" is invalid: spec.size: Invalid value: 10: spec.size in body should be less than or equal to 9","metadata":{},"reason":"Invalid","status":"Failure"}
    {"apiVersion":"v1","code":422,"details":{"causes":[{"field":"spec.size","message":"Required value","reason":"FieldValueRequired"},{"field":"\u003cnil\u003e","message":"Invalid value: null: some validation rules were not checked because the object was invalid; correct the existing errors to complete validation","reason":"FieldValueInvalid"}],"group":"example.com","kind":"Widget","name":"w2"},"kind":"Status","message":"Widget.example.com \"w2\" is invalid: [spec.size: Required value, \u003cnil\u003e: Invalid value: null: some validation rules were not checked because the object was invalid; correct the existing errors to complete validation]","metadata":{},"reason":"Invalid","status":"Failure"}
    {"apiVersion":"v1","code":400,"kind":"Status","message":"this object has no apiVersion and kind","metadata":{},"reason":"BadRequest","status":"Failure"}
    {"apiVersion":"v1","code":400,"kind":"Status","message":"unclosed bracket '['","metadata":{},"reason":"BadRequest","status":"Failure"}
    "#);
}

#[test]
fn build_servers_get_a_case_for_each_object() {
    let objects = widgets(&["{size: 3}", "{size: 10}"])
        + "---\n{apiVersion: v1, kind: Secret, metadata: {name: '<&>'}}\n---\na: [\n";
    assert_snapshot!(judged_in("junit", &objects, &["-q", "--exclude-kind", "Secret"]), @r#"
    [exit status 1]
    [output]
    <?xml version="1.0" encoding="UTF-8"?>
    <testsuites name="idlgen">
      <testsuite name="&lt;stdin&gt;" tests="4" failures="2" errors="0" skipped="1">
        <testcase name="Widget w0" classname="example.com/v1" file="&lt;stdin&gt;"/>
        <testcase name="Widget w1" classname="example.com/v1" file="&lt;stdin&gt;">
          <failure type="IDL0905" message="spec.size: Invalid value: 10: spec.size in body should be less than or equal to 9">&lt;stdin&gt;:9:14: IDL0905: spec.size: Invalid value: 10: spec.size in body should be less than or equal to 9</failure>
        </testcase>
        <testcase name="Secret &lt;&amp;&gt;" classname="v1" file="&lt;stdin&gt;">
          <skipped/>
        </testcase>
        <testcase name="not-yaml" classname="idlgen" file="&lt;stdin&gt;">
          <failure type="IDL0901" message="unclosed bracket '['">&lt;stdin&gt;:13:4: IDL0901: unclosed bracket '['</failure>
        </testcase>
      </testsuite>
    </testsuites>
    "#);
}

/// An OpenAPI v3 document of a server, with a quantity and an object that allows any field.
const DOCUMENT: &str = r##"{
  "openapi": "3.0.0", "paths": {
    "/apis/example.com/v1/namespaces/{namespace}/gadgets": {"post": {"x-kubernetes-group-version-kind":
      {"group": "example.com", "version": "v1", "kind": "Gadget"}}},
    "/apis/example.com/v1/namespaces/{namespace}/gadgets/{name}/status": {"put": {"x-kubernetes-group-version-kind":
      {"group": "example.com", "version": "v1", "kind": "Gadget"}}}
  },
  "components": {"schemas": {
    "com.example.v1.Gadget": {
      "type": "object",
      "properties": {
        "apiVersion": {"type": "string"}, "kind": {"type": "string"},
        "metadata": {"allOf": [{"$ref": "#/components/schemas/io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta"}]},
        "spec": {"$ref": "#/components/schemas/com.example.v1.GadgetSpec"},
        "status": {"type": "object", "properties": {"ready": {"type": "integer"}}}
      },
      "x-kubernetes-group-version-kind": [{"group": "example.com", "version": "v1", "kind": "Gadget"}]
    },
    "com.example.v1.GadgetSpec": {
      "type": "object", "required": ["port"],
      "properties": {
        "port": {"type": "string", "format": "int-or-string"},
        "memory": {"$ref": "#/components/schemas/io.k8s.apimachinery.pkg.api.resource.Quantity"},
        "raw": {"type": "object"},
        "mode": {"type": "string", "enum": ["A", "B"], "default": "A"}
      }
    },
    "io.k8s.apimachinery.pkg.api.resource.Quantity": {"type": "string"},
    "io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta": {"type": "object",
      "properties": {"name": {"type": "string"}, "labels": {"type": "object",
        "additionalProperties": {"type": "string"}}}}
  }}
}"##;

#[test]
fn documents_of_servers_judge_objects() {
    let version2 = DOCUMENT
        .replace(r#""openapi": "3.0.0""#, r#""swagger": "2.0""#)
        .replace("#/components/schemas/", "#/definitions/")
        .replace(r#""components": {"schemas": {"#, r#""definitions": {"#)
        .trim_end()
        .strip_suffix("}}\n}")
        .map(|text| format!("{text}}}\n}}"))
        .expect("its end");
    let folder = folder(&[("v3.json", DOCUMENT), ("v2.json", &version2), ("none.yaml", "a: 1\n")]);
    let object =
        |spec: &str| format!("apiVersion: example.com/v1\nkind: Gadget\nmetadata: {{name: a}}\nspec: {spec}\n");
    let objects = [
        object("{port: 80, memory: 1, raw: {any: [thing]}}"),
        object("{port: http, memory: 1Gi, mode: C, prot: 1}\nstatus: {ready: many}").replace("name: a", "name: b"),
    ]
    .join("---\n");
    let validate = |name: &str, extra: &[&str], input: &str| {
        let document = at(&folder, name);
        run_with(&[&["validate", "-", "--openapi", &document, "--message-format", "short"], extra].concat(), input)
    };
    let third = validate("v3.json", &[], &objects);
    assert_snapshot!(third, @r#"
    [exit status 1]
    [output]
    <stdin>:9:39: error[IDL0905]: spec.mode: Unsupported value: "C": supported values: "A", "B"
    <stdin>:9:42: error[IDL0906]: unknown field "spec.prot"
    [errors]
    2 objects in 1 file: 1 valid, 1 invalid
    "#);
    assert_eq!(validate("v2.json", &[], &objects).to_string(), third.to_string());
    assert_snapshot!(validate("v3.json", &["--type", "GadgetSpec"], "{mode: B}\n"), @"
    [exit status 1]
    [output]
    <stdin>:1:2: error[IDL0905]: port: Required value
    [errors]
    1 object in 1 file: 0 valid, 1 invalid
    ");
    assert_snapshot!(validate("v3.json", &["--type", "GadgetSpek"], "{mode: B}\n"), @"
    [exit status 2]
    [errors]
    error: no specified source has a type GadgetSpek; did you mean GadgetSpec?
    ");
    assert_snapshot!(validate("none.yaml", &[], &objects), @"
    [exit status 2]
    [errors]
    error: [folder]/none.yaml: it has neither `components.schemas` (OpenAPI v3) nor `definitions` (v2)
    ");
}

#[test]
fn a_plain_schema_judges_whatever_is_there() {
    let schema = "type: object\nrequired: [a]\nproperties:\n  a: {$ref: '#/definitions/Small'}\n\
                  additionalProperties: {type: string}\ndefinitions:\n  Small: {type: integer, maximum: 3}\n";
    let folder = folder(&[("schema.yaml", schema)]);
    let schema = at(&folder, "schema.yaml");
    let validate = |extra: &[&str], input: &str| {
        run_with(&[&["validate", "-", "--schema", &schema, "--message-format", "short"], extra].concat(), input)
    };
    assert_snapshot!(validate(&[], "{a: 1, b: x}\n---\n{a: 4, c: 1}\n---\n{}\n"), @r#"
    [exit status 1]
    [output]
    <stdin>:3:5: error[IDL0905]: a: Invalid value: 4: a in body should be less than or equal to 3
    <stdin>:3:11: error[IDL0905]: c: Invalid value: "integer": .c in body must be of type string: "integer"
    <stdin>:5:1: error[IDL0905]: a: Required value
    [errors]
    3 objects in 1 file: 1 valid, 2 invalid
    "#);
    assert_snapshot!(validate(&["--type", "Small"], "4"), @"
    [exit status 1]
    [output]
    <stdin>:1:1: error[IDL0905]: <nil>: Invalid value: 4:  in body should be less than or equal to 3
    [errors]
    1 object in 1 file: 0 valid, 1 invalid
    ");
}

#[test]
fn other_documents_are_not_plain_schemas() {
    let pod = "apiVersion: v1\nkind: Pod\n";
    let folder = folder(&[("crd.yaml", WIDGETS), ("openapi.json", DOCUMENT), ("pod.yaml", pod)]);
    let validate = |name: &str| run_with(&["validate", "-", "--schema", &at(&folder, name)], "{}\n");
    assert_snapshot!(validate("crd.yaml"), @"
    [exit status 2]
    [errors]
    error: [folder]/crd.yaml: it is a CRD, not a JSON Schema; pass it with --crd
    ");
    assert_snapshot!(validate("openapi.json"), @"
    [exit status 2]
    [errors]
    error: [folder]/openapi.json: it is an OpenAPI document, not a JSON Schema; pass it with --openapi
    ");
    assert_snapshot!(validate("pod.yaml"), @"
    [exit status 2]
    [errors]
    error: [folder]/pod.yaml: it is an object of kind Pod, not a JSON Schema
    ");
}

#[test]
fn what_two_sources_know_is_told_once() {
    let other = WIDGETS.replace("maximum: 9", "maximum: 1");
    let folder = folder(&[("a.yaml", WIDGETS), ("b.yaml", &other), ("c.yaml", WIDGETS), ("o.json", DOCUMENT)]);
    let [a, b, c] = ["a.yaml", "b.yaml", "c.yaml"].map(|name| at(&folder, name));
    let objects = widgets(&["{size: 3}", "{size: 4}"]);
    // Two identical CRDs are treated as one.
    let ran = run_with(&["validate", "-", "--crd", &a, "--crd", &c], &objects);
    assert!(ran.status == 0 && ran.out.is_empty(), "{ran}");
    let both = format!("{objects}---\n{other}");
    assert_snapshot!(run_with(&["validate", "-", "--crd", &a, "--message-format", "short"], &both), @"
    [output]
    <stdin>:2:7: info[IDL0761]: the CustomResourceDefinition widgets.example.com in [folder]/a.yaml takes precedence for this kind; the CustomResourceDefinition widgets.example.com in <stdin> also defines it and is ignored
    [errors]
    3 objects in 1 file: 3 valid, 0 invalid
    ");
    let ran = run_with(&["validate", "-", "--crd", &b, "--crd", &a, "--message-format", "short"], &objects);
    assert_eq!(
        (ran.status, ran.out.matches("IDL0761").count(), ran.out.matches("IDL0905").count()),
        (1, 1, 2),
        "{ran}"
    );
}

#[test]
fn many_files_give_one_answer() {
    let names: Vec<String> = (0..40).map(|number| format!("objects/{number:02}.yaml")).collect();
    let texts: Vec<String> = (0..40).map(|number| widgets(&[&format!("{{size: {}}}", number % 12)])).collect();
    let mut files: Vec<(&str, &str)> = names.iter().map(String::as_str).zip(texts.iter().map(String::as_str)).collect();
    files.push(("crd.yaml", WIDGETS));
    let folder = folder(&files);
    let [crd, objects] = ["crd.yaml", "objects"].map(|name| at(&folder, name));
    let judge = || run(&["validate", &objects, "--crd", &crd, "--message-format", "short"]);
    let first = judge();
    assert_eq!((first.status, first.out.lines().count()), (1, 6), "{first}");
    assert!(first.err.contains("40 objects in 40 files: 34 valid, 6 invalid"), "{first}");
    assert!((0..3).all(|_| judge().out == first.out));
}

#[test]
fn files_are_judged_again_when_they_change() {
    let folder = folder(&[("crd.yaml", WIDGETS), ("objects/a.yaml", &widgets(&["{size: 10}"]))]);
    let [crd, objects, second] = ["crd.yaml", "objects", "objects/b.yaml"].map(|name| at(&folder, name));
    let mut child = Command::new(env!("CARGO_BIN_EXE_idlgen"))
        .args(["validate", &objects, "--crd", &crd, "--watch", "--message-format", "short"])
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("starts");
    let mut said = BufReader::new(child.stderr.take().expect("a pipe")).lines().map_while(Result::ok);
    let mut heard = |word: &str| said.find(|line| line.contains(word)).expect("it is said");
    assert!(heard("valid").contains("0 valid, 1 invalid"));
    heard("watching");
    fs::write(at(&folder, "objects/a.yaml"), widgets(&["{size: 1}"])).expect("writes");
    assert!(heard("valid").contains("1 valid, 0 invalid"));
    heard("watching");
    // The objects of a new file are validated too.
    fs::write(second, widgets(&["{size: 100}"])).expect("writes");
    assert!(heard("valid").contains("1 valid, 1 invalid"));
    child.kill().expect("it ran until now");
    child.wait().expect("ends");
    for input in [["-", "--crd", &crd], [&crd, "--crd", "-"], [&crd, "--compare", "-"]] {
        let ran = run(&[&["validate", "--watch"], input.as_slice()].concat());
        assert!(ran.status == 2 && ran.err.contains("cannot watch standard input"), "{input:?} {ran}");
    }
}
