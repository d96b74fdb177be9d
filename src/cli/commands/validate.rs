//! The command `idlgen validate`.

use std::{collections::BTreeSet, fmt::Write, path::PathBuf, time::Instant};

use clap::{Parser, ValueEnum, ValueHint};

use super::{
    command::Run,
    comparison::differences,
    counted::count,
    exclusion::Exclusion,
    go_packages::go_packages,
    kinds::KindArguments,
    object_files::is_input,
    object_inputs::{ObjectInputs, read_object_files},
    old_objects::{Old, old_files},
    preparation::{exit_of, session},
    unmatched::{warn_of_codes, warn_of_exclusions},
    watch::Watched,
};
use crate::{
    cli::{
        Exit,
        arguments::GlobalArguments,
        flags::{Flags, ReadingAndValidating},
        terminal::Terminal,
    },
    diag::{Code, Diagnostic, Severity},
    objects::{Catalog, KindName, ObjectFile, ObjectOptions, ObjectValidator, Summary, Verdicts, validator::Request},
    session::{Reading, Session},
    source::{DiskFileSystem, FileSystem},
};

/// Validate YAML and JSON objects as an API server does.
///
/// Each object is validated by its apiVersion and kind. Kinds come from the CustomResourceDefinitions of --crd, the Go
/// types of --go, the documents of --openapi, the CustomResourceDefinitions among the objects, and Kubernetes itself.
/// The first source that defines a kind is used.
#[derive(Debug, Parser)]
#[command(name = "validate")]
pub(super) struct Validate {
    /// Files or directories with objects; `-` is standard input.
    ///
    /// A file can contain several YAML documents. In a directory, *.yaml, *.yml and *.json files are read.
    #[arg(value_name = "FILE|DIR", required = true, value_hint = ValueHint::AnyPath)]
    files: Vec<PathBuf>,

    #[command(flatten)]
    kinds: KindArguments,

    /// Validate the objects as updates of these old objects.
    ///
    /// Old objects are matched by apiVersion, kind, namespace and name, or by position with --type. git:REVISION reads
    /// the same paths at that revision.
    #[arg(long, value_name = "FILE|DIR|git:REVISION", value_hint = ValueHint::AnyPath)]
    old: Vec<Old>,

    /// Validate with these CustomResourceDefinitions too, and report different results.
    ///
    /// This shows what the next release of your CustomResourceDefinitions accepts or rejects. May be repeated.
    #[arg(long, value_name = "FILE|DIR", value_hint = ValueHint::AnyPath)]
    compare: Vec<PathBuf>,

    /// Validate requests that write only this subresource.
    #[arg(long, value_name = "NAME")]
    subresource: Option<Subresource>,

    /// Select the severity of fields that the schema does not define.
    #[arg(long, value_name = "WHAT", default_value = "error")]
    unknown_fields: UnknownFields,

    /// Skip objects of unknown kinds, like --unknown-kinds ignore.
    #[arg(long, conflicts_with = "unknown-kinds")]
    ignore_missing: bool,

    /// Print the number of objects and results of each kind.
    #[arg(long)]
    summary: bool,

    /// Validate again whenever a file changes.
    #[arg(long)]
    watch: bool,

    /// Succeed if an input contains no objects.
    #[arg(long)]
    allow_empty: bool,

    #[command(flatten)]
    judging: Flags<ReadingAndValidating>,
}

/// The effect of an unknown field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum UnknownFields {
    /// An error, as under `kubectl --validate=strict`.
    Error,
    /// A warning.
    Warn,
    /// No diagnostic.
    Ignore,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Subresource {
    /// The status, which controllers write.
    Status,
}

impl Run for Validate {
    fn run(self, global: &GlobalArguments, terminal: &mut Terminal) -> Exit {
        let mut inputs = self.files.iter().chain(&self.kinds.definitions).chain(&self.compare);
        if self.watch && inputs.any(|path| is_input(path)) {
            terminal.fatal("--watch requires files; it cannot watch standard input");
            return Exit::Environment;
        }
        loop {
            let mut folders = Vec::new();
            let exit = once(&self, global, &mut folders, terminal);
            if !self.watch {
                return exit;
            }
            terminal.finish();
            let watched = Watched::new(&folders, &self.files);
            terminal.status(&format!("watching {}; press Ctrl-C to stop", count(watched.count(), "path")));
            let changed = watched.wait().display().to_string();
            terminal.status(&format!("changed: {changed}"));
            terminal.begin_again(global);
        }
    }
}

/// Validates objects once. Adds the searched directories to `folders`.
fn once(arguments: &Validate, global: &GlobalArguments, folders: &mut Vec<PathBuf>, terminal: &Terminal) -> Exit {
    let (global, packages) = go_packages(&arguments.kinds.packages, global);
    let prepared = session(&global, &arguments.judging.given, &packages, arguments.kinds.fetching, terminal);
    let kinds = prepared.and_then(|mut session| Ok((arguments.kinds.read(&mut session, terminal)?, session)));
    let (mut kinds, mut session) = match kinds {
        Ok(prepared) => prepared,
        Err(exit) => return exit,
    };
    folders.append(&mut kinds.folders);
    folders.extend(kinds.reading().into_iter().flat_map(|reading| reading.folders.iter().cloned()));
    let mut exit = kinds.reading().map_or(Exit::Clean, |reading| exit_of(&reading.diagnostics));
    let exclusions: Vec<Exclusion> =
        session.settings.objects.exclude.iter().map(|pattern| Exclusion::new(pattern)).collect();
    let mut texts = read_object_files(&arguments.files, &exclusions, &mut session.sources, &mut exit, terminal);
    folders.append(&mut texts.folders);
    kinds.take_definitions_of(&texts.files, &session);
    if let Err(exit) = kinds.read_compared(&arguments.compare, &mut session, terminal) {
        return exit;
    }
    let mut old = Vec::new();
    for argument in &arguments.old {
        old.extend(old_files(argument, &arguments.files, &exclusions, &mut session.sources, &mut exit, terminal));
    }

    let options = match options(arguments, &session) {
        Ok(options) => options,
        Err(message) => {
            terminal.fatal(&message);
            return Exit::Environment;
        }
    };
    let by_others = |catalog| compared(&catalog, options.clone(), &old, &texts.files);
    let others = kinds.compared_catalog(&session).map(by_others);
    let catalog = kinds.catalog(&session);
    let mut validator = match ObjectValidator::new(&catalog, options) {
        Ok(validator) => validator,
        Err(error) => {
            terminal.fatal(&error.to_string());
            return Exit::Environment;
        }
    };
    for file in &texts.files {
        validator.add_templates(file);
    }
    let mut shown = kinds.reading().map_or_else(Vec::new, Reading::diagnostics_for_objects);
    for file in &old {
        shown.extend(validator.add_old(file));
    }
    let mut verdicts = Verdicts::default();
    let files = texts.files.len();
    let started = Instant::now();
    let validated = validator.validate_all(&texts.files, &mut |done| {
        terminal.progress(started, &format!("{done} of {}", count(files, "file")));
    });
    let is_empty: Vec<bool> = validated.iter().map(crate::objects::ValidatedFile::is_empty).collect();
    for file in validated {
        verdicts.add(file);
    }
    terminal.validated(&verdicts.objects, &session.sources);
    let differences = others.map_or_else(Vec::new, |others| differences(&verdicts.findings, &others));
    let has_old_errors = shown.iter().any(|finding| finding.severity == Severity::Error);
    shown.extend(verdicts.findings.iter().cloned());
    shown.extend(differences.iter().cloned());
    terminal.findings(&shown, &session.sources);
    let given = &arguments.judging.given;
    warn_of_exclusions(given, &exclusions, &verdicts.objects, terminal);
    let mut found: BTreeSet<Code> = verdicts.findings.iter().map(|finding| finding.code).collect();
    found.extend(kinds.reading().into_iter().flat_map(|reading| reading.found.iter().copied()));
    warn_of_codes(given, &found, terminal);
    if arguments.summary {
        terminal.out_of_band(&by_kind(&verdicts));
    }
    let skipped = texts.arguments.iter().map(|argument| argument.skipped).sum();
    terminal.status(&summary_line(&verdicts, files, skipped));
    exit = exit.max(without_objects(arguments, &texts, &is_empty, verdicts.summary, skipped, terminal));
    let is_clean = !verdicts.has_errors() && !has_old_errors && differences.is_empty();
    if !arguments.watch {
        // The process ends here, so let the system free the memory: freeing it here takes a noticeable part of a short
        // run.
        std::mem::forget(validator);
        std::mem::forget(catalog);
        std::mem::forget(kinds);
    }
    exit.max(if is_clean { Exit::Clean } else { Exit::Findings })
}

/// Returns the diagnostics of the CRDs to compare with.
fn compared(
    catalog: &Catalog<'_>,
    options: ObjectOptions,
    old: &[ObjectFile],
    files: &[ObjectFile],
) -> Vec<Diagnostic> {
    // The other validation has already reported a missing type.
    let Ok(mut validator) = ObjectValidator::new(catalog, options) else { return Vec::new() };
    for file in old {
        validator.add_old(file);
    }
    let mut verdicts = Verdicts::default();
    for file in validator.validate_all(files, &mut |_| ()) {
        verdicts.add(file);
    }
    verdicts.findings
}

/// Reports inputs without validated objects.
fn without_objects(
    arguments: &Validate,
    texts: &ObjectInputs<'_>,
    is_empty: &[bool],
    summary: Summary,
    skipped: usize,
    terminal: &Terminal,
) -> Exit {
    if arguments.allow_empty {
        return Exit::Clean;
    }
    let mut exit = Exit::Clean;
    let objects = summary.all() - summary.skipped;
    for argument in &texts.arguments {
        // Excluding files is intentional.
        let has_nothing = is_empty.get(argument.files.clone()).unwrap_or_default().iter().all(|is_empty| *is_empty)
            && argument.skipped == 0
            && !argument.has_failed;
        // One of several files may be empty; a directory or an input without an object is probably an error.
        if has_nothing && (objects == 0 || is_input(argument.path) || DiskFileSystem.is_directory(argument.path)) {
            let path = argument.path;
            let name = if is_input(path) { "standard input".into() } else { path.to_string_lossy() };
            terminal.fatal(&format!("{name}: no objects found (--allow-empty allows this)"));
            exit = Exit::Findings;
        }
    }
    if objects == 0 && summary.skipped + skipped > 0 {
        terminal.fatal("all objects were skipped (--allow-empty allows this)");
        exit = Exit::Findings;
    }
    exit
}

/// Formats `3 objects in 2 files: 1 valid, 1 invalid, 1 skipped (1 kustomization); --exclude skipped 1 path`.
fn summary_line(verdicts: &Verdicts, files: usize, skipped: usize) -> String {
    let summary = verdicts.summary;
    let mut text = format!("{} in {}: {}", count(summary.all(), "object"), count(files, "file"), described(summary));
    let reasons: Vec<String> = verdicts.skipped.iter().map(|(reason, number)| reason.count(*number)).collect();
    if !reasons.is_empty() {
        let _ = write!(text, " ({})", reasons.join(", "));
    }
    if skipped != 0 {
        let _ = write!(text, "; --exclude skipped {}", count(skipped, "path"));
    }
    text
}

fn described(summary: Summary) -> String {
    let mut text = format!("{} valid, {} invalid", summary.valid, summary.invalid);
    for (number, what) in [(summary.not_validated, "not validated"), (summary.skipped, "skipped")] {
        if number != 0 {
            let _ = write!(text, ", {number} {what}");
        }
    }
    text
}

/// Formats one line per kind: `apps/v1 Deployment: 3 objects: 2 valid, 1 invalid`.
fn by_kind(verdicts: &Verdicts) -> String {
    let mut text = String::new();
    for ((api_version, kind), summary) in verdicts.by_kind() {
        let name = format!("{api_version} {kind}");
        let name = if name.trim().is_empty() { "without apiVersion and kind" } else { name.trim() };
        let _ = writeln!(text, "{name}: {}: {}", count(summary.all(), "object"), described(summary));
    }
    text
}

/// Returns the validation options from the arguments, or an error message.
fn options(arguments: &Validate, session: &Session<'_>) -> Result<ObjectOptions, String> {
    let mut excluded_kinds = Vec::new();
    let lists = &session.settings.objects.exclude_kinds;
    for kind in lists.iter().flat_map(|list| KindName::split(list)) {
        excluded_kinds.push(kind.parse().map_err(|error| format!("--exclude-kind {kind}: {error}"))?);
    }
    let request = match arguments.subresource {
        Some(Subresource::Status) => Request::Status,
        None => Request::Object,
    };
    let unknown_fields = match arguments.unknown_fields {
        UnknownFields::Error => Severity::Error,
        UnknownFields::Warn => Severity::Warning,
        UnknownFields::Ignore => Severity::Off,
    };
    let unknown_kinds = if arguments.ignore_missing { Severity::Off } else { session.settings.objects.unknown_kinds };
    let severities = session.settings.severities.clone();
    let type_name = arguments.kinds.type_name();
    let message_style = session.settings.objects.message_style;
    Ok(ObjectOptions { type_name, request, unknown_fields, unknown_kinds, excluded_kinds, severities, message_style })
}
