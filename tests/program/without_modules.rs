//! Go packages on a machine without the modules that they import.

use std::fs;

use crate::program::{Ran, module, path, run};
use insta::assert_snapshot;
use tempfile::TempDir;

/// Creates a project with files (paths and contents).
fn project(files: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in files {
        let file = folder.path().join(name);
        fs::create_dir_all(file.parent().expect("a folder")).expect("makes it");
        fs::write(file, text).expect("writes");
    }
    folder
}

fn go_mod(requirements: &[&str]) -> String {
    let lines: Vec<String> = requirements.iter().map(|required| format!("require {required}\n")).collect();
    format!("module example.com/m\n\ngo 1.24\n\n{}", lines.concat())
}

fn kind(name: &str, fields: &str) -> String {
    format!(
        "// {name} is a kind.\ntype {name} struct {{\n\tmetav1.TypeMeta `json:\",inline\"`\n\
         \tmetav1.ObjectMeta `json:\"metadata,omitempty\"`\n{fields}}}\n"
    )
}

fn package(imports: &[&str], declarations: &str) -> String {
    let imports: Vec<String> = imports.iter().map(|import| format!("import {import}\n")).collect();
    format!(
        "// +groupName=m.example.com\npackage v1\n\nimport metav1 \"k8s.io/apimachinery/pkg/apis/meta/v1\"\n{}\n\
         {declarations}",
        imports.concat()
    )
}

fn crd(project: &TempDir, flags: &[&str]) -> Ran {
    let output = project.path().join("out");
    let mut arguments = vec!["crd", "-C", path(project.path()), "./...", "-o", path(&output)];
    arguments.extend(["--message-format", "short"]);
    arguments.extend(flags);
    run(&arguments)
}

fn written(project: &TempDir, file: &str) -> String {
    fs::read_to_string(project.path().join("out").join(file)).expect("it was written")
}

/// Returns a kind with a Pod template, for a module with these requirements.
fn with_pods(requirements: &[&str]) -> TempDir {
    let pods = kind("Runner", "\tTemplate corev1.PodTemplateSpec `json:\"template\"`\n");
    let types = package(&["corev1 \"k8s.io/api/core/v1\""], &pods);
    project(&[("go.mod", &go_mod(requirements)), ("api/v1/types.go", &types)])
}

#[test]
fn declarations_of_kubernetes_are_those_of_the_version_that_is_required() {
    let old = with_pods(&["k8s.io/api v0.33.0", "k8s.io/apimachinery v0.33.0"]);
    assert_snapshot!(crd(&old, &[]), @"
    [errors]
    info[IDL0117]: types of k8s.io/api v0.33.0, k8s.io/apimachinery v0.33.0 have no descriptions: the modules are not on this machine
    read 1 package (and 5 they import): 25 files, 1 type, 3 fields, 0 rules
    wrote 1 file (0 unchanged) in [time]
    ");
    let old = written(&old, "m.example.com_runners.yaml");
    assert!(old.contains("terminationGracePeriodSeconds:") && !old.contains("hostnameOverride:"));
    assert!(old.contains("description: Runner is a kind."));
    let new = with_pods(&["k8s.io/api v0.35.3", "k8s.io/apimachinery v0.35.3"]);
    let said = crd(&new, &["--max-description-length", "0"]);
    assert!(said.status == 0 && !said.err.contains("IDL0117"), "{said}");
    assert!(written(&new, "m.example.com_runners.yaml").contains("hostnameOverride:"));
}

#[test]
fn modules_of_types_that_no_output_contains_are_not_reported() {
    let hidden = kind("Runner", "\tPods int32 `json:\"pods\"`\n\tTemplate corev1.PodTemplateSpec `json:\"-\"`\n")
        + "\ntype helper struct {\n\tPod corev1.Pod\n}\n";
    let types = package(&["corev1 \"k8s.io/api/core/v1\""], &hidden);
    let requirements = go_mod(&["k8s.io/api v0.33.0", "k8s.io/apimachinery v0.33.0"]);
    let project = project(&[("go.mod", &requirements), ("api/v1/types.go", &types)]);
    let note = "info[IDL0117]: types of k8s.io/apimachinery v0.33.0 have no descriptions";
    for flags in [&[][..], &["--compat", "controller-gen"]] {
        let said = crd(&project, flags);
        assert!(said.status == 0 && said.err.contains(note), "{said}");
    }
}

#[test]
fn without_a_requirement_the_version_of_kubernetes_decides() {
    let pods = kind("Runner", "\tTemplate corev1.PodTemplateSpec `json:\"template\"`\n");
    let project = module(&package(&["corev1 \"k8s.io/api/core/v1\""], &pods));
    for (version, has_field) in [("1.31", false), ("1.35", true)] {
        let said = crd(&project, &["--kubernetes-version", version]);
        // go.mod requires no version of these modules, so there is nothing to download and no note about missing
        // descriptions.
        assert!(said.status == 0 && !said.err.contains("IDL0117"), "{said}");
        assert_eq!(
            written(&project, "m.example.com_runners.yaml").contains("hostnameOverride:"),
            has_field,
            "{version}"
        );
    }
}

#[test]
fn a_version_that_is_not_built_in_is_the_nearest_one_with_a_warning() {
    let project = with_pods(&["k8s.io/api v0.20.0", "k8s.io/apimachinery v0.20.0"]);
    let said = crd(&project, &["--max-description-length", "0"]);
    assert_eq!(said.status, 0, "{said}");
    assert_eq!(said.err.matches("warning[IDL0118]").count(), 2, "{said}");
}

#[test]
fn a_check_does_not_call_stale_what_may_differ_in_descriptions_alone() {
    let project = with_pods(&["k8s.io/api v0.33.0", "k8s.io/apimachinery v0.33.0"]);
    assert_eq!(crd(&project, &[]).status, 0);
    assert_eq!(crd(&project, &["--check"]).status, 0);
    let file = project.path().join("out/m.example.com_runners.yaml");
    let text = fs::read_to_string(&file).expect("it was written");
    fs::write(&file, text.replace("Runner is a kind.", "Runner was a kind.")).expect("writes");
    assert_snapshot!(crd(&project, &["--check"]), @"
    [exit status 2]
    [errors]
    info[IDL0117]: types of k8s.io/api v0.33.0, k8s.io/apimachinery v0.33.0 have no descriptions: the modules are not on this machine
    read 1 package (and 5 they import): 25 files, 1 type, 3 fields, 0 rules
    [folder]/out/m.example.com_runners.yaml: differs in descriptions, some of which are missing here
    error[IDL0117]: 1 file cannot be compared without the modules that contain the descriptions; --fetch downloads them
    ");
    fs::write(&file, text.replace("containers:", "boxes:")).expect("writes");
    assert_eq!(crd(&project, &["--check"]).status, 1);
    // Without descriptions in the output, the comparison does not need the modules.
    assert_eq!(crd(&project, &["--check", "--max-description-length", "0"]).status, 1);
    fs::remove_file(&file).expect("removes it");
    assert_eq!(crd(&project, &["--check"]).status, 1);
}

#[test]
fn a_file_does_not_lose_its_descriptions_in_silence() {
    let project = with_pods(&["k8s.io/api v0.33.0", "k8s.io/apimachinery v0.33.0"]);
    assert_eq!(crd(&project, &[]).status, 0);
    let file = project.path().join("out/m.example.com_runners.yaml");
    let text = fs::read_to_string(&file).expect("it was written");
    let rich = text.replacen("type: string", "description: A description.\n            type: string", 1);
    assert_ne!(text, rich);
    for (flags, is_named) in [(&[][..], true), (&["-q"], false)] {
        fs::write(&file, &rich).expect("writes");
        let ran = crd(&project, flags);
        assert_eq!(ran.status, 0, "{ran}");
        assert!(ran.err.contains("warning[IDL0117]: 1 file lost descriptions"), "{ran}");
        assert_eq!(ran.err.contains("m.example.com_runners.yaml: has fewer descriptions"), is_named, "{ran}");
        assert_eq!(fs::read_to_string(&file).expect("reads"), text);
        assert!(!crd(&project, flags).err.contains("lost"));
    }
    // `schemapatch` also writes files from Go types, so the same holds for it.
    let patched = |flags: &[&str]| {
        let mut arguments = vec!["schemapatch", "-C", path(project.path()), "./..."];
        let output = file.parent().map(path).unwrap_or_default();
        arguments.extend(["--manifests", output]);
        arguments.extend(flags);
        run(&arguments)
    };
    fs::write(&file, &rich).expect("writes");
    assert_eq!(patched(&["--check"]).status, 2);
    let ran = patched(&[]);
    assert!(ran.status == 0 && ran.err.contains("1 file lost descriptions"), "{ran}");
}

#[test]
fn a_missing_package_keeps_back_every_kind_that_needs_it_and_no_other() {
    let missing = "other \"example.com/other/v1\"";
    let first = package(&[missing], &kind("First", "\tField other.Field `json:\"field\"`\n"));
    let second = package(&[missing], &kind("Second", "\tFields []other.Field `json:\"fields\"`\n"));
    let third = package(&[], &kind("Third", "\tSize int32 `json:\"size\"`\n"));
    let controller = "package controller\n\nimport \"example.com/runtime/client\"\n\n\
                      type Reconciler struct {\n\tclient.Client\n}\n";
    let project = project(&[
        ("go.mod", &go_mod(&["k8s.io/apimachinery v0.33.0", "example.com/other v1.2.0", "example.com/runtime v1.0.0"])),
        ("api/v1/first.go", &first),
        ("api/v1/second.go", &second),
        ("api/v1/third.go", &third),
        ("controller/reconciler.go", controller),
    ]);
    assert_snapshot!(crd(&project, &[]), @"
    [exit status 2]
    [errors]
    info[IDL0117]: types of k8s.io/apimachinery v0.33.0 have no descriptions: the module is not on this machine
    [folder]/api/v1/first.go:5:14: error[IDL0111]: package `example.com/other/v1` is in module example.com/other v1.2.0, which is not on this machine
    [folder]/controller/reconciler.go:3:8: warning[IDL0111]: package `example.com/runtime/client` is in module example.com/runtime v1.0.0, which is not on this machine
    read 2 packages (and 2 they import): 19 files, 4 types, 10 fields, 0 rules
    withheld [folder]/out/m.example.com_firsts.yaml (First): error[IDL0111] at [folder]/api/v1/first.go:5
    withheld [folder]/out/m.example.com_seconds.yaml (Second): error[IDL0111] at [folder]/api/v1/first.go:5
    withheld files are unchanged
    wrote 1 file (0 unchanged) in [time]
    ");
    assert!(written(&project, "m.example.com_thirds.yaml").contains("size:"));
}

#[test]
fn the_packages_of_a_missing_module_are_reported_together() {
    let imports = |names: &[&str]| -> Vec<String> {
        names.iter().map(|name| format!("{name} \"example.com/other/{name}\"")).collect()
    };
    let two = imports(&["a", "b"]);
    let two: Vec<&str> = two.iter().map(String::as_str).collect();
    let kinds = [
        kind("First", "\tA a.A `json:\"a\"`\n"),
        kind("Second", "\tB b.B `json:\"b\"`\n"),
        kind("Third", "\tSize int32 `json:\"size\"`\n"),
    ];
    let controller = "package controller\n\nimport \"example.com/other/client\"\n\n\
                      type Reconciler struct {\n\tclient.Client\n}\n";
    let project = project(&[
        ("go.mod", &go_mod(&["k8s.io/apimachinery v0.33.0", "example.com/other v1.2.0"])),
        ("api/v1/types.go", &package(&two, &kinds.concat())),
        ("controller/reconciler.go", controller),
    ]);
    let message = "error[IDL0111]: packages `example.com/other/a`, `example.com/other/b` and \
                   `example.com/other/client` are in module example.com/other v1.2.0, which is not on this machine";
    let ran = crd(&project, &[]);
    assert!(ran.status == 2 && ran.err.contains(message), "{ran}");
    assert_eq!(ran.err.matches("[IDL0111]:").count(), 1, "{ran}");
    for kind in ["(First)", "(Second)"] {
        assert!(ran.err.lines().any(|line| line.contains("withheld") && line.contains(kind)), "{ran}");
    }
    let lint = run(&["lint", "-C", path(project.path()), "./...", "--message-format", "short"]);
    assert!(lint.out.contains(message) && lint.err.contains(": 1 error, 0 warnings"), "{lint}");
    let full = run(&["lint", "-C", path(project.path()), "./...", "-q"]);
    assert!(full.out.contains("needs `example.com/other/b`"), "{full}");
    assert_eq!(full.out.matches("help: add `--fetch`").count(), 1, "{full}");
}

#[test]
fn lint_needs_only_the_packages_that_custom_resources_need() {
    let import = "m \"example.com/missing/v1\"";
    let lint = |fields: &str| {
        let internal = "type Internal struct {\n\tPart m.Part `json:\"part\"`\n}\n";
        let types = package(&[import], &format!("{}{internal}", kind("Runner", fields)));
        let project = project(&[("go.mod", &go_mod(&["example.com/missing v1.0.0"])), ("api/v1/types.go", &types)]);
        run(&["lint", "-C", path(project.path()), "./...", "--message-format", "short"])
    };
    let beside = lint("\tSize int32 `json:\"size\"`\n");
    assert_eq!(beside.status, 0, "{beside}");
    assert_eq!(
        (beside.out.matches(" warning[IDL0111]").count(), beside.out.matches(" error").count()),
        (1, 0),
        "{beside}"
    );
    let inside = lint("\tInternal Internal `json:\"internal\"`\n");
    assert_eq!(inside.status, 2, "{inside}");
    assert_eq!(inside.out.matches(" error[IDL0111]").count(), 1, "{inside}");
}

#[test]
fn under_compat_a_package_that_no_definition_needs_keeps_nothing_back() {
    let used = package(&["other \"example.com/other/v1\""], &kind("First", "\tField other.Field `json:\"field\"`\n"));
    let unused = package(&[], &kind("First", "\tSize int32 `json:\"size\"`\n"));
    let controller = "package controller\n\nimport \"example.com/runtime/client\"\n\n\
                      type Reconciler struct {\n\tclient.Client\n}\n";
    let requirements =
        go_mod(&["k8s.io/apimachinery v0.33.0", "example.com/other v1.2.0", "example.com/runtime v1.0.0"]);
    // Errors of the API package itself are reported even if the other package is missing.
    let wrong = unused.replace("Size int32", "Size float64");
    for (types, status) in [(&unused, 0), (&wrong, 1), (&used, 2)] {
        let project =
            project(&[("go.mod", &requirements), ("api/v1/types.go", types), ("controller/reconciler.go", controller)]);
        let said = crd(&project, &["--compat", "controller-gen"]);
        assert_eq!(said.status, status, "{said}");
        assert_eq!(project.path().join("out/m.example.com_firsts.yaml").exists(), status < 2, "{said}");
    }
}

/// Returns a kind with a field of `example.com/other/v1`, whose module go.mod replaces.
fn replaced(with: &str) -> TempDir {
    let types = package(&["other \"example.com/other/v1\""], &kind("First", "\tField other.Field `json:\"field\"`\n"));
    let go_mod = go_mod(&["k8s.io/apimachinery v0.33.0", "example.com/other v1.2.0"]);
    let go_mod = format!("{go_mod}\nreplace example.com/other => {with}\n");
    project(&[("go.mod", &go_mod), ("api/v1/types.go", &types)])
}

#[test]
fn what_replaces_a_module_is_named() {
    let fork = replaced("example.com/fork v1.3.0");
    let said = crd(&fork, &["--max-description-length", "0"]);
    let message = "is in module example.com/other, replaced by example.com/fork v1.3.0, which is not on this machine";
    assert!(said.status == 2 && said.err.contains(message), "{said}");
    let empty = replaced("./empty");
    fs::create_dir(empty.path().join("empty")).expect("makes it");
    let output = empty.path().join("out");
    let said = run(&["crd", "-C", path(empty.path()), "./...", "-o", path(&output)]);
    let advice = "help: run `git submodule update --init` if it is a Git submodule";
    let reason = "note: directory empty is empty";
    assert!(said.status == 2 && said.err.contains(reason) && said.err.contains(advice), "{said}");
    assert!(said.err.contains("replaced here"), "{said}");
}

#[test]
fn a_fork_of_a_built_in_module_is_not_the_built_in_one() {
    let types = package(&[], &kind("First", "\tSize int32 `json:\"size\"`\n"));
    let requirement = go_mod(&["k8s.io/apimachinery v0.33.0"]);
    for (with, status) in [("example.com/fork v0.33.1", 2), ("k8s.io/apimachinery v0.34.0", 0)] {
        let go_mod = format!("{requirement}\nreplace k8s.io/apimachinery => {with}\n");
        let said = crd(&project(&[("go.mod", &go_mod), ("api/v1/types.go", &types)]), &[]);
        assert_eq!(said.status, status, "{said}");
    }
}

#[test]
fn fields_that_json_does_not_have_need_no_package() {
    let fields = "\tSize int32 `json:\"size\"`\n\tcache other.Cache\n\tLeft other.Left `json:\"-\"`\n";
    let types = package(&["other \"example.com/other/v1\""], &kind("First", fields));
    let requirements = go_mod(&["k8s.io/apimachinery v0.33.0", "example.com/other v1.2.0"]);
    let said = crd(&project(&[("go.mod", &requirements), ("api/v1/types.go", &types)]), &[]);
    assert!(said.status == 0 && !said.err.contains("IDL0111"), "{said}");
    let embedding = types.replace("cache other.Cache", "other.Cache `json:\"-\"`");
    let said = crd(&project(&[("go.mod", &requirements), ("api/v1/types.go", &embedding)]), &[]);
    assert!(said.status == 2 && said.err.contains("error[IDL0111]"), "its methods may write the JSON: {said}");
}

#[test]
fn a_definition_needs_no_package_of_a_field_without_a_schema() {
    let fields = "\t// +kubebuilder:validation:Type=object\n\t// +kubebuilder:validation:Schemaless\n\
                  \t// +kubebuilder:pruning:PreserveUnknownFields\n\tProbe *other.Probe `json:\"probe,omitempty\"`\n";
    let types = package(&["other \"example.com/other/v1\""], &kind("First", fields));
    let requirements = go_mod(&["k8s.io/apimachinery v0.33.0", "example.com/other v1.2.0"]);
    let without = project(&[("go.mod", &requirements), ("api/v1/types.go", &types)]);
    let there = "package v1\n\ntype Probe struct {\n\tTest []string `json:\"test\"`\n}\n";
    let replaced = format!("{requirements}\nreplace example.com/other => ./other\n");
    let other = ("other/go.mod", "module example.com/other\n\ngo 1.24\n");
    let with = project(&[("go.mod", &replaced), ("api/v1/types.go", &types), other, ("other/v1/probe.go", there)]);
    for flags in [&[][..], &["--compat", "controller-gen"]] {
        let texts = [&without, &with].map(|project| {
            let ran = crd(project, flags);
            assert!(ran.status == 0 && !ran.err.contains("error["), "{ran}");
            written(project, "m.example.com_firsts.yaml")
        });
        assert_eq!(texts[0], texts[1]);
        assert!(texts[0].contains("x-kubernetes-preserve-unknown-fields"), "{}", texts[0]);
    }
    // `validate --go` uses the same schema.
    let object = without.path().join("object.yaml");
    for (probe, status) in [("{test: [true]}", 0), ("1", 1)] {
        let text = format!("apiVersion: m.example.com/v1\nkind: First\nmetadata: {{name: a}}\nprobe: {probe}\n");
        fs::write(&object, text).expect("writes");
        let ran = run(&["validate", "-C", path(without.path()), "--go", "./api/v1", path(&object)]);
        assert!(ran.status == status && !ran.out.contains("are not validated"), "{ran}");
    }
    // Generated Rust code has a field of that type, so it needs the missing package. So does a CRD if another field of
    // the type has no marker.
    let output = without.path().join("rust");
    let rust = run(&["rust", "-C", path(without.path()), "./...", "-o", path(&output), "--message-format", "short"]);
    assert!(rust.status == 2 && rust.err.contains("error[IDL0111]"), "{rust}");
    let both = types.replace("omitempty\"`\n}", "omitempty\"`\n\tSecond other.Probe `json:\"second\"`\n}");
    assert_ne!(both, types);
    let needed = project(&[("go.mod", &requirements), ("api/v1/types.go", &both)]);
    let ran = crd(&needed, &[]);
    assert!(ran.status == 2 && ran.err.contains("error[IDL0111]"), "{ran}");
}

#[test]
fn objects_of_kinds_that_need_no_missing_package_are_judged() {
    let kinds =
        kind("First", "\tField other.Field `json:\"field\"`\n") + &kind("Second", "\tSize int32 `json:\"size\"`\n");
    let types = package(&["other \"example.com/other/v1\""], &kinds);
    let requirements = go_mod(&["k8s.io/apimachinery v0.33.0", "example.com/other v1.2.0"]);
    let project = project(&[("go.mod", &requirements), ("api/v1/types.go", &types)]);
    let judge = |kind: &str| {
        let object = project.path().join("object.yaml");
        let text = format!("apiVersion: m.example.com/v1\nkind: {kind}\nmetadata: {{name: a}}\nsize: 1\n");
        fs::write(&object, text).expect("writes");
        let directory = path(project.path());
        run(&["validate", "-C", directory, "--go", "./api/v1", path(&object), "--message-format", "short"])
    };
    let second = judge("Second");
    assert!(second.status == 0 && second.out.contains("warning[IDL0111]"), "{second}");
    let first = judge("First");
    assert!(first.status == 1 && first.out.contains("are not validated"), "{first}");
}

#[test]
fn an_enum_is_not_listed_without_the_values_that_other_modules_have() {
    let kinds = [
        kind("Shirt", "\tSize Size `json:\"size\"`\n\tOther string `json:\"other\"`\n"),
        kind("Cap", "\tName Name `json:\"name\"`\n"),
    ];
    let types = "// +k8s:enum\ntype Size string\n\ntype Name string\n\nconst (\n\tSmall Size = \"S\"\n\
                 \tLarge Size = names.Large\n\tHuge = Size(names.Huge)\n\tAda Name = names.Ada\n)\n\n";
    let types = package(&["\"example.com/names\""], &format!("{types}{}", kinds.concat()));
    let project = project(&[("go.mod", &go_mod(&["example.com/names v1.0.0"])), ("api/v1/types.go", &types)]);
    assert_snapshot!(crd(&project, &[]), @"
    [exit status 1]
    [errors]
    [folder]/api/v1/types.go:5:8: warning[IDL0417]: package example.com/names was not found; it is used only for constants
    [folder]/api/v1/types.go:7:4: error[IDL0420]: the values of `Size` cannot be listed: packages of its constants were not found
    read 1 package (and 2 they import): 16 files, 4 types, 7 fields, 1 rule
    withheld [folder]/out/m.example.com_shirts.yaml (Shirt): error[IDL0420] at [folder]/api/v1/types.go:7
    withheld files are unchanged
    wrote 1 file (0 unchanged) in [time]
    ");
    assert!(written(&project, "m.example.com_caps.yaml").contains("name:"));
    assert!(!project.path().join("out/m.example.com_shirts.yaml").exists());
    let object = |kind: &str| format!("apiVersion: m.example.com/v1\nkind: {kind}\nmetadata: {{name: a}}\n");
    for (kind, more, status) in [("Shirt", "size: XL\nother: a\n", 1), ("Cap", "name: Bob\n", 0)] {
        let file = project.path().join("object.yaml");
        fs::write(&file, object(kind) + more).expect("writes");
        let go = project.path().join("api/v1");
        let said = run(&["validate", "--go", path(&go), path(&file), "--message-format", "short"]);
        assert_eq!(said.status, status, "{said}");
        assert_eq!(said.err.contains("IDL0907") || said.out.contains("IDL0907"), status == 1, "{said}");
    }
}

/// The built-in declarations are those that API types use. A type that they do not have is not undefined.
#[test]
fn a_type_that_is_not_built_in_needs_its_module() {
    let sets = package(
        &["\"k8s.io/apimachinery/pkg/util/sets\""],
        &kind("Runner", "\tNames sets.Set[string] `json:\"names\"`\n"),
    );
    let project = project(&[("go.mod", &go_mod(&["k8s.io/apimachinery v0.35.3"])), ("api/v1/types.go", &sets)]);
    let ran = run(&["lint", "-C", path(project.path()), "./..."]);
    let expected = "type `Set` is not among the built-in declarations of package k8s.io/apimachinery/pkg/util/sets";
    assert!(ran.status == 1 && ran.out.contains(expected), "{ran}");
    assert!(ran.out.contains("run `go mod download`") && !ran.out.contains("build constraint"), "{ran}");
}

/// controller-gen fills the metadata of embedded objects only with `generateEmbeddedObjectMeta`, as in jobset.
#[test]
fn a_rule_on_embedded_metadata_needs_its_option() {
    let claim = "type Claim struct {\n\tmetav1.ObjectMeta `json:\"metadata,omitempty\"`\n}\n";
    let rule = "\t// +kubebuilder:validation:XValidation:rule=\"!has(self.metadata.namespace)\"\n\
                \tClaim Claim `json:\"claim\"`\n";
    let types = package(&[], &format!("{}{claim}", kind("Runner", rule)));
    let project = project(&[("go.mod", &go_mod(&["k8s.io/apimachinery v0.35.3"])), ("api/v1/types.go", &types)]);
    let ran = run(&["crd", "-C", path(project.path()), "./...", "-o", "-"]);
    assert!(ran.status == 1 && ran.err.contains("set `embedded-object-meta = true`"), "{ran}");
    assert_eq!(crd(&project, &["--embedded-object-meta"]).status, 0);
}
