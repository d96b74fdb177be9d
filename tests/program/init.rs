//! `idlgen init`: the proposed outputs and packages, and running `generate` with the proposal.

use std::{fs, path::Path};

use crate::program::{path, run};
use insta::assert_snapshot;
use tempfile::TempDir;

const HEAD: &str = "// +groupName=example.com\npackage v1\n\nimport metav1 \"k8s.io/apimachinery/pkg/apis/meta/v1\"\n";

/// Returns a package with one kind.
fn kind(name: &str) -> String {
    format!(
        "{HEAD}\n// {name} is a kind.\n//\n// +kubebuilder:object:root=true\ntype {name} struct {{\n\
         \tmetav1.TypeMeta   `json:\",inline\"`\n\tmetav1.ObjectMeta `json:\"metadata,omitempty\"`\n\
         \t// +optional\n\tSpec {name}Spec `json:\"spec,omitempty\"`\n}}\n\n// {name}Spec is its spec.\n\
         type {name}Spec struct {{\n\t// Size is a size.\n\t//\n\t// +kubebuilder:validation:Maximum=9\n\
         \tSize int32 `json:\"size\"`\n}}\n"
    )
}

fn repository(files: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in files {
        let file = folder.path().join(name);
        fs::create_dir_all(file.parent().expect("a folder")).expect("makes it");
        fs::write(file, text).expect("writes");
    }
    folder
}

/// Returns the keys that are set in a TOML file.
fn set(folder: &TempDir, file: &str) -> String {
    let text = fs::read_to_string(folder.path().join(file)).expect("reads");
    let mut set = String::new();
    for line in text.lines().filter(|line| !line.starts_with(['#', '[']) && !line.is_empty()) {
        set.push_str(line);
        set.push('\n');
    }
    set
}

const GO_MOD: (&str, &str) = ("go.mod", "module example.com/m\n");

#[test]
fn kubebuilder_repositories_get_definitions_as_their_makefile_makes_them() {
    let (widget, tool, copy) = (kind("Widget"), kind("Tool"), kind("Widget"));
    let makefile = "CONTROLLER_GEN ?= bin/controller-gen\nmanifests:\n\
                    \t$(CONTROLLER_GEN) rbac:roleName=m crd:maxDescLen=0 paths=\"./...\" \\\n\
                    \t  output:crd:artifacts:config=config/crd/bases\n";
    let repository = repository(&[
        GO_MOD,
        ("PROJECT", "layout:\n- go.kubebuilder.io/v4\n"),
        ("Makefile", makefile),
        ("api/v1/types.go", &widget),
        ("internal/copy/v1/types.go", &copy),
        ("cmd/tool/api/v1/types.go", &tool),
        ("tools/go.mod", "module example.com/m/tools\n"),
        ("tools/api/v1/types.go", &tool),
    ]);
    let folder = path(repository.path());
    let bases = repository.path().join("config/crd/bases");
    // The output of controller-gen, with one edited file.
    let made = ["crd", "-C", folder, "./api/v1", "--compat", "controller-gen=0.16", "--max-description-length", "0"];
    let ran = run(&[&made[..], &["-o", path(&bases)]].concat());
    assert_eq!(ran.status, 0, "{ran}");
    fs::remove_file(bases.join(".idlgen.manifest")).expect("removes it");
    let file = bases.join("example.com_widgets.yaml");
    let edited = fs::read_to_string(&file).expect("reads").replace("maximum: 9", "maximum: 10");
    fs::write(&file, &edited).expect("writes");

    assert_snapshot!(run(&["init", "-C", folder]), @r#"
    [errors]
    wrote [folder]/idlgen.toml for 1 package
    it writes CRDs to config/crd/bases, with the controller-gen options in Makefile:3; compat = "controller-gen=0.16", because controller-gen v0.16.5 generated the existing files
    config/crd/bases: 0 files unchanged, 1 would differ, 0 would be new, 0 not generated from these packages
      example.com_widgets.yaml: +1 -1 lines
    `idlgen generate` keeps files that it did not write: `--check` shows how they differ, `--overwrite` replaces them
    skipped, because they are tests, commands, internal, copies or have other outputs: ./cmd/tool/api/v1 ./internal/copy/v1
    tools is a separate Go module with kinds: `idlgen init -C tools`
    "#);
    assert_snapshot!(set(&repository, "idlgen.toml"), @r#"
    packages = ["./api/v1"]
    compat = "controller-gen=0.16"
    output = "config/crd/bases"
    max-description-length = 0
    controller-gen-version = "v0.16.5"
    "#);
    let generated = run(&["generate", "-C", folder]);
    let kept = "kept config/crd/bases/example.com_widgets.yaml: it differs, but idlgen did not write it";
    assert!(generated.status == 0 && generated.err.contains(kept), "{generated}");
    assert_eq!(fs::read_to_string(&file).expect("reads"), edited);
    let checked = run(&["generate", "-C", folder, "--check"]);
    assert!(checked.status == 1 && checked.err.contains("and with --overwrite"), "{checked}");
    assert!(checked.out.contains("maximum: 10"), "{checked}");
    assert_eq!(run(&["generate", "-C", folder, "--overwrite"]).status, 0);
    assert_eq!(run(&["generate", "-C", folder, "--check"]).status, 0);
    // After `--overwrite`, idlgen owns the file and replaces later edits.
    fs::write(&file, &edited).expect("writes");
    assert!(run(&["generate", "-C", folder]).err.contains("wrote 1 file"));
}

/// The command is in a file that is not searched, but without the option there would be no such files.
#[test]
fn floats_are_allowed_if_controller_gen_generated_the_files() {
    let widget = kind("Widget").replace("int32", "float64");
    assert!(widget.contains("float64"), "{widget}");
    let repository = repository(&[GO_MOD, ("api/v1/types.go", &widget)]);
    let (folder, crds) = (path(repository.path()), repository.path().join("crds"));
    let made =
        ["crd", "-C", folder, "./...", "--compat", "controller-gen=0.18", "--dangerous-types", "-o", path(&crds)];
    let ran = run(&made);
    assert_eq!(ran.status, 0, "{ran}");
    let ran = run(&["init", "-C", folder]);
    assert!(ran.status == 0 && ran.err.contains("crds: 1 file unchanged, 0 would differ"), "{ran}");
    assert_snapshot!(set(&repository, "idlgen.toml"), @r#"
    packages = ["./api/v1"]
    compat = "controller-gen=0.18"
    output = "crds"
    dangerous-types = true
    controller-gen-version = "v0.18.0"
    "#);
}

/// Some projects change the layout of what controller-gen writes. The version in its annotation still decides.
#[test]
fn files_in_another_layout_do_not_hide_the_version_of_the_tool() {
    let widget = kind("Widget");
    let repository = repository(&[
        GO_MOD,
        ("Makefile", "crds:\n\tcontroller-gen crd paths=./... output:crd:dir=crds\n"),
        ("api/v1/types.go", &widget),
    ]);
    let (folder, crds) = (path(repository.path()), repository.path().join("crds"));
    let made = ["crd", "-C", folder, "./api/v1", "--compat", "controller-gen=0.16", "-o", path(&crds)];
    assert_eq!(run(&made).status, 0);
    fs::remove_file(crds.join(".idlgen.manifest")).expect("removes it");
    let file = crds.join("example.com_widgets.yaml");
    let text = fs::read_to_string(&file).expect("reads");
    let mut edited = String::from("# A license.\n");
    edited.extend(text.lines().map(|line| line.replace("type: object", "\"type\":   'object'") + "\n"));
    assert_ne!(edited, format!("# A license.\n{text}"));
    fs::write(&file, edited).expect("writes");
    assert_snapshot!(run(&["init", "-C", folder]), @r#"
    [errors]
    wrote [folder]/idlgen.toml for 1 package
    it writes CRDs to crds, with the controller-gen options in Makefile:2; compat = "controller-gen=0.16", because controller-gen v0.16.5 generated the existing files
    crds: 0 files unchanged, 1 would differ, 0 would be new, 0 not generated from these packages
      example.com_widgets.yaml: same content, other YAML layout
    `idlgen generate` keeps files that it did not write: `--check` shows how they differ, `--overwrite` replaces them
    "#);
}

/// Another program wrote the same files, so only the manifest is missing, which is not a difference of the outputs.
#[test]
fn a_check_after_init_passes_if_the_outputs_are_up_to_date() {
    let repository = repository(&[
        GO_MOD,
        ("PROJECT", "layout:\n- go.kubebuilder.io/v4\n"),
        ("Makefile", "manifests:\n\tcontroller-gen crd paths=./... output:crd:artifacts:config=config/crd/bases\n"),
        ("api/v1/types.go", &kind("Widget")),
    ]);
    let (folder, bases) = (path(repository.path()), repository.path().join("config/crd/bases"));
    let ran = run(&["crd", "-C", folder, "./...", "--compat", "controller-gen=0.16", "-o", path(&bases)]);
    assert_eq!(ran.status, 0, "{ran}");
    fs::remove_file(bases.join(".idlgen.manifest")).expect("removes it");
    let ran = run(&["init", "-C", folder]);
    assert!(ran.status == 0 && ran.err.contains("config/crd/bases: 1 file unchanged"), "{ran}");
    let checked = run(&["generate", "-C", folder, "--check"]);
    let expected = "1 file up to date; config/crd/bases/.idlgen.manifest is missing: run the same command without \
                    --check to write it\n";
    assert!(checked.status == 0 && checked.out.is_empty() && checked.err.ends_with(expected), "{checked}");
    // If a file differs, `--check` counts the same files as `init`, which do not include the manifest.
    let file = bases.join("example.com_widgets.yaml");
    let text = fs::read_to_string(&file).expect("reads");
    fs::remove_file(&file).expect("removes it");
    let checked = run(&["generate", "-C", folder, "--check"]);
    let manifest = ".idlgen.manifest: is missing; a run without --check writes it\n";
    assert!(checked.err.contains(manifest) && !checked.out.contains("manifest"), "{checked}");
    assert!(checked.status == 1 && checked.err.contains("error[IDL0806]: 1 file is stale"), "{checked}");
    fs::write(&file, text).expect("writes");
    assert_eq!(run(&["generate", "-C", folder]).status, 0);
    let checked = run(&["generate", "-C", folder, "--check"]);
    assert!(checked.status == 0 && checked.err.ends_with("1 file up to date\n"), "{checked}");
}

/// Existing CRDs that cannot be compared because a module is missing. Their annotation identifies the tool that wrote
/// them.
#[test]
fn missing_modules_are_named_as_the_cause_of_what_cannot_be_compared() {
    let kind = kind("Widget").replace(HEAD, &format!("{HEAD}import other \"example.org/other\"\n"));
    let kind = kind.replace("Size int32", "Size other.Size").replace("\t// +kubebuilder:validation:Maximum=9\n", "");
    let present = "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata:\n  annotations:\n    \
                   controller-gen.kubebuilder.io/version: v0.16.5\n  name: widgets.example.com\nspec:\n  group: \
                   example.com\n  names:\n    kind: Widget\n  versions:\n  - name: v1\n";
    let repository = repository(&[
        ("go.mod", "module example.com/m\n\nrequire example.org/other v1.0.0\n"),
        ("PROJECT", "layout:\n- go.kubebuilder.io/v4\n"),
        ("Makefile", "manifests:\n\tcontroller-gen crd paths=./... output:crd:artifacts:config=config/crd/bases\n"),
        ("config/crd/bases/example.com_widgets.yaml", present),
        ("api/v1/types.go", &kind),
    ]);
    let ran = run(&["init", "-C", path(repository.path())]);
    let expected = "config/crd/bases: 1 file cannot be compared yet: modules that the packages import are not on this \
                    machine; `idlgen fetch` downloads them, then `idlgen generate --check` shows what differs";
    assert!(ran.status == 0 && ran.err.contains(expected), "{ran}");
    assert!(set(&repository, "idlgen.toml").contains("compat = \"controller-gen=0.16\""), "{ran}");
}

/// Without the modules, the built-in declarations have no descriptions. The lines that would be lost are not those of
/// an outdated file, and `--overwrite` would remove them.
#[test]
fn missing_descriptions_do_not_count_as_differences() {
    let kind = kind("Widget").replace(HEAD, &format!("{HEAD}import corev1 \"k8s.io/api/core/v1\"\n"));
    let kind = kind.replace("Size int32", "Template corev1.PodTemplateSpec");
    let kind = kind.replace("\t// +kubebuilder:validation:Maximum=9\n", "");
    let repository = repository(&[
        ("go.mod", "module example.com/m\n\nrequire (\n\tk8s.io/api v0.33.0\n\tk8s.io/apimachinery v0.33.0\n)\n"),
        ("PROJECT", "layout:\n- go.kubebuilder.io/v4\n"),
        ("api/v1/types.go", &kind),
    ]);
    let (folder, crds) = (path(repository.path()), repository.path().join("config/crd/bases"));
    assert_eq!(run(&["crd", "-C", folder, "./...", "-o", path(&crds)]).status, 0);
    fs::remove_file(crds.join(".idlgen.manifest")).expect("removes it");
    let file = crds.join("example.com_widgets.yaml");
    let mut described = String::new();
    for line in fs::read_to_string(&file).expect("reads").lines() {
        described = format!("{described}{line}\n");
        if let Some(indent) = line.strip_suffix("containers:") {
            described = format!("{described}{indent}  description: Containers of the pod.\n");
        }
    }
    fs::write(&file, described).expect("writes");
    let ran = run(&["init", "-C", folder]);
    assert_snapshot!(ran, @"
    [errors]
    wrote [folder]/idlgen.toml for 1 package
    it writes CRDs to config/crd/bases
    config/crd/bases: 0 files unchanged, 0 would differ, 0 would be new, 0 not generated from these packages, 1 cannot be compared yet
      example.com_widgets.yaml: differs in descriptions, some of which are missing here
    the missing descriptions are in modules that are not on this machine; `idlgen fetch` downloads them, then `idlgen generate --check` shows what differs
    ");
}

/// The files of a repository that names them in its own way, as argo-rollouts does.
#[test]
fn definitions_in_files_with_other_names_are_reported() {
    let widget = kind("Widget");
    let repository = repository(&[GO_MOD, ("api/v1/types.go", &widget)]);
    let (folder, crds) = (path(repository.path()), repository.path().join("manifests/crds"));
    let generated = ["--compat", "controller-gen=0.19", "--controller-gen-version", "v0.19.0"];
    let ran = run(&[&["crd", "-C", folder, "./...", "-o", path(&crds)], &generated[..]].concat());
    assert_eq!(ran.status, 0, "{ran}");
    fs::rename(crds.join("example.com_widgets.yaml"), crds.join("widget-crd.yaml")).expect("renames");
    assert_snapshot!(run(&["init", "-C", folder]), @"
    [errors]
    wrote [folder]/idlgen.toml for 1 package
    it writes CRDs to config/crd/bases; compat = \"controller-gen=0.19\", because controller-gen v0.19.0 generated the existing files
    the CRDs in manifests/crds have other file names than `GROUP_PLURAL.yaml`, so idlgen does not update them; after `idlgen generate`, `idlgen diff manifests/crds config/crd/bases` compares them
    ");
    assert_eq!(run(&["generate", "-C", folder]).status, 0);
    let (old, new) = (path(&crds), repository.path().join("config/crd/bases"));
    let compared = run(&["diff", old, path(&new)]);
    assert_eq!(compared.status, 0, "{compared}");
}

#[test]
fn rust_for_a_crate_also_if_the_module_is_in_a_directory_of_it() {
    let widget = kind("Widget");
    let repository = repository(&[
        ("Cargo.toml", "[package]\nname = \"m\"\n"),
        (".git/HEAD", ""),
        ("api/go.mod", "module example.com/m\n"),
        ("api/v1/types.go", &widget),
    ]);
    let (folder, api) = (path(repository.path()), repository.path().join("api"));
    assert_snapshot!(run(&["init", "-C", folder]), @"
    [exit status 2]
    [errors]
    error: no Go package with API types below [folder]: structs that embed metav1.TypeMeta, or that are registered as kinds; these Go modules below it have some: `-C [folder]/api`
    ");
    assert_eq!(run(&["init", "-C", path(&api)]).status, 0);
    assert_snapshot!(set(&repository, "api/idlgen.toml"), @r#"
    packages = ["./v1"]
    output = "../src/generated"
    "#);
    let generated = run(&["generate", "-C", path(&api)]);
    assert_eq!(generated.status, 0, "{generated}");
    assert!(repository.path().join("src/generated/mod.rs").is_file());
}

/// The structs of a webhook have the fields of a kind.
#[test]
fn structs_without_a_group_do_not_hide_the_kinds_of_other_modules() {
    let widget = kind("Widget");
    let review = widget.replace("// +groupName=example.com\npackage v1", "package webhook");
    assert!(review.starts_with("package webhook"), "{review}");
    let files = [GO_MOD, (".git/HEAD", ""), ("webhook/review.go", &review)];
    let alone = repository(&files);
    assert_eq!(run(&["init", "-C", path(alone.path())]).status, 0);
    let nested = [("api/go.mod", "module example.com/m/api\n"), ("api/v1/types.go", widget.as_str())];
    let beside = repository(&[&files[..], &nested].concat());
    assert_snapshot!(run(&["init", "-C", path(beside.path())]), @"
    [exit status 2]
    [errors]
    error: no Go package with API types below [folder]: structs that embed metav1.TypeMeta, or that are registered as kinds (the structs of ./webhook have no API group); these Go modules below it have some: `-C [folder]/api`
    ");
}

#[test]
fn a_module_in_a_directory_with_a_skipped_name_is_read_if_it_is_named() {
    let widget = kind("Widget");
    let repository = repository(&[
        (".git/HEAD", ""),
        ("testdata/m/go.mod", "module example.com/m\n"),
        ("testdata/m/api/v1/types.go", &widget),
        ("testdata/m/api/testdata/v1/types.go", &widget),
        // A command for other packages.
        ("tools/Makefile", "manifests:\n\tcontroller-gen crd:maxDescLen=0 paths=./... output:crd:dir=crds\n"),
    ]);
    let module = repository.path().join("testdata/m");
    let ran = run(&["init", "-C", path(&module)]);
    assert_eq!(ran.status, 0, "{ran}");
    assert_snapshot!(set(&repository, "testdata/m/idlgen.toml"), @r#"
    packages = ["./api/v1"]
    output = "openapi/definitions.json"
    "#);
}

#[test]
fn generate_succeeds_after_init_where_there_is_nothing_but_types() {
    let folder = tempfile::tempdir().expect("a folder");
    let quickstart = Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/quickstart");
    fs::create_dir_all(folder.path().join("api/v1")).expect("makes it");
    fs::copy(quickstart.join("go.mod"), folder.path().join("go.mod")).expect("copies");
    for entry in fs::read_dir(quickstart.join("api/v1")).expect("lists") {
        let entry = entry.expect("an entry");
        fs::copy(entry.path(), folder.path().join("api/v1").join(entry.file_name())).expect("copies");
    }
    let here = path(folder.path());
    assert_eq!(run(&["init", "-C", here]).status, 0);
    let generated = run(&["generate", "-C", here]);
    assert_eq!(generated.status, 0, "{generated}");
    assert!(folder.path().join("openapi/definitions.json").is_file());
}

#[test]
fn new_kinds_are_those_of_the_packages_that_the_command_reads() {
    let (widget, tool) = (kind("Widget"), kind("Tool").replace("groupName=example", "groupName=tools.example"));
    let widgets = "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\n\
                   metadata: {name: widgets.example.com}\nspec:\n  group: example.com\n  names: {kind: Widget}\n  \
                   versions:\n  - name: v1\n";
    for (paths, expected) in [("./api/v1/...", "[\"./api/v1\"]"), ("./...", "[\"./api/v1\", \"./pkg/tools/v1\"]")] {
        let makefile = format!("manifests:\n\tcontroller-gen crd paths={paths} output:crd:dir=crds\n");
        let repository = repository(&[
            GO_MOD,
            ("Makefile", &makefile),
            ("api/v1/types.go", &widget),
            ("pkg/tools/v1/types.go", &tool),
            ("crds/example.com_widgets.yaml", widgets),
        ]);
        assert_eq!(run(&["init", "-C", path(repository.path())]).status, 0);
        let text = set(&repository, "idlgen.toml");
        assert!(text.contains(&format!("packages = {expected}\n")), "{paths}: {text}");
    }
}

#[test]
fn copies_of_other_definitions_do_not_decide_on_the_tool() {
    let repository = repository(&[GO_MOD, ("api/v1/types.go", &kind("Widget"))]);
    let (folder, made) = (path(repository.path()), repository.path().join("crds"));
    let ran = run(&["crd", "-C", folder, "./api/v1", "--compat", "controller-gen=0.21", "-o", path(&made)]);
    assert_eq!(ran.status, 0, "{ran}");
    let text = fs::read_to_string(made.join("example.com_widgets.yaml")).expect("reads");
    let version = text.lines().find_map(|line| line.trim().strip_prefix("controller-gen.kubebuilder.io/version: "));
    let version = version.expect("the version of the tool");
    for name in ["gadget", "tool"] {
        let other = text.replace(version, "v0.17.2").replace("Widget", name).replace("widget", name);
        fs::write(made.join(format!("example.com_{name}s.yaml")), other.trim_start_matches("---\n")).expect("writes");
    }
    assert_eq!(run(&["init", "-C", folder]).status, 0);
    let expected = format!(
        "packages = [\"./api/v1\"]\ncompat = \"controller-gen=0.21\"\noutput = \"crds\"\n\
         controller-gen-version = \"{version}\"\n"
    );
    assert_eq!(set(&repository, "idlgen.toml"), expected);
}

/// The command writes to a directory without CRDs, from which they are copied, or to one that only a variable names.
#[test]
fn options_and_packages_of_the_only_command_apply_to_copies_of_its_output() {
    let (widget, tool) = (kind("Widget"), kind("Tool").replace("groupName=example", "groupName=tools.example"));
    for output in ["config/crd/bases", "$(TEMPORARY)"] {
        let makefile = format!("crds:\n\tcontroller-gen crd:maxDescLen=0 paths=./api/... output:crd:dir={output}\n");
        let repository = repository(&[
            GO_MOD,
            ("Makefile", &makefile),
            ("api/v1/types.go", &widget),
            ("pkg/tools/v1/types.go", &tool),
        ]);
        let folder = path(repository.path());
        let copies = repository.path().join("config/crd/widgets");
        let made = ["crd", "-C", folder, "./api/v1", "--max-description-length", "0", "-o", path(&copies)];
        assert_eq!(run(&made).status, 0);
        let ran = run(&["init", "-C", folder]);
        let unchanged = "config/crd/widgets: 1 file unchanged, 0 would differ, 0 would be new";
        assert!(
            ran.err.contains("with the controller-gen options in Makefile:2") && ran.err.contains(unchanged),
            "{ran}"
        );
        let expected = "packages = [\"./api/v1\"]\noutput = \"config/crd/widgets\"\nmax-description-length = 0\n";
        assert_eq!(set(&repository, "idlgen.toml"), expected);
    }
}

#[test]
fn a_command_that_cannot_be_followed_is_named() {
    let widget = kind("Widget");
    let repository = repository(&[
        GO_MOD,
        ("Makefile", "manifests:\n\tcontroller-gen crd:trivialVersions=true paths=./... output:crd:dir=crds\n"),
        ("api/v1/types.go", &widget),
    ]);
    let ran = run(&["init", "-C", path(repository.path())]);
    assert!(
        ran.err.contains("Makefile:2: unable to parse option") && ran.err.contains("its options are ignored"),
        "{ran}"
    );
    assert_snapshot!(set(&repository, "idlgen.toml"), @r#"
    packages = ["./api/v1"]
    output = "crds"
    "#);
}

/// Directories such as `vendor` and `testdata` contain no kinds of the repository itself.
#[test]
fn directories_with_other_sources_are_skipped() {
    let other = kind("Other").replace("groupName=example", "groupName=other.example");
    let module = "module example.com/other\n";
    let repository = repository(&[
        GO_MOD,
        ("api/v1/types.go", &kind("Widget")),
        ("testdata/Makefile", "crds:\n\tcontroller-gen crd:maxDescLen=0 paths=./... output:crd:dir=x\n"),
        ("testdata/other/go.mod", module),
        ("testdata/other/v1/types.go", &other),
        ("tools/go.mod", module),
        ("tools/testdata/v1/types.go", &other),
    ]);
    let ran = run(&["init", "-C", path(repository.path())]);
    assert_eq!(ran.status, 0, "{ran}");
    assert!(!ran.err.contains("Makefile") && !ran.err.contains("tools"), "{ran}");
    let text = set(&repository, "idlgen.toml");
    assert!(text.contains("packages = [\"./api/v1\"]") && !text.contains("max-description-length"), "{text}");
}
