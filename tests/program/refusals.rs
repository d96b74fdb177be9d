//! Unsupported uses of the program: the message states the problem and the alternative.

use std::fs;

use crate::program::{module, path, run};
use insta::assert_snapshot;

const QUICKSTART: &str = "testdata/quickstart";

#[test]
fn a_folder_that_is_not_there() {
    assert_snapshot!(run(&["generate", "-C", "/nonexistent", "./...", "-o", "x"]), @"
    [exit status 2]
    [errors]
    error: -C /nonexistent: no such directory
    ");
}

#[test]
fn no_packages() {
    assert_snapshot!(run(&["openapi", "-C", QUICKSTART, "-o", "-"]), @"
    [exit status 2]
    [errors]
    error[IDL0804]: no Go packages were specified
     = help: pass them (`./api/...`), or set `packages` in idlgen.toml, which `idlgen init` writes
    ");
}

#[test]
fn no_place_to_write_to() {
    assert_snapshot!(run(&["generate", "-C", QUICKSTART, "./..."]), @"
    [exit status 2]
    [errors]
    error: no output was specified; pass -o DIR or set openapi.output, crd.output or rust.output in idlgen.toml (`idlgen init` writes one)
    ");
}

#[test]
fn a_package_that_is_not_there() {
    assert_snapshot!(run(&["openapi", "-C", QUICKSTART, "./api/v2", "-o", "-"]), @"
    [exit status 2]
    [errors]
    error[IDL0106]: directory `./api/v2` does not exist
     = help: use `./api/v1`

    nothing was written
    ");
}

#[test]
fn a_module_that_is_not_there() {
    assert_snapshot!(run(&["openapi", "-C", QUICKSTART, "k8s.io/client-go/rest", "-o", "-"]), @"
    [exit status 2]
    [errors]
    error[IDL0110]: no module required by go.mod contains the package `k8s.io/client-go/rest`
     = note: a go.mod that is not on this machine might require the module
     = help: run `go get k8s.io/client-go/rest`, which adds it to go.mod and downloads it
     = help: add `--fetch`, or run `go mod download all`
     = help: set the directory of its module in the `[modules]` table of idlgen.toml

    nothing was written
    ");
}

#[test]
fn objects_that_are_not_there() {
    assert_snapshot!(run(&["validate", "/nonexistent.yaml", "--go", "testdata/quickstart/..."]), @"
    [exit status 2]
    [errors]
    error: /nonexistent.yaml: No such file or directory (os error 2)
    0 objects in 0 files: 0 valid, 0 invalid
    ");
}

#[test]
fn a_misspelt_type() {
    assert_snapshot!(run(&["validate", "-", "--go", "testdata/quickstart/...", "--type", "Pdo"]), @"
    [exit status 2]
    [errors]
    error: the Go packages have no type Pdo; did you mean Pod?
    ");
}

#[test]
fn a_code_that_does_not_exist() {
    assert_snapshot!(run(&["explain", "IDL9999"]), @"
    [exit status 2]
    [errors]
    error: `IDL9999` is not a diagnostic or a tag
    `idlgen explain` lists all.
    ");
}

#[test]
fn a_misspelt_tag() {
    assert_snapshot!(run(&["explain", "+minimun"]), @"
    [exit status 2]
    [errors]
    error: `+minimun` is not a diagnostic or a tag; did you mean `minimum`?
    `idlgen explain` lists all.
    ");
}

#[test]
fn a_tag_without_its_prefix() {
    assert_snapshot!(run(&["explain", "XValidation"]), @"
    [exit status 2]
    [errors]
    error: `XValidation` is not a diagnostic or a tag; did you mean `kubebuilder:validation:XValidation` or `kubebuilder:validation:items:XValidation`?
    `idlgen explain` lists all.
    ");
}

#[test]
fn standard_output_cannot_be_checked() {
    let openapi = run(&["openapi", "-C", QUICKSTART, "./...", "-o", "-", "--check"]);
    assert_snapshot!(openapi, @"
    [exit status 2]
    [errors]
    error: --check compares with files and cannot be used with `-o -`
    ");
    assert_eq!(run(&["rust", "-C", QUICKSTART, "./...", "-o", "-", "--check"]).to_string(), openapi.to_string());
}

#[test]
fn what_the_output_is_made_of_is_not_written_over() {
    let types = "package v1\n\ntype S struct {\n\tA string `json:\"a\"`\n}\n";
    let module = module(types);
    let file = module.path().join("v1/types.go");
    let openapi = |extra: &[&str]| {
        let ran = run(&[&["openapi", "-C", path(module.path()), "./v1", "-o", path(&file)], extra].concat());
        assert_eq!(fs::read_to_string(&file).expect("reads"), types);
        ran
    };
    assert_snapshot!(openapi(&[]), @"
    [exit status 2]
    [errors]
    read 1 package (and 0 they import): 1 file, 1 type, 1 field, 0 rules
    error: [folder]/v1/types.go is an input of the run; choose another output
    ");
    assert_eq!(openapi(&["--check"]).to_string(), openapi(&[]).to_string());
}

#[test]
fn an_index_of_version_2() {
    let arguments =
        ["openapi", "-C", "testdata/documents", "./...", "--layout", "discovery", "--openapi", "v2", "-o", "-"];
    assert_snapshot!(run(&arguments), @"
    [exit status 2]
    [errors]
    error: OpenAPI v2 is a single document without an index
    ");
}

#[test]
fn several_documents_on_standard_output() {
    assert_snapshot!(run(&["openapi", "-C", "testdata/documents", "./...", "--layout", "documents", "-o", "-"]), @"
    [exit status 2]
    [errors]
    error: OpenAPI v3 documents are a directory of files; specify it with -o DIR
    ");
}

#[test]
fn a_structural_schema_without_a_type() {
    assert_snapshot!(run(&["openapi", "-C", QUICKSTART, "./...", "-o", "-", "--layout", "structural"]), @"
    [exit status 2]
    [errors]
    error: the following required arguments were not provided:
      --type <NAME>

    Usage: idlgen openapi --directory <DIR> --output <FILE> --layout <LAYOUT> --type <NAME> <PACKAGE>...

    For more information, try '--help'.
    ");
}

#[test]
fn a_structural_schema_of_a_misspelt_type() {
    let arguments = ["openapi", "-C", QUICKSTART, "./...", "-o", "-", "--layout", "structural", "--type", "Pods"];
    assert_snapshot!(run(&arguments), @"
    [exit status 1]
    [errors]
    info[IDL0117]: types of k8s.io/apimachinery v0.35.0 have no descriptions: the module is not on this machine
     = help: add `--fetch`, or run `go mod download k8s.io/apimachinery@v0.35.0`

    error[IDL0701]: the Go packages have no type Pods; did you mean Pod?

    nothing was written
    ");
}

#[test]
fn a_structural_schema_of_a_type_that_contains_itself() {
    let module = module("package v1\n\ntype Node struct {\n\tNext *Node `json:\"next,omitempty\"`\n}\n");
    let layout = ["--layout", "structural", "--type", "Node"];
    assert_snapshot!(run(&[&["openapi", "-C", path(module.path()), "./...", "-o", "-"][..], &layout].concat()), @"
    [exit status 1]
    [errors]
    error[IDL0702]: the references of `Node` cannot be expanded: `example.com/m/v1.Node` contains itself at `.next`; a structural schema cannot have references
     --> [folder]/v1/types.go:3:6
      |
    3 | type Node struct {
      |      ^^^^
      |
      = note: CRDs cannot describe recursive types
      = help: allow any value in that field: add `+kubebuilder:validation:Schemaless` and `+kubebuilder:pruning:PreserveUnknownFields`

    nothing was written
    ");
}

#[test]
fn a_configuration_with_a_misspelt_table() {
    let module = module("package v1\n\ntype S struct {\n\tA string `json:\"a\"`\n}\n");
    fs::write(module.path().join("idlgen.toml"), "[diagnostic]\nunknown-tag = \"off\"\n").expect("writes");
    assert_snapshot!(run(&["openapi", "-C", path(module.path()), "./...", "-o", "-"]), @"
    [exit status 2]
    [errors]
    error[IDL0802]: unknown key `diagnostic` in idlgen.toml
     --> [folder]/idlgen.toml:1:2
      |
    1 | [diagnostic]
      |  ^^^^^^^^^^
      |
    help: use `diagnostics`
      |
    1 | [diagnostics]
      |            +
    ");
}

#[test]
fn a_folder_that_has_a_configuration_already() {
    let module = module("package v1\n");
    fs::write(module.path().join("idlgen.toml"), "").expect("writes");
    assert_snapshot!(run(&["init", "-C", path(module.path())]), @"
    [exit status 2]
    [errors]
    error: [folder]/idlgen.toml already exists; --stdout prints a new one
    ");
}

/// Returns the message for infinite types.
fn endless(types: &str) -> String {
    let module = module(&format!("package v1\n\n{types}\n\ntype S struct {{\n\tT T `json:\"t\"`\n}}\n"));
    let ran = |command| run(&[command, "-C", path(module.path()), "./...", "-o", "-"]).to_string();
    let openapi = ran("openapi");
    assert_eq!(ran("rust"), openapi);
    openapi
}

#[test]
fn a_list_of_itself() {
    assert_snapshot!(endless("type T []T"), @r#"
    [exit status 1]
    [errors]
    error[IDL0605]: this type is nested more than 32 levels deep or contains itself
     --> [folder]/v1/types.go:6:4
      |
    6 |     T T `json:"t"`
      |       ^
      |
      = note: only structs get their own definitions; other types are expanded where they are used, so they must be finite

    nothing was written
    "#);
}

#[test]
fn a_map_of_itself() {
    assert_snapshot!(endless("type T map[string]T"), @r#"
    [exit status 1]
    [errors]
    error[IDL0605]: this type is nested more than 32 levels deep or contains itself
     --> [folder]/v1/types.go:6:4
      |
    6 |     T T `json:"t"`
      |       ^
      |
      = note: only structs get their own definitions; other types are expanded where they are used, so they must be finite

    nothing was written
    "#);
}

#[test]
fn a_pointer_to_itself() {
    assert_snapshot!(endless("type T *T"), @r#"
    [exit status 1]
    [errors]
    error[IDL0601]: a schema cannot describe `T`, which is declared as itself
     --> [folder]/v1/types.go:6:4
      |
    6 |     T T `json:"t"`
      |       ^
      |
      = note: a type must have an underlying type

    nothing was written
    "#);
}

#[test]
fn lists_of_maps_of_pointers_to_itself() {
    assert_snapshot!(endless("type T [][]map[string]*T"), @r#"
    [exit status 1]
    [errors]
    error[IDL0605]: this type is nested more than 32 levels deep or contains itself
     --> [folder]/v1/types.go:6:4
      |
    6 |     T T `json:"t"`
      |       ^
      |
      = note: only structs get their own definitions; other types are expanded where they are used, so they must be finite

    nothing was written
    "#);
}
