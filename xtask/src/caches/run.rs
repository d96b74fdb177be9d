//! The program under test, in a bare environment.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use idlgen::modules::codes::OTHER_VERSION;
use serde_json::Value as Json;

/// The output that the program generates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Output {
    Definitions,
    OpenApi,
    Rust,
    Verdicts,
}

impl Output {
    pub(super) const ALL: [Output; 4] = [Output::Definitions, Output::OpenApi, Output::Rust, Output::Verdicts];

    /// Returns the subcommand.
    pub(super) fn command(self) -> &'static str {
        match self {
            Output::Definitions => "crd",
            Output::OpenApi => "openapi",
            Output::Rust => "rust",
            Output::Verdicts => "validate",
        }
    }
}

/// The contents of the machine's module cache.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Situation {
    /// No module.
    Empty,
    /// k8s.io/api and k8s.io/apimachinery.
    KubernetesOnly,
    /// Every module.
    Full,
    /// Every module, and descriptions are compared.
    FullWithDescriptions,
    /// No module at first, but network access.
    Fetched,
}

impl Situation {
    /// Returns `true` if descriptions are compared too.
    fn has_descriptions(self) -> bool {
        matches!(self, Situation::FullWithDescriptions | Situation::Fetched)
    }
}

/// The result of a run.
#[derive(Debug)]
pub(super) struct Written {
    /// The exit status.
    pub(super) status: Option<i32>,
    /// File contents by name. Verdicts are one file.
    pub(super) files: BTreeMap<String, String>,
    /// The modules that errors report as missing.
    pub(super) missing: BTreeSet<String>,
    /// The number of errors by code.
    pub(super) errors: BTreeMap<String, usize>,
    /// Whether a warning reports that the module requires another version than the built-in declarations have.
    pub(super) is_other_version: bool,
}

/// The program under test, for one module.
pub(super) struct Program<'a> {
    path: PathBuf,
    module: &'a Path,
    scratch: &'a Path,
}

impl<'a> Program<'a> {
    pub(super) fn new(path: &Path, module: &'a Path, scratch: &'a Path) -> Result<Self, String> {
        let path = path.canonicalize().map_err(|error| format!("{}: {error}", path.display()))?;
        Ok(Program { path, module, scratch })
    }

    pub(super) fn run(
        &self,
        output: Output,
        packages: &[String],
        cache: &Path,
        situation: Situation,
    ) -> Result<Written, String> {
        let folder = self.scratch.join("output");
        let _ = fs::remove_dir_all(&folder);
        let target = if output == Output::OpenApi { folder.join("openapi.json") } else { folder.clone() };
        let mut command = Command::new(&self.path);
        // The Go command and this machine's environment variables are unavailable.
        command.env_clear().env("GOMODCACHE", cache).env("HOME", self.scratch).env("PATH", "");
        command.current_dir(self.module).stdin(Stdio::null()).arg(output.command());
        if situation == Situation::Fetched {
            command.arg("--fetch");
            if let Some(proxy) = std::env::var_os("GOPROXY") {
                command.env("GOPROXY", proxy);
            }
        }
        match output {
            Output::Definitions => {
                command.arg("./...");
            }
            Output::OpenApi | Output::Rust => {
                command.args(packages);
            }
            Output::Verdicts => {
                command.args([".", "--ignore-missing"]);
                for package in packages {
                    command.args(["--go", package]);
                }
            }
        }
        if output == Output::Definitions && !situation.has_descriptions() {
            command.args(["--max-description-length", "0"]);
        }
        if output != Output::Verdicts {
            command.arg("-o").arg(&target);
        }
        command.args(["--message-format", "json"]);
        let ran = command.output().map_err(|error| error.to_string())?;
        let mut files = BTreeMap::new();
        read_folder(&folder, "", &mut files);
        if !situation.has_descriptions() {
            for text in files.values_mut() {
                *text = undescribed(output, text);
            }
        }
        let report: Json = serde_json::from_slice(&ran.stdout).unwrap_or(Json::Null);
        let (mut missing, mut errors, mut is_other_version) = (BTreeSet::new(), BTreeMap::new(), false);
        for diagnostic in report.as_array().into_iter().flatten() {
            is_other_version |= diagnostic["code"] == OTHER_VERSION.to_string();
            let is_error = diagnostic["severity"] == "error";
            if is_error {
                *errors.entry(diagnostic["code"].as_str().unwrap_or_default().to_owned()).or_default() += 1;
            } else if output != Output::Verdicts {
                continue;
            }
            let remarks = ["notes", "help"].into_iter().filter_map(|list| diagnostic[list].as_array()).flatten();
            missing.extend(remarks.filter_map(Json::as_str).flat_map(downloads));
        }
        if output == Output::Verdicts {
            files.insert("verdicts".to_owned(), verdicts(&report));
        }
        Ok(Written { status: ran.status.code(), files, missing, errors, is_other_version })
    }
}

/// Returns the modules (`PATH@VERSION`) of the download command in a note.
fn downloads(note: &str) -> Vec<String> {
    let command = note.split("`go mod download ").nth(1).and_then(|rest| rest.split('`').next());
    command.into_iter().flat_map(str::split_whitespace).map(str::to_owned).collect()
}

/// Returns the diagnostics of objects, without those of packages.
fn verdicts(report: &Json) -> String {
    let of_object = |diagnostic: &&Json| {
        let file = diagnostic["location"]["file"].as_str().unwrap_or_default();
        !file.is_empty()
            && !Path::new(file).extension().is_some_and(|extension| extension == "go" || extension == "mod")
    };
    let lines = report.as_array().into_iter().flatten().filter(of_object).map(Json::to_string);
    lines.collect::<Vec<_>>().join("\n")
}

fn read_folder(folder: &Path, prefix: &str, files: &mut BTreeMap<String, String>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
        match fs::read_to_string(entry.path()) {
            Ok(_) if name.contains(".idlgen") => {}
            Ok(text) => drop(files.insert(name, text)),
            Err(_) => read_folder(&entry.path(), &format!("{name}/"), files),
        }
    }
}

/// Returns an output without descriptions.
fn undescribed(output: Output, text: &str) -> String {
    match output {
        Output::Definitions | Output::Verdicts => text.to_owned(),
        Output::OpenApi => {
            let mut document: Json = serde_json::from_str(text).unwrap_or(Json::Null);
            forget(&mut document);
            document.to_string()
        }
        Output::Rust => {
            let is_code = |line: &&str| !line.trim_start().starts_with("//");
            text.lines().filter(is_code).collect::<Vec<_>>().join("\n")
        }
    }
}

/// Removes descriptions that are strings: a property can have that name.
fn forget(document: &mut Json) {
    match document {
        Json::Object(members) => {
            members.retain(|name, value| name != "description" || !value.is_string());
            members.values_mut().for_each(forget);
            // A reference with a description is written as an `allOf` of the reference. Without the description, this
            // is the reference alone.
            let branches = members.get("allOf").and_then(Json::as_array).map(Vec::as_slice);
            if let Some([Json::Object(branch)]) = branches
                && let (1, Some(target)) = (branch.len(), branch.get("$ref").cloned())
            {
                members.remove("allOf");
                members.insert("$ref".to_owned(), target);
            }
        }
        Json::Array(elements) => elements.iter_mut().for_each(forget),
        _ => {}
    }
}
