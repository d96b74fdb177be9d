//! Tests `idlgen lint --parity`.

use std::fs;

use insta::assert_snapshot;

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

/// A package with a kind that an API server implements: registered, without markers for CRDs.
fn native(version: &str, fields: &str) -> String {
    format!(
        "// +k8s:openapi-gen=true\n// +groupName=shop.example.com\npackage {version}\n\n\
         import (\n\tmetav1 \"k8s.io/apimachinery/pkg/apis/meta/v1\"\n\t\"k8s.io/apimachinery/pkg/runtime\"\n\
         \t\"k8s.io/apimachinery/pkg/runtime/schema\"\n)\n\n\
         var SchemeGroupVersion = schema.GroupVersion{{Group: \"shop.example.com\", Version: \"{version}\"}}\n\n\
         func add(s *runtime.Scheme) {{\n\ts.AddKnownTypes(SchemeGroupVersion, &Order{{}}, &OrderList{{}})\n}}\n\n\
         type Order struct {{\n\tmetav1.TypeMeta `json:\",inline\"`\n\
         \tmetav1.ObjectMeta `json:\"metadata,omitempty\"`\n\n{fields}}}\n\n\
         type OrderList struct {{\n\tmetav1.TypeMeta `json:\",inline\"`\n\
         \tmetav1.ListMeta `json:\"metadata,omitempty\"`\n\tItems []Order `json:\"items\"`\n}}\n"
    )
}

#[test]
fn kinds_of_api_servers_are_compared_too() {
    let module = module(&native("v1", SMALLER));
    fs::create_dir(module.path().join("v1beta1")).expect("a folder");
    let beta = |fields: &str| {
        fs::write(module.path().join("v1beta1/types.go"), native("v1beta1", fields)).expect("a file");
        lint(&module, &["--quiet"])
    };
    let ran = beta(SIZE);
    let expected = "error[IDL0767]: Order v1beta1 and v1 differ at `size`: `maximum` changed from 9 to 5";
    assert!(ran.status == 1 && ran.out.contains("/v1/types.go:") && ran.out.contains(expected), "{ran}");
    // API servers convert in code, so a field of one version is not lost. A zero default is that of Go.
    let ran = beta(&[SMALLER, NOTE, "\tCount *int32 `json:\"count,omitempty\"`\n"].concat());
    assert!(!ran.out.contains("IDL0767") && !ran.out.contains("IDL0768"), "{ran}");
}

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
    assert!(ran.status == 0 && ran.out.is_empty(), "{ran}");
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
    let expected = "parity.yaml:3:3: error[IDL0798]: no difference matches the exception for `pattern-added`";
    assert!(ran.status == 1 && ran.out.contains(expected), "{ran}");
    let ran = with("exceptions:\n- {rule: maximum-lowered}\n");
    assert!(ran.status == 2 && ran.err.contains("an exception requires `reason`"), "{ran}");
}

#[test]
fn a_first_file_contains_every_difference() {
    let module = versions(SIZE, &[SMALLER, NOTE].concat());
    let ran = lint(&module, &["--init-parity-exceptions"]);
    assert_snapshot!(ran.out, @r#"
    exceptions:
    - rule: field-lost
      kind: Widget
      version: v1beta1 -> v1
      path: "spec.note"
      reason: TODO
    - rule: maximum-lowered
      kind: Widget
      version: v1beta1 -> v1
      path: "spec.size"
      reason: TODO
    "#);
    let file = module.path().join("parity.yaml");
    fs::write(&file, &ran.out).expect("a file");
    let ran = lint(&module, &["--parity-exceptions", path(&file)]);
    assert!(ran.status == 2 && ran.err.contains("the reason `TODO` must be replaced"), "{ran}");
    fs::write(&file, fs::read_to_string(&file).expect("a file").replace("TODO", "intended")).expect("a file");
    let ran = lint(&module, &["--parity-exceptions", path(&file)]);
    assert!(ran.status == 0 && ran.err.contains("2 differences accepted"), "{ran}");
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

/// Two structs that embed the same struct, with these tags and fields.
fn embedders(base: &str, [first, second]: [(&str, &str); 2]) -> tempfile::TempDir {
    let fields = "\tA First `json:\"a\"`\n\tB Second `json:\"b\"`\n\tC Third `json:\"c\"`\n";
    let outer = |name: &str, (tags, fields): (&str, &str)| {
        format!("\n{tags}type {name} struct {{\n\tRange `json:\",inline\"`\n{fields}}}\n")
    };
    let text = [
        types("v1", fields),
        format!("\n{base}type Range struct {{\n\tMin int32 `json:\"min\"`\n\tMax int32 `json:\"max\"`\n}}\n"),
        outer("First", first),
        outer("Second", second),
        outer("Third", first),
    ];
    module(&text.concat())
}

const RULE: &str = "// +kubebuilder:validation:XValidation:rule=\"self.min <= self.max\",message=\"m\"\n";

#[test]
fn structs_that_embed_the_same_struct_have_its_rules() {
    let ran = lint(&embedders("", [("", ""), ("", "\tC int32 `json:\"c\"`\n")]), &[]);
    let compared = "compared 0 pairs of versions and 2 pairs of structs that embed the same struct";
    assert!(ran.status == 0 && ran.err.contains(compared), "{ran}");
    // A rule about fields of the embedded struct.
    let module = embedders("", [(RULE, ""), ("", "")]);
    let ran = lint(&module, &[]);
    let expected = "warning[IDL0923]: First and Second embed Range and differ: rule `self.min <= self.max` removed";
    assert!(ran.status == 0 && ran.out.contains(expected), "{ran}");
    assert_eq!(lint(&embedders(RULE, [("", ""), ("", "")]), &[]).out, "");
    // A rule that reads another field too belongs to the outer struct.
    let other = RULE.replace("self.max", "self.c");
    let ran = lint(&embedders("", [("", ""), (&other, "\tC int32 `json:\"c\"`\n")]), &[]);
    assert!(ran.status == 0 && ran.out.is_empty(), "{ran}");
    // A field that hides one of the embedded struct.
    let hides = "\t// +kubebuilder:validation:Maximum=5\n\tMax int32 `json:\"max\"`\n";
    let ran = lint(&embedders("", [("", ""), ("", hides)]), &[]);
    let expected = "warning[IDL0923]: First and Second embed Range and differ at `max`: `maximum` 5 added";
    assert!(ran.status == 0 && ran.out.contains(expected), "{ran}");
    // An embedded pointer has the same fields.
    let pointer = embedders("", [("", ""), ("", hides)]);
    let source = pointer.path().join("v1/types.go");
    let text = fs::read_to_string(&source).expect("types");
    fs::write(&source, text.replace("\tRange `", "\t*Range `")).expect("types");
    let ran = lint(&pointer, &[]);
    assert!(ran.status == 0 && ran.out.contains(expected), "{ran}");
    // Exceptions accept differences.
    let file = module.path().join("parity.yaml");
    let exception = "exceptions:\n- {rule: cel-rule-removed, kind: Range, version: First -> Second, reason: r}\n";
    fs::write(&file, exception).expect("a file");
    let ran = lint(&module, &["--parity-exceptions", path(&file)]);
    assert!(ran.status == 0 && ran.err.contains("1 difference accepted"), "{ran}");
    let allowed = "\t//idlgen:allow IDL0923 it may be empty\n";
    let text = fs::read_to_string(module.path().join("v1/types.go")).expect("types");
    let text = text.replace("type Second struct {\n", &format!("type Second struct {{\n{allowed}"));
    fs::write(module.path().join("v1/types.go"), text).expect("types");
    let ran = lint(&module, &[]);
    assert!(ran.status == 0 && ran.out.is_empty(), "{ran}");
}
