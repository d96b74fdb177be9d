//! CEL rules in findings and outputs, by emulated tool.

use crate::program::{module, path, run};

const TYPES: &str = r#"// +groupName=m.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type Widget struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec Spec `json:"spec"`
}

// +kubebuilder:validation:XValidation:rule="self.sise > 3"
// +kubebuilder:validation:XValidation:rule="self.name != 'a'",message="not a"
// +validationRule="self.nothing > 3"
// +k8s:validation:cel[0]:rule="self.nothing > 4"
// +k8s:validation:cel[0]:message="more than 4"
type Spec struct {
	// +optional
	// +kubebuilder:validation:XValidation:rule="self.size() <= 3"
	Name string `json:"name,omitempty"`
	// +kubebuilder:validation:XValidation:rule="self.all(x, self.exists_one(y, x == y))"
	List []string `json:"list"`
}
"#;

/// Returns the locations, severities and codes that `lint` reports.
fn linted(more: &[&str]) -> Vec<String> {
    found(TYPES, more)
}

fn found(types: &str, more: &[&str]) -> Vec<String> {
    let project = module(types);
    let ran = run(&[&["lint", "-C", path(project.path()), "./...", "--message-format", "short"], more].concat());
    let found = ran.out.lines().filter_map(|line| line.split_once("types.go:")?.1.split_once("]: "));
    found.map(|(found, _)| found.to_owned()).collect()
}

/// The rules that controller-gen reads have the same findings with it, each once.
#[test]
fn lint_checks_the_rules_that_controller_gen_reads() {
    let read = ["13:50: error[IDL0621", "14:50: warning[IDL0633", "20:47: info[IDL0637", "22:47: warning[IDL0626"];
    let unread = ["15:25: error[IDL0621", "16:36: error[IDL0621"];
    let mut all = [&read[..], &unread].concat();
    all.sort_unstable();
    assert_eq!(linted(&[]), all);
    for version in ["controller-gen", "controller-gen=0.14"] {
        assert_eq!(linted(&["--compat", version]), read, "{version}");
    }
}

/// controller-gen only reads markers in line comments (`isMarkerComment` in `controller-tools/pkg/markers`).
#[test]
fn lint_ignores_markers_in_block_comments_for_controller_gen() {
    let rule = "// +kubebuilder:validation:XValidation:rule=\"self.sise > 3\"\n";
    let types = TYPES.replace(rule, &format!("/*\n{}*/\n", rule.trim_start_matches("// ")));
    assert_eq!(found(&types, &[])[0], "14:47: error[IDL0621");
    let read = ["16:50: warning[IDL0633", "22:47: info[IDL0637", "24:47: error[IDL0626"];
    assert_eq!(found(&types, &["--compat", "controller-gen"]), read);
}

/// Its schemas are not those in which servers evaluate rules.
#[test]
fn lint_does_not_check_rules_in_the_schemas_of_openapi_gen() {
    let found = linted(&["--compat", "openapi-gen"]);
    assert!(!found.iter().any(|one| one.contains("[IDL06")), "{found:?}");
}

#[test]
fn rules_that_do_not_compile_are_not_errors_of_controller_gen() {
    let project = module(TYPES);
    let output = project.path().join("crds");
    let files = ["-C", path(project.path()), "./...", "-o", path(&output)];
    let ran = run(&[&["crd", "--compat", "controller-gen"], &files[..]].concat());
    assert!(ran.status == 0 && !ran.err.contains("IDL06"), "{ran}");
    let written = std::fs::read_to_string(output.join("m.example.com_widgets.yaml")).expect("the CRD");
    assert!(written.contains("rule: self.sise > 3"), "{written}");
}
