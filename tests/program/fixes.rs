//! `lint --fix` and `--diff`, and machine-readable output of a run.

use std::fs;

use serde_json::Value as Json;

use crate::program::{module, path, run};

/// Two errors with fixes, one of which hides another error, and one error without a fix.
const WRONG: &str = "package v1\n\ntype A struct {\n\t// +maxLenght=\"5\"\n\tB []string `json:\"b\"`\n\
    \t// +listType:=sett\n\tC []string `json:\"c\"`\n\t// +minimum=low\n\tD int32 `json:\"d\"`\n}\n";
const MENDED: &str = "package v1\n\ntype A struct {\n\t// +maxLenght=\"5\"\n\tB []string `json:\"b\"`\n\
    \t// +listType=set\n\tC []string `json:\"c\"`\n\t// +minimum=low\n\tD int32 `json:\"d\"`\n}\n";
const GOOD: &str = "package v1\n\ntype A struct {\n\tB string `json:\"b\"`\n}\n";

#[test]
fn fix_makes_the_changes_and_says_what_remains() {
    let module = module(WRONG);
    let types = module.path().join("v1/types.go");
    let read = || fs::read_to_string(&types).expect("reads");
    let lint = |extra: &[&str]| run(&[&["lint", "-C", path(module.path()), "./..."], extra].concat());

    // The diff is the only output on standard output, and no file changes.
    let shown = lint(&["--diff"]);
    assert_eq!((shown.status, read().as_str()), (1, WRONG));
    assert!(shown.out.starts_with("--- a/"), "{}", shown.out);
    for line in ["-\t// +listType:=sett", "+\t// +listType=set"] {
        assert!(shown.out.lines().any(|one| one == line), "{line}: {}", shown.out);
    }
    assert!(!shown.out.contains('\u{1b}') && shown.err.contains("would fix 2 findings in 1 file"), "{}", shown.err);
    let coloured = lint(&["--diff", "--color", "always"]);
    assert!(coloured.out.contains("\u{1b}[32m+\t// +listType=set\u{1b}[0m"), "{}", coloured.out);

    let fixed = lint(&["--fix"]);
    assert_eq!((fixed.status, read().as_str()), (1, MENDED), "{}", fixed.err);
    assert!(fixed.out.contains("`+minimum` expects a number, not `low`"), "{}", fixed.out);
    // A length on a list could mean the list or its items, so the fix is only shown.
    assert_eq!(fixed.out.matches("error[").count(), 2, "{}", fixed.out);
    assert!(fixed.out.contains("use `+maxLength` (unsafe fix: `idlgen lint --fix --unsafe-fixes` applies it)"));
    assert!(fixed.out.contains("the fix causes another finding: `+maxLength` applies to strings"));
    let told: Vec<&str> = fixed.err.lines().filter(|line| line.contains("fixed ")).collect();
    let place = format!("fixed {}:6:", types.display());
    assert!(told[0].starts_with(&place) && told[0].ends_with("IDL0324 remove the colon"), "{told:?}");
    assert!(told[1].starts_with(&place) && told[1].ends_with("use `set`"), "{told:?}");
    assert!(fixed.err.contains("fixed 2 findings in 1 file\nchecked 1 package: 2 errors, 0 warnings"), "{}", fixed.err);

    assert_eq!(lint(&["--fix", "--unsafe-fixes"]).status, 1);
    let all = MENDED.replace("maxLenght", "maxItems");
    assert_eq!(read(), all);
    assert_eq!(
        run(&["lint", "-C", path(module.path()), "./...", "--unsafe-fixes"]).status,
        2,
        "it makes nothing alone"
    );

    fs::write(&types, all.replace("low", "1")).expect("writes");
    assert_eq!((lint(&["--fix"]).status, lint(&["--diff"]).status, lint(&["--diff"]).out.as_str()), (0, 0, ""));

    fs::write(&types, WRONG.replace("low", "1").replace("maxLenght", "maxItems")).expect("writes");
    assert_eq!(lint(&["--fix"]).status, 0, "everything is fixed");
    assert_eq!(read(), all.replace("low", "1"));
}

/// Returns the output of `lint --fix` and the fixed file.
fn fixed(text: &str) -> (String, String) {
    let module = module(text);
    let ran = run(&["lint", "-C", path(module.path()), "./...", "--fix"]);
    (fs::read_to_string(module.path().join("v1/types.go")).expect("reads"), ran.out)
}

#[test]
fn safe_fixes_keep_what_was_meant() {
    for (field, wrong, right) in [
        ("string", "// +maxLength=3 +minLength=1", "// +maxLength=3\n\t// +minLength=1"),
        ("string", "// +optional +maxLenght=4", "// +optional\n\t// +maxLength=4"),
        ("string", "// +maxLength=3 and no more", "// +maxLength=3 and no more"),
        ("string", "// +kubebuilder:validation:enum=a,b", "// +kubebuilder:validation:Enum=a;b"),
        ("string", "// +kubebuilder:validation:Enum=[\"a\",\"b\"]", "// +kubebuilder:validation:Enum=\"a\";\"b\""),
        (
            "string",
            "// +kubebuilder:validation:XValidaton:rule=\"self.size() > 3\",message=\"x\"",
            "// +kubebuilder:validation:XValidation:rule=\"self.size() > 3\",message=\"x\"",
        ),
        ("string", "// +kubebuilder:validation:MaxLenght:5", "// +kubebuilder:validation:MaxLenght:5"),
        ("string", "// +kubebuilder:validation:MaxLength:5", "// +kubebuilder:validation:MaxLength=5"),
        ("string", "// +optional=soon", "// +optional=soon"),
        ("string", "// + optional", "// + optional"),
        ("string", "// +kubebuilder:validation:Format=hostnam", "// +kubebuilder:validation:Format=hostnam"),
        ("string", "// +kubebuilder:validation:Enum=a;a", "// +kubebuilder:validation:Enum=a;a"),
        ("string", "// +validationRule=\"self = 'a'\"", "// +validationRule=\"self = 'a'\""),
    ] {
        let text = |tag: &str| format!("package v1\n\ntype A struct {{\n\t{tag}\n\tB {field} `json:\"b\"`\n}}\n");
        let (found, out) = fixed(&text(wrong));
        assert_eq!(found, text(right), "{out}");
    }
}

/// A second `+kubebuilder:resource` would be reported as a repetition.
#[test]
fn unsafe_fixes_add_arguments_to_the_marker_of_the_comment() {
    let module = module(
        "package v1\n\n// +kubebuilder:shortName=w\n// +kubebuilder:resource:scope=Cluster\n\
         // +kubebuilder:categories=all\ntype A struct {\n\tB string `json:\"b\"`\n}\n",
    );
    let lint = |extra: &[&str]| run(&[&["lint", "-C", path(module.path()), "./..."], extra].concat());
    let ran = lint(&["--fix", "--unsafe-fixes"]);
    assert_eq!(ran.status, 0, "{ran}");
    let text = fs::read_to_string(module.path().join("v1/types.go")).expect("reads");
    let markers: Vec<&str> = text.lines().filter(|line| line.starts_with("// +")).collect();
    assert_eq!(markers, ["// +kubebuilder:resource:scope=Cluster,shortName=w,categories=all"]);
    assert!(!lint(&[]).out.contains("IDL03"), "{}", lint(&[]));
}

#[test]
fn safe_fixes_keep_what_was_meant_of_a_kind() {
    for (wrong, right) in [
        ("// +genclient:Namespaced\n", ""),
        (
            "// +genclient:Namespaced\n// +genclient:nonNamespaced\n",
            "// +genclient:Namespaced\n// +genclient:nonNamespaced\n",
        ),
        (
            "// +kubebuilder:printcolums:name=\"Phase\",type=string,JSONPath=`.a`\n",
            "// +kubebuilder:printcolumn:name=\"Phase\",type=string,JSONPath=`.a`\n",
        ),
        ("// +kubebuilder:resource:scope=cluster\n", "// +kubebuilder:resource:scope=Cluster\n"),
    ] {
        // A struct that embeds another one may be a kind.
        let fields = "\tBase `json:\",inline\"`\n\tB string `json:\"b\"`\n";
        let text = |tags: &str| {
            format!("package v1\n\ntype Base struct{{}}\n\n// A is one.\n{tags}type A struct {{\n{fields}}}\n")
        };
        let (found, out) = fixed(&text(wrong));
        assert_eq!(found, text(right), "{out}");
    }
}

#[cfg(unix)]
#[test]
fn read_only_files_stay_and_names_of_one_file_stay_one() {
    use std::os::unix::fs::{MetadataExt, PermissionsExt};
    let module = module(WRONG);
    let types = module.path().join("v1/types.go");
    let other = module.path().join("other.txt");
    fs::hard_link(&types, &other).expect("links");
    fs::set_permissions(&types, fs::Permissions::from_mode(0o444)).expect("sets");
    let lint = || run(&["lint", "-C", path(module.path()), "./...", "--fix"]);
    let ran = lint();
    assert_eq!(fs::read_to_string(&types).expect("reads"), WRONG);
    assert!(ran.err.contains("3 findings not fixed: the file is read-only"), "{}", ran.err);
    assert!(ran.err.contains("fixed 0 findings in 0 files"), "{}", ran.err);

    fs::set_permissions(&types, fs::Permissions::from_mode(0o644)).expect("sets");
    lint();
    assert_eq!(fs::read_to_string(&other).expect("reads"), MENDED);
    assert_eq!(fs::metadata(&types).expect("is there").nlink(), 2);
}

#[test]
fn applicability_is_in_documents() {
    let module = module(WRONG);
    let run = |format: &str| {
        let ran = run(&["lint", "-C", path(module.path()), "./...", "-q", "--message-format", format]);
        findings(&ran.out, format)
    };
    let fixes =
        |found: Vec<Json>, at: &str| -> Vec<Json> { found.iter().filter_map(|one| one.pointer(at).cloned()).collect() };
    let json = fixes(run("json"), "/fix/applicability");
    assert_eq!(json, ["safe", "safe", "safe"]);
    assert_eq!(fixes(run("sarif"), "/fixes/0/properties/applicability"), json);
    let inserted = fixes(run("sarif"), "/fixes/0/artifactChanges/0/replacements/0/insertedContent/text");
    assert_eq!(inserted, ["maxLength", "", "set"]);
}

#[test]
fn api_rules_that_select_nothing_say_so() {
    let module = module(GOOD);
    let ran = run(&["lint", "-C", path(module.path()), "./...", "--api-rules"]);
    assert!(ran.out.contains("warning[IDL0547]: no API rule was checked"), "{}", ran.out);
    assert!(ran.out.contains("`example.com/m/v1`") && ran.out.contains("+k8s:openapi-gen=true"), "{}", ran.out);
    assert!(ran.err.contains("0 errors, 1 warning; no API rule was checked"), "{}", ran.err);
    fs::write(module.path().join("v1/doc.go"), "// +k8s:openapi-gen=true\npackage v1\n").expect("writes");
    let ran = run(&["lint", "-C", path(module.path()), "./...", "--api-rules"]);
    assert!(ran.err.contains("0 violations of API rules, 0 known"), "{}", ran.err);
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
    assert!(ran.err.contains("fixed 0 findings in 0 files"), "{}", ran.err);
}

/// Returns the findings of a document, sorted by location.
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
        // The findings come from idlgen.toml (a warning) and from Go files.
        fs::write(&settings, "[diagnostics]\nunknown-tag = \"warning\"\nmalformed-value = \"off\"\n").expect("writes");
        let ran = run(&["--message-format", format]);
        assert_eq!(ran.err, "", "{format}");
        let found = findings(&ran.out, format);
        assert_eq!(found.len(), 3, "{}", ran.out);

        // An error in idlgen.toml stops the run before anything else is read.
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

    // Ignored findings do not make the input invalid.
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
