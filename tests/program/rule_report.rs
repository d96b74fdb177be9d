//! `idlgen rust --report`: how generated code evaluates each rule.

use std::fs;

use serde_json::Value;

use crate::program::{Ran, module, path, run};

const TYPES: &str = "package v1

// +validationRule=\"self.min <= self.max\"
// +validationRule=\"self.?max.optMap(x, x < 9).orValue(true)\"
// +validationRule=\"{'a': 1}['a'] == self.min\"
type Range struct {
\tMin int64 `json:\"min\"`
\tMax int64 `json:\"max,omitempty\"`
\t// +maxLenght=3
\tName string `json:\"name,omitempty\"`
}
";

#[test]
fn each_rule_has_a_line_with_its_evaluation_and_its_location() {
    let module = module(TYPES);
    let Ran { status, out, err } = run(&["rust", "-C", path(module.path()), "./...", "--report", "text"]);
    let lines: Vec<&str> = out.lines().collect();
    let [compiled, second, third, counts] = lines.as_slice() else { panic!("{out}{err}") };
    assert!(compiled.contains("types.go:3:21: Range: compiled (cost from "), "{compiled}");
    assert!(compiled.ends_with("): self.min <= self.max"), "{compiled}");
    assert!(second.contains("types.go:4:21: Range: interpreted ("), "{second}");
    assert!(third.contains("interpreted (it builds a map): {'a': 1}['a'] == self.min"), "{third}");
    assert_eq!(*counts, "3 rules: 1 compiled, 2 interpreted, 0 hand-written, 0 invalid");
    assert!(err.contains("+maxLenght"), "errors do not hold the report back: {err}");
    assert_eq!(status, 0);
}

#[test]
fn a_report_can_be_json_in_a_file() {
    let module = module(TYPES);
    let output = module.path().join("report");
    let Ran { out, err, .. } = run(&[
        "rust",
        "-C",
        path(module.path()),
        "./...",
        "--report",
        "json",
        "-o",
        path(&output),
        "--ignore",
        "IDL0301",
    ]);
    assert_eq!(out, "", "{err}");
    let report: Value = serde_json::from_str(&fs::read_to_string(output.join("rules.json")).unwrap()).unwrap();
    assert_eq!((&report["compiled"], &report["interpreted"]), (&1.into(), &2.into()));
    let rule = &report["rules"][2];
    assert_eq!(rule["reason"], "it builds a map");
    assert_eq!((&rule["line"], &rule["column"]), (&5.into(), &21.into()));
    assert!(report["rules"][0]["baseCost"].is_u64());
}

/// Fields with markers of controller-gen are in the schema, whatever a method writes.
#[test]
fn contents_that_only_the_schema_describes_are_reported() {
    let field = |more: &str| {
        let module = module(&format!(
            "// +groupName=example.com\npackage v1\n\ntype Written struct {{\n{more}\tA string `json:\"a\"`\n}}\n\n\
             func (w Written) MarshalJSON() ([]byte, error) {{ return nil, nil }}\n\n\
             type Spec struct {{\n\tA Written `json:\"a\"`\n}}\n"
        ));
        run(&["rust", "-C", path(module.path()), "./...", "--report", "text"]).err
    };
    let found = "`Spec.a`: the schema describes its contents, but the Go type writes JSON with its own method";
    let err = field("\t// +kubebuilder:validation:MaxLength=3\n");
    assert!(err.contains(found), "{err}");
    let err = field("");
    assert!(!err.contains(found), "{err}");
}

#[test]
fn fields_in_which_zero_is_a_missing_value_are_listed() {
    let module = module(
        "// +groupName=example.com\npackage v1\n\nimport metav1 \"k8s.io/apimachinery/pkg/apis/meta/v1\"\n\n\
         // +kubebuilder:object:root=true\ntype Box struct {\n\tmetav1.TypeMeta `json:\",inline\"`\n\
         \tmetav1.ObjectMeta `json:\"metadata,omitempty\"`\n\tSpec Spec `json:\"spec\"`\n}\n\n\
         // +kubebuilder:validation:XValidation:rule=\"!has(self.hidden) || self.hidden != 'a'\"\ntype Spec struct {\n\
         \tMissing int32 `json:\"missing\"`\n\
         \t// +kubebuilder:default=red\n\tDefault string `json:\"default,omitempty\"`\n\
         \t// +kubebuilder:validation:MinItems=1\n\tAccepted []string `json:\"accepted,omitempty\"`\n\
         \tHidden string `json:\"hidden,omitempty\"`\n\
         \t// +kubebuilder:validation:MaxLength=3\n\tSame string `json:\"same,omitempty\"`\n\
         \tPointer *int32 `json:\"pointer\"`\n}\n",
    );
    let Ran { out, .. } = run(&["rust", "-C", path(module.path()), "./...", "--report", "text"]);
    let lines: Vec<&str> = out.lines().filter_map(|line| Some(line.split_once("types.go:")?.1)).collect();
    assert_eq!(
        lines.get(1..).unwrap(),
        [
            "15:2: Spec.missing: zero is rejected as missing",
            "17:2: Spec.default: zero becomes the default",
            "19:2: Spec.accepted: zero is accepted, although the schema rejects it",
            "20:2: Spec.hidden: rules see no such field if it is zero",
        ],
        "{out}"
    );
    assert!(out.ends_with("4 fields in which `validate` treats zero as a missing value\n"), "{out}");
    let Ran { out, .. } = run(&["rust", "-C", path(module.path()), "./...", "-o", "-"]);
    assert!(out.contains("/// - `hidden`: rules see no such field if it is zero\n"), "{out}");
}
