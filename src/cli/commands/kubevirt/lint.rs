//! The command `idlgen kubevirt lint`.

use std::path::{Path, PathBuf};

use clap::{Args, ValueHint};

use super::inputs::{Inputs, with_severities};
use crate::{
    cli::{
        Exit,
        arguments::{FetchArguments, GlobalArguments},
        commands::{
            counted::count,
            fixes::{self, FixArguments},
            object_files::is_input,
            object_inputs::object_file,
            preparation::{exit_of, session},
        },
        flags::{Flags, Rules},
        terminal::Terminal,
    },
    diag::{Diagnostic, Severities, Severity},
    kubevirt::lint,
    objects::ObjectFile,
    session::Linted,
    source::{self, FileSystem, SourceMap},
};

/// Arguments of the command.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  idlgen kubevirt lint templates/
  idlgen kubevirt lint --diff template.yaml          # what --fix would change
  idlgen kubevirt lint --fix --unsafe-fixes template.yaml
  idlgen explain kubevirt-stray-path                 # explains one diagnostic")]
pub(super) struct KubevirtLint {
    /// YAML or JSON files with virtual machines or OpenShift templates.
    ///
    /// `-` is standard input. In directories, idlgen reads *.yaml, *.yml and *.json.
    #[arg(value_name = "FILE|DIR", required = true, value_hint = ValueHint::AnyPath)]
    files: Vec<PathBuf>,

    #[command(flatten)]
    fixing: FixArguments,

    /// Treat warnings as errors.
    #[arg(long, visible_alias = "deny-warnings")]
    warnings_as_errors: bool,

    #[command(flatten)]
    settings: Flags<Rules>,
}

/// The numbers of the summary.
#[derive(Clone, Copy, Debug, Default)]
struct Summary {
    annotations: usize,
    rules: usize,
    errors: usize,
    warnings: usize,
}

impl Summary {
    fn add(&mut self, findings: &[Diagnostic]) {
        let of = |severity| findings.iter().filter(|finding| finding.severity == severity).count();
        self.errors += of(Severity::Error);
        self.warnings += of(Severity::Warning);
    }
}

/// Lints template rules.
pub(super) fn run(arguments: &KubevirtLint, global: &GlobalArguments, terminal: &mut Terminal) -> Exit {
    terminal.output_is_data = arguments.fixing.diff;
    let session = match session(global, &arguments.settings.given, &[], FetchArguments::default(), terminal) {
        Ok(session) => session,
        Err(exit) => return exit,
    };
    let mut severities = session.settings.severities.clone();
    severities.deny_warnings |= arguments.warnings_as_errors;
    let mut exit = Exit::Clean;
    let mut inputs = Inputs::find(&arguments.files, &mut exit, terminal);
    let mut summary = Summary::default();
    if arguments.fixing.is_set() {
        if inputs.paths().any(is_input) {
            terminal.fatal("--fix and --diff change files; `-` is not a file");
            return Exit::Environment;
        }
        // Report unreadable files once, here rather than in every round of fixes.
        inputs.each(&mut exit, terminal, |_| ());
        let paths: Vec<PathBuf> = inputs.paths().map(Path::to_owned).collect();
        let environment = session.environment.clone();
        let judge = |files: &dyn FileSystem, sources| lint_all(&paths, files, sources, &severities);
        let fixed = fixes::fix_with(judge, SourceMap::default(), &environment, arguments.fixing.unsafe_fixes);
        terminal.findings(&fixed.linted.diagnostics, &fixed.sources);
        summary.add(&fixed.linted.diagnostics);
        match fixes::finish(&fixed, arguments.fixing.diff, terminal) {
            Ok(changed) => exit = exit.max(changed),
            Err(message) => {
                terminal.fatal(&message);
                return Exit::Environment;
            }
        }
        exit = exit.max(exit_of(&fixed.linted.diagnostics));
        terminal.status(&format!("{}, {}", count(summary.errors, "error"), count(summary.warnings, "warning")));
        return exit;
    }
    let files = inputs.count();
    inputs.each(&mut exit, terminal, |input| {
        if input.is_foreign() {
            return;
        }
        let (findings, problems, seen) = lint_file(&input.file);
        let mut shown = input.problems(problems, &severities);
        shown.extend(with_severities(findings, &severities));
        summary.annotations += seen.annotations;
        summary.rules += seen.rules;
        summary.add(&shown);
        terminal.findings(&shown, &input.sources);
    });
    terminal.status(&format!(
        "{} in {} of {}: {}, {}",
        count(summary.rules, "rule"),
        count(summary.annotations, "annotation"),
        count(files, "file"),
        count(summary.errors, "error"),
        count(summary.warnings, "warning")
    ));
    exit.max(if summary.errors > 0 { Exit::Findings } else { Exit::Clean })
}

/// Returns the findings in a file, its YAML problems, and its part of the summary.
fn lint_file(file: &ObjectFile) -> (Vec<Diagnostic>, Vec<Diagnostic>, Summary) {
    let (mut findings, mut seen) = (Vec::new(), Summary::default());
    let problems = file.read_documents("kubevirt lint", |document, root| {
        let linted = lint(document, root);
        seen.annotations += linted.annotations;
        seen.rules += linted.rules;
        findings.extend(linted.findings);
    });
    findings.sort_by_key(|finding| finding.primary.as_ref().map(|label| label.span));
    (findings, problems, seen)
}

/// Lints the files with their current content in `files`. Fixes change this content.
fn lint_all(
    paths: &[PathBuf],
    files: &dyn FileSystem,
    mut sources: SourceMap,
    severities: &Severities,
) -> (Linted, SourceMap) {
    let mut linted = Linted::default();
    for path in paths {
        let Ok(text) = source::text(path.display(), files.read(&fixes::key(path))) else { continue };
        let file = object_file(&mut sources, path, path, text);
        linted.diagnostics.extend(with_severities(lint_file(&file).0, severities));
    }
    linted.found = linted.diagnostics.iter().map(|finding| finding.code).collect();
    (linted, sources)
}
