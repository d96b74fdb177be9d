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
