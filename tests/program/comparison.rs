//! Tests `idlgen validate --compare`.

use std::fs;

use crate::program::{path, run};
use insta::assert_snapshot;

const CRDS: &str = "testdata/suites/crds";

#[test]
fn what_only_one_of_two_definitions_says() {
    let folder = tempfile::tempdir().expect("a folder");
    let next = folder.path().join("next.yaml");
    let definition = fs::read_to_string("testdata/suites/crds/widgets.yaml").expect("a definition");
    fs::write(&next, definition.replace("maximum: 9", "maximum: 5").replace("blue", "green")).expect("a file");
    let objects = folder.path().join("objects.yaml");
    let widget = |name: &str, spec: &str| {
        format!("apiVersion: shop.example.com/v1\nkind: Widget\nmetadata: {{name: {name}}}\nspec: {spec}\n---\n")
    };
    let text = [
        widget("good", "{size: 3}"),
        widget("larger", "{size: 7}"),
        widget("blue", "{size: 3, color: blue}"),
        widget("wrong", "{size: 0}"),
    ];
    fs::write(&objects, text.concat()).expect("a file");
    let compare = ["validate", path(&objects), "--crd", CRDS, "--message-format", "short", "--compare"];
    let ran = run(&[&compare[..], &[path(&next)]].concat());
    assert_eq!(ran.status, 1, "{ran}");
    let lines: Vec<&str> = ran.out.lines().map(|line| line.rsplit_once("objects.yaml:").expect("a place").1).collect();
    assert_eq!(
        lines,
        [
            "19:14: error[IDL0905]: spec.size: Invalid value: 0: spec.size in body should be greater than or equal \
             to 1",
            "9:14: error[IDL0762]: only the CRDs of --compare report: spec.size: Invalid value: 7: spec.size in \
             body should be less than or equal to 5",
            "11:1: error[IDL0762]: only the CRDs of --compare report: <nil>: Invalid value: null: some validation \
             rules were not checked because the object was invalid; correct the existing errors to complete validation",
            "14:24: error[IDL0762]: only the CRDs of --compare report: spec.color: Unsupported value: \"blue\": \
             supported values: \"red\", \"green\"",
        ]
    );
    // Errors that both sides report are not shown as differences, and objects of kinds that the other side does not
    // define are not compared.
    let ran = run(&[&compare[..], &[CRDS]].concat());
    assert!(ran.out.lines().count() == 1 && !ran.out.contains("IDL0762"), "{ran}");
    assert_snapshot!(run(&["validate", "--crd", CRDS, "testdata/quickstart/manifests", "--compare", "nothing"]), @"
    [exit status 2]
    [errors]
    error: nothing: No such file or directory (os error 2)
    ");
}
