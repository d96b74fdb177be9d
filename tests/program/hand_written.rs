//! Hand-written functions in generated Rust (`rust.functions`).

use std::fs;

use crate::program::{Ran, module, path, run};

const TYPES: &str = "package v1

// +validationRule=\"self.min <=   self.max\"
type Range struct {
\tMin int64 `json:\"min\"`
\tMax int64 `json:\"max\"`
}

type Others = Other

type Box[T any] struct {
\tValue T `json:\"value\"`
}

type Other struct {
\tName string `json:\"name\"`
}
";

/// Runs `idlgen rust` with these tables in idlgen.toml.
fn rust(tables: &str, more: &[&str]) -> Ran {
    let module = module(TYPES);
    fs::write(module.path().join("idlgen.toml"), format!("packages = [\"./...\"]\n{tables}")).unwrap();
    let mut arguments = vec!["rust", "-C", path(module.path())];
    arguments.extend(more);
    run(&arguments)
}

fn function(name: &str, go_type: &str, rule: &str) -> String {
    format!("[rust.functions.\"crate::rules::{name}\"]\ntype = \"{go_type}\"\nrule = \"{rule}\"\n")
}

#[test]
fn a_function_replaces_a_rule_and_is_compared_with_it() {
    let table = function("ordered", "example.com/m/v1.Range", "self.min <= self.max");
    let ran = rust(&table, &["-o", "-"]);
    assert!(ran.status == 0 && !ran.err.contains("IDL0769"), "{ran}");
    assert!(ran.out.contains("|this, _, _| Some(crate::rules::ordered(this))"), "{ran}");
    assert!(ran.out.contains("#[cfg(test)]"), "{ran}");
    let report = rust(&table, &["--report", "text"]);
    assert!(report.out.contains("Range: hand-written (crate::rules::ordered): self.min <= self.max"), "{report}");
    assert!(report.out.contains("0 compiled, 0 interpreted, 1 hand-written, 0 invalid"), "{report}");
    let report = rust(&table, &["--report", "json"]);
    assert!(report.out.contains("\"function\": \"crate::rules::ordered\""), "{report}");
    // Without functions, there is nothing to test.
    assert!(!rust("", &["-o", "-"]).out.contains("cfg(test)"));
}

#[test]
fn functions_that_nothing_calls_are_errors() {
    let tables = [
        function("a", "example.com/m/v1.Rnge", "self.min <= self.max"),
        function("b", "example.com/m/v1.Range", "self.min < self.max"),
        function("c", "example.com/m/v1.Other", "self.min < self.max"),
        function("d", "example.com/m/v1.Range", "self.min <= self.max"),
        function("e", "example.com/m/v1.Range", "self.min <= self.max"),
        "[rust.functions.\"crate::rules::f\"]\nrule = \"true\"\n".to_owned(),
    ];
    let ran = rust(&tables.concat(), &["-o", "-"]);
    assert_eq!((ran.status, ran.out.as_str()), (1, ""));
    let is_told = |line: &&str| line.starts_with("error") || line.starts_with(" = ");
    let told: Vec<&str> = ran.err.lines().filter(is_told).collect();
    let key = "error[IDL0769]: `rust.functions.\"crate::rules";
    let expected = [
        &format!("{key}::a\"`: no generated type represents the Go type `example.com/m/v1.Rnge`"),
        " = help: use `example.com/m/v1.Range`",
        &format!("{key}::b\"`: `example.com/m/v1.Range` has no rule `self.min < self.max`"),
        " = help: use the text of the rule: `self.min <= self.max`",
        &format!("{key}::c\"`: `example.com/m/v1.Other` has no rule `self.min < self.max`"),
        " = note: neither the type nor its fields have CEL rules",
        &format!("{key}::e\"`: `example.com/m/v1.Range` has no rule `self.min <= self.max`"),
        " = note: another function replaces this rule",
        " = help: remove one of the two functions",
        &format!("{key}::f\"` has no `type`"),
        " = help: add the Go type that the function validates: `type = \"example.com/widgets/api/v1.WidgetSpec\"`",
    ];
    assert_eq!(told, expected);
    for (go_type, expected) in [
        ("Others", "is an alias of `example.com/m/v1.Other`; name that type"),
        ("Box", "is generic, and only its instances are validated, where they are used"),
    ] {
        let table = format!("[rust.functions.\"crate::check\"]\ntype = \"example.com/m/v1.{go_type}\"\n");
        let ran = rust(&table, &["-o", "-"]);
        assert!(ran.err.contains(&format!("`example.com/m/v1.{go_type}` {expected}")), "{ran}");
    }
    let ran = rust("[rust.functions.crate]\ntype = \"example.com/m/v1.Range\"\n", &["-o", "-"]);
    assert!(ran.err.contains("`crate` is not a valid Rust function path: `crate` is not a function"), "{ran}");
    let ran = rust(&function("a b", "example.com/m/v1.Range", ""), &["-o", "-"]);
    assert!(ran.err.contains("error[IDL0757]: `crate::rules::a b` is not a valid Rust function path"), "{ran}");
}

#[test]
fn a_validator_and_an_unpublished_rule_are_only_in_rust() {
    let types = "// +groupName=example.com\npackage v1\n\n\
        import metav1 \"k8s.io/apimachinery/pkg/apis/meta/v1\"\n\n\
        // +kubebuilder:object:root=true\ntype Box struct {\n\tmetav1.TypeMeta `json:\",inline\"`\n\
        \tmetav1.ObjectMeta `json:\"metadata,omitempty\"`\n\tSpec Spec `json:\"spec\"`\n}\n\n\
        // +validationRule=\"self.size < 5\",publish=false\n// +validationRule=\"self.size > 2\"\n\
        // +validationRule=\"self.siez > 3\",publish=false\n\
        type Spec struct {\n\tSize int32 `json:\"size\"`\n}\n";
    let module = module(types);
    let directory = path(module.path());
    let schemas = |command| run(&[command, "-C", directory, "./...", "-o", "-", "--ignore", "IDL0621"]);
    for command in ["crd", "openapi"] {
        let ran = schemas(command);
        assert!(ran.status == 0 && ran.out.contains("self.size > 2"), "{ran}");
        assert!(!ran.out.contains("self.size < 5") && !ran.out.contains("siez"), "{ran}");
    }
    let table = "[rust.functions.\"crate::check\"]\ntype = \"example.com/m/v1.Box\"\n";
    fs::write(module.path().join("idlgen.toml"), table).unwrap();
    let ran = schemas("rust");
    assert!(ran.out.contains("cx.report_hand_written(crate::check(self, old, path))"), "{ran}");
    let (checks, unpublished) = ran.out.rsplit_once("fn check_unpublished").expect("the method of the last type");
    assert!(checks.contains("self.size > 2") && !checks.contains("self.size < 5"), "{ran}");
    assert!(unpublished.contains("self.size < 5") && unpublished.contains("siez"), "{ran}");
    // Errors in an unpublished rule have their positions, too.
    let ran = run(&["lint", "-C", directory, "./..."]);
    assert!(ran.out.contains("types.go:15:25") && ran.out.contains("undefined field 'siez'"), "{ran}");
    let report = run(&["rust", "-C", directory, "./...", "--report", "text"]);
    assert!(report.out.contains("3 rules: 2 compiled, 0 interpreted, 0 hand-written, 1 invalid"), "{report}");
}
