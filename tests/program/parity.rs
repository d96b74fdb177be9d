//! `idlgen lint --parity`.

use std::fs;

use crate::program::{Ran, module, path, run};

/// Types of one version.
fn types(version: &str, fields: &str) -> String {
    format!(
        "// +groupName=shop.example.com\npackage {version}\n\n\
         import metav1 \"k8s.io/apimachinery/pkg/apis/meta/v1\"\n\n\
         // +kubebuilder:object:root=true\ntype Widget struct {{\n\tmetav1.TypeMeta `json:\",inline\"`\n\
         \tmetav1.ObjectMeta `json:\"metadata,omitempty\"`\n\n\tSpec WidgetSpec `json:\"spec,omitempty\"`\n}}\n\n\
         type WidgetSpec struct {{\n{fields}}}\n"
    )
}

/// Two versions with these fields.
fn versions(beta: &str, stable: &str) -> tempfile::TempDir {
    let marker = "// +kubebuilder:storageversion\n";
    let module = module(&types("v1", stable).replace("type Widget struct", &format!("{marker}type Widget struct")));
    fs::create_dir(module.path().join("v1beta1")).expect("a folder");
    fs::write(module.path().join("v1beta1/types.go"), types("v1beta1", beta)).expect("a file");
    module
}

fn lint(module: &tempfile::TempDir, more: &[&str]) -> Ran {
    let here = path(module.path());
    let mut ran = run(&[&["-C", here, "lint", "./...", "--parity", "--message-format", "short"][..], more].concat());
    ran.out = ran.out.replace(here, "");
    ran
}

const SIZE: &str = "\t// +maximum=9\n\tSize int32 `json:\"size\"`\n";
const SMALLER: &str = "\t// +maximum=5\n\tSize int32 `json:\"size\"`\n";
const NOTE: &str = "\tNote string `json:\"note,omitempty\"`\n";

#[test]
fn versions_with_equal_rules_have_no_findings() {
    let ran = lint(&versions(SIZE, SIZE), &[]);
    assert!(ran.status == 0 && ran.err.contains("compared 1 pair of versions"), "{ran}");
}

#[test]
fn a_limit_of_one_version_is_a_finding_at_the_field() {
    let ran = lint(&versions(SIZE, SMALLER), &[]);
    let expected = "/v1/types.go:17:2: error[IDL0767]: Widget v1beta1 and v1 differ at `spec.size`: `maximum` changed \
                    from 9 to 5";
    assert!(ran.status == 1 && ran.out.contains(expected), "{ran}");
}

#[test]
fn without_a_webhook_a_field_of_one_version_is_lost() {
    let both = [SIZE, NOTE].concat();
    let module = versions(SIZE, &both);
    let ran = lint(&module, &[]);
    let expected =
        "/v1/types.go:18:2: error[IDL0768]: Widget v1beta1 does not have `spec.note` of v1: conversion drops it";
    assert!(ran.status == 1 && ran.out.contains(expected), "{ran}");
    fs::write(module.path().join("v1/conversion.go"), "package v1\n\nfunc (*Widget) Hub() {}\n").expect("a file");
    let ran = lint(&module, &[]);
    assert_eq!(ran.status, 0, "{ran}");
}

#[test]
fn exceptions_have_reasons_and_can_only_become_fewer() {
    let module = versions(SIZE, SMALLER);
    let file = module.path().join("parity.yaml");
    let with = |text: &str| {
        fs::write(&file, text).expect("a file");
        lint(&module, &["--parity-exceptions", path(&file)])
    };
    let exception = "{rule: maximum-lowered, kind: Widget, version: v1beta1 -> v1, path: spec.size, reason: r}";
    let ran = with(&format!("exceptions:\n- {exception}\n"));
    assert!(ran.status == 0 && ran.err.contains("compared 1 pair of versions; 1 difference accepted"), "{ran}");
    let ran = with(&format!("exceptions:\n- {exception}\n- {{rule: pattern-added, reason: r}}\n"));
    let expected = "parity.yaml:3:3: error[IDL0798]: no difference needs the exception for `pattern-added`";
    assert!(ran.status == 1 && ran.out.contains(expected), "{ran}");
    let ran = with("exceptions:\n- {rule: maximum-lowered}\n");
    assert!(ran.status == 2 && ran.err.contains("an exception requires `reason`"), "{ran}");
}

#[test]
fn a_comment_allows_a_difference_at_its_field() {
    let allowed = |code: &str, field: &str| format!("\t//idlgen:allow {code} widgets above 5 never worked\n{field}");
    let ran = lint(&versions(SIZE, &allowed("IDL0767", SMALLER)), &[]);
    assert!(ran.status == 0 && ran.err.contains("compared 1 pair of versions"), "{ran}");
    let ran = lint(&versions(SIZE, &[SIZE, &allowed("lossy-versions", NOTE)].concat()), &[]);
    assert_eq!(ran.status, 0, "{ran}");
    // A comment that allows nothing is reported, but only if versions are compared.
    let module = versions(SIZE, &allowed("IDL0767", SIZE));
    let ran = lint(&module, &[]);
    let unused = "/v1/types.go:16:4: warning[IDL0416]: this directive suppresses no IDL0767 (versions-differ) here";
    assert!(ran.status == 0 && ran.out.contains(unused), "{ran}");
    let ran = run(&["-C", path(module.path()), "lint", "./..."]);
    assert!(ran.status == 0 && !ran.out.contains("IDL0416"), "{ran}");
}
