//! Tests `idlgen diff`.

use std::{fs, path::Path};

use crate::program::{git, module, path, run, run_with};
use insta::assert_snapshot;

const OLD: &str = "testdata/diff/old";
const NEW: &str = "testdata/diff/new";

#[test]
fn changes_have_verdicts_and_proofs() {
    assert_snapshot!(run(&["diff", OLD, NEW]), @r#"
    [exit status 1]
    [output]
    breaking: Widget v1 spec
      rule changed from `self.size < 8 || has(self.color)` to `self.size < 4 || has(self.color)`: it rejects more values
      writers: breaking, stored objects: breaking
      old: testdata/diff/old/widgets.yaml:18:11
      new: testdata/diff/new/widgets.yaml:18:11
      stored objects: before Kubernetes 1.30, every update is rejected; since then, only one that changes `spec`
      rejected: spec: Invalid value: large widgets have a color
      object that the old CRD accepts:
        apiVersion: shop.example.com/v1
        kind: Widget
        metadata:
          name: example
          namespace: default
        spec:
          size: 4
    breaking: Widget v1 spec.note
      field `note` removed: the server drops it from requests and stored objects
      writers: breaking, readers: breaking, stored objects: breaking
      old: testdata/diff/old/widgets.yaml:29:15
      new: testdata/diff/new/widgets.yaml:18:11
      stored objects: the next update removes `spec.note`
      `spec.note` is dropped
      object that the old CRD accepts:
        apiVersion: shop.example.com/v1
        kind: Widget
        metadata:
          name: example
          namespace: default
        spec:
          note: a
          size: 1
    breaking: Widget v1 spec.code
      pattern changed from "^[A-Z]{2}-[0-9]+$" to "^[A-Z]{2}-[0-9]{4}$": "AA-0" is rejected now
      writers: breaking, stored objects: breaking
      in 1 other place, too: Widget v1 spec.parts[].code
      old: testdata/diff/old/widgets.yaml:28:15
      new: testdata/diff/new/widgets.yaml:28:15
      stored objects: before Kubernetes 1.30, every update is rejected; since then, only one that changes `spec.code`
      rejected: spec.code: Invalid value: "AA-0": spec.code in body should match '^[A-Z]{2}-[0-9]{4}$'
      object that the old CRD accepts:
        apiVersion: shop.example.com/v1
        kind: Widget
        metadata:
          name: example
          namespace: default
        spec:
          code: AA-0
          size: 1
    breaking: Widget v1 spec.color
      enum values added: clients can receive "green"
      readers: breaking
      old: testdata/diff/old/widgets.yaml:27:15
      new: testdata/diff/new/widgets.yaml:27:15
    breaking: Widget v1 spec.size
      `maximum` changed from 9 to 5
      writers: breaking, stored objects: breaking
      old: testdata/diff/old/widgets.yaml:22:15
      new: testdata/diff/new/widgets.yaml:22:15
      stored objects: before Kubernetes 1.30, every update is rejected; since then, only one that changes `spec.size`
      rejected: spec.size: Invalid value: 6: spec.size in body should be less than or equal to 5
      object that the old CRD accepts:
        apiVersion: shop.example.com/v1
        kind: Widget
        metadata:
          name: example
          namespace: default
        spec:
          size: 6
    review: Widget
      short name `wi` removed: commands that use it fail
      writers: review
      old: testdata/diff/old/widgets.yaml:8:82
      new: testdata/diff/new/widgets.yaml:8:3
    documentation: 1 change in 1 place
    [errors]
    compared 1 CRD: 5 breaking, 1 to review, 0 ok, 1 of documentation; minimum version bump: major
    "#);
}

#[test]
fn the_threshold_decides_about_the_status() {
    let status = |old: &str, new: &str, fail_on: &str| run(&["diff", old, new, "--fail-on", fail_on]).status;
    assert_eq!((status(OLD, NEW, "breaking"), status(OLD, NEW, "never")), (1, 0));
    assert_eq!(status(OLD, OLD, "review"), 0);
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("default.yaml");
    let text = fs::read_to_string("testdata/diff/old/widgets.yaml").expect("a CRD");
    fs::write(&file, text.replace("note: {type: string}", "note: {type: string, default: none}")).expect("a file");
    assert_eq!((status(OLD, path(&file), "breaking"), status(OLD, path(&file), "review")), (0, 1));
}

#[test]
fn markdown_and_json_and_diagnostics_say_the_same() {
    let ran = |format: &[&str]| run(&[&["diff", OLD, NEW][..], format].concat());
    let json: serde_json::Value = serde_json::from_str(&ran(&["--report", "json"]).out).expect("JSON");
    let changes = json["changes"].as_array().expect("a list").clone();
    let rules: Vec<&str> = changes.iter().filter_map(|change| change["rule"].as_str()).collect();
    assert!(rules.contains(&"maximum-lowered") && rules.contains(&"field-removed"), "{rules:?}");
    for change in &changes {
        let breaks = change["writers"] == "breaking";
        assert!(!breaks || change["witness"]["object"].is_object(), "{change}");
    }
    let markdown = ran(&["--report", "markdown"]).out;
    assert!(markdown.starts_with("### API changes: 5 breaking"), "{markdown}");
    let short = ran(&["--message-format", "short"]).out;
    assert!(short.contains("testdata/diff/new/widgets.yaml:22:15: error[IDL0794]"), "{short}");
    let sarif: serde_json::Value = serde_json::from_str(&ran(&["--message-format", "sarif"]).out).expect("JSON");
    assert_eq!(sarif["version"], "2.1.0");
}

#[test]
fn samples_are_processed_with_both_versions() {
    let ran = run(&["diff", OLD, NEW, "--samples", "testdata/diff/samples", "--no-witness"]);
    assert!(ran.out.contains("samples: 1 of 2 would be rejected or lose data\n  Widget large: "), "{ran}");
}

#[test]
fn a_revision_is_compared_with_the_work_tree() {
    let folder = tempfile::tempdir().expect("a folder");
    let git = |arguments: &[&str]| git(folder.path(), arguments);
    let copy = |from: &str| {
        fs::copy(Path::new(from).join("widgets.yaml"), folder.path().join("widgets.yaml")).expect("a copy");
    };
    git(&["init", "-q"]);
    copy(OLD);
    git(&["add", "."]);
    git(&["commit", "-q", "-m", "one"]);
    copy(NEW);
    let file = folder.path().join("widgets.yaml");
    let ran = run(&["diff", "git:HEAD", path(&file), "--no-witness"]);
    assert!(ran.status == 1 && ran.out.contains("`maximum` changed from 9 to 5"), "{ran}");
    let ran = run(&["diff", &format!("git:HEAD:{}", path(&file)), "--no-witness"]);
    assert!(ran.status == 1 && ran.out.contains("`maximum` changed from 9 to 5"), "{ran}");
    let ran = run(&["diff", "git:none", path(&file)]);
    assert!(ran.status == 2 && ran.err.contains("unknown Git revision none"), "{ran}");
}

#[test]
fn go_packages_are_a_side() {
    let types = "
// +groupName=shop.example.com
package v1

import metav1 \"k8s.io/apimachinery/pkg/apis/meta/v1\"

// +kubebuilder:object:root=true
type Widget struct {
\tmetav1.TypeMeta   `json:\",inline\"`
\tmetav1.ObjectMeta `json:\"metadata,omitempty\"`

\tSpec Spec `json:\"spec\"`
}

type Spec struct {
\t// +maximum=9
\tSize int32 `json:\"size\"`
\tNote string `json:\"note,omitempty\"`
}
";
    let new = types.replace("+kubebuilder:object:root=true", "+kubebuilder:resource:shortName=wi");
    let new = new.replace("+maximum=9", "+maximum=5").replace("\tNote string `json:\"note,omitempty\"`\n", "");
    let (old, new) = (module(types), module(&new));
    let side = |module: &tempfile::TempDir| module.path().join("v1").display().to_string();
    let ran = run(&["diff", &side(&old), &side(&new), "--no-witness"]);
    assert!(ran.status == 1 && ran.out.contains("`maximum` changed from 9 to 5"), "{ran}");
    // The location of a change is the changed field. On a side without the field, it is the struct.
    let short = |text: &str| {
        text.replace(&side(&old), "old")
            .replace(&side(&new), "new")
            .lines()
            .map(str::trim)
            .collect::<Vec<_>>()
            .join("\n")
    };
    let text = short(&ran.out);
    assert!(text.contains("old: old/types.go:17:2\nnew: new/types.go:17:2\n"), "{text}");
    assert!(text.contains("old: old/types.go:18:2\nnew: new/types.go:15:6\n"), "{text}");
    assert!(text.contains("old: old/types.go:8:6\nnew: new/types.go:8:6"), "{text}");
    let ran = run(&["diff", &side(&old), &side(&new), "--no-witness", "--message-format", "github"]);
    assert!(short(&ran.out).contains("::error file=new/types.go,line=17,col=2,endColumn=6,"), "{ran}");
    let emulated = ["--compat", "controller-gen", "--fail-on", "never"];
    let ran = run(&[&["diff", &side(&old), &side(&new), "--no-witness"][..], &emulated].concat());
    assert!(short(&ran.out).contains("old: old/types.go:8:6\nnew: new/types.go:8:6"), "{ran}");
}

#[test]
fn sides_that_cannot_be_compared_are_errors() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &str| {
        let file = folder.path().join(name);
        fs::write(&file, text).expect("a file");
        file.display().to_string()
    };
    let text = fs::read_to_string("testdata/diff/old/widgets.yaml").expect("a CRD");
    let other = write("other.yaml", &text.replace("Widget", "Gadget").replace("widgets", "gadgets"));
    let broken = write("broken.yaml", "a: [");
    let none = write("none.yaml", "kind: ConfigMap\n");
    for (new, reason) in [
        (other.as_str(), "no CRD in common"),
        (&broken, "unclosed bracket"),
        (&none, "there is no CustomResourceDefinition"),
        ("testdata/diff/missing", "testdata/diff/missing"),
    ] {
        let ran = run(&["diff", OLD, new]);
        assert!(ran.status == 2 && ran.err.contains(reason), "{new}: {ran}");
    }
    let ran = run_with(&["diff", OLD, "-"], &text);
    assert_eq!(ran.status, 0, "{ran}");
}

#[test]
fn accepted_changes_do_not_fail_a_run() {
    let folder = tempfile::tempdir().expect("a folder");
    let old = folder.path().join("old.yaml");
    let text = fs::read_to_string("testdata/diff/old/widgets.yaml").expect("a CRD");
    fs::write(&old, &text).expect("a file");
    let new = folder.path().join("new.yaml");
    fs::write(&new, text.replace("              note: {type: string}\n", "")).expect("a file");
    let with = |exceptions: &str| {
        let file = folder.path().join("exceptions.yaml");
        fs::write(&file, exceptions).expect("a file");
        run(&["diff", path(&old), path(&new), "--no-witness", "--exceptions", path(&file)])
    };
    let exception =
        |rest: &str| format!("exceptions:\n- {{rule: field-removed, kind: Widget, reason: unused, {rest}}}\n");
    let ran = with(&exception("path: spec.*, expires: '2999-01-31'"));
    assert!(ran.status == 0 && ran.out.contains("accepted: Widget v1 spec.note"), "{ran}");
    assert!(ran.out.contains("reason: unused (until 2999-01-31)"), "{ran}");
    assert!(ran.err.contains("0 breaking, 0 to review, 0 ok, 1 accepted; minimum version bump: major"), "{ran}");
    let ran = with(&exception("expires: '2020-01-31'"));
    assert!(ran.status == 1 && ran.err.contains("expired on 2020-01-31"), "{ran}");
    let ran = with(&exception("version: v2, expires: '2999-01-31'"));
    assert!(ran.status == 1 && ran.err.contains("no change matches the exception"), "{ran}");
    let ran = with("exceptions: [{rule: field-removed}]");
    assert!(ran.status == 2 && ran.err.contains("error[IDL0766]"), "{ran}");
}

#[test]
fn the_name_of_a_version_can_make_changes_less_severe() {
    let folder = tempfile::tempdir().expect("a folder");
    let side = |name: &str, from: &str, version: &str| {
        let text = fs::read_to_string(Path::new(from).join("widgets.yaml")).expect("a CRD");
        let file = folder.path().join(name);
        fs::write(&file, text.replace("name: v1", &format!("name: {version}"))).expect("a file");
        file.display().to_string()
    };
    let summary = |version: &str| {
        let (old, new) = (side("old.yaml", OLD, version), side("new.yaml", NEW, version));
        let ran = run(&["diff", &old, &new, "--no-witness", "--stability", "by-version"]);
        (ran.status, ran.err)
    };
    let (status, said) = summary("v1");
    assert!(status == 1 && said.contains("5 breaking, 1 to review, 0 ok"), "{said}");
    let (status, said) = summary("v1beta1");
    assert!(status == 0 && said.contains("0 breaking, 6 to review, 0 ok"), "{said}");
    assert!(said.contains("minimum version bump: minor"), "{said}");
    let (status, said) = summary("v1alpha1");
    assert!(status == 0 && said.contains("0 breaking, 0 to review, 6 ok"), "{said}");
}

#[test]
fn a_changelog_has_the_changes_by_kind() {
    let text = run(&["diff", OLD, NEW, "--changelog", "--fail-on", "never"]).out;
    let titles: Vec<&str> = text.lines().filter(|line| line.starts_with('#')).collect();
    assert_eq!(titles, ["### Widget", "#### Added", "#### Changed", "#### Removed"], "{text}");
    assert!(text.contains("\n- **Breaking:** `v1 spec.size`: `maximum` changed from 9 to 5\n"), "{text}");
    assert!(text.contains("\n- short name `wi` removed: commands that use it fail\n"), "{text}");
}

#[test]
fn crdify_is_emulated() {
    let ran =
        |format: &str| run(&["diff", OLD, NEW, "--report", format, "--crdify-config", "testdata/diff/crdify.yaml"]);
    assert_eq!(ran("crdify").status, 1);
    assert_snapshot!(ran("crdify").out.replace('\t', "  "), @r#"
    - existingFieldRemoval - ERROR - removed field : v1.^.spec.note
    - v1 - ^.spec - unhandled - ERROR - unhandled changes found :
      &v1.JSONSchemaProps{
        ... // 41 identical fields
        XListType: nil,
        XMapType:  nil,
        XValidations: v1.ValidationRules{
          {
    -       Rule:              "self.size < 8 || has(self.color)",
    +       Rule:              "self.size < 4 || has(self.color)",
            Message:           "large widgets have a color",
            MessageExpression: "",
            ... // 3 identical fields
          },
        },
      }

    - v1 - ^.spec.code - pattern - ERROR - pattern changed : "^[A-Z]{2}-[0-9]+$" -> "^[A-Z]{2}-[0-9]{4}$"
    - v1 - ^.spec.color - enum - WARNING - allowed enum values added : ["green"]
    - v1 - ^.spec.note - type - ERROR - type changed : "string" -> ""
    - v1 - ^.spec.parts.items.code - pattern - ERROR - pattern changed : "^[A-Z]{2}-[0-9]+$" -> "^[A-Z]{2}-[0-9]{4}$"
    - v1 - ^.spec.size - maximum - ERROR - maximum decreased : 9 -> 5
    "#);
    assert!(
        ran("crdify-markdown").out.contains("- **existingFieldRemoval** - `ERROR` - removed field : v1.^.spec.note")
    );
    let json: serde_json::Value = serde_json::from_str(&ran("crdify-json").out).expect("JSON");
    assert_eq!(json["crdValidation"][0]["name"], "existingFieldRemoval");
    let folder = tempfile::tempdir().expect("a folder");
    let config = folder.path().join("crdify.yaml");
    fs::write(&config, "validations: [{name: enums, enforcement: Error}]").expect("a file");
    let ran = run(&["diff", OLD, NEW, "--report", "crdify", "--crdify-config", path(&config)]);
    assert!(ran.status == 2 && ran.err.contains("unknown value `enums`"), "{ran}");
}

#[test]
fn kinds_of_openapi_documents_are_compared() {
    let ran = run(&["diff", "testdata/diff/openapi/old.yaml", "testdata/diff/openapi/new.yaml"]);
    assert!(
        ran.status == 1 && ran.out.contains("breaking: Widget v1 spec.size\n  `maximum` changed from 9 to 5"),
        "{ran}"
    );
    assert!(ran.out.contains("new: testdata/diff/openapi/new.yaml:24:15"), "{ran}");
    assert!(ran.out.contains("object that the old CRD accepts:"), "{ran}");
}

#[test]
fn without_settings_the_crds_of_the_repository_are_compared() {
    let folder = tempfile::tempdir().expect("a folder");
    let crd = fs::read_to_string("testdata/diff/old/widgets.yaml").expect("a CRD");
    let write = |name: &str, text: &str| {
        let file = folder.path().join(name);
        fs::create_dir_all(file.parent().expect("a folder")).expect("a folder");
        fs::write(file, text).expect("a file");
    };
    let here = folder.path().display().to_string();
    let git = |arguments: &[&str]| git(folder.path(), arguments);
    git(&["init", "-q", "-b", "main"]);
    write("main.go", "package main\n");
    git(&["add", "."]);
    git(&["commit", "-q", "-m", "zero"]);
    let ran = run(&["-C", &here, "diff"]);
    assert!(ran.status == 2 && ran.err.contains("there is no CustomResourceDefinition"), "{ran}");
    assert!(ran.err.contains("pass Go packages, such as ./api/..., or set `packages` in idlgen.toml"), "{ran}");

    write("config/crd/widgets.yaml", &crd);
    write("vendor/example.com/x/widgets.yaml", &crd);
    git(&["add", "."]);
    git(&["commit", "-q", "-m", "one"]);
    write("config/crd/widgets.yaml", &crd.replace("maximum: 9", "maximum: 5"));
    write("bundle/widgets.yaml", &crd.replace("maximum: 9", "maximum: 3"));
    for arguments in [&["diff"][..], &["diff", "git:HEAD"]] {
        let ran = run(&[&["-C", &here], arguments, &["--no-witness"]].concat());
        assert!(ran.status == 1 && ran.out.contains("`maximum` changed from 9 to 5"), "{ran}");
        assert!(!ran.out.contains("to 3") && !ran.out.contains("added"), "{ran}");
        assert!(ran.err.contains("compared 1 CRD: 1 breaking"), "{ran}");
        assert!(ran.err.contains("1 copy of these CRDs in other files not compared"), "{ran}");
        assert!(ran.err.contains("1 directory skipped (node_modules, target, testdata, third_party, vendor)"), "{ran}");
    }
}

#[test]
fn the_work_tree_is_compared_with_where_it_left_the_main_branch() {
    let folder = tempfile::tempdir().expect("a folder");
    let git = |arguments: &[&str]| git(folder.path(), arguments);
    let types = |maximum: u32| {
        format!(
            "// +groupName=shop.example.com\npackage v1\n\nimport metav1 \"k8s.io/apimachinery/pkg/apis/meta/v1\"\n\n\
             // +kubebuilder:object:root=true\ntype Widget struct {{\n\tmetav1.TypeMeta `json:\",inline\"`\n\
             \tmetav1.ObjectMeta `json:\"metadata,omitempty\"`\n\t// +maximum={maximum}\n\tSize int32 `json:\"size\"`\n}}\n"
        )
    };
    let write = |name: &str, text: &str| {
        let file = folder.path().join(name);
        fs::create_dir_all(file.parent().expect("a folder")).expect("a folder");
        fs::write(file, text).expect("a file");
    };
    let here = folder.path().display().to_string();
    write("idlgen.toml", "packages = [\"./v1\"]\n");
    write("go.mod", "module example.com/shop\n\ngo 1.24\n\nrequire k8s.io/apimachinery v0.35.0\n");
    write("v1/types.go", &types(9));
    let ran = run(&["-C", &here, "diff"]);
    assert!(ran.status == 2 && ran.err.contains("is not in a Git repository"), "{ran}");
    git(&["init", "-q", "-b", "trunk"]);
    git(&["add", "."]);
    git(&["commit", "-q", "-m", "one"]);
    let ran = run(&["-C", &here, "diff"]);
    assert!(ran.status == 2 && ran.err.contains("there is no main branch to compare with"), "{ran}");
    git(&["checkout", "-q", "-b", "work"]);
    write("v1/types.go", &types(5));
    git(&["commit", "-q", "-a", "-m", "two"]);
    let ran = run(&["-C", &here, "diff", "--main-branch", "trunk", "--no-witness"]);
    let places = ran.out.lines().filter(|line| line.contains("types.go:"));
    let places: Vec<String> = places.map(|line| line.replace(&here, "")).collect();
    let [old, new] = places.as_slice() else { panic!("{ran}") };
    assert!(old.starts_with("  old: git:") && old.ends_with("/v1/types.go:11:2"), "{ran}");
    assert_eq!(new, "  new: /v1/types.go:11:2", "{ran}");
    assert!(ran.status == 1 && ran.out.contains("`maximum` changed from 9 to 5"), "{ran}");
    assert!(ran.err.contains("the merge base with trunk"), "{ran}");
    git(&["checkout", "-q", "-b", "main", "trunk"]);
    let ran = run(&["-C", &here, "diff", "--no-witness"]);
    assert!(ran.status == 0 && ran.err.contains("0 breaking"), "{ran}");
}

#[test]
fn objects_that_prove_a_change_have_a_name_that_rules_accept() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = fs::read_to_string("testdata/diff/old/widgets.yaml").expect("a CRD");
    let rule = "x-kubernetes-validations: [{rule: \"self.metadata.name == 'default'\"}]\n        type: object";
    let text = text.replacen("openAPIV3Schema:\n        type: object", &format!("openAPIV3Schema:\n        {rule}"), 1);
    let write = |name: &str, maximum: &str| {
        let file = folder.path().join(name);
        fs::write(&file, text.replace("maximum: 9", maximum)).expect("a file");
        file
    };
    let (old, new) = (write("old.yaml", "maximum: 9"), write("new.yaml", "maximum: 5"));
    let ran = run(&["diff", path(&old), path(&new)]);
    assert!(ran.status == 1 && ran.out.contains("name: default\n") && ran.out.contains("size: 6\n"), "{ran}");
}
