//! Errors in packages that were not requested, and tags of other tools: they are reported, but do not stop the run.

use std::fs;

use crate::program::{Ran, module, path, run, run_with};
use insta::assert_snapshot;

/// Creates a project with files (paths and contents), including `go.mod`.
fn project(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in files {
        let file = folder.path().join(name);
        fs::create_dir_all(file.parent().expect("a folder")).expect("makes it");
        fs::write(file, text).expect("writes");
    }
    folder
}

const GO_MOD: &str =
    "module example.com/m\n\ngo 1.25\n\nrequire example.com/dep v1.0.0\n\nreplace example.com/dep => ./dep\n";

/// A package with every kind of error in its declarations and tags.
const DEPENDENCY: &str = "package dep

// +maxLenght=3
type D struct {
\t// +k8s:minimun=1
\t// +acme:thing
\tA int `json:\"a\" yaml`
\t// +minimum=x
\tB Missing `json:\"b\"`
\tC nowhere.C `json:\"c\"`
}
";

const TYPES: &str = "package v1

import \"example.com/dep\"

type A struct {
\tD dep.D `json:\"d\"`
}
";

fn generate(command: &str, project: &tempfile::TempDir) -> Ran {
    let to = project.path().join("out");
    let directory = path(project.path());
    run(&[command, "-C", directory, "./v1", "-o", path(&to), "--message-format", "short", "-q"])
}

/// Creates a project of [`TYPES`] with a dependency of one file.
fn with_dependency(dependency: &str, go_mod: &str) -> tempfile::TempDir {
    project(&[("go.mod", GO_MOD), ("dep/go.mod", go_mod), ("dep/dep.go", dependency), ("v1/types.go", TYPES)])
}

#[test]
fn mistakes_in_a_dependency_stop_nothing() {
    let project = with_dependency(DEPENDENCY, "module example.com/dep\n");
    let ran = generate("openapi", &project);
    assert_snapshot!(ran, @"
    [errors]
    [folder]/dep/dep.go:9:4: warning[IDL0401]: type `Missing` is undefined in package example.com/dep
    [folder]/dep/dep.go:10:4: warning[IDL0402]: unresolved package `nowhere`: this file does not import it
    ");
    let text = fs::read_to_string(project.path().join("out")).expect("was written");
    assert!(text.contains("example.com/dep.D"), "{text}");
}

#[test]
fn rust_keeps_data_of_types_that_could_not_be_read() {
    let project = with_dependency(DEPENDENCY, "module example.com/dep\n");
    let ran = generate("rust", &project);
    assert_eq!(ran.status, 0, "{ran}");
    let text = fs::read_to_string(project.path().join("out/example_com/dep.rs")).expect("was written");
    assert!(text.contains("pub b: ::idlgen_runtime::") && text.contains("pub c: ::idlgen_runtime::"), "{text}");
}

#[test]
fn the_same_mistakes_in_a_requested_package_are_errors() {
    let project = module(&DEPENDENCY.replace("package dep", "package v1"));
    let ran = generate("openapi", &project);
    assert_snapshot!(ran, @"
    [exit status 1]
    [errors]
    [folder]/v1/types.go:3:5: error[IDL0301]: unknown tag `+maxLenght`
    [folder]/v1/types.go:5:6: error[IDL0301]: unknown tag `+k8s:minimun`
    [folder]/v1/types.go:6:6: warning[IDL0330]: unknown tag `+acme:thing`
    [folder]/v1/types.go:7:18: warning[IDL0408]: malformed struct tag
    [folder]/v1/types.go:8:14: error[IDL0306]: `+minimum` expects a number, not `x`
    [folder]/v1/types.go:9:4: error[IDL0401]: type `Missing` is undefined in package example.com/m/v1
    [folder]/v1/types.go:10:4: error[IDL0402]: unresolved package `nowhere`: this file does not import it
    ");
    assert!(!project.path().join("out").exists());
}

/// Missing modules must not silently change the output: it would differ between machines.
#[test]
fn a_module_that_a_dependency_needs_and_the_machine_lacks_is_an_error() {
    let dependency = "package dep\n\nimport \"example.com/gone\"\n\ntype D struct {\n\tA gone.A `json:\"a\"`\n}\n";
    let dep = "module example.com/dep\n\nrequire example.com/gone v1.0.0\n";
    let ran = generate("openapi", &with_dependency(dependency, dep));
    assert_eq!(ran.status, 2, "{ran}");
}

#[test]
fn tags_of_other_tools_are_warnings_that_can_be_errors() {
    let types = "package v1\n\ntype A struct {\n\t// +acme:column=2\n\tB int `json:\"b\"`\n}\n";
    let project = module(types);
    let ran = generate("openapi", &project);
    assert_snapshot!(ran, @"
    [errors]
    [folder]/v1/types.go:4:6: warning[IDL0330]: unknown tag `+acme:column`
    ");
    assert!(project.path().join("out").exists());
    fs::write(project.path().join("idlgen.toml"), "[diagnostics]\nforeign-tag = \"error\"\n").expect("writes");
    let ran = generate("openapi", &project);
    assert_eq!(ran.status, 1, "{ran}");
}

/// A typical register.go, without a module cache.
#[test]
fn what_register_go_names_is_built_in() {
    let register = "package v1

import (
\tmetav1 \"k8s.io/apimachinery/pkg/apis/meta/v1\"
\t\"k8s.io/apimachinery/pkg/runtime\"
\t\"k8s.io/apimachinery/pkg/runtime/schema\"
\t\"sigs.k8s.io/controller-runtime/pkg/scheme\"
)

var (
\tGroupVersion = schema.GroupVersion{Group: \"m.example.com\", Version: \"v1\"}
\tSchemeBuilder = &scheme.Builder{GroupVersion: GroupVersion}
\t_ runtime.Object = &A{}
)

// Builder collects what is registered.
type Builder struct {
\tGroupVersion schema.GroupVersion
\truntime.SchemeBuilder
}

type registrar struct {
\tscheme *runtime.Scheme
\tcodec runtime.Codec
\tobject metav1.Object
\tadd func(*runtime.Scheme) error
}

type A struct {
\tmetav1.TypeMeta `json:\",inline\"`
\tB int `json:\"b\"`
}

func init() { SchemeBuilder.Register(&A{}) }
";
    let project = module(register);
    let ran = generate("openapi", &project);
    assert_snapshot!(ran, @"");
    assert!(project.path().join("out").exists());
}

/// Objects of three types: one of a package without errors, one of a package with errors, and one that references the
/// package with errors.
#[test]
fn objects_of_other_packages_are_judged() {
    let meta = "import metav1 \"k8s.io/apimachinery/pkg/apis/meta/v1\"\n";
    let kind = |name: &str, field: &str| {
        format!(
            "type {name} struct {{\n\tmetav1.TypeMeta `json:\",inline\"`\n\t// +maximum=3\n\tB int `json:\"b\"`\n\
             {field}}}\n"
        )
    };
    let clean = format!("// +groupName=clean.example.com\npackage v1\n\n{meta}\n{}", kind("A", ""));
    let faulty = format!(
        "// +groupName=faulty.example.com\npackage v1\n\n{meta}\n{}",
        kind("A", "\t// +maxLenght=3\n\tC string `json:\"c\"`\n")
    );
    let leads = format!(
        "// +groupName=leads.example.com\npackage v1\n\n{meta}import faulty \"example.com/m/faulty/v1\"\n\n{}",
        kind("A", "\tC faulty.A `json:\"c\"`\n")
    );
    let project = project(&[
        ("go.mod", "module example.com/m\n\ngo 1.25\n"),
        ("clean/v1/types.go", &clean),
        ("faulty/v1/types.go", &faulty),
        ("leads/v1/types.go", &leads),
    ]);
    let objects: Vec<String> = ["clean", "faulty", "faulty", "leads"]
        .iter()
        .map(|group| format!("apiVersion: {group}.example.com/v1\nkind: A\nb: 5\n"))
        .collect();
    let go = format!("{}/...", path(project.path()));
    let ran = run_with(&["validate", "-", "--go", &go, "--message-format", "short"], &objects.join("---\n"));
    assert_snapshot!(ran, @"
    [exit status 1]
    [output]
    [folder]/faulty/v1/types.go:10:6: warning[IDL0301]: unknown tag `+maxLenght`
    <stdin>:3:4: error[IDL0905]: b: Invalid value: 5: b in body should be less than or equal to 3
    <stdin>:5:1: error[IDL0905]: c: Required value
    <stdin>:7:4: error[IDL0905]: b: Invalid value: 5: b in body should be less than or equal to 3
    <stdin>:9:1: error[IDL0905]: c: Required value
    <stdin>:11:4: error[IDL0905]: b: Invalid value: 5: b in body should be less than or equal to 3
    <stdin>:13:1: error[IDL0905]: c: Required value
    <stdin>:15:4: error[IDL0905]: b: Invalid value: 5: b in body should be less than or equal to 3
    [errors]
    4 objects in 1 file: 0 valid, 4 invalid
    ");
}

/// A kind registered as an alias of a type in another package, with that package selected and not selected.
#[test]
fn a_kind_may_be_an_alias() {
    let v1 = "package v1\n\ntype Route struct {\n\t// +maximum=3\n\tB int `json:\"b\"`\n}\n";
    let v1beta1 = "package v1beta1

import (
\t\"example.com/m/v1\"
\t\"k8s.io/apimachinery/pkg/runtime/schema\"
)

var SchemeGroupVersion = schema.GroupVersion{Group: \"m.example.com\", Version: \"v1beta1\"}

type Route = v1.Route

func add(s *runtime.Scheme) { s.AddKnownTypes(SchemeGroupVersion, &Route{}) }
";
    let project = project(&[("go.mod", "module example.com/m\n"), ("v1/types.go", v1), ("v1beta1/types.go", v1beta1)]);
    for packages in ["...", "v1beta1"] {
        let go = format!("{}/{packages}", path(project.path()));
        let object = "apiVersion: m.example.com/v1beta1\nkind: Route\nb: 5\n";
        let arguments = ["validate", "-", "--go", &go, "--unknown-fields", "ignore", "--message-format", "short"];
        let ran = run_with(&arguments, object);
        assert!(ran.out.contains("b: Invalid value: 5"), "{packages}: {ran}");
        assert!(ran.err.contains("1 object in 1 file: 0 valid, 1 invalid"), "{ran}");
    }
}

/// A tag on one type must not hide errors in other types, and a type that is declared from a kind of another package is
/// a kind too.
#[test]
fn what_a_dependency_keeps_from_being_written_is_an_error() {
    let project = project(&[
        ("go.mod", "module example.com/m\n\ngo 1.25\n"),
        (
            "dep/dep.go",
            "package dep\n\ntype Claim struct {\n\tA string `json:\"a\"`\n}\n\n\
            type Claims struct {\n\t// +listType=set\n\tItems []Claim `json:\"items\"`\n}\n",
        ),
        (
            "v1/types.go",
            "package v1\n\nimport \"example.com/m/dep\"\n\n\
            type Route struct {\n\tClaims dep.Claims `json:\"claims\"`\n}\n",
        ),
    ]);
    let package = ["-C", path(project.path()), "./v1"];
    let ran = run(&[&["openapi"], &package[..], &["--layout", "structural", "--type", "Route", "-o", "-"]].concat());
    assert_eq!((ran.status, ran.out.as_str()), (1, ""), "{}", ran.err);
    assert!(ran.err.contains("error[IDL0703]"), "{}", ran.err);
}

#[test]
fn a_kind_needs_no_registration() {
    let types = "// +groupName=m.example.com\npackage v1\n\n\
        import metav1 \"k8s.io/apimachinery/pkg/apis/meta/v1\"\n\n\
        type Gate struct {\n\tmetav1.TypeMeta `json:\",inline\"`\n}\n\n\
        type Route struct {\n\tmetav1.TypeMeta `json:\",inline\"`\n\t// +maximum=3\n\tB int `json:\"b\"`\n}\n";
    let register = "package v1\n\nimport (\n\t\"k8s.io/apimachinery/pkg/runtime\"\n\t\
        \"k8s.io/apimachinery/pkg/runtime/schema\"\n)\n\n\
        var GroupVersion = schema.GroupVersion{Group: \"m.example.com\", Version: \"v1\"}\n\n\
        func add(scheme *runtime.Scheme) error {\n\tscheme.AddKnownTypes(GroupVersion, &Gate{})\n\treturn nil\n}\n";
    let project = project(&[
        ("go.mod", "module example.com/m\n\ngo 1.25\n"),
        ("v1/types.go", types),
        ("v1/register.go", register),
    ]);
    let go = path(project.path()).to_owned() + "/v1";
    let ran = run_with(&["validate", "-", "--go", &go], "apiVersion: m.example.com/v1\nkind: Route\nb: 5\n");
    assert!(ran.out.contains("b in body should be less than or equal to 3"), "{}{}", ran.out, ran.err);
}

#[test]
fn kinds_are_not_lost() {
    let meta = "import metav1 \"k8s.io/apimachinery/pkg/apis/meta/v1\"\n";
    let v1 = format!(
        "// +groupName=m.example.com\npackage v1\n\n{meta}\ntype Route struct {{\n\
         \tmetav1.TypeMeta `json:\",inline\"`\n\t\
         // +maximum=3\n\tB int `json:\"b\"`\n}}\n\n// +k8s:openapi-gen=true\ntype Gate struct {{\n\tmetav1.TypeMeta \
         `json:\",inline\"`\n}}\n"
    );
    let v1beta1 =
        "// +groupName=m.example.com\npackage v1beta1\n\nimport \"example.com/m/v1\"\n\ntype Route v1.Route\n";
    let odd = format!(
        "// +groupName=m.example.com\n// +versionName=v2\npackage odd\n\n{meta}\ntype Route struct {{\n\
         \tmetav1.TypeMeta \
         `json:\",inline\"`\n\t// +maximum=9\n\tB int `json:\"b\"`\n}}\n"
    );
    let project = project(&[
        ("go.mod", "module example.com/m\n\ngo 1.25\n"),
        ("v1/types.go", &v1),
        ("v1beta1/types.go", v1beta1),
        ("odd/types.go", &odd),
    ]);
    let objects: Vec<String> =
        [("v1", "Gate"), ("v1", "Route"), ("v1beta1", "Route"), ("v2", "Route"), ("v3", "Route")]
            .iter()
            .map(|(version, kind)| {
                let b = if *kind == "Gate" { "" } else { "b: 5\n" };
                format!("apiVersion: m.example.com/{version}\nkind: {kind}\n{b}")
            })
            .collect();
    let go = format!("{}/...", path(project.path()));
    let ran = run_with(&["validate", "-", "--go", &go], &objects.join("---\n"));
    assert_snapshot!(ran, @"
    [exit status 1]
    [output]
    error[IDL0905]: b: Invalid value: 5: b in body should be less than or equal to 3
     --> <stdin>:6:4
      |
    6 | b: 5
      |    ^

    error[IDL0905]: b: Invalid value: 5: b in body should be less than or equal to 3
      --> <stdin>:10:4
       |
    10 | b: 5
       |    ^

    error[IDL0904]: no Go type for kind `Route` in `m.example.com/v3`
      --> <stdin>:17:7
       |
    17 | kind: Route
       |       ^^^^^
       |
    help: use `apiVersion: m.example.com/v2`, which has kind Route
       |
    16 - apiVersion: m.example.com/v3
    16 + apiVersion: m.example.com/v2
       |

    [errors]
    5 objects in 1 file: 2 valid, 3 invalid
    ");
}
