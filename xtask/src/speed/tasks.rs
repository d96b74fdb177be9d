//! The compared tasks: the same input for idlgen and another tool.

use std::{
    fs,
    path::{Path, PathBuf},
};

use tempfile::TempDir;

use super::{arguments::Arguments, measure::Run};
use crate::{crd_differential::module_copy, go_modules::Scratch};

pub(super) struct Task {
    pub(super) title: String,
    pub(super) peer: &'static str,
    pub(super) ours: Run,
    pub(super) theirs: Run,
    /// The inputs and outputs, which are removed at the end.
    _files: Vec<TempDir>,
    _module: Option<Scratch>,
}

/// The module with the kinds of the first task.
const KINDS: (&str, &str) = ("github.com/cert-manager/cert-manager", "v1.19.1");

/// The module with the objects of the last task.
const OBJECTS: (&str, &str) = ("sigs.k8s.io/gateway-api", "v1.2.1");

/// The API of Kubernetes.
const API: (&str, &str) = ("k8s.io/api", "v0.35.0");

/// The packages that openapi-gen always needs with those of the API.
const MACHINERY: &[&str] = &[
    "k8s.io/apimachinery/pkg/apis/meta/v1",
    "k8s.io/apimachinery/pkg/runtime",
    "k8s.io/apimachinery/pkg/version",
    "k8s.io/apimachinery/pkg/api/resource",
];

/// Returns the tasks, with their inputs on the disk.
pub(super) fn all(arguments: &Arguments) -> Result<Vec<Task>, String> {
    Ok(vec![definitions(arguments)?, openapi(arguments)?, objects(arguments)?])
}

/// Returns an absolute path, for runs in other directories. A name without a directory is searched in PATH.
fn absolute(program: &Path) -> Result<PathBuf, String> {
    let found = match program.parent() {
        Some(parent) if parent.as_os_str().is_empty() => {
            let path = std::env::var_os("PATH").unwrap_or_default();
            std::env::split_paths(&path).map(|directory| directory.join(program)).find(|path| path.is_file())
        }
        _ => Some(program.to_owned()),
    };
    let found = found.ok_or_else(|| format!("{} is not in PATH", program.display()))?;
    found.canonicalize().map_err(|error| format!("{}: {error}", program.display()))
}

fn temporary() -> Result<TempDir, String> {
    TempDir::new().map_err(|error| error.to_string())
}

/// Returns the last part of the path of a module.
fn name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

fn words(words: &[&str]) -> Vec<String> {
    words.iter().map(|word| (*word).to_owned()).collect()
}

/// The CustomResourceDefinitions of a module, with the command line of controller-gen. The outputs are equal.
fn definitions(arguments: &Arguments) -> Result<Task, String> {
    let (path, version) = KINDS;
    let module = module_copy(&format!("{path}@{version}"))?;
    let output = temporary()?;
    let line = |directory: &str, before: &[&str]| {
        let output = format!("output:crd:dir={}", output.path().join(directory).display());
        [words(before), words(&["crd", "paths=./pkg/apis/..."]), vec![output]].concat()
    };
    let run = |program, arguments| {
        Ok::<_, String>(Run { program: absolute(program)?, arguments, directory: module.path().to_owned() })
    };
    Ok(Task {
        title: format!("CustomResourceDefinitions of {} {version}", name(path)),
        peer: "controller-gen",
        ours: run(&arguments.program, line("ours", &["--compat", "controller-gen"]))?,
        theirs: run(&arguments.controller_gen, line("theirs", &[]))?,
        _files: vec![module, output],
        _module: None,
    })
}

/// The OpenAPI definitions of all packages of the Kubernetes API.
fn openapi(arguments: &Arguments) -> Result<Task, String> {
    let (path, version) = API;
    let scratch = Scratch::of(path, version, &[&format!("{path}/...")])?;
    let mut packages = Vec::new();
    find_packages(&scratch.module, path, &mut packages)?;
    packages.sort();
    packages.extend(words(MACHINERY));
    let output = temporary()?;
    let run = |program, arguments: Vec<String>| {
        let arguments = arguments.into_iter().chain(packages.iter().cloned()).collect();
        Ok::<_, String>(Run { program: absolute(program)?, arguments, directory: scratch.directory().to_owned() })
    };
    let definitions = output.path().join("definitions.json").display().to_string();
    let go_files = output.path().join("go").display().to_string();
    Ok(Task {
        title: format!("OpenAPI definitions of {path} {version}"),
        peer: "openapi-gen",
        ours: run(&arguments.program, words(&["openapi", "-q", "--overwrite", "-o", &definitions]))?,
        theirs: run(
            &arguments.openapi_gen,
            words(&[
                "--output-dir",
                &go_files,
                "--output-pkg",
                "example.com/measured",
                "--output-file",
                "definitions.go",
                "--go-header-file",
                "/dev/null",
                "-r",
                "/dev/null",
            ]),
        )?,
        _files: vec![output],
        _module: Some(scratch),
    })
}

/// Adds the packages below a directory that request OpenAPI definitions.
fn find_packages(directory: &Path, path: &str, packages: &mut Vec<String>) -> Result<(), String> {
    let entries = fs::read_dir(directory).map_err(|error| format!("{}: {error}", directory.display()))?;
    for entry in entries {
        let entry = entry.map_err(|error| error.to_string())?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if entry.path().is_dir() && name != "testdata" {
            find_packages(&entry.path(), &format!("{path}/{name}"), packages)?;
        } else if name == "doc.go" {
            let text = fs::read_to_string(entry.path()).map_err(|error| error.to_string())?;
            if text.lines().any(|line| line.starts_with("// +k8s:openapi-gen=true")) {
                packages.push(path.to_owned());
            }
        }
    }
    Ok(())
}

/// The examples of a module, with its CustomResourceDefinitions.
fn objects(arguments: &Arguments) -> Result<Task, String> {
    let (path, version) = OBJECTS;
    let module = module_copy(&format!("{path}@{version}"))?;
    let (crds, examples) = ("config/crd/experimental", "examples/standard");
    let run = |program, arguments: &[&str]| {
        Ok::<_, String>(Run {
            program: absolute(program)?,
            arguments: words(arguments),
            directory: module.path().to_owned(),
        })
    };
    Ok(Task {
        title: format!("Validation of the examples of {} {version}", name(path)),
        peer: "kubectl-validate",
        ours: run(&arguments.program, &["validate", "-q", examples, "--crd", crds])?,
        theirs: run(&arguments.kubectl_validate, &[examples, "--local-crds", crds])?,
        _files: vec![module],
        _module: None,
    })
}
