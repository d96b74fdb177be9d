//! The files of a command line, processed one at a time to limit memory usage.

use std::path::{Path, PathBuf};

use crate::{
    cli::{
        Exit,
        commands::{
            object_files::{FoundFile, object_files},
            object_inputs::object_file,
        },
        terminal::Terminal,
    },
    diag::{Diagnostic, Severities},
    objects::{ObjectFile, codes::NOT_YAML},
    source::{DiskFileSystem, SourceMap},
};

/// The files of a command line.
pub(super) struct Inputs {
    found: Vec<FoundFile>,
    /// The content of standard input.
    input: Option<Result<String, String>>,
}

/// A file with its content.
pub(super) struct Input {
    /// The sources, which contain only this file.
    pub(super) sources: SourceMap,
    pub(super) file: ObjectFile,
    /// `true` if it was found in a directory, `false` if it was specified.
    is_found: bool,
}

impl Inputs {
    /// Finds the files of the arguments. Reports errors, and sets `exit` accordingly.
    pub(super) fn find(arguments: &[PathBuf], exit: &mut Exit, terminal: &Terminal) -> Self {
        let mut found = Vec::new();
        for argument in arguments {
            found.extend(object_files(&DiskFileSystem, argument, &[], exit, terminal).found);
        }
        Inputs { found, input: None }
    }

    pub(super) fn count(&self) -> usize {
        self.found.len()
    }

    /// Iterates over the paths of the files.
    pub(super) fn paths(&self) -> impl Iterator<Item = &Path> {
        self.found.iter().map(|found| found.path.as_path())
    }

    /// Calls `visit` for each readable file. Reports unreadable ones, and sets `exit` accordingly.
    pub(super) fn each(&mut self, exit: &mut Exit, terminal: &Terminal, visit: impl FnMut(Input)) {
        self.visit(visit, |reason| {
            terminal.fatal(reason);
            *exit = Exit::Environment;
        });
    }

    /// Calls `visit` for each readable file.
    pub(super) fn each_readable(&mut self, visit: impl FnMut(Input)) {
        self.visit(visit, |_| ());
    }

    fn visit(&mut self, mut visit: impl FnMut(Input), mut fail: impl FnMut(&str)) {
        for found in &self.found {
            // Standard input can only be read once.
            let text =
                if found.is_input() { self.input.get_or_insert_with(|| found.read()).clone() } else { found.read() };
            match text {
                Ok(text) => {
                    let mut sources = SourceMap::default();
                    let file = object_file(&mut sources, found.shown(), &found.path, text);
                    visit(Input { sources, file, is_found: !found.is_named });
                }
                Err(reason) => fail(&reason),
            }
        }
    }
}

impl Input {
    /// Returns `true` if the file was found in a directory and does not contain KubeVirt objects.
    pub(super) fn is_foreign(&self) -> bool {
        self.is_found && !self.file.mentions("VirtualMachine") && !self.file.mentions("validations")
    }

    /// Returns the problems of the file with the configured severities.
    pub(super) fn problems(&self, problems: Vec<Diagnostic>, severities: &Severities) -> Vec<Diagnostic> {
        let mut problems = problems;
        if self.file.mentions("{%") {
            // The actions are a problem in each document.
            problems.truncate(1);
        }
        with_severities(problems, severities)
    }
}

/// Applies the configured severities to findings.
pub(super) fn with_severities(mut findings: Vec<Diagnostic>, severities: &Severities) -> Vec<Diagnostic> {
    for finding in &mut findings {
        finding.severity = severities.of(finding.code, finding.severity, finding.code == NOT_YAML);
    }
    findings
}
