//! `idlgen validate`: optional checks, and styles of error messages.

use std::fs;

use crate::judged::{judged, judged_in};
use crate::program::{module, run, run_with};
use crate::widgets::{WIDGETS, at, folder, widgets};
use insta::assert_snapshot;

#[test]
fn extensions_of_schemas_count_on_request() {
    let definition = WIDGETS.replace(
        "size: {type: integer, maximum: 9}",
        "size: {type: integer, maximum: 9, x-kubernetes-strip-zero: true, not: {x-kubernetes-validations: \
         [{rule: 'self == 3'}]}, x-kubernetes-validation-errors: {maximum: {message: too large a widget}}}",
    );
    assert_ne!(definition, WIDGETS);
    let folder = folder(&[("crd.yaml", &definition)]);
    let crd = at(&folder, "crd.yaml");
    let texts = |spec: &str, extra: &[&str]| {
        let arguments = [&["validate", "-", "--crd", &crd, "--message-format", "short", "-q"], extra].concat();
        run_with(&arguments, &widgets(&[spec])).out
    };
    assert!(texts("{size: 10}", &["--rules-in-junctors"]).contains("spec.size: Invalid value: 10: too large a widget"));
    // Without `--rules-in-junctors`, the rule in the `not` branch is not evaluated and counts as true.
    assert!(texts("{size: 4}", &[]).contains("\"spec.size\" must not validate the schema (not)"));
    assert_eq!(texts("{size: 4}", &["--rules-in-junctors"]), "");
    assert!(texts("{size: 3}", &["--rules-in-junctors"]).contains("must not validate the schema (not)"));
    assert_eq!(texts("{size: 0}", &["--rules-in-junctors"]), "", "zero is a value");
    let native = texts("{size: 0}", &["--rules-in-junctors", "--zero-mode", "native"]);
    assert!(native.contains("spec.size: Required value"), "{native}");
}

#[test]
fn errors_are_told_in_the_words_that_are_asked_for() {
    let objects = widgets(&["{size: 10}", "{}"]);
    assert_snapshot!(judged(&objects, &["--message-style", "go-openapi", "-q"]), @"
    [exit status 1]
    [output]
    <stdin>:4:14: error[IDL0905]: spec.size in body should be less than or equal to 9
    <stdin>:6:1: error[IDL0905]: <nil>: Invalid value: null: some validation rules were not checked because the object was invalid; correct the existing errors to complete validation
    <stdin>:9:1: error[IDL0905]: spec.size in body is required
    ");
    let ran = judged_in("status", &widgets(&["{size: 10}"]), &["--message-style", "go-openapi", "-q"]);
    let message = "is invalid: spec.size in body should be less than or equal to 9\"";
    assert!(ran.out.contains(message), "{ran}");
    let ran = judged(&objects, &["--message-style", "go"]);
    assert!(ran.status == 2 && ran.err.contains("[possible values: kubernetes, go-openapi]"), "{ran}");
}

#[test]
fn machines_are_judged_by_the_rules_that_they_carry() {
    let definition = WIDGETS
        .replace("example.com", "kubevirt.io")
        .replace("Widget", "VirtualMachine")
        .replace("widgets", "virtualmachines");
    let folder = folder(&[("crd.yaml", &definition)]);
    let crd = at(&folder, "crd.yaml");
    let judged = |rules: &str| {
        let machine = format!(
            "apiVersion: kubevirt.io/v1\nkind: VirtualMachine\nmetadata:\n  name: a\n  annotations:\n    \
             vm.kubevirt.io/validations: |\n      {rules}\nspec:\n  size: 1\n  template:\n    spec:\n      \
             domain:\n        cpu: {{cores: 1}}\n"
        );
        let arguments =
            ["validate", "-", "--crd", &crd, "--message-format", "short", "--unknown-fields", "ignore", "-q"];
        run_with(&arguments, &machine)
    };
    let rule = |more: &str| {
        format!(
            "[{{\"rule\": \"integer\", \"name\": \"c\", \"message\": \"too few\", \"path\": \
             \"jsonpath::.spec.domain.cpu.cores\", {more}}}]"
        )
    };
    assert_snapshot!(judged(&rule("\"min\": 2")), @"
    [exit status 1]
    [output]
    <stdin>:7:36: error[IDL0770]: .spec.domain.cpu.cores: too few: value 1 is lower than minimum [2]
    ");
    assert_snapshot!(judged(&rule("\"min\": 2, \"justWarning\": true")), @"
    [output]
    <stdin>:7:36: warning[IDL0771]: .spec.domain.cpu.cores: too few: value 1 is lower than minimum [2]
    ");
    assert_snapshot!(judged("[{]"), @"
    [exit status 1]
    [output]
    <stdin>:7:9: error[IDL0772]: invalid character ']' looking for beginning of object key string
    ");
    assert_eq!(judged(&rule("\"min\": 1")).status, 0);
}

#[test]
fn a_definition_that_is_given_as_a_document_is_recognized() {
    let folder = folder(&[("crd.yaml", WIDGETS)]);
    let ran = run_with(&["validate", "-", "--openapi", &at(&folder, "crd.yaml")], &widgets(&["{size: 3}"]));
    assert!(ran.status == 2 && ran.err.contains("(v2); pass CRDs with --crd"), "{ran}");
}

#[test]
fn an_answer_says_why_a_request_cannot_be_read() {
    let message = |spec: &str| {
        let ran = judged_in("status", &widgets(&[spec]), &["-q"]);
        assert!(ran.out.contains(r#""code":400"#), "{ran}");
        let (_, rest) = ran.out.split_once(r#""message":""#).expect("a message");
        rest.split_once(r#"","metadata""#).expect("an end").0.to_owned()
    };
    let head = r#"Widget in version \"v1\" cannot be handled as a Widget: "#;
    let strict = r#"strict decoding error: unknown field \"spec.colour\", unknown field \"spec.sise\""#;
    assert_eq!(message("{size: 10, colour: blue, sise: 1}"), format!("{head}{strict}"));
    let ran = judged_in("status", "{apiVersion: example.com/v1, kind: Widget, metadata: {name: 1}}", &["-q"]);
    let unreadable = format!("{head}json: cannot unmarshal number into Go struct field ObjectMeta.name of type string");
    assert!(ran.out.contains(&unreadable), "{ran}");
}

#[test]
fn inputs_without_validated_objects() {
    let module = module(
        "// +groupName=m.example.com\npackage v1\n\nimport metav1 \"k8s.io/apimachinery/pkg/apis/meta/v1\"\n\n\
         type A struct {\n\tmetav1.TypeMeta `json:\",inline\"`\n\tB int `json:\"b\"`\n}\n",
    );
    let file = |name: &str| module.path().join(name).to_string_lossy().into_owned();
    let good = "apiVersion: m.example.com/v1\nkind: A\nb: 1\n";
    for folder in ["dir", "empty"] {
        fs::create_dir(file(folder)).expect("a folder");
    }
    for (name, text) in [
        ("good.yaml", good),
        ("dir/old.yaml", good),
        ("comment.yaml", "# nothing\n"),
        ("other.yaml", "apiVersion: x/v1\nkind: Other\n"),
    ] {
        fs::write(file(name), text).expect("writes");
    }
    let none = |name: &str| format!("error: {name}: no objects found (--allow-empty allows this)\n");
    let skipped = "error: all objects were skipped (--allow-empty allows this)\n".to_owned();
    let error = fs::read(file("missing")).expect_err("it does not exist");
    let unreadable = format!("error: {}: {error}\n", file("missing"));
    let unknown = ["--unknown-kinds", "ignore"];
    let exclude = ["--exclude", "old.yaml"];
    for (files, flags, status, expected) in [
        // Files that are excluded on purpose are not missed.
        (&["good.yaml", "dir"][..], &exclude[..], 0, String::new()),
        (&["dir"], &exclude, 1, skipped.clone()),
        // An unreadable file is reported once.
        (&["good.yaml", "missing"], &[], 2, unreadable.clone()),
        (&["missing"], &[], 2, unreadable),
        (&["good.yaml", "-"], &[], 1, none("standard input")),
        (&["good.yaml", "comment.yaml"], &[], 0, String::new()),
        (&["good.yaml", "empty"], &[], 1, none(&file("empty"))),
        (&["comment.yaml", "empty"], &[], 1, none(&file("comment.yaml")) + &none(&file("empty"))),
        (&["other.yaml"], &unknown, 1, skipped.clone()),
        (&["good.yaml", "other.yaml"], &unknown, 0, String::new()),
        (&["other.yaml", "empty"], &unknown, 1, none(&file("empty")) + &skipped),
        (&["comment.yaml", "other.yaml"], &unknown, 1, none(&file("comment.yaml")) + &skipped),
    ] {
        let files: Vec<String> =
            files.iter().map(|name| if *name == "-" { "-".to_owned() } else { file(name) }).collect();
        let files = files.iter().map(String::as_str);
        let go = file("v1");
        let arguments: Vec<&str> =
            ["validate", "-q", "--go", &go].into_iter().chain(files).chain(flags.iter().copied()).collect();
        let ran = run(&arguments);
        assert_eq!((ran.status, ran.err.as_str()), (status, expected.as_str()), "{arguments:?}");
    }
}
