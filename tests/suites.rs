//! `idlgen test` and `idlgen print`.
#![expect(clippy::disallowed_methods, clippy::expect_used, reason = "the tests prepare files")]
#![cfg(feature = "cli")]

#[path = "program/program.rs"]
mod program;

use std::fs;

use insta::assert_snapshot;
use program::{path, run, run_with};

const SUITE: &str = "testdata/suites/widgets.testsuite.yaml";
const CRDS: &str = "testdata/suites/crds";

#[test]
fn cases_that_come_out_as_expected() {
    assert_snapshot!(run(&["test", SUITE, "--crd", CRDS]), @"");
}

#[test]
fn cases_that_do_not() {
    let suite = "testdata/suites/failing.testsuite.yaml";
    assert_snapshot!(run(&["test", suite, "--crd", CRDS]), @"");
    assert_snapshot!(run(&["test", suite, "--crd", CRDS, "--report", "tap", "--message-format", "short"]), @"");
    assert_snapshot!(run(&["test", suite, "--crd", CRDS, "--report", "junit", "-q", "--filter", "otherwise", "--message-format", "short"]), @"");
}

#[test]
fn a_suite_without_its_definition() {
    assert_snapshot!(run(&["test", SUITE, "--message-format", "short"]), @"");
    assert_snapshot!(run(&["test", SUITE, "--crd", SUITE]), @"");
    assert_snapshot!(run(&["test", "testdata/suites/crds", "--crd", CRDS]), @"");
    assert_snapshot!(run(&["test", SUITE, "--crd", CRDS, "--filter", "nothing of the kind"]), @"");
}

#[test]
fn what_no_case_tries() {
    assert_snapshot!(run(&["test", SUITE, "--crd", CRDS, "--coverage"]), @"");
}

#[test]
fn a_first_suite_passes() {
    let written = run(&["test", "--init", "widgets.shop.example.com", "--crd", CRDS]);
    assert_snapshot!(written, @"");
    let folder = tempfile::tempdir().expect("a folder");
    let suite = folder.path().join("first.testsuite.yaml");
    fs::write(&suite, &written.out).expect("writes");
    let ran = run(&["test", path(&suite), "--crd", CRDS]);
    assert_eq!((ran.status, ran.out.as_str()), (0, ""), "{ran}");
}

/// Where openshift/api has definitions, and which gates each of them has.
#[test]
fn definitions_by_feature_gates() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &str| {
        let file = folder.path().join(name);
        fs::create_dir_all(file.parent().expect("a folder")).expect("makes it");
        fs::write(file, text).expect("writes");
    };
    let definition = fs::read_to_string("testdata/suites/crds/widgets.yaml").expect("it is there");
    let of_set = |set: &str, most: &str| {
        let annotations = format!(
            "  annotations:\n    include.release.openshift.io/self-managed: \"true\"\n    \
             release.openshift.io/feature-set: {set}\n  name: widgets"
        );
        definition.replacen("  name: widgets", &annotations, 1).replace("maximum: 9", most)
    };
    write("shop/v1/zz_generated.crd-manifests/a.yaml", &of_set("Default", "maximum: 5"));
    write("shop/v1/zz_generated.crd-manifests/b.yaml", &of_set("TechPreview", "maximum: 7"));
    for (set, list) in [("Default", "disabled"), ("TechPreview", "enabled")] {
        let gates = format!(
            "metadata:\n  annotations:\n    include.release.openshift.io/self-managed: \"true\"\n    \
             release.openshift.io/feature-set: {set}\nstatus:\n  featureGates:\n  - {list}: [{{name: Large}}]\n"
        );
        write(&format!("payload-manifests/featuregates/{set}.yaml"), &gates);
    }
    let suite = |gate: &str, most: u32| {
        format!(
            "name: {gate}\ncrdName: widgets.shop.example.com\nfeatureGates: [\"{gate}\"]\ntests:\n  onCreate:\n  \
             - name: too large\n    initial: |\n      apiVersion: shop.example.com/v1\n      kind: Widget\n      \
             spec:\n        size: 20\n    expectedError: less than or equal to {most}\n"
        )
    };
    write("shop/v1/tests/widgets/large.yaml", &suite("Large", 7));
    write("shop/v1/tests/widgets/small.yaml", &suite("-Large", 5));
    write("shop/v1/tests/widgets/unknown.yaml", &suite("Other", 5));
    assert_snapshot!(run(&["test", path(folder.path()), "--message-format", "short"]), @"");
}

#[test]
fn objects_in_a_table() {
    let objects = "apiVersion: shop.example.com/v1\nkind: WidgetList\nitems:\n\
        - {apiVersion: shop.example.com/v1, kind: Widget, metadata: {name: a, creationTimestamp: 2024-05-01T00:00:00Z}, \
        spec: {size: 3, color: red}, status: {conditions: [{type: Ready, status: 'True'}]}}\n\
        - {apiVersion: shop.example.com/v1, kind: Widget, metadata: {name: b}, spec: {size: many}}\n";
    let print = |extra: &[&str]| {
        run_with(&[&["print", "-", "--crd", CRDS, "--now", "2024-05-03T01:00:00Z"], extra].concat(), objects)
    };
    assert_snapshot!(print(&[]), @"");
    assert_snapshot!(print(&["-o", "wide"]), @"");
    assert_snapshot!(print(&["-o", "jsonpath={range .items[*]}{.metadata.name}{\"\\n\"}{end}"]), @"");
    assert_snapshot!(print(&["-o", "jsonpath={.items[0].spec[0]}"]), @"");
    assert_snapshot!(print(&["-o", "jsonpath={.items[}"]), @"");
    assert_snapshot!(print(&["-o", "custom-columns=NAME:.metadata.name,COLOR:spec.color"]), @"");
}

#[test]
fn columns_of_go_types() {
    let types = "// +groupName=shop.example.com
package v1

import metav1 \"k8s.io/apimachinery/pkg/apis/meta/v1\"

// Widget is one.
// +kubebuilder:object:root=true
// +kubebuilder:printcolumn:name=Size,type=integer,JSONPath=`.spec.size`
type Widget struct {
\tmetav1.TypeMeta `json:\",inline\"`
\tmetav1.ObjectMeta `json:\"metadata,omitempty\"`
\t// Spec is one.
\tSpec Spec `json:\"spec\"`
}

// Spec is one.
type Spec struct {
\t// Size is one.
\tSize int `json:\"size\"`
}
";
    let module = program::module(types);
    let go = module.path().join("v1");
    let object = "{apiVersion: shop.example.com/v1, kind: Widget, metadata: {name: a}, spec: {size: 3}}";
    assert_snapshot!(run_with(&["print", "-", "--go", path(&go)], object), @"");
}
