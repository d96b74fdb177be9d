//! Compares every output of Go packages generated with the imported modules and without them: they must be identical
//! except for descriptions.
//!
//! The modules are those of the built-in declarations, written to a module cache with descriptions. For packages of
//! real modules they are in this machine's module cache, if present.

use std::{
    collections::BTreeMap,
    env, fs,
    path::{Path, PathBuf},
    process::Command,
};

use idlgen::{
    modules::builtin::{MODULES, declarations},
    out::differ_in_descriptions_alone,
    source::FileSystem,
};
use tempfile::TempDir;

/// Kinds that use more Kubernetes types than testdata does.
const TYPES: &str = "\
// +groupName=m.example.com
package v1

import (
	corev1 \"k8s.io/api/core/v1\"
	networkingv1 \"k8s.io/api/networking/v1\"
	apiextensionsv1 \"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1\"
	metav1 \"k8s.io/apimachinery/pkg/apis/meta/v1\"
)

// Runner is a kind.
type Runner struct {
	metav1.TypeMeta   `json:\",inline\"`
	metav1.ObjectMeta `json:\"metadata,omitempty\"`
	Spec              RunnerSpec         `json:\"spec\"`
	Conditions        []metav1.Condition `json:\"conditions,omitempty\"`
}

// RunnerSpec is what a Runner runs.
type RunnerSpec struct {
	Template corev1.PodTemplateSpec           `json:\"template\"`
	Rules    []networkingv1.NetworkPolicyPeer `json:\"rules,omitempty\"`
	Any      *apiextensionsv1.JSON            `json:\"any,omitempty\"`
}
";

/// Objects of [`TYPES`]: a valid one, and one with errors in types of other modules.
const OBJECTS: &str = "\
apiVersion: m.example.com/v1
kind: Runner
metadata: {name: valid}
spec: {template: {spec: {containers: [{name: a, image: b}]}}}
---
apiVersion: m.example.com/v1
kind: Runner
metadata: {name: invalid}
spec:
  template: {spec: {containers: [{name: 1}], restartPolicy: [], nodeNames: a}}
  rules: [{podSelector: {matchExpressions: [{key: a}]}}]
conditions: [{type: a, status: Perhaps}]
";

/// The commands without packages and output paths, and the flag that precedes the packages.
const COMMANDS: &[(&[&str], &str)] = &[
    (&["crd"], ""),
    (&["crd", "--compat", "controller-gen"], ""),
    (&["openapi"], ""),
    (&["openapi", "--openapi", "v2"], ""),
    (&["openapi", "--layout", "documents"], ""),
    (&["rust"], ""),
    (&["jsonschema"], "--go"),
];

/// The result of a run.
struct Made {
    status: i32,
    /// The contents of the written files by path, or the output of a command that prints.
    texts: BTreeMap<String, String>,
    said: String,
}

/// Runs the program in a directory, with a module cache and no other environment variable.
fn run(directory: &Path, arguments: &[&str], cache: &Path) -> Made {
    let output = Command::new(env!("CARGO_BIN_EXE_idlgen"))
        .env_clear()
        .env("GOMODCACHE", cache)
        .current_dir(directory)
        .args(arguments)
        .output()
        .expect("the program runs");
    Made {
        status: output.status.code().expect("it ends by itself"),
        texts: BTreeMap::from([(String::new(), String::from_utf8(output.stdout).expect("UTF-8"))]),
        said: String::from_utf8(output.stderr).expect("UTF-8"),
    }
}

/// Writes an output to a new directory.
fn make(directory: &Path, (command, flag): (&[&str], &str), packages: &[&str], more: &[&str], cache: &Path) -> Made {
    let output = tempfile::tempdir().expect("a folder");
    let is_file = command.contains(&"openapi") && !command.contains(&"documents");
    let target = output.path().join(if is_file { "openapi.json" } else { "out" });
    let flags = packages.iter().flat_map(|package| [flag, package]).filter(|word| !word.is_empty());
    let mut arguments: Vec<&str> = command.iter().copied().chain(flags).collect();
    arguments.extend(["-o", target.to_str().expect("UTF-8")]);
    arguments.extend(more);
    let mut made = run(directory, &arguments, cache);
    made.texts.clear();
    read(output.path(), output.path(), &mut made.texts);
    made
}

fn read(folder: &Path, root: &Path, texts: &mut BTreeMap<String, String>) {
    for entry in fs::read_dir(folder).expect("lists") {
        let path = entry.expect("lists").path();
        if path.is_dir() {
            read(&path, root, texts);
        } else {
            let name = path.strip_prefix(root).expect("it is below").to_string_lossy().into_owned();
            texts.insert(name, fs::read_to_string(&path).expect("reads"));
        }
    }
}

/// Generates every output of the packages with a module cache and with an empty one, and compares them. Returns the
/// number of files that differ in their descriptions.
fn compare(directory: &Path, packages: &[&str], cache: &Path) -> usize {
    let empty = tempfile::tempdir().expect("a folder");
    let mut differing = 0;
    for command in COMMANDS {
        let name = format!("{}: {command:?}", directory.display());
        let with = make(directory, *command, packages, &[], cache);
        let without = make(directory, *command, packages, &[], empty.path());
        assert!(!with.said.contains("IDL0117") && without.said.contains("IDL0117"), "{name}: {}", without.said);
        assert_eq!(with.status, without.status, "{name}: {}{}", with.said, without.said);
        assert!(with.texts.keys().eq(without.texts.keys()), "{name}: {:?}", without.texts.keys());
        // For kinds that Kubernetes itself serves, `idlgen crd` writes no files and fails.
        assert!(!with.texts.is_empty() || with.status == 1, "{name}: {}", with.said);
        for (file, text) in &with.texts {
            let other = &without.texts[file];
            assert!(text == other || differ_in_descriptions_alone(file, text, other), "{name}: {file}");
            differing += usize::from(text != other);
        }
    }
    let undescribed = ["--max-description-length", "0"];
    for command in COMMANDS.iter().filter(|(command, _)| command.contains(&"crd")) {
        let [with, without] =
            [cache, empty.path()].map(|cache| make(directory, *command, packages, &undescribed, cache));
        assert_eq!(with.texts, without.texts, "{}: {command:?}", directory.display());
        assert!(!without.said.contains("IDL0117"), "{}", without.said);
    }
    differing
}

/// Returns the built-in declarations of a minor version in a module cache, with a description on every type and field.
fn described_modules(minor: u64, version: &str) -> TempDir {
    let cache = tempfile::tempdir().expect("a folder");
    for module in MODULES {
        let (_, built_in) = declarations().nearest(module, Some(minor)).expect("it is built in");
        let folder = cache.path().join(format!("{module}@{version}"));
        describe(&declarations().root(module, built_in), &folder);
        fs::write(folder.join("go.mod"), format!("module {module}\n\ngo 1.24\n")).expect("writes");
    }
    cache
}

fn describe(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("makes it");
    for entry in declarations().list(from).expect("lists") {
        let (from, to) = (from.join(&entry.name), to.join(&entry.name));
        if entry.is_directory {
            describe(&from, &to);
            continue;
        }
        let text = String::from_utf8(declarations().read(&from).expect("reads")).expect("UTF-8");
        let mut described = String::new();
        for line in text.lines() {
            if line.starts_with("type ") {
                described.push_str("// It has a description.\n");
            } else if line.starts_with('\t') && line.contains("`json:\"") {
                described.push_str("\t// It has a description.\n");
            }
            described.push_str(line);
            described.push('\n');
        }
        fs::write(to, described).expect("writes");
    }
}

/// Returns a project with [`TYPES`].
fn runners() -> TempDir {
    let project = tempfile::tempdir().expect("a folder");
    let requirements = MODULES.map(|module| format!("require {module} v0.35.0\n")).concat();
    let write = |name: &str, text: &str| {
        let file = project.path().join(name);
        fs::create_dir_all(file.parent().expect("a folder")).expect("makes it");
        fs::write(file, text).expect("writes");
    };
    write("go.mod", &format!("module example.com/m\n\ngo 1.24\n\n{requirements}"));
    write("api/v1/types.go", TYPES);
    write("objects.yaml", OBJECTS);
    project
}

#[test]
fn testdata_is_the_same_with_and_without_modules_but_for_descriptions() {
    let cache = described_modules(35, "v0.35.0");
    for name in ["definitions", "quickstart"] {
        let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata").join(name);
        assert!(compare(&directory, &["./..."], cache.path()) > 0, "{name}: no description was found");
    }
    let project = runners();
    assert!(compare(project.path(), &["./..."], cache.path()) >= COMMANDS.len());
}

#[test]
fn objects_are_judged_the_same_with_and_without_modules() {
    let (cache, empty) = (described_modules(35, "v0.35.0"), tempfile::tempdir().expect("a folder"));
    let project = runners();
    let quickstart = Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/quickstart");
    for (directory, objects) in [(project.path(), "objects.yaml"), (&quickstart, "manifests")] {
        for command in [&["validate", "--format", "json"][..], &["default"], &["prune"]] {
            let arguments = [command, &["--go", "./...", objects]].concat();
            let [with, without] = [cache.path(), empty.path()].map(|cache| run(directory, &arguments, cache));
            assert_eq!((with.status, &with.texts), (without.status, &without.texts), "{arguments:?}");
            assert!(with.texts[""].len() > 100, "{arguments:?}: {}", with.said);
        }
    }
    let found = run(project.path(), &["validate", "--go", "./...", "objects.yaml"], empty.path());
    for field in ["nodeNames", "restartPolicy", "matchExpressions[0].operator", "conditions[0].status"] {
        assert!(found.texts[""].contains(field), "{field}: {}", found.texts[""]);
    }
}

/// Returns this machine's module cache, located like the Go command does.
fn module_cache() -> Option<PathBuf> {
    let folder = |name: &str| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let in_go_path = || folder("GOPATH").or_else(|| Some(folder("HOME")?.join("go"))).map(|path| path.join("pkg/mod"));
    folder("GOMODCACHE").or_else(in_go_path).filter(|path| path.is_dir())
}

/// Returns the directories of the released versions of a module in the module cache.
fn versions(cache: &Path, module: &str) -> Vec<PathBuf> {
    let (parent, name) = module.rsplit_once('/').expect("a module of a host");
    let entries = fs::read_dir(cache.join(parent)).into_iter().flatten().flatten();
    let is_release = |path: &PathBuf| {
        let folder = path.file_name().map(|it| it.to_string_lossy().into_owned()).unwrap_or_default();
        let version = folder.strip_prefix(name).and_then(|rest| rest.strip_prefix('@'));
        version.is_some_and(|version| !version.contains('-'))
    };
    let mut found: Vec<PathBuf> = entries.map(|entry| entry.path()).filter(is_release).collect();
    found.sort();
    found
}

#[test]
fn packages_of_real_modules_are_the_same_with_and_without_what_they_import_but_for_descriptions() {
    let Some(cache) = module_cache() else { return };
    for (module, packages) in [("k8s.io/api", ["./batch/v1"]), ("sigs.k8s.io/gateway-api", ["./apis/v1"])] {
        // The newest version whose required modules are all available.
        let has_all = |directory: &&PathBuf| {
            let made = make(directory, (&["openapi"], ""), &packages, &[], &cache);
            made.status == 0 && !made.said.contains("IDL01")
        };
        if let Some(directory) = versions(&cache, module).iter().rev().find(has_all) {
            assert!(compare(directory, &packages, &cache) > 0, "{}", directory.display());
        }
    }
}
