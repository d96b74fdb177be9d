//! `idlgen validate`: what is found in objects, and where.
#![expect(clippy::disallowed_methods, clippy::expect_used, reason = "the tests prepare files")]
#![cfg(feature = "cli")]

#[path = "program/program.rs"]
mod program;

use std::{
    fs,
    path::{Path, PathBuf},
};

use insta::assert_snapshot;
use program::{Ran, module, path, run, run_with};

/// A small type, for one fault a test.
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
    <stdin>:1:38: error[IDL0904]: no Go type for apiVersion m.example.com/v1, kind a
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
    assert_snapshot!(judge("b: 0\n", &["--type", "A"]), @"
    [exit status 1]
    [output]
    <stdin>:1:1: error[IDL0905]: b: Required value
    ");
}

#[test]
fn zero_of_a_required_field_of_a_custom_resource() {
    assert_snapshot!(judge("b: 0\n", &["--type", "A", "--zero-mode", "crd"]), @"");
}

#[test]
fn no_object() {
    assert_snapshot!(judge("", &["--type", "A"]), @"");
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
    // --go takes the folder of a package; the module's top has none.
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
