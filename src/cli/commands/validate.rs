//! `idlgen validate`

use std::{
    collections::BTreeSet,
    fmt::Write,
    path::{Path, PathBuf},
};

use clap::{Parser, ValueEnum, ValueHint};

use super::{
    Run,
    exclusion::Exclusion,
    go_packages::go_packages,
    object_files::{FoundFile, object_files},
    output::count,
    preparation::{exit_of, has_errors, read_found, read_text, session, standard_input},
};
use crate::{
    cli::{
        Exit,
        arguments::GlobalArguments,
        flags::{Flags, Judging},
        terminal::Terminal,
    },
    diag::Severity,
    model::PackageId,
    modules::codes::CHOSEN_VERSIONS,
    objects::{self, Judge, ObjectFile, ObjectOptions, Tally},
    session::{Reading, Session},
    source::{DiskFileSystem, FileSystem},
};

/// Validate objects in YAML or JSON files against Go types.
#[derive(Debug, Parser)]
#[command(name = "validate")]
pub(super) struct Validate {
    /// YAML or JSON files, several documents each if you like; `-` is standard input, a folder is searched for *.yaml,
    /// *.yml and *.json.
    #[arg(value_name = "FILE", required = true, value_hint = ValueHint::AnyPath)]
    files: Vec<PathBuf>,

    /// The Go package (a folder or an import path) that has the types. May be repeated, and may be a pattern.
    #[arg(long = "go", value_name = "PACKAGE", required = true)]
    packages: Vec<String>,

    /// The Go type of the objects, instead of the one found by apiVersion and kind.
    #[arg(long = "type", value_name = "NAME")]
    type_name: Option<String>,

    /// Judge an update: the old objects, matched by apiVersion, kind, namespace and name (or by position with --type).
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    old: Vec<PathBuf>,

    /// What a field means that the type does not have.
    #[arg(long, value_name = "WHAT", default_value = "error")]
    unknown_fields: UnknownFields,

    /// Let files, folders and an input without any object pass. Without this, that nothing was judged is a finding.
    #[arg(long)]
    allow_empty: bool,

    #[command(flatten)]
    judging: Flags<Judging>,
}

/// What an unknown field means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum UnknownFields {
    /// An error, as under `kubectl --validate=strict`.
    Error,
    /// A warning.
    Warn,
    /// Nothing.
    Ignore,
}

impl Run for Validate {
    fn run(self, global: &GlobalArguments, terminal: &mut Terminal) -> Exit {
        run(&self, global, terminal)
    }
}

/// Judges objects.
fn run(arguments: &Validate, global: &GlobalArguments, terminal: &mut Terminal) -> Exit {
    let (global, packages) = go_packages(&arguments.packages, global);
    let mut session = match session(&global, &arguments.judging.given, &packages, terminal) {
        Ok(session) => session,
        Err(exit) => return exit,
    };
    let mut reading = session.read();
    let lowered = session.lower(&mut reading);
    session.settle(&mut reading);
    let Some(faulty) = faulty_packages(&reading) else {
        terminal.diagnostics(&reading.diagnostics, &session.sources);
        terminal.status("no object was judged, because the Go packages cannot be read");
        return exit_of(&reading.diagnostics);
    };

    if let Some(name) = &arguments.type_name
        && let Err(error) = objects::find_type(&reading.model, name)
    {
        terminal.fatal(&error.to_string());
        return Exit::Environment;
    }

    let mut exit = exit_of(&reading.diagnostics);
    let options = match options(arguments, &session) {
        Ok(options) => options,
        Err(message) => {
            terminal.fatal(&message);
            return Exit::Environment;
        }
    };
    let exclusions: Vec<Exclusion> =
        session.settings.objects.exclude.iter().map(|pattern| Exclusion::new(pattern)).collect();
    let mut judge = Judge::new(&reading.model, &lowered, options);
    judge.leave_out(faulty);
    for argument in &arguments.old {
        for path in object_files(argument, &exclusions, &mut exit, terminal).found {
            if let Some(file) = open(&path, &mut session, &mut exit, terminal) {
                judge.add_old(&file);
            }
        }
    }
    let mut files = 0;
    let mut left_out = 0;
    let mut empty = Vec::new();
    for argument in &arguments.files {
        let before = (judge.tally, judge.findings.len(), exit);
        let named = object_files(argument, &exclusions, &mut exit, terminal);
        left_out += named.left_out;
        for path in named.found {
            if let Some(file) = open(&path, &mut session, &mut exit, terminal) {
                files += 1;
                judge.judge(&file);
            }
        }
        // What is left out was meant to be.
        if before == (judge.tally, judge.findings.len(), exit) && named.left_out == 0 {
            empty.push(argument);
        }
    }
    let tally = judge.tally;
    let findings = std::mem::take(&mut judge.findings);
    // What keeps objects from being judged is part of the answer, and by which types; warnings are `lint`'s.
    let mut shown = reading.diagnostics;
    shown.retain(|diagnostic| diagnostic.severity == Severity::Error || diagnostic.code == CHOSEN_VERSIONS);
    shown.extend(findings.iter().cloned());
    terminal.findings(&shown, &session.sources);
    for exclusion in exclusions.iter().filter(|exclusion| !exclusion.is_used()) {
        terminal.status(&format!("--exclude {}: there is nothing that it leaves out", exclusion.pattern()));
    }
    let objects = tally.valid + tally.invalid + tally.not_judged;
    terminal.status(&summary(tally, files, left_out));
    // A file may be empty among others; a folder or an input without an object is not what was meant.
    empty.retain(|argument| objects == 0 || is_input(argument) || DiskFileSystem.is_directory(argument));
    if !arguments.allow_empty && !empty.is_empty() {
        for argument in empty {
            let name = if is_input(argument) { "standard input".into() } else { argument.to_string_lossy() };
            terminal
                .fatal(&format!("{name}: there is no object, so nothing was judged (--allow-empty lets this pass)"));
        }
        exit = exit.max(Exit::Findings);
    }
    if !arguments.allow_empty && objects == 0 && tally.left_out + left_out > 0 {
        terminal.fatal("everything was left out, so nothing was judged (--allow-empty lets this pass)");
        exit = exit.max(Exit::Findings);
    }
    exit.max(if has_errors(&findings) { Exit::Findings } else { Exit::Clean })
}

/// `3 objects in 2 files: 1 valid, 1 invalid, 1 left out; 1 file or folder left out`
fn summary(tally: Tally, files: usize, left_out: usize) -> String {
    let objects = tally.valid + tally.invalid + tally.not_judged + tally.left_out;
    let mut text = format!(
        "{} in {}: {} valid, {} invalid",
        count(objects, "object"),
        count(files, "file"),
        tally.valid,
        tally.invalid
    );
    for (number, what) in [(tally.not_judged, "not judged"), (tally.left_out, "left out")] {
        if number != 0 {
            let _ = write!(text, ", {number} {what}");
        }
    }
    if left_out != 0 {
        let _ = write!(text, "; --exclude left out {}", count(left_out, "path"));
    }
    text
}

/// The packages with errors; `None` if something is wrong that is of no package, so that nobody knows what was not
/// read.
fn faulty_packages(reading: &Reading) -> Option<BTreeSet<PackageId>> {
    let errors = reading.diagnostics.iter().filter(|diagnostic| diagnostic.severity == Severity::Error);
    errors
        .map(|error| {
            let file = error.primary.as_ref()?.span.file;
            reading.model.packages.iter().find(|package| package.files.contains(&file)).map(|package| package.id)
        })
        .collect()
}

/// How the objects are to be judged, or what is wrong with how a kind is named.
fn options(arguments: &Validate, session: &Session<'_>) -> Result<ObjectOptions, String> {
    let mut options = ObjectOptions::default();
    options.type_name.clone_from(&arguments.type_name);
    options.unknown_fields = match arguments.unknown_fields {
        UnknownFields::Error => Severity::Error,
        UnknownFields::Warn => Severity::Warning,
        UnknownFields::Ignore => Severity::Off,
    };
    options.zero_mode = session.settings.objects.zero_mode;
    options.native_packages.clone_from(&session.settings.objects.native_packages);
    options.kubernetes_minor = session.settings.kubernetes_minor;
    options.severities.clone_from(&session.settings.severities);
    options.unknown_kinds = session.settings.objects.unknown_kinds;
    for kind in &session.settings.objects.exclude_kinds {
        options.excluded_kinds.push(kind.parse().map_err(|error| format!("--exclude-kind {kind}: {error}"))?);
    }
    Ok(options)
}

fn is_input(path: &Path) -> bool {
    path == Path::new("-")
}

fn open(found: &FoundFile, session: &mut Session<'_>, exit: &mut Exit, terminal: &Terminal) -> Option<ObjectFile> {
    let path = found.path.as_path();
    let text = match found.is_named {
        true if is_input(path) => standard_input(),
        true => read_text(path),
        false => read_found(path),
    };
    match text {
        Ok(text) => {
            let shown = if found.is_named && is_input(path) { Path::new("<stdin>") } else { path };
            let file = session.sources.add(shown, text.as_str());
            Some(ObjectFile::parse(file, &text))
        }
        Err(reason) => {
            terminal.fatal(&reason);
            *exit = Exit::Environment;
            None
        }
    }
}
