//! Tests `idlgen print`.

use crate::program::{path, run_with};
use insta::assert_snapshot;

const CRDS: &str = "testdata/suites/crds";

/// API servers print CRDs with the columns of kinds that have none of their own.
#[test]
fn definitions_are_printed_with_the_time_of_their_creation() {
    let definition = "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata:\n  name: a.b\n  \
                      creationTimestamp: \"2024-05-01T12:00:00Z\"\nspec: {group: b, names: {kind: A, plural: a}}\n";
    assert_snapshot!(run_with(&["print", "-"], definition), @"
    [output]
    NAME   CREATED AT
    a.b    2024-05-01T12:00:00Z
    ");
}

#[test]
fn a_document_that_cannot_be_printed_is_reported_at_its_position() {
    let ran = run_with(&["print", "-", "--message-format", "github"], "a:\n  b: [\n");
    assert_eq!((ran.status, ran.out.as_str()), (1, ""), "{ran}");
    let expected = "::error file=<stdin>,line=2,col=6,endColumn=6,title=IDL0901::unclosed bracket '['";
    assert!(ran.err.contains(expected), "{ran}");
}

#[test]
fn objects_in_a_table() {
    let objects = "apiVersion: shop.example.com/v1\nkind: WidgetList\nitems:\n\
        - {apiVersion: shop.example.com/v1, kind: Widget, metadata: {name: a, creationTimestamp: \
        2024-05-01T00:00:00Z}, \
        spec: {size: 3, color: red}, status: {conditions: [{type: Ready, status: 'True'}]}}\n\
        - {apiVersion: shop.example.com/v1, kind: Widget, metadata: {name: b}, spec: {size: many}}\n";
    let print = |extra: &[&str]| {
        run_with(&[&["print", "-", "--crd", CRDS, "--now", "2024-05-03T01:00:00Z"], extra].concat(), objects)
    };
    assert_snapshot!(print(&[]), @"
    [output]
    NAME   SIZE   READY   AGE
    a      3      True    2d1h
    b
    ");
    assert_snapshot!(print(&["-o", "wide"]), @"
    [output]
    NAME   SIZE   COLOR   READY   AGE
    a      3      red     True    2d1h
    b
    ");
    assert_snapshot!(print(&["-o", "jsonpath={range .items[*]}{.metadata.name}{\"\\n\"}{end}"]), @"
    [output]
    a
    b
    ");
    assert_snapshot!(print(&["-o", "jsonpath={.items[0].spec[0]}"]), @"
    [exit status 2]
    [errors]
    error: the template cannot be applied to 2 objects: map[string]interface {} is not array or slice
    ");
    assert_snapshot!(print(&["-o", "jsonpath={.items[}"]), @"
    [exit status 2]
    [errors]
    error: --output: cannot parse the template at character 8: unterminated array
    ");
    assert_snapshot!(print(&["-o", "custom-columns=NAME:.metadata.name,COLOR:spec.color"]), @"
    [output]
    NAME   COLOR
    a      red
    b      <none>
    ");
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
    let module = crate::program::module(types);
    let go = module.path().join("v1");
    let object = "{apiVersion: shop.example.com/v1, kind: Widget, metadata: {name: a}, spec: {size: 3}}";
    assert_snapshot!(run_with(&["print", "-", "--go", path(&go)], object), @"
    [output]
    NAME   SIZE
    a      3
    ");
}

#[test]
fn what_has_no_columns_or_no_objects_is_said() {
    let pod = "{apiVersion: v1, kind: Pod, metadata: {name: web}}";
    let objects = format!("{pod}\n---\n{{apiVersion: example.com/v1, kind: Other, metadata: {{name: one}}}}\n");
    assert_snapshot!(run_with(&["print", "-"], &objects), @"
    [output]
    NAME      AGE
    pod/web   

    NAME                    AGE
    other.example.com/one   
    [errors]
    example.com/v1 Other: its columns are unknown (pass --crd or --go), so name and age are shown
    v1 Pod: API servers generate its columns in code, so name and age are shown
    ");
    assert_eq!(run_with(&["print", "-", "-o", "name"], pod).err, "");
    assert_snapshot!(run_with(&["print", "-"], ""), @"
    [exit status 1]
    [errors]
    error: no objects found, so nothing was printed (--allow-empty allows this)
    ");
    assert_eq!(run_with(&["print", "-", "--allow-empty"], "").status, 0);
    let empty = tempfile::tempdir().expect("a folder");
    let ran = run_with(&["print", "-", "--crd", path(empty.path())], pod);
    assert!(ran.status == 2 && ran.out.is_empty() && ran.err.contains("no CustomResourceDefinition found"), "{ran}");
}
