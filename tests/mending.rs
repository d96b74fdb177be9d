//! `lint --fix` and `--diff`, and what a run writes for machines.
#![expect(
    clippy::disallowed_methods,
    clippy::expect_used,
    clippy::indexing_slicing,
    reason = "the tests prepare files and look at what the program wrote"
)]

#[path = "program/program.rs"]
mod program;

use std::fs;

use serde_json::Value as Json;

use program::{module, path, run};

/// Two mistakes that edits mend, one of which shows another, and one that none does.
const WRONG: &str = "package v1\n\ntype A struct {\n\t// +maxLenght=\"5\"\n\tB []string `json:\"b\"`\n\
    \t// +listType:=sett\n\tC []string `json:\"c\"`\n\t// +minimum=low\n\tD int32 `json:\"d\"`\n}\n";
const MENDED: &str = "package v1\n\ntype A struct {\n\t// +maxItems=\"5\"\n\tB []string `json:\"b\"`\n\
    \t// +listType=set\n\tC []string `json:\"c\"`\n\t// +minimum=low\n\tD int32 `json:\"d\"`\n}\n";
const GOOD: &str = "package v1\n\ntype A struct {\n\tB string `json:\"b\"`\n}\n";

#[test]
fn fix_makes_the_changes_and_says_what_remains() {
    let module = module(WRONG);
    let types = module.path().join("v1/types.go");
    let read = || fs::read_to_string(&types).expect("reads");
    let lint = |extra: &[&str]| run(&[&["lint", "-C", path(module.path()), "./..."], extra].concat());

    // A diff is shown and nothing is written; it is all that standard output has.
    let shown = lint(&["--diff"]);
    assert_eq!((shown.status, read().as_str()), (1, WRONG));
    assert!(shown.out.starts_with("--- a/"), "{}", shown.out);
    for line in ["-\t// +maxLenght=\"5\"", "+\t// +maxItems=\"5\"", "-\t// +listType:=sett", "+\t// +listType=set"] {
        assert!(shown.out.lines().any(|one| one == line), "{line}: {}", shown.out);
    }
    assert!(!shown.out.contains('\u{1b}') && shown.err.contains("could mend 4 findings in 1 file"), "{}", shown.err);
    let coloured = lint(&["--diff", "--color", "always"]);
    assert!(coloured.out.contains("\u{1b}[32m+\t// +listType=set\u{1b}[0m"), "{}", coloured.out);

    let fixed = lint(&["--fix"]);
    assert_eq!((fixed.status, read().as_str()), (1, MENDED), "{}", fixed.err);
    assert!(fixed.out.contains("`+minimum` expects a number, not `low`"), "{}", fixed.out);
    assert_eq!(fixed.out.matches("error[").count(), 1, "{}", fixed.out);
    assert!(fixed.err.contains("mended 4 findings in 1 file\njudged 1 package: 1 error, 0 warnings"), "{}", fixed.err);

    fs::write(&types, MENDED.replace("low", "1")).expect("writes");
    assert_eq!((lint(&["--fix"]).status, lint(&["--diff"]).status, lint(&["--diff"]).out.as_str()), (0, 0, ""));

    fs::write(&types, WRONG.replace("low", "1")).expect("writes");
    assert_eq!(lint(&["--fix"]).status, 0, "all is mended");
    assert_eq!(read(), MENDED.replace("low", "1"));
}

#[test]
fn fix_leaves_what_belongs_to_others() {
    let module = module("package v1\n\nimport \"example.com/other\"\n\ntype A struct {\n\tB other.C `json:\"b\"`\n}\n");
    fs::write(module.path().join("go.mod"), "module example.com/m\n\ngo 1.25\n\nrequire example.com/other v1.0.0\n")
        .expect("writes");
    let folder = module.path().join("vendor/example.com/other");
    fs::create_dir_all(&folder).expect("makes it");
    let other = "package other\n\ntype C struct {\n\t// +listType=sett\n\tD []string `json:\"d\"`\n}\n";
    fs::write(folder.join("types.go"), other).expect("writes");
    fs::write(module.path().join("vendor/modules.txt"), "# example.com/other v1.0.0\n## explicit\nexample.com/other\n")
        .expect("writes");
    let ran = run(&["lint", "-C", path(module.path()), "./...", "example.com/other", "--fix"]);
    assert!(ran.out.contains("sett"), "{} {}", ran.out, ran.err);
    assert_eq!(fs::read_to_string(folder.join("types.go")).expect("reads"), other);
    assert!(ran.err.contains("mended 0 findings in 0 files"), "{}", ran.err);
}

/// The findings of a document, in the order of their places.
fn findings(text: &str, format: &str) -> Vec<Json> {
    let document: Json = serde_json::from_str(text).expect("one document");
    let findings = if format == "sarif" { &document["runs"][0]["results"] } else { &document };
    findings.as_array().expect("a list").clone()
}

#[test]
fn a_run_writes_one_document_whatever_is_found_and_wherever() {
    let module = module(WRONG);
    let settings = module.path().join("idlgen.toml");
    let run = |extra: &[&str]| run(&[&["lint", "-C", path(module.path()), "./...", "-q"], extra].concat());
    for format in ["json", "sarif"] {
        // A warning of idlgen.toml and the findings of Go files.
        fs::write(&settings, "[diagnostics]\nunknown-tag = \"warning\"\nmalformed-value = \"off\"\n").expect("writes");
        let ran = run(&["--message-format", format]);
        assert_eq!(ran.err, "", "{format}");
        let found = findings(&ran.out, format);
        assert_eq!(found.len(), 3, "{}", ran.out);

        // An error of idlgen.toml: nothing else is looked at.
        fs::write(&settings, "[diagnostics]\nunknown-tga = \"warning\"\n").expect("writes");
        let ran = run(&["--message-format", format]);
        assert_eq!((ran.status, findings(&ran.out, format).len()), (2, 1), "{}{}", ran.out, ran.err);

        fs::remove_file(&settings).expect("removes");
        fs::write(module.path().join("v1/types.go"), GOOD).expect("writes");
        let ran = run(&["--message-format", format]);
        assert_eq!((ran.status, findings(&ran.out, format).len()), (0, 0), "{}", ran.out);
        fs::write(module.path().join("v1/types.go"), WRONG).expect("writes");
    }
}

#[test]
fn a_run_that_cannot_be_carried_out_is_a_document_too() {
    let ran = run(&["lint", "-C", "/nonexistent", "./...", "--message-format", "sarif"]);
    let document: Json = serde_json::from_str(&ran.out).expect("JSON");
    let invocation = &document["runs"][0]["invocations"][0];
    assert_eq!((ran.status, &invocation["executionSuccessful"]), (2, &Json::Bool(false)));
    let text = invocation["toolExecutionNotifications"][0]["message"]["text"].as_str().expect("a text");
    assert!(text.contains("/nonexistent"), "{text}");
}

#[test]
fn findings_of_objects_name_the_object_and_the_field() {
    let module = module(
        "package v1\n\n// +k8s:openapi-gen=true\ntype A struct {\n\t// +maxLength=3\n\tB string `json:\"b\"`\n}\n",
    );
    let objects = module.path().join("objects.yaml");
    let text = "apiVersion: example.com/v1\nkind: A\nmetadata:\n  name: web\n  namespace: prod\nb: long\nc: 1\n";
    fs::write(&objects, text).expect("writes");
    let run = |extra: &[&str]| {
        let package = module.path().join("v1");
        let judged = ["validate", path(&objects), "-C", path(module.path()), "--go", path(&package), "--type", "A"];
        run(&[&judged, extra].concat())
    };
    let ran = run(&["--message-format", "json", "-q"]);
    let found = findings(&ran.out, "json");
    let fields: Vec<&Json> = found.iter().map(|one| &one["object"]["field"]).collect();
    assert!(fields.contains(&&Json::from("b")) && fields.contains(&&Json::from("c")), "{}", ran.out);
    for one in &found {
        let object = &one["object"];
        assert_eq!(
            (&object["kind"], &object["name"], &object["namespace"]),
            (&Json::from("A"), &Json::from("web"), &Json::from("prod"))
        );
    }
    assert!(run(&[]).err.contains("0 valid, 1 invalid"));

    // What is silenced makes nothing invalid.
    fs::write(
        module.path().join("idlgen.toml"),
        "[diagnostics]\ninvalid-value = \"off\"\nunknown-field = \"warning\"\n",
    )
    .expect("writes");
    let ran = run(&[]);
    assert_eq!(ran.status, 0, "{}{}", ran.out, ran.err);
    assert!(ran.err.contains("1 valid, 0 invalid"), "{}", ran.err);
}

#[test]
fn what_is_suggested_in_objects_fits_where_it_stands() {
    let module = module("package v1\n\n// +k8s:openapi-gen=true\ntype A struct {\n\tName string `json:\"name\"`\n}\n");
    for (text, edit) in [
        ("{\"nme\": \"a\"}", Json::from("\"name\"")),
        ("nme: a\n", Json::from("name")),
        ("name: a\nnme: a\n", Json::Null),
    ] {
        let objects = module.path().join("objects.yaml");
        fs::write(&objects, text).expect("writes");
        let ran = run(&[
            "validate",
            path(&objects),
            "--go",
            path(&module.path().join("v1")),
            "--type",
            "A",
            "--message-format",
            "json",
            "-q",
        ]);
        let found = findings(&ran.out, "json");
        let unknown = found.iter().find(|one| one["code"] == "IDL0906").expect("the unknown field");
        assert_eq!(unknown["fix"]["edits"][0]["text"], edit, "{text}");
    }
}
