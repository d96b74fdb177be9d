//! `idlgen diff` with sides of other kinds, and with sides that cannot be read.

use std::{fs, process::Command};

use crate::program::{Ran, module, path, run};

const OPENAPI: &str = "testdata/diff/openapi/old.yaml";

/// Compares the files old.yaml and new.yaml with these contents.
fn compare(old: &str, new: &str) -> Ran {
    let folder = tempfile::tempdir().expect("a folder");
    let [one, other] = [("old.yaml", old), ("new.yaml", new)].map(|(name, text)| {
        let file = folder.path().join(name);
        fs::write(&file, text).expect("a file");
        file
    });
    run(&["diff", path(&one), path(&other)])
}

/// A CRD whose `spec.a` has this schema.
fn crd(schema: &str) -> String {
    format!(
        "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {{name: widgets.x}}\nspec:\n  \
         group: x\n  scope: Namespaced\n  names: {{kind: Widget, plural: widgets}}\n  versions:\n  - name: v1\n    \
         served: true\n    storage: true\n    schema:\n      openAPIV3Schema:\n        type: object\n        \
         properties:\n          spec: {{type: object, properties: {{a: {schema}}}}}\n"
    )
}

/// Asserts that a run is an error with this reason.
fn assert_error(ran: &Ran, reason: &str) {
    assert!(ran.status == 2 && ran.err.contains(reason), "{reason}: {ran}");
}

#[test]
fn kinds_of_documents_of_version_2_are_compared() {
    let v3 = fs::read_to_string(OPENAPI).expect("a document");
    let v2 = v3.replace("openapi: 3.0.0", "swagger: \"2.0\"").replace("components:\n  schemas:", "definitions:");
    let v2 = v2.replace("\n    ", "\n  ").replace("#/components/schemas/", "#/definitions/");
    let ran = compare(&v2, &v2.replace("maximum: 9", "maximum: 5"));
    assert!(ran.status == 1 && ran.out.contains("breaking: Widget v1 spec.size"), "{ran}");
    assert!(ran.out.contains("`maximum` changed from 9 to 5") && ran.out.contains("size: 6"), "{ran}");
    let line = v2.lines().position(|line| line.contains("maximum: 9")).expect("a limit") + 1;
    assert!(ran.out.contains(&format!("old.yaml:{line}:")), "{ran}");
    // Versions of documents can be mixed.
    assert_eq!(compare(&v2, &v3).status, 0);
}

#[test]
fn schemas_that_contain_themselves_are_compared_once() {
    let document = |maximum: u32| {
        format!(
            "openapi: 3.0.0\ncomponents:\n  schemas:\n    A:\n      type: object\n      \
             x-kubernetes-group-version-kind: [{{group: g, version: v1, kind: Foo}}]\n      properties: \
             {{metadata: {{}}, spec: {{$ref: \"#/components/schemas/S\"}}}}\n    S:\n      type: object\n      \
             properties:\n        s: {{$ref: \"#/components/schemas/S\"}}\n        t: \
             {{$ref: \"#/components/schemas/T\"}}\n        u: {{type: integer, maximum: {maximum}}}\n    T: \
             {{$ref: \"#/components/schemas/U\"}}\n    U: {{$ref: \"#/components/schemas/T\"}}\n"
        )
    };
    let ran = compare(&document(5), &document(4));
    assert!(ran.status == 1 && ran.out.contains("breaking: Foo v1 spec.u"), "{ran}");
    assert!(ran.err.contains("1 breaking, 0 to review, 0 ok"), "{ran}");
}

#[test]
fn recursive_go_types_are_an_error() {
    let types = "// +groupName=shop.example.com\npackage v1\n\nimport metav1 \
                 \"k8s.io/apimachinery/pkg/apis/meta/v1\"\n\n// +kubebuilder:object:root=true\n\
                 type Widget struct {\n\tmetav1.TypeMeta `json:\",inline\"`\n\
                 \tmetav1.ObjectMeta `json:\"metadata,omitempty\"`\n\tSpec Node `json:\"spec\"`\n}\n\n\
                 type Node struct {\n\tNodes []Node `json:\"nodes,omitempty\"`\n}\n";
    let module = module(types);
    let side = module.path().join("v1");
    let ran = run(&["diff", path(&side), path(&side)]);
    assert_error(&ran, "the Go packages have errors, so nothing was compared");
}

#[test]
fn go_files_that_do_not_parse_are_an_error() {
    let (old, new) = (module("package v1\n"), module("package v1\n\ntype Widget struct {\n"));
    let side = |module: &tempfile::TempDir| module.path().join("v1");
    let ran = run(&["diff", path(&side(&new)), path(&side(&new))]);
    assert!(ran.status == 2 && ran.err.contains("v1/types.go:3:"), "{ran}");
    assert_error(&run(&["diff", path(&side(&old)), path(&side(&old))]), "there is no CustomResourceDefinition");
}

#[test]
fn crds_next_to_go_files_without_kinds_are_compared() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("go.mod"), "module example.com/m\n\ngo 1.24\n").expect("a file");
    let side = |name: &str, schema: &str| {
        let side = folder.path().join(name);
        fs::create_dir(&side).expect("a folder");
        let embedded = "package crds\n\nimport \"embed\"\n\n//go:embed *.yaml\nvar Files embed.FS\n";
        fs::write(side.join("embed.go"), embedded).expect("a file");
        fs::write(side.join("widgets.yaml"), crd(schema)).expect("a file");
        side
    };
    let (old, new) = (side("old", "{type: string}"), side("new", "{type: string, maxLength: 3}"));
    let ran = run(&["diff", path(&old), path(&new)]);
    assert!(ran.status == 1 && ran.out.contains("breaking: Widget v1 spec.a"), "{ran}");
    assert!(ran.err.starts_with("compared 1 CRD: "), "{ran}");
    fs::remove_file(new.join("widgets.yaml")).expect("a file");
    let ran = run(&["diff", path(&old), path(&new)]);
    assert!(ran.err.contains("warning[IDL0612]"), "{ran}");
    assert_error(&ran, "there is no CustomResourceDefinition");
}

#[test]
fn files_that_are_not_crds_are_errors() {
    let good = crd("{type: string}");
    assert_error(&compare(&good, ""), "there is no CustomResourceDefinition");
    assert_error(&compare(&good, "- {"), "new.yaml:1:");
    assert_error(&compare(&good, "a: &a [*a]"), "new.yaml:1:");
    assert_error(&compare(&good, &good.replace("Widget", "Gadget").replace("widgets", "gadgets")), "no CRD in common");
}

#[test]
fn parts_of_a_crd_that_cannot_be_read_are_errors() {
    let good = crd("{type: string}");
    let compare = |new: &str| compare(&good, new);
    assert_error(&compare("apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\n"), "spec.names.kind");
    let versions = good.replace("  versions:\n", "  versions: 5\n  other:\n");
    assert_error(&compare(&versions), "new.yaml:8:3");
    assert_error(&compare(&crd("{type: string, maxLength: none}")), "error[IDL0765]");
    let deep = format!("{}{{type: string}}{}", "{type: object, properties: {a: ".repeat(130), "}}".repeat(130));
    assert_error(&compare(&crd(&deep)), "the schema of Widget v1 has more than 128 levels, so it is not compared");
}

#[test]
fn paths_that_a_revision_does_not_have_are_errors() {
    let folder = tempfile::tempdir().expect("a folder");
    let git = |arguments: &[&str]| {
        let mut command = Command::new("git");
        command.current_dir(folder.path()).args(["-c", "user.name=a", "-c", "user.email=a@example.com"]);
        assert!(command.args(arguments).output().expect("git").status.success());
    };
    fs::write(folder.path().join("widgets.yaml"), crd("{type: string}")).expect("a file");
    git(&["init", "-q"]);
    git(&["add", "."]);
    git(&["commit", "-q", "-m", "one"]);
    let file = folder.path().join("widgets.yaml").display().to_string();
    let missing = folder.path().join("crds").display().to_string();
    assert_error(&run(&["diff", &format!("git:HEAD:{missing}"), &file]), "the revision does not contain it");
    assert_error(&run(&["diff", &format!("git:HEAD~7:{file}"), &file]), "unknown Git revision HEAD~7");
    git(&["tag", "v1.27.0"]);
    git(&["tag", "v1.3.0"]);
    for arguments in
        [&["diff", &format!("git:v1.27.O:{file}"), &file][..], &["validate", &file, "--old", "git:v1.27.O"]]
    {
        let reason = "it is neither a commit nor a tree; did you mean the tag v1.27.0?\n";
        assert_error(&run(arguments), reason);
    }
    let reason = "did you mean the tag v1.27.0?\n";
    assert_error(&run(&["diff", &format!("git:v1.27:{file}"), &file]), reason);
    git(&["tag", "v1.2.7"]);
    assert_error(&run(&["diff", &format!("git:v1.27:{file}"), &file]), reason);
    assert_error(&run(&["diff", &format!("git:--help:{file}"), &file]), "unknown Git revision --help");
    for revision in ["HEAD", "HEAD:crds"] {
        let reason = format!("{revision}: no such file or directory; for the Git revision, use git:{revision}");
        for sides in [&[revision][..], &[revision, &file], &[&file, revision]] {
            assert_error(&run(&[&["diff", "-C", path(folder.path())], sides].concat()), &reason);
        }
    }
    assert_error(&run(&["diff", "-C", path(folder.path()), "none", &file]), "error: none: No such file or directory");
}

#[test]
fn hostile_patterns_are_bounded() {
    // The searches for a string that only one of the patterns matches visit a limited number of states
    // (`searches_end_at_their_limit` in idlgen-runtime). Where they find none, the change is for review.
    let keyword = |pattern: &str| crd(&format!("{{type: string, pattern: '{pattern}'}}"));
    let rule = |pattern: &str| {
        let rule = format!("self.matches(\"{pattern}\")");
        crd(&format!("{{type: string, maxLength: 9, x-kubernetes-validations: [{{rule: '{rule}'}}]}}"))
    };
    for (pattern, verdict) in [
        ("((a{1,30}){1,30}){1,30}", "0 breaking, 1 to review"),
        ("(a|b)*a(a|b){400}", "0 breaking, 1 to review"),
        ("(a*)*b(a*)*c(a|b|ab)*", "1 breaking, 0 to review"),
        ("(", "0 breaking, 1 to review"),
    ] {
        let longer = format!("{pattern}.");
        for ran in [compare(&keyword(pattern), &keyword(&longer)), compare(&rule(pattern), &rule(&longer))] {
            assert!(ran.err.contains(&format!("compared 1 CRD: {verdict}")), "{pattern}: {ran}");
        }
    }
}
