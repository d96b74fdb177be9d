//! `idlgen diff`.

use std::{fs, path::Path, process::Command};

use crate::program::{module, path, run, run_with};
use insta::assert_snapshot;

const OLD: &str = "testdata/diff/old";
const NEW: &str = "testdata/diff/new";

#[test]
fn changes_have_verdicts_and_proofs() {
    assert_snapshot!(run(&["diff", OLD, NEW]), @r#"
    [exit status 1]
    [output]
    breaking: Widget v1 spec
      rule changed from `self.size < 8 || has(self.color)` to `self.size < 4 || has(self.color)`: it rejects more
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
    compared 1 CRD: 5 breaking, 1 to review, 0 ok, 1 of documentation
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
    fs::write(&file, text.replace("note: {type: string}", "note: {type: string, default: n}")).expect("a file");
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
    let git = |arguments: &[&str]| {
        let mut command = Command::new("git");
        command.current_dir(folder.path()).args(["-c", "user.name=a", "-c", "user.email=a@example.com"]);
        let done = command.args(arguments).output().expect("git");
        assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    };
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
}
";
    let (old, new) = (module(types), module(&types.replace("+maximum=9", "+maximum=5")));
    let side = |module: &tempfile::TempDir| module.path().join("v1").display().to_string();
    let ran = run(&["diff", &side(&old), &side(&new), "--no-witness"]);
    assert!(ran.status == 1 && ran.out.contains("`maximum` changed from 9 to 5"), "{ran}");
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
