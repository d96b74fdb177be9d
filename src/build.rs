//! The build-script API: Rust types and validators for Go packages, made while a crate is built.
//!
//! In `build.rs`:
//!
//! ```no_run
//! idlgen::build::Config::new().directory("api").package("./...").compile();
//! ```
//!
//! and in the crate:
//!
//! ```ignore
//! include!(concat!(env!("OUT_DIR"), "/idlgen.rs"));
//! ```
//!
//! The build script runs again when a file changes that was read, go.mod among them. What is wrong with the Go source is shown through
//! `cargo::error` and `cargo::warning`, with the line that it is on, and errors fail the build.

mod cargo;

use std::path::{Path, PathBuf};

use crate::{
    config::{Settings, kubernetes_minor},
    diag::{
        Diagnostic, Severity,
        codes::config::{BAD_CONFIGURATION_VALUE, FILE_ACCESS, NO_PACKAGES},
    },
    modules::GoEnvironment,
    out::Files,
    session::{Outputs, Session},
    source::{DiskFileSystem, FileSystem, SourceMap},
    tool::{Tool, ToolName},
};

/// The file in OUT_DIR to `include!`.
pub const FILE_NAME: &str = "idlgen.rs";

/// What to generate in a build script. Methods say what the keys of idlgen.toml of the same name say.
#[derive(Clone, Debug, Default)]
pub struct Config {
    settings: Settings,
    out_directory: Option<PathBuf>,
    problems: Vec<String>,
}

/// What a build script generates, without anything having been written or printed.
#[derive(Debug)]
#[non_exhaustive]
pub struct Output {
    /// The files; [`FILE_NAME`] includes the others.
    pub files: Files,
    /// What is to be said about the source.
    pub diagnostics: Vec<Diagnostic>,
    /// The texts that the diagnostics point into.
    pub sources: SourceMap,
    /// Every file and folder that the output depends on.
    pub inputs: Vec<PathBuf>,
}

impl Config {
    /// Nothing yet; name at least one package.
    pub fn new() -> Self {
        Config::default()
    }

    /// The folder that package patterns are relative to, itself relative to the crate's folder. Without it, the crate's folder.
    pub fn directory(&mut self, directory: impl AsRef<Path>) -> &mut Self {
        directory.as_ref().clone_into(&mut self.settings.directory);
        self
    }

    /// Adds Go packages: `./api/v1`, `./...`, `k8s.io/api/apps/v1`.
    pub fn package(&mut self, pattern: impl Into<String>) -> &mut Self {
        self.settings.packages.push(pattern.into());
        self
    }

    /// Says where a Go module lies.
    pub fn module(&mut self, module: impl Into<String>, directory: impl AsRef<Path>) -> &mut Self {
        self.settings.modules.insert(module.into(), directory.as_ref().to_path_buf());
        self
    }

    /// Adds a derive to every type.
    pub fn derive(&mut self, path: impl Into<String>) -> &mut Self {
        self.settings.rust.derives.push(path.into());
        self
    }

    /// Uses existing Rust types for a Go package.
    pub fn extern_package(&mut self, package: impl Into<String>, rust_path: impl Into<String>) -> &mut Self {
        self.settings.rust.extern_packages.insert(package.into(), rust_path.into());
        self
    }

    /// The Kubernetes version that counts, such as `1.35`. A version that idlgen does not know fails the build.
    pub fn kubernetes_version(&mut self, version: &str) -> &mut Self {
        match kubernetes_minor(version) {
            Some(minor) => self.settings.kubernetes_minor = minor,
            None => self.problems.push(format!("Kubernetes version {version:?}: must be from 1.25 to 1.37")),
        }
        self
    }

    /// The tool whose understanding of comments and tags counts: `idlgen`, which is the default, or `openapi-gen`. Another name fails the build.
    pub fn compat(&mut self, tool: &str) -> &mut Self {
        match ToolName::from_name(tool) {
            Some(compatibility) => self.settings.compatibility = compatibility,
            None => self
                .problems
                .push(format!("compat {tool:?}: must be {}", Tool::NAMES.map(|name| format!("{name:?}")).join(" or "))),
        }
        self
    }

    /// Lets CEL rules use the functions that KEP-4153 proposed and no API server has.
    pub fn kep_4153_functions(&mut self) -> &mut Self {
        self.settings.kep_4153_functions = true;
        self
    }

    /// Lets tags of another tool pass; a `*` at the end stands for anything.
    pub fn allow_tag(&mut self, name: impl Into<String>) -> &mut Self {
        self.settings.allowed_tags.push(name.into());
        self
    }

    /// Writes to this folder instead of OUT_DIR.
    pub fn out_dir(&mut self, directory: impl AsRef<Path>) -> &mut Self {
        self.out_directory = Some(directory.as_ref().to_path_buf());
        self
    }

    /// Generates, writes what changed, and tells Cargo everything: what to watch, what is wrong. Errors fail the build, by `cargo::error`.
    #[expect(clippy::disallowed_methods, reason = "a build script's contract with Cargo is its environment")]
    pub fn compile(&mut self) {
        let Some(directory) = self.out_directory.clone().or_else(|| std::env::var_os("OUT_DIR").map(PathBuf::from))
        else {
            cargo::error(
                "OUT_DIR is not set: idlgen::build::Config::compile is for build scripts; elsewhere call out_dir or generate",
            );
            return;
        };
        for variable in cargo::VARIABLES {
            cargo::rerun_if_env_changed(variable);
        }
        let environment = GoEnvironment::from_variables(|name| std::env::var(name).ok());
        let mut output = self.generate(&DiskFileSystem, environment);
        for input in &output.inputs {
            cargo::rerun_if_changed(input);
        }
        if !output.diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error)
            && let Err(error) = output.files.write(&directory)
        {
            output.diagnostics.push(Diagnostic::new(FILE_ACCESS, error.to_string()));
        }
        cargo::diagnostics(&output.diagnostics, &output.sources);
    }

    /// Generates in memory: reads through `files`, prints and writes nothing.
    pub fn generate(&self, files: &dyn FileSystem, environment: GoEnvironment) -> Output {
        let mut diagnostics: Vec<Diagnostic> =
            self.problems.iter().map(|problem| Diagnostic::new(BAD_CONFIGURATION_VALUE, problem.as_str())).collect();
        if self.settings.packages.is_empty() {
            diagnostics.push(Diagnostic::new(NO_PACKAGES, "no Go packages were named").note("call Config::package"));
        }
        let mut session = Session::new(self.settings.clone(), environment, files, SourceMap::default());
        if !diagnostics.is_empty() {
            return Output { files: Files::default(), diagnostics, sources: session.sources, inputs: Vec::new() };
        }
        let generated = session.generate(&Outputs { openapi: false, rust: true, single_file: true });
        Output {
            files: generated.files,
            diagnostics: generated.diagnostics,
            sources: session.sources,
            inputs: generated.inputs,
        }
    }
}
