//! Printer columns and scale subresources that refer to fields that no object has.

use insta::assert_snapshot;

use crate::program::{Ran, module, path, run};

/// Lints a kind with markers.
fn lint(markers: &[&str], format: &str) -> Ran {
    let markers: Vec<String> = markers.iter().map(|marker| format!("// +kubebuilder:{marker}\n")).collect();
    let markers = markers.concat();
    let project = module(&format!(
        "// +groupName=m.example.com\npackage v1\n\nimport metav1 \"k8s.io/apimachinery/pkg/apis/meta/v1\"\n\n{markers}\
         type Widget struct {{\n\tmetav1.TypeMeta `json:\",inline\"`\n\
         \tmetav1.ObjectMeta `json:\"metadata,omitempty\"`\n\
         \tSpec Spec `json:\"spec\"`\n\tStatus Status `json:\"status,omitempty\"`\n}}\n\n\
         type Spec struct {{\n\tReplicas *int32 `json:\"replicas,omitempty\"`\n\
         \tLabels map[string]string `json:\"labels,omitempty\"`\n\
         \t// +kubebuilder:pruning:PreserveUnknownFields\n\tOpen Open `json:\"open,omitempty\"`\n}}\n\n\
         type Open struct {{\n\tKnown string `json:\"known,omitempty\"`\n}}\n\n\
         type Status struct {{\n\tReplicas int32 `json:\"replicas\"`\n\
         \tConditions []metav1.Condition `json:\"conditions,omitempty\"`\n}}\n"
    ));
    run(&["lint", "-C", path(project.path()), "./...", "--message-format", format])
}

fn column(path: &str) -> String {
    format!("printcolumn:name=A,type=string,JSONPath=`{path}`")
}

#[test]
fn a_path_that_no_object_has_is_a_warning() {
    let columns = [
        column(".spec.replica"),
        column(".status.conditions.type"),
        column(".spec.replicas.count"),
        column(".spec[0]"),
        column(".state"),
    ];
    let mut markers: Vec<&str> = columns.iter().map(String::as_str).collect();
    markers.push("subresource:scale:specpath=.spec.replicas,statuspath=.status.ready,selectorpath=.status.selector");
    assert_snapshot!(lint(&markers, "short"), @"
    [output]
    [folder]/v1/types.go:6:4: warning[IDL0726]: the column `A` is always empty: `.spec` has no field `replica`
    [folder]/v1/types.go:7:4: warning[IDL0726]: the column `A` is always empty: `.status.conditions` is a list, so `.type` must follow an index or a filter
    [folder]/v1/types.go:8:4: warning[IDL0726]: the column `A` is always empty: `.spec.replicas` is of type integer, so it has no field `count`
    [folder]/v1/types.go:9:4: warning[IDL0726]: the column `A` is always empty: `.spec` is not a list
    [folder]/v1/types.go:10:4: warning[IDL0726]: the column `A` is always empty: the object has no field `state`
    [folder]/v1/types.go:11:4: warning[IDL0726]: `statuspath` of the scale subresource selects nothing: `.status` has no field `ready`
    [folder]/v1/types.go:11:4: warning[IDL0726]: `selectorpath` of the scale subresource selects nothing: `.status` has no field `selector`
    [errors]
    checked 1 package: 0 errors, 7 warnings
    ");
    // `.spec.labels` is similar, but not an integer.
    let ran = lint(&["subresource:scale:specpath=.spec.label,statuspath=.status.replica"], "full");
    let said = ran.out + &ran.err;
    assert!(said.contains("use `.status.replicas`") && !said.contains("use `.spec.labels`"), "{said}");
    let ran = lint(&[&column(".spec.replica")], "full");
    assert!(
        ran.out.contains("= help: use `.spec.replicas`") || ran.err.contains("= help: use `.spec.replicas`"),
        "{ran}"
    );
}

#[test]
fn paths_that_an_object_can_have_are_no_findings() {
    let columns = [
        ".spec.replicas",
        ".metadata.labels.any",
        ".kind",
        ".spec.labels.any",
        ".spec.open.any.thing",
        ".spec.open.known",
        ".status.conditions[?(@.type==\"Ready\")].status",
        ".status.conditions[-1:].type",
        ".status.conditions[0].type",
        ".status.*.unknown",
        ".status..unknown",
    ]
    .map(column);
    let mut markers: Vec<&str> = columns.iter().map(String::as_str).collect();
    markers
        .push("subresource:scale:specpath=.spec.replicas,statuspath=.status.replicas,selectorpath=.spec.open.selector");
    let ran = lint(&markers, "short");
    assert!(ran.status == 0 && !ran.out.contains("IDL0726"), "{ran}");
}
