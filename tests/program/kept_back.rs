//! Outputs that errors withhold, and outputs that they do not affect.

use std::fs;

use crate::program::{Ran, module, path, run, run_with};
use insta::assert_snapshot;
use tempfile::TempDir;

/// Creates a project with files (paths and contents), including `go.mod`.
fn project(files: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in files {
        let file = folder.path().join(name);
        fs::create_dir_all(file.parent().expect("a folder")).expect("makes it");
        fs::write(file, text).expect("writes");
    }
    folder
}

const META: &str = "import metav1 \"k8s.io/apimachinery/pkg/apis/meta/v1\"\n";

fn kind(name: &str, field: &str) -> String {
    format!(
        "type {name} struct {{\n\tmetav1.TypeMeta `json:\",inline\"`\n\
         \tmetav1.ObjectMeta `json:\"metadata,omitempty\"`\n\
         {field}}}\n"
    )
}

/// Returns two kinds and a third type. If `mistake` is set, the first kind references a type with a mistake. The third
/// type always has one, and no kind references it.
fn widgets(mistake: bool) -> String {
    let limit = if mistake { "x" } else { "3" };
    let part = format!("type Part struct {{\n\t// +maxLength={limit}\n\tName string `json:\"name\"`\n}}\n");
    let beside = "type Beside struct {\n\t// +maxLength=x\n\tName string `json:\"name\"`\n}\n";
    let gadget = kind("Gadget", "\tPart Part `json:\"part\"`\n");
    let widget = kind("Widget", "\tSize int32 `json:\"size\"`\n");
    format!("// +groupName=m.example.com\npackage v1\n\n{META}\n{gadget}{widget}{part}{beside}")
}

fn crd(project: &TempDir, flags: &[&str]) -> Ran {
    let output = project.path().join("out");
    let mut arguments = vec!["crd", "-C", path(project.path()), "./...", "-o", path(&output)];
    arguments.extend(["--message-format", "short"]);
    arguments.extend(flags);
    run(&arguments)
}

#[test]
fn unexported_structs_are_kinds_only_with_a_marker() {
    let foreign = kind("proxy", "");
    let marked = kind("gadget", "");
    let widget = kind("Widget", "\tSize int32 `json:\"size\"`\n");
    let types = format!("{foreign}// +kubebuilder:resource:scope=Cluster\n{marked}{widget}");
    let project = module(&format!("// +groupName=m.example.com\npackage v1\n\n{META}\n{types}"));
    assert_snapshot!(crd(&project, &[]), @"
    [exit status 1]
    [errors]
    [folder]/v1/types.go:11:6: error[IDL0701]: `gadget` has no schema
    read 1 package (and 2 they import): 16 files, 3 types, 7 fields, 0 rules
    withheld [folder]/out/m.example.com_gadgets.yaml (gadget): error[IDL0701] at [folder]/v1/types.go:11
    withheld files are unchanged
    wrote 1 file (0 unchanged) in [time]
    ");
}

#[test]
fn an_error_keeps_back_the_kinds_that_lead_to_it() {
    let project = module(&widgets(true));
    assert_snapshot!(crd(&project, &[]), @"
    [exit status 1]
    [errors]
    [folder]/v1/types.go:17:16: error[IDL0306]: `+maxLength` expects an integer of at least 0, not `x`
    [folder]/v1/types.go:21:16: warning[IDL0306]: `+maxLength` expects an integer of at least 0, not `x`
    read 1 package (and 2 they import): 16 files, 4 types, 8 fields, 0 rules
    withheld [folder]/out/m.example.com_gadgets.yaml (Gadget): error[IDL0306] at [folder]/v1/types.go:17
    withheld files are unchanged; use --warn malformed-value to ignore such tags
    wrote 1 file (0 unchanged) in [time]
    ");
    let out = project.path().join("out");
    assert!(out.join("m.example.com_widgets.yaml").exists());
    assert!(!out.join("m.example.com_gadgets.yaml").exists());
}

/// The server's errors about the default are not repeated, and it cannot be ignored with `--warn`.
#[test]
fn a_default_without_required_properties_is_one_error() {
    let widget = kind("Widget", "\t// +kubebuilder:default={}\n\tInner Inner `json:\"inner,omitempty\"`\n");
    let inner = "type Inner struct {\n\tA string `json:\"a\"`\n\tB string `json:\"b\"`\n}\n";
    let project = module(&format!("// +groupName=m.example.com\npackage v1\n\n{META}\n{widget}{inner}"));
    assert_snapshot!(crd(&project, &[]), @"
    [exit status 1]
    [errors]
    [folder]/v1/types.go:9:26: error[IDL0510]: invalid default of field `Inner`: it is missing `inner.a`, which is required; it is missing `inner.b`, which is required
    nothing was written
    ");
}

/// A warning about generated Rust does not repeat the rejection.
#[test]
fn a_zero_default_that_servers_reject_is_one_error() {
    let widget =
        kind("Widget", "\t// +kubebuilder:validation:Minimum=1\n\t// +kubebuilder:default=0\n\tA int32 `json:\"a\"`\n");
    let project = module(&format!("// +groupName=m.example.com\npackage v1\n\n{META}\n{widget}"));
    let ran = run(&["lint", "-C", path(project.path()), "./...", "--message-format", "short"]);
    let said = ran.out + &ran.err;
    assert!(said.contains("error[IDL0703]: API servers reject the CRD for Widget"), "{said}");
    assert!(said.contains("1 error, 0 warnings"), "{said}");
}

/// The finding has the fix, and the rejection by API servers adds nothing.
#[test]
fn a_rule_that_servers_reject_is_one_error_for_every_output() {
    let rule = "\t// +kubebuilder:validation:XValidation:rule=\"self >= oldSelf\"\n";
    let widget = kind("Widget", "\tParts []Part `json:\"parts,omitempty\"`\n");
    let part = format!("type Part struct {{\n{rule}\tSize int32 `json:\"size\"`\n}}\n");
    let project = module(&format!("// +groupName=m.example.com\npackage v1\n\n{META}\n{widget}{part}"));
    let (packages, output) = (project.path().join("v1"), project.path().join("out"));
    for command in [&["crd"][..], &["rust", "--admit"]] {
        let ran = run(&[command, &[path(&packages), "-o", path(&output), "--message-format", "short"]].concat());
        assert_eq!(ran.err.matches("error[").count(), 1, "{}", ran.err);
        assert!(ran.err.contains(": error[IDL0628]: `oldSelf` is not available"), "{}", ran.err);
    }
}

/// controller-gen writes the same file: Go reads the JSON name, and the marker does not apply to fields.
#[test]
fn what_controller_gen_does_not_read_keeps_nothing_back() {
    let fields = "\tA string `json:\"a,omitempty\" patchMergeKey=\"b\"`\n\t// +kubebuilder:deprecatedversion=true\n\
                  \tB string `json:\"b\"`\n";
    let project = module(&format!("// +groupName=m.example.com\npackage v1\n\n{META}\n{}", kind("Widget", fields)));
    assert_snapshot!(crd(&project, &[]), @"
    [errors]
    [folder]/v1/types.go:9:31: warning[IDL0408]: malformed struct tag
    [folder]/v1/types.go:10:5: warning[IDL0502]: `+kubebuilder:deprecatedversion` does not apply to a field
    read 1 package (and 2 they import): 16 files, 1 type, 4 fields, 0 rules
    wrote 1 file (0 unchanged) in [time]
    ");
    let text = fs::read_to_string(project.path().join("out/m.example.com_widgets.yaml")).expect("it was written");
    assert!(text.contains("          a:\n            type: string\n") && !text.contains("deprecated"), "{text}");
}

#[test]
fn what_is_kept_back_stays_as_it_was() {
    let project = module(&widgets(false));
    let said = crd(&project, &[]);
    let gadgets = project.path().join("out/m.example.com_gadgets.yaml");
    assert_eq!(said.status, 0, "{said}");
    let before = fs::read_to_string(&gadgets).expect("it was written");
    fs::write(project.path().join("v1/types.go"), widgets(true)).expect("writes");
    assert_snapshot!(crd(&project, &["--check"]), @"
    [exit status 1]
    [errors]
    [folder]/v1/types.go:17:16: error[IDL0306]: `+maxLength` expects an integer of at least 0, not `x`
    [folder]/v1/types.go:21:16: warning[IDL0306]: `+maxLength` expects an integer of at least 0, not `x`
    read 1 package (and 2 they import): 16 files, 4 types, 8 fields, 0 rules
    withheld [folder]/out/m.example.com_gadgets.yaml (Gadget): error[IDL0306] at [folder]/v1/types.go:17
    withheld files are unchanged; use --warn malformed-value to ignore such tags
    1 file up to date
    ");
    assert_snapshot!(crd(&project, &["--all-or-nothing"]), @"
    [exit status 1]
    [errors]
    [folder]/v1/types.go:17:16: error[IDL0306]: `+maxLength` expects an integer of at least 0, not `x`
    [folder]/v1/types.go:21:16: warning[IDL0306]: `+maxLength` expects an integer of at least 0, not `x`
    nothing was written; use --warn malformed-value to ignore such tags
    ");
    crd(&project, &[]);
    assert_eq!(fs::read_to_string(&gadgets).expect("it was not removed"), before);
    // The manifest still tracks the withheld file: once the kind is renamed without a mistake, the file is removed.
    fs::write(project.path().join("v1/types.go"), widgets(false).replace("Gadget", "Gizmo")).expect("writes");
    assert_snapshot!(crd(&project, &[]), @"
    [errors]
    [folder]/v1/types.go:21:16: warning[IDL0306]: `+maxLength` expects an integer of at least 0, not `x`
    read 1 package (and 2 they import): 16 files, 4 types, 8 fields, 1 rule
    removed [folder]/out/m.example.com_gadgets.yaml: it is no longer generated
    wrote 1 file (1 unchanged, 1 removed) in [time]
    ");
    assert!(!gadgets.exists());
}

#[test]
fn an_ignored_tag_keeps_nothing_back() {
    let project = module(&widgets(false).replace("// +maxLength=3", "// +maxLenght=3"));
    assert_snapshot!(crd(&project, &[]), @"
    [exit status 1]
    [errors]
    [folder]/v1/types.go:17:6: error[IDL0301]: unknown tag `+maxLenght`
    [folder]/v1/types.go:21:16: warning[IDL0306]: `+maxLength` expects an integer of at least 0, not `x`
    read 1 package (and 2 they import): 16 files, 4 types, 8 fields, 0 rules
    wrote 2 files (0 unchanged) in [time]
    ");
    assert_snapshot!(crd(&project, &["--all-or-nothing", "--check"]), @"
    [exit status 1]
    [errors]
    [folder]/v1/types.go:17:6: error[IDL0301]: unknown tag `+maxLenght`
    [folder]/v1/types.go:21:16: warning[IDL0306]: `+maxLength` expects an integer of at least 0, not `x`
    nothing was written; use --warn unknown-tag to ignore such tags
    ");
}

#[test]
fn an_error_keeps_files_of_earlier_runs() {
    let project = module(&widgets(false));
    assert_eq!(crd(&project, &[]).status, 0);
    let gadgets = project.path().join("out/m.example.com_gadgets.yaml");
    // The unknown tag withholds nothing, but as it may be a mistake, no file is removed.
    let renamed = widgets(false).replace("Gadget", "Gizmo");
    fs::write(project.path().join("v1/types.go"), renamed.replace("// +maxLength=3", "// +maxLenght=3"))
        .expect("writes");
    let ran = crd(&project, &[]);
    assert!(ran.status == 1 && ran.err.contains("unknown tag") && !ran.err.contains("withheld"), "{ran}");
    assert!(gadgets.exists() && !ran.err.contains("removed"), "{ran}");
    fs::write(project.path().join("v1/types.go"), renamed).expect("writes");
    let ran = crd(&project, &[]);
    assert!(ran.status == 0 && !gadgets.exists(), "{ran}");
}

#[test]
fn a_mistake_in_the_group_of_a_package_is_an_error_if_the_package_may_have_kinds() {
    let widget = kind("Widget", "\tSize int32 `json:\"size\"`\n");
    let good = format!("// +groupName=m.example.com\npackage v1\n\n{META}\n{widget}");
    let ran = |types: &str| {
        let module = "module example.com/m\n\ngo 1.25\n";
        let types = format!("// +groupName\npackage v2\n\n{META}\n{types}");
        crd(&project(&[("go.mod", module), ("v1/types.go", &good), ("v2/types.go", &types)]), &[])
    };
    let with_kind = ran(&widget);
    assert!(with_kind.status == 1 && with_kind.err.contains("v2/types.go:1:5: error[IDL0303]"), "{with_kind}");
    let without_kind = ran("type Part struct {\n\tTime metav1.Time `json:\"time\"`\n}\n");
    let is_warning = without_kind.err.contains("v2/types.go:1:5: warning[IDL0303]");
    assert!(without_kind.status == 0 && is_warning, "{without_kind}");
}

#[test]
fn rules_see_the_fields_of_a_list_that_only_its_methods_say() {
    let methods = "func (Steps) MarshalJSON() ([]byte, error) { return nil, nil }\n\
                   func (Steps) OpenAPISchemaType() []string { return []string{\"array\"} }\n\
                   func (Steps) OpenAPISchemaFormat() string { return \"\" }\n";
    let types = "type Steps struct {\n\t// +kubebuilder:validation:MaxItems=3\n\
                 \t// +kubebuilder:validation:items:MaxLength=9\n\
                 \tSteps []string `json:\"steps\"`\n}\n\
                 // +kubebuilder:validation:XValidation:rule=\"!has(self.steps) || self.steps.steps.size() < 9\"\n\
                 type Spec struct {\n\t// +optional\n\tSteps Steps `json:\"steps,omitempty\"`\n}\n";
    let widget = kind("Widget", "\tSpec Spec `json:\"spec\"`\n");
    let project = module(&format!("// +groupName=m.example.com\npackage v1\n\n{META}\n{widget}{types}{methods}"));
    let ran = crd(&project, &[]);
    assert_eq!((ran.status, ran.err.contains("wrote 1 file")), (0, true), "{ran}");
}

#[test]
fn a_mistake_in_a_tag_that_only_openapi_publishes_is_a_warning_elsewhere() {
    let fields = "\t// +patchStrategy=strategic\n\tParts map[string]string `json:\"parts\"`\n";
    let project = module(&format!("// +groupName=m.example.com\npackage v1\n\n{META}\n{}", kind("Widget", fields)));
    assert_snapshot!(crd(&project, &[]), @"
    [errors]
    [folder]/v1/types.go:9:20: warning[IDL0307]: `+patchStrategy` must be `merge`, `retainKeys` or `replace`, not `strategic`
    read 1 package (and 2 they import): 16 files, 1 type, 3 fields, 0 rules
    wrote 1 file (0 unchanged) in [time]
    ");
    let openapi = run(&["openapi", "-C", path(project.path()), "./...", "-o", "-", "--message-format", "short"]);
    assert_eq!(openapi.status, 1, "{openapi}");
    assert!(openapi.err.contains("error[IDL0307]"), "{openapi}");
}

#[test]
fn one_file_of_all_types_is_kept_back_whole() {
    let project = module(&widgets(true));
    let output = project.path().join("definitions.json");
    let ran = run(&["openapi", "-C", path(project.path()), "./...", "-o", path(&output), "--message-format", "short"]);
    assert_snapshot!(ran, @"
    [exit status 1]
    [errors]
    [folder]/v1/types.go:17:16: error[IDL0306]: `+maxLength` expects an integer of at least 0, not `x`
    [folder]/v1/types.go:21:16: error[IDL0306]: `+maxLength` expects an integer of at least 0, not `x`
    nothing was written; use --warn malformed-value to ignore such tags
    ");
}

#[test]
fn a_document_is_kept_back_if_its_paths_lead_to_the_type() {
    let other = format!("// +groupName=n.example.com\npackage v1\n\n{META}\n{}", kind("Nut", "\tSize int32\n"));
    let go_mod = "module example.com/m\n\ngo 1.25\n";
    let project = project(&[("go.mod", go_mod), ("m/v1/types.go", &widgets(true)), ("n/v1/types.go", &other)]);
    let output = project.path().join("documents");
    let mut arguments = vec!["openapi", "-C", path(project.path()), "./...", "-o", path(&output)];
    arguments.extend(["--layout", "documents", "--message-format", "short"]);
    assert_snapshot!(run(&arguments), @"
    [exit status 1]
    [errors]
    [folder]/m/v1/types.go:17:16: error[IDL0306]: `+maxLength` expects an integer of at least 0, not `x`
    [folder]/m/v1/types.go:21:16: warning[IDL0306]: `+maxLength` expects an integer of at least 0, not `x`
    [folder]/n/v1/types.go:9:2: warning[IDL0521]: field `Size` has no `json` tag, so its JSON name is `Size`
    read 2 packages (and 3 they import): 32 files, 5 types, 11 fields, 0 rules
    withheld [folder]/documents/apis/m.example.com/v1.json: error[IDL0306] at [folder]/m/v1/types.go:17
    withheld files are unchanged; use --warn malformed-value to ignore such tags
    wrote 1 file (0 unchanged) in [time]
    ");
}

#[test]
fn a_mistake_that_no_kind_leads_to_is_a_warning() {
    let project = module(&widgets(false));
    assert_snapshot!(crd(&project, &[]), @"
    [errors]
    [folder]/v1/types.go:21:16: warning[IDL0306]: `+maxLength` expects an integer of at least 0, not `x`
    read 1 package (and 2 they import): 16 files, 4 types, 8 fields, 1 rule
    wrote 2 files (0 unchanged) in [time]
    ");
}

#[test]
fn what_cannot_be_parsed_keeps_back_its_package() {
    let broken = "package v1\n\ntype Broken struct {\n\tName string `json:\"name\"`\n";
    let clean = format!("// +groupName=n.example.com\npackage v1\n\n{META}\n{}", kind("Nut", "\tSize int32\n"));
    let project = project(&[
        ("go.mod", "module example.com/m\n\ngo 1.25\n"),
        ("m/v1/types.go", &widgets(false)),
        ("m/v1/broken.go", broken),
        ("n/v1/types.go", &clean),
    ]);
    assert_snapshot!(crd(&project, &[]), @"
    [exit status 1]
    [errors]
    [folder]/m/v1/broken.go:3:20: error[IDL0201]: unclosed `{`
    [folder]/m/v1/types.go:21:16: warning[IDL0306]: `+maxLength` expects an integer of at least 0, not `x`
    [folder]/n/v1/types.go:9:2: warning[IDL0521]: field `Size` has no `json` tag, so its JSON name is `Size`
    read 2 packages (and 2 they import): 18 files, 6 types, 11 fields, 1 rule
    withheld [folder]/out/m.example.com_gadgets.yaml (Gadget): error[IDL0201] at [folder]/m/v1/broken.go:3
    withheld [folder]/out/m.example.com_widgets.yaml (Widget): error[IDL0201] at [folder]/m/v1/broken.go:3
    withheld files are unchanged
    wrote 1 file (0 unchanged) in [time]
    ");
}

#[test]
fn objects_are_judged_by_what_is_right() {
    let project = module(&widgets(true));
    let objects = "apiVersion: m.example.com/v1\nkind: Gadget\nmetadata: {name: a}\npart: {name: 5}\n---\n\
                   apiVersion: m.example.com/v1\nkind: Widget\nmetadata: {name: b}\nsize: 5\n";
    let go = format!("{}/...", path(project.path()));
    assert_snapshot!(run_with(&["validate", "-", "--go", &go, "--message-format", "short"], objects), @r#"
    [exit status 1]
    [output]
    [folder]/v1/types.go:17:16: warning[IDL0306]: `+maxLength` expects an integer of at least 0, not `x`
    [folder]/v1/types.go:21:16: warning[IDL0306]: `+maxLength` expects an integer of at least 0, not `x`
    <stdin>:4:14: error[IDL0905]: part.name: Invalid value: "integer": part.name in body must be of type string: "integer"
    [errors]
    2 objects in 1 file: 1 valid, 1 invalid
    "#);
}

#[test]
fn mistakes_in_types_are_said_once_where_objects_are_printed_and_tested() {
    let object = "apiVersion: m.example.com/v1\nkind: Gadget\nmetadata: {name: a}\npart: {name: b}\n";
    let suite = "name: gadgets\ncrdName: gadgets.m.example.com\ntests:\n  onCreate:\n  - name: none\n    \
                 initial: |\n      apiVersion: m.example.com/v1\n      kind: Gadget\n    expectedError: Required\n";
    // The package of the field `Other` cannot be read, so its valid values are unknown. This is one more error;
    // everything else is still validated.
    let unreadable = kind("Other", "\tOther other.Other `json:\"other\"`\n");
    for (types, status) in [(widgets(true), 0), (widgets(true) + &unreadable, 1)] {
        let project = module(&types);
        fs::write(project.path().join("o.yaml"), object).expect("writes");
        fs::write(project.path().join("a.testsuite.yaml"), suite).expect("writes");
        let at = |name: &str| path(&project.path().join(name)).to_owned();
        for command in [
            vec!["validate".to_owned(), at("o.yaml")],
            vec!["print".to_owned(), at("o.yaml")],
            vec!["default".to_owned(), at("o.yaml")],
            vec!["test".to_owned(), at("a.testsuite.yaml")],
        ] {
            let mut arguments: Vec<&str> = command.iter().map(String::as_str).collect();
            arguments.extend(["-C", path(project.path()), "--go", "./v1", "--message-format", "short"]);
            let ran = run(&arguments);
            assert_eq!(ran.status, status, "{command:?} {ran}");
            let said = format!("{}{}", ran.out, ran.err);
            assert_eq!(said.matches("types.go:17:16: warning[IDL0306]").count(), 1, "{command:?} {said}");
        }
    }
}

#[test]
fn rules_and_defaults_that_are_wrong_judge_nothing() {
    let field = "\t// +kubebuilder:validation:XValidation:rule=\"self.none > 3\"\n\
                 \t// +kubebuilder:validation:XValidation:rule=\"self.name != 'b'\"\n\
                 \tPart Part `json:\"part\"`\n\
                 \t// +default=\"x\"\n\tSize int32 `json:\"size,omitempty\"`\n";
    let types = kind("Gadget", field) + "type Part struct {\n\tName string `json:\"name\"`\n}\n";
    let project = module(&format!("// +groupName=m.example.com\npackage v1\n\n{META}\n{types}"));
    let go = format!("{}/...", path(project.path()));
    let objects: Vec<String> = ["b", "c"]
        .iter()
        .map(|name| {
            format!(
                "apiVersion: m.example.com/v1\nkind: Gadget\nmetadata: {{name: {name}, namespace: x}}\n\
                             part: {{name: {name}}}\n"
            )
        })
        .collect();
    let ran = run_with(&["validate", "-", "--go", &go, "--message-format", "short"], &objects.join("---\n"));
    assert_snapshot!(ran, @r#"
    [exit status 1]
    [output]
    [folder]/v1/types.go:9:51: warning[IDL0621]: the rule does not compile: undefined field 'none'
    [folder]/v1/types.go:12:14: warning[IDL0510]: invalid default of field `Size`: size is an integer, not "x"
    <stdin>:4:1: error[IDL0905]: part: Invalid value: failed rule: self.name != 'b'
    [errors]
    2 objects in 1 file: 1 valid, 1 invalid
    "#);
}

#[test]
fn defaults_that_no_server_reads_keep_nothing_back() {
    let spec = |name: &str| {
        format!(
            "type {name}Spec struct {{\n\t// +kubebuilder:default={{default: info}}\n\tLogging *Logging \
             `json:\"logging,omitempty\"`\n}}\n"
        )
    };
    let config = "type Config struct {\n\tmetav1.TypeMeta `json:\",inline\"`\n\tSpec ConfigSpec `json:\"spec\"`\n}\n";
    let logging = "type Logging struct {\n\tLevel string `json:\"level,omitempty\"`\n}\n";
    let widget = |field: &str| {
        let types = kind("Widget", field) + config + &spec("Config") + &spec("Widget") + logging;
        module(&format!("// +groupName=m.example.com\npackage v1\n\n{META}\n{types}"))
    };
    let project = widget("\tSize int32 `json:\"size\"`\n");
    let at = path(project.path());
    for (command, output) in [("lint", None), ("rust", Some("rs")), ("openapi", Some("a.json")), ("crd", Some("crds"))]
    {
        let mut arguments = vec![command, "-C", at, "./...", "--message-format", "short"];
        let output = output.map(|name| path(&project.path().join(name)).to_owned());
        arguments.extend(output.iter().flat_map(|output| ["-o", output.as_str()]));
        let ran = run(&arguments);
        let said = format!("{}{}", ran.out, ran.err);
        assert_eq!(ran.status, 0, "{command} {ran}");
        let warning = "warning[IDL0510]: invalid default of field `Logging`: `Logging` has no property `default`";
        assert_eq!(said.matches(warning).count(), 2, "{command} {ran}");
    }
    let json = fs::read_to_string(project.path().join("a.json")).expect("a document");
    assert!(!json.contains("\"info\""), "{json}");

    // In a kind, the same default is an error: an API server would reject the CRD.
    let project = widget("\tSpec WidgetSpec `json:\"spec\"`\n");
    let ran = run(&["lint", "-C", path(project.path()), "./...", "--message-format", "short"]);
    assert_eq!(ran.status, 1, "{ran}");
    assert_eq!((ran.out.matches(": error[IDL0510]").count(), ran.out.matches(": warning[IDL0510]").count()), (1, 1));
}

#[test]
fn types_that_no_schema_contains_keep_nothing_back() {
    let helper = "// +enum\ntype Mode string\n\n// +enum\ntype Level uint8\n\n\
                  type Helper struct {\n\tclient *Missing\n\tMode Mode `json:\"mode\"`\n\
                  \tLevel Level `json:\"level\"`\n\
                  \tParameters map[string]any `json:\"parameters,omitempty\"`\n\
                  \tNames map[bool]string `json:\"names,omitempty\"`\n\tCallback func() `json:\"callback\"`\n\
                  \tTLS *tls.Config `json:\"tls\"`\n}\n";
    let widget = |field: &str| {
        let types = kind("Widget", field) + helper;
        module(&format!("// +groupName=m.example.com\npackage v1\n\nimport \"crypto/tls\"\n{META}\n{types}"))
    };
    let project = widget("\tSize int32 `json:\"size\"`\n");
    let at = path(project.path());
    for (command, output) in [("lint", None), ("rust", Some("rs")), ("openapi", Some("a.json")), ("crd", Some("crds"))]
    {
        let mut arguments = vec![command, "-C", at, "./...", "--message-format", "short"];
        let output = output.map(|name| path(&project.path().join(name)).to_owned());
        arguments.extend(output.iter().flat_map(|output| ["-o", output.as_str()]));
        let ran = run(&arguments);
        assert_eq!(ran.status, 0, "{command} {ran}");
        let said = format!("{}{}", ran.out, ran.err);
        // CRDs do not contain the map of interfaces.
        let untyped = usize::from(["rust", "openapi"].contains(&command));
        let found =
            [("IDL0401", 1), ("IDL0512", 2), ("IDL0601", 1), ("IDL0602", 1), ("IDL0603", untyped), ("IDL0606", 1)];
        for (code, count) in found {
            assert_eq!(said.matches(&format!(" warning[{code}]")).count(), count, "{command} {code} {ran}");
        }
        // A repository without Rust output needs no remarks about the Rust types of its internal structs.
        let remarks = ["IDL0751", "IDL0752"].map(|code| said.matches(&format!(" warning[{code}]")).count());
        assert_eq!(remarks, if command == "rust" { [2, 1] } else { [0, 0] }, "{command} {ran}");
    }

    // If a kind contains the type, the findings are errors.
    let project = widget("\tHelper Helper `json:\"helper\"`\n");
    let ran = run(&["lint", "-C", path(project.path()), "./...", "--message-format", "short"]);
    assert_eq!(ran.status, 1, "{ran}");
    let found = [("IDL0401", 0), ("IDL0512", 0), ("IDL0601", 1), ("IDL0602", 1), ("IDL0603", 1), ("IDL0606", 1)];
    for (code, count) in found {
        assert_eq!(ran.out.matches(&format!(" error[{code}]")).count(), count, "{code} {ran}");
    }
}

#[test]
fn lint_says_what_outputs_refuse() {
    let recursive = "// +kubebuilder:resource:scope=Cluster\n".to_owned()
        + &kind("Tree", "\tSpec Node `json:\"spec\"`\n")
        + "type Node struct {\n\tChildren []Node `json:\"children\"`\n}\n";
    let project = module(&format!("// +groupName=m.example.com\npackage v1\n\n{META}\n{recursive}"));
    let lint = || run(&["lint", "-C", path(project.path()), "./...", "--message-format", "short"]);
    assert_snapshot!(lint(), @"
    [exit status 1]
    [output]
    [folder]/v1/types.go:7:6: error[IDL0702]: the references of `Tree` cannot be expanded: `example.com/m/v1.Node` contains itself at `.spec.children[]`; a structural schema cannot have references
    [errors]
    checked 1 package: 1 error, 0 warnings
    ");
    fs::write(project.path().join("idlgen.toml"), "[openapi]\noutput = \"a.json\"\n").expect("writes");
    assert_snapshot!(lint(), @"
    [errors]
    checked 1 package: 0 errors, 0 warnings
    ");
}

#[test]
fn a_definition_too_large_keeps_no_other_back_under_compat() {
    let diamond = (0..16).fold(String::new(), |types, at| {
        types + &format!("type S{at} struct {{\n\tA S{n} `json:\"a\"`\n\tB S{n} `json:\"b\"`\n}}\n", n = at + 1)
    });
    let large = kind("Large", "\tSpec S0 `json:\"spec\"`\n");
    let small = kind("Small", "\tSize int32 `json:\"size\"`\n");
    let source = format!("// +groupName=m.example.com\npackage v1\n\n{META}\n{large}{small}{diamond}type S16 string\n");
    let project = module(&source);
    assert_snapshot!(crd(&project, &["--compat", "controller-gen"]), @"
    [exit status 1]
    [errors]
    [folder]/v1/types.go:6:6: error[IDL0702]: the references of `Large` cannot be expanded: with expanded references, the schema has more than 50000 nodes, or is deeper than 128
    read 1 package (and 2 they import): 16 files, 19 types, 38 fields
    withheld [folder]/out/m.example.com_larges.yaml (Large): error[IDL0702] at [folder]/v1/types.go:6
    withheld files are unchanged
    wrote 1 file (0 unchanged) in [time]
    ");
    assert!(project.path().join("out/m.example.com_smalls.yaml").exists());
    let project = module(&source);
    let said = crd(&project, &["--compat", "controller-gen", "--all-or-nothing"]);
    assert_eq!(said.status, 1, "{said}");
    assert!(!project.path().join("out/m.example.com_smalls.yaml").exists());
}

/// `lint` reports this only as a warning, because the packages may not be meant for CRDs.
#[test]
fn lint_warns_of_definitions_that_packages_without_markers_cannot_have() {
    let version = |name: &str| {
        format!(
            "// +groupName=m.example.com\npackage {name}\n\n{META}\n{}",
            kind("Widget", "\tSize int32 `json:\"size\"`\n")
        )
    };
    let (first, second) = (version("v1"), version("v2"));
    let project = project(&[("go.mod", "module example.com/m\n"), ("v1/types.go", &first), ("v2/types.go", &second)]);
    let crd = crd(&project, &[]);
    assert!(crd.status == 1 && crd.err.contains("error[IDL0616]"), "{crd}");
    let lint = run(&["lint", "-C", path(project.path()), "./...", "--message-format", "short"]);
    assert!(lint.status == 0 && lint.out.contains("warning[IDL0616]"), "{lint}");
}

/// A struct that no custom resource contains, and struct tags of openapi-gen in a package that it does not read.
#[test]
fn nothing_warns_of_what_no_output_has() {
    let spec = "type Spec struct {\n\tA []string `json:\"a\" patchStrategy:\"merge\"`\n\tB string\n}\n";
    let helper = "type parameters struct {\n\tA string `json:\"a\"`\n\tB string\n}\n";
    let types = format!("package v1\n\n{META}\n{}{spec}{helper}", kind("Gadget", "\tSpec Spec `json:\"spec\"`\n"));
    let codes_with = |settings: &str, command: &[&str], types: &str| {
        let project = module(types);
        fs::write(project.path().join("idlgen.toml"), settings).expect("writes");
        let files = ["-C", path(project.path()), "./...", "--message-format", "short"];
        let ran = run(&[command, &files].concat());
        let lines = format!("{}{}", ran.out, ran.err);
        let codes = lines.lines().filter_map(|line| Some(line.split_once("[IDL")?.1.get(..4)?.to_owned()));
        codes.collect::<Vec<_>>()
    };
    let codes = |command: &[&str], types: &str| codes_with("", command, types);
    let unpublished = format!("// +groupName=m.example.com\n{types}");
    let published = format!("// +groupName=m.example.com\n// +k8s:openapi-gen=true\n{types}");
    assert_eq!(codes(&["lint"], &unpublished), ["0521"]);
    assert_eq!(codes(&["lint"], &published), ["0614", "0521", "0521"]);
    assert_eq!(codes(&["crd", "-o", "-"], &unpublished), ["0521"]);
    assert_eq!(codes(&["openapi", "-o", "-"], &unpublished), ["0614", "0521", "0521"]);
    // `lint` reports what `generate` will.
    assert_eq!(codes_with("[crd]\noutput = \"crds\"\n", &["lint"], &unpublished), ["0521"]);
    assert_eq!(codes_with("[openapi]\noutput = \"a.json\"\n", &["lint"], &unpublished), ["0614", "0521", "0521"]);
}

/// CRDs and JSON Schemas do not contain the merge keys of lists.
#[test]
fn a_mistake_in_a_merge_key_affects_only_openapi() {
    let list = "\t// +patchMergeKey=a\n\t// +patchMergeKey=b\n\tParts []string `json:\"parts\"`\n";
    let types = format!("// +groupName=m.example.com\npackage v1\n\n{META}\n{}", kind("Gadget", list));
    let project = project(&[("go.mod", "module m.example.com\n"), ("v1/types.go", &types)]);
    let (folder, package) = (path(project.path()), project.path().join("v1"));
    for (arguments, status) in [
        (vec!["jsonschema", "--go", path(&package), "-o", "-"], 0),
        (vec!["crd", "-C", folder, "./...", "-o", "-"], 0),
        (vec!["openapi", "-C", folder, "./...", "-o", "-"], 1),
        (vec!["jsonschema", "--go", path(&package), "-o", "-", "--deny-warnings"], 1),
    ] {
        let ran = run(&arguments);
        assert_eq!(ran.status, status, "{arguments:?}: {ran}");
        assert!(ran.err.contains("[IDL0312]"), "{arguments:?}: {ran}");
    }
}
