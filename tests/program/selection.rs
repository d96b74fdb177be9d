//! Tests which findings are shown and counted, and which files and objects are skipped.

use std::fs;

use crate::program::{Ran, module, path, run, run_with};
use tempfile::TempDir;

/// Contains an unknown tag (IDL0301, an error), an unused allow comment (a warning), and an empty range.
const TYPES: &str = "// +groupName=m.example.com
package v1

import metav1 \"k8s.io/apimachinery/pkg/apis/meta/v1\"

// A is one.
type A struct {
\tmetav1.TypeMeta `json:\",inline\"`
\t// B is one.
\t// +maxmum=3
\tB int `json:\"b\"`
\t// C is one.
\t// +minimum=4
\t// +maximum=3
\tC int `json:\"c\"`
\t// D is one.
\t// +acme:thing
\tD string `json:\"d\"`
}
";

/// Returns [`TYPES`] without the mistakes.
fn clean() -> String {
    TYPES
        .replace("\t// +maxmum=3\n", "\t// +maximum=3\n")
        .replace("\t// +minimum=4\n", "")
        .replace("\t// +acme:thing\n", "")
}

fn lint(module: &TempDir, extra: &[&str]) -> Ran {
    run(&[&["lint", "-C", path(module.path()), "./v1", "--message-format", "short"], extra].concat())
}

/// Returns the codes in the output, in order, and the exit status.
fn codes(ran: &Ran) -> (Vec<&str>, i32) {
    let lines = ran.out.lines().chain(ran.err.lines());
    let code = |line: &'_ str| line.find("[IDL").and_then(|start| Some((start + 1, start + 8)).filter(|_| start > 0));
    (lines.filter_map(|line| code(line).and_then(|(start, end)| line.get(start..end))).collect(), ran.status)
}

#[test]
fn what_is_selected_is_shown_and_counted() {
    let module = module(TYPES);
    for (flags, expected, status) in [
        (&[][..], &["IDL0301", "IDL0505", "IDL0330"][..], 1),
        (&["--select", "empty-range"], &["IDL0505"], 1),
        (&["--select", "idl03", "--ignore", "IDL0301"], &["IDL0330"], 0),
        (&["--ignore", "IDL03", "--select", "IDL0301"], &["IDL0301"], 1),
        (&["--ignore", "IDL03,IDL0505"], &[], 0),
        (&["--ignore", "IDL"], &[], 0),
        (&["--ignore", "IDL0301,empty-range", "--deny-warnings"], &["IDL0330"], 1),
    ] {
        let ran = lint(&module, flags);
        assert_eq!(codes(&ran), (expected.to_vec(), status), "{flags:?}\n{ran}");
    }
    let ran = lint(&module, &["--select", "empty-range"]);
    assert!(ran.err.contains("checked 1 package: 1 error, 0 warnings"), "{ran}");
}

#[test]
fn flags_win_over_the_file() {
    let module = module(TYPES);
    let file = "[diagnostics]\nempty-range = \"off\"\nunknown-tag = \"warning\"\n";
    fs::write(module.path().join("idlgen.toml"), file).expect("writes");
    assert_eq!(codes(&lint(&module, &[])), (vec!["IDL0301", "IDL0330"], 0));
    assert_eq!(codes(&lint(&module, &["--select", "IDL05"])), (vec!["IDL0505"], 1));
    assert_eq!(codes(&lint(&module, &["--deny-warnings", "--ignore", "IDL0330"])), (vec!["IDL0301"], 1));
}

#[test]
fn what_keeps_a_command_from_its_work_is_never_hidden() {
    let module = module(TYPES);
    let out = module.path().join("out");
    let generate = ["generate", "-C", path(module.path()), "./v1", "-o", path(&out), "--message-format", "short"];
    let ran = run(&[&generate[..], &["--select", "IDL0330"]].concat());
    assert_eq!(codes(&ran), (vec!["IDL0301", "IDL0505", "IDL0330"], 1), "{ran}");
    let ran = run(&[&generate[..], &["--ignore", "IDL0301,IDL0505", "--deny-warnings"]].concat());
    assert_eq!(codes(&ran), (vec!["IDL0330"], 1), "{ran}");
    assert!(!out.exists());
    fs::write(module.path().join("v1/types.go"), "package v1\n\ntype A struct {").expect("writes");
    let ran = lint(&module, &["--select", "unknown-tag", "--ignore", "IDL"]);
    assert_eq!((ran.status, ran.out.contains("error[IDL02")), (1, true), "{ran}");
    // Neither a flag nor the file hides unreadable input; the file may make an error of it a warning.
    for (setting, status, expected) in [
        ("not-utf-8 = \"off\"", 2, "`not-utf-8` cannot be off: unreadable input cannot be checked"),
        ("missing-module = \"warning\"", 1, "error[IDL02"),
    ] {
        fs::write(module.path().join("idlgen.toml"), format!("[diagnostics]\n{setting}\n")).expect("writes");
        let ran = lint(&module, &[]);
        assert_eq!(ran.status, status, "{ran}");
        assert!(ran.to_string().contains(expected), "{ran}");
    }
}

#[test]
fn a_wrong_code_is_a_usage_error_with_the_nearest_name() {
    for (flags, said) in [
        (&["--select", "unknown-tg"][..], "unknown diagnostic `unknown-tg`; did you mean `unknown-tag`?"),
        (&["--ignore", "IDL030l"], "unknown diagnostic `IDL030l`; did you mean `IDL0301`?"),
        (&["--select", "IDL9999"], "unknown diagnostic `IDL9999`; expected a code (IDL0301)"),
        (&["--select", "q"], "unknown diagnostic `q`; expected a code (IDL0301)"),
        (&["--select", ""], "expected a code (IDL0301), a name (unknown-tag) or a code prefix (IDL03)"),
        (&["--select", "IDL03,"], "expected a code (IDL0301)"),
        (&["--ignore", "IDL0101"], "`IDL0101` cannot be ignored: unreadable input cannot be checked"),
        (&["--select", "unknown-tag", "--ignore", "IDL0301"], "so there is nothing to report"),
        (&["--select", "names-match"], "require --api-rules"),
    ] {
        let ran = run(&[&["lint", "./testdata"], flags].concat());
        assert!(ran.status == 2 && ran.err.contains(said), "{flags:?}\n{ran}");
    }
}

/// Returns a directory of objects, some of kinds that the package does not define.
fn samples() -> TempDir {
    let module = module(&clean());
    let samples = module.path().join("samples");
    fs::create_dir_all(samples.join("old/deep")).expect("makes it");
    let good = "{apiVersion: m.example.com/v1, kind: A, b: 1, c: 2, d: x}\n";
    for (name, text) in [
        ("a.yaml", good),
        (
            "mixed.yaml",
            &format!(
                "{good}---\n{{apiVersion: other.io/v1, kind: Gadget}}\n---\n{{apiVersion: other.io/v1, kind: Gear}}\n"
            ),
        ),
        ("old/bad.yaml", "{apiVersion: m.example.com/v1, kind: A, b: 9}\n"),
        ("old/deep/bad.json", "{}"),
    ] {
        fs::write(samples.join(name), text).expect("writes");
    }
    module
}

fn validate(module: &TempDir, extra: &[&str]) -> Ran {
    let (samples, go) = (module.path().join("samples"), module.path().join("v1"));
    run(&[&["validate", path(&samples), "--go", path(&go), "--message-format", "short"], extra].concat())
}

#[test]
fn files_folders_and_kinds_are_left_out_and_counted() {
    let module = samples();
    for (flags, status, summary) in [
        (&["--exclude", "old/"][..], 1, "4 objects in 2 files: 2 valid, 2 invalid; --exclude skipped 1 path"),
        (
            &["--exclude", "old/**", "--exclude-kind", "Gadget,other.io/v1/Gear"],
            0,
            "4 objects in 2 files: 2 valid, 0 invalid, 2 skipped (2 of excluded kinds); --exclude skipped 1 path",
        ),
        (
            &["--exclude", "bad.*", "--unknown-kinds", "ignore"],
            0,
            "4 objects in 2 files: 2 valid, 0 invalid, 2 skipped (2 of unknown kinds); --exclude skipped 2 paths",
        ),
        (
            &["--exclude", "old", "--unknown-kinds", "warn", "--deny-warnings"],
            1,
            "4 objects in 2 files: 2 valid, 2 invalid; --exclude skipped 1 path",
        ),
        (
            &["--exclude", "old", "--ignore", "unknown-kind"],
            0,
            "4 objects in 2 files: 2 valid, 0 invalid, 2 skipped (2 of unknown kinds); --exclude skipped 1 path",
        ),
    ] {
        let ran = validate(&module, flags);
        assert_eq!((ran.status, ran.err.contains(summary)), (status, true), "{flags:?}\n{ran}");
    }
    let ran = validate(&module, &["--exclude", "old", "--exclude", "nope", "--unknown-kinds", "warn"]);
    assert_eq!((ran.status, ran.out.matches("warning[IDL0904]").count()), (0, 2), "{ran}");
    assert!(ran.err.contains("warning: --exclude nope: matches nothing"), "{ran}");
    let flags = ["--exclude", "old", "--exclude-kind", "Gadget,Gaer", "--unknown-kinds", "warn", "-q"];
    let ran = validate(&module, &[&flags[..], &["--ignore", "unknown-field", "--select", "not-yaml"]].concat());
    assert_eq!(
        ran.err,
        "warning: --exclude-kind Gaer: matches no object\n\
         warning: --select not-yaml: matches no finding; one other code is hidden\n\
         warning: --ignore unknown-field: matches no finding\n"
    );
    let ran = validate(&module, &["--exclude", "*"]);
    assert_eq!((ran.status, ran.err.contains("all objects were skipped")), (1, true), "{ran}");
    for flags in [["--exclude", "/"], ["--exclude-kind", "v1/"], ["--unknown-kinds", "off"]] {
        assert_eq!(validate(&module, &flags).status, 2, "{flags:?}");
    }
}

/// Another package can define more kinds of the group.
#[test]
fn a_kind_that_the_packages_do_not_define_has_the_severity_of_unknown_kinds() {
    let module = module(&clean());
    let go = module.path().join("v1");
    let judged = |severity: &str| {
        let flags = ["--unknown-kinds", severity, "--allow-empty", "--message-format", "short"];
        let arguments = [&["validate", "-", "--go", path(&go)][..], &flags].concat();
        run_with(&arguments, "{apiVersion: m.example.com/v1, kind: B}")
    };
    for (severity, expected) in
        [("error", (vec!["IDL0904"], 1)), ("warn", (vec!["IDL0904"], 0)), ("ignore", (vec![], 0))]
    {
        let ran = judged(severity);
        assert_eq!(codes(&ran), expected, "{severity}: {ran}");
    }
}

#[test]
fn a_kind_of_kubernetes_is_judged_whatever_is_given() {
    let module = module(&clean());
    let go = module.path().join("v1");
    let ran = run_with(&["validate", "-", "--go", path(&go)], "{apiVersion: rbac.authorization.k8s.io/v1, kind: Role}");
    assert!(ran.out.contains("metadata.name: Required value"), "{ran}");
}

#[test]
fn limitations_of_rust_are_only_reported_for_rust() {
    let module = module(
        "// +groupName=m.example.com
package v1

import metav1 \"k8s.io/apimachinery/pkg/apis/meta/v1\"

// A is one.
type A struct {
\tmetav1.TypeMeta `json:\",inline\"`
\tmetav1.ObjectMeta `json:\"metadata,omitempty\"`
\t// B is one.
\tB []uint8 `json:\"b,omitempty\"`
\t// C is one.
\t// +kubebuilder:default={name: \"\"}
\tC C `json:\"c,omitempty\"`
\t// D is one.
\t// +default=[\"a\",\"a\"]
\t// +listType=set
\tD []string `json:\"d,omitempty\"`
}

// C is one.
type C struct {
\t// Name is one.
\tName string `json:\"name\"`
}
",
    );
    let rust = |ran: &Ran| -> Vec<String> {
        let (codes, _) = codes(ran);
        codes.into_iter().filter(|code| code.starts_with("IDL075")).map(str::to_owned).collect()
    };
    // A default that every object is rejected for is reported in any case.
    assert_eq!(rust(&lint(&module, &[])), ["IDL0756"], "{}", lint(&module, &[]));
    fs::write(module.path().join("idlgen.toml"), "[crd]\noutput = \"crd\"\n").expect("writes");
    assert_eq!(rust(&lint(&module, &[])), [""; 0], "{}", lint(&module, &[]));
    fs::write(module.path().join("idlgen.toml"), "[rust]\noutput = \"src\"\n").expect("writes");
    assert_eq!(rust(&lint(&module, &[])), ["IDL0755", "IDL0756"], "{}", lint(&module, &[]));
}

#[test]
fn defaults_of_custom_resources_are_judged_as_json() {
    let kind = |default: &str| {
        let types = "// +groupName=m.example.com
package v1

import metav1 \"k8s.io/apimachinery/pkg/apis/meta/v1\"

// A is one.
type A struct {
\tmetav1.TypeMeta `json:\",inline\"`
\tmetav1.ObjectMeta `json:\"metadata,omitempty\"`
\t// C is one.
\t// +kubebuilder:default=DEFAULT
\tC C `json:\"c,omitempty\"`
\t// D is one.
\tD struct {
\t\t// E is one.
\t\t// +kubebuilder:default={name: \"\"}
\t\tE C `json:\"e,omitempty\"`
\t} `json:\"d,omitempty\"`
}

// C is one.
// +kubebuilder:validation:XValidation:rule=\"!has(self.count) || self.count > 0\"
type C struct {
\t// Name is one.
\tName string `json:\"name\"`
\t// Count is one.
\tCount int32 `json:\"count,omitempty\"`
}
";
        module(&types.replace("DEFAULT", default))
    };
    for (default, expected) in [
        ("{name: \"\"}", &[][..]),
        ("{name: a}", &[]),
        // A Go value does not distinguish zero from missing.
        ("{name: a, count: 0}", &["the default of `A.c` is invalid: <nil>: Invalid value: failed rule"]),
    ] {
        let module = kind(default);
        let output = module.path().join("rs");
        let ran = run(&["rust", "-C", path(module.path()), "./v1", "-o", path(&output), "--message-format", "short"]);
        let found: Vec<&str> =
            ran.err.lines().filter_map(|line| line.split_once("IDL0756]: ")).map(|at| at.1).collect();
        assert_eq!(found.len(), expected.len(), "{default} {ran}");
        assert!(found.iter().zip(expected).all(|(found, expected)| found.starts_with(expected)), "{default} {ran}");
        // An object without the field is valid for the generated code, too.
        let text = fs::read_to_string(output.join("example_com/m/v1.rs")).expect("it was written");
        assert!(!text.contains("let value = if"), "{default} {text}");
    }
    let built_in = kind("{name: a}");
    let settings = "[validate]\nnative-packages = [\"example.com/m/...\"]\n";
    fs::write(built_in.path().join("idlgen.toml"), settings).expect("writes");
    let ran = run(&["rust", "-C", path(built_in.path()), "./v1", "-o", "-", "--message-format", "short"]);
    assert!(ran.err.contains("IDL0756]: the default of `AD.e` is invalid: [name: Required value"), "{ran}");
}
