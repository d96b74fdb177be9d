//! `idlgen default` and `idlgen prune`: prepare objects like a server.

use std::{fmt::Write, path::PathBuf};

use clap::{Args, Parser, ValueEnum, ValueHint};

use super::{
    command::Run,
    counted::count,
    exclusion::Exclusion,
    go_packages::go_packages,
    kinds::KindArguments,
    object_inputs::{add_findings, read_object_files},
    preparation::{exit_of, session},
};
use crate::{
    cli::{
        Exit,
        arguments::GlobalArguments,
        flags::{Flags, Preparing},
        terminal::Terminal,
    },
    diag::Severity,
    objects::{Change, ObjectOptions, ObjectValidator, Prepared, Step},
    session::Reading,
};

/// Print objects with defaults, as an API server stores them.
///
/// As on an API server, unknown fields are pruned, disallowed nulls are dropped, and then defaults are applied. On
/// creation, a server also drops `status` if the kind has the status subresource, the namespace of cluster-scoped
/// kinds, and metadata that it sets itself (uid, resourceVersion, generation, creationTimestamp, managedFields and
/// others). The output does not contain that metadata. Objects are not validated.
#[derive(Debug, Parser)]
#[command(name = "default")]
pub(super) struct Default {
    #[command(flatten)]
    arguments: PreparedArguments,
}

/// Print objects without fields that their schema does not define.
///
/// Pruning is the first step of an API server. Objects are not validated.
#[derive(Debug, Parser)]
#[command(name = "prune")]
pub(super) struct Prune {
    #[command(flatten)]
    arguments: PreparedArguments,
}

/// The arguments of both commands.
#[derive(Debug, Args)]
struct PreparedArguments {
    /// Files or directories with objects; `-` is standard input.
    ///
    /// A file can contain several YAML documents. In a directory, *.yaml, *.yml and *.json files are read.
    #[arg(value_name = "FILE|DIR", required = true, value_hint = ValueHint::AnyPath)]
    files: Vec<PathBuf>,

    #[command(flatten)]
    kinds: KindArguments,

    /// Select the output format.
    #[arg(short, long, value_name = "FORMAT", default_value = "yaml")]
    output: OutputFormat,

    /// Print the path of each change instead of the objects.
    #[arg(long)]
    changes: bool,

    /// Succeed if an input contains no objects.
    #[arg(long)]
    allow_empty: bool,

    #[command(flatten)]
    preparing: Flags<Preparing>,
}

/// How objects are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum OutputFormat {
    /// YAML as Kubernetes tools write it, with `---` between objects.
    Yaml,
    /// JSON, one object per line.
    Json,
}

impl Run for Default {
    fn run(self, global: &GlobalArguments, terminal: &mut Terminal) -> Exit {
        run(&self.arguments, Step::Default, global, terminal)
    }
}

impl Run for Prune {
    fn run(self, global: &GlobalArguments, terminal: &mut Terminal) -> Exit {
        run(&self.arguments, Step::Prune, global, terminal)
    }
}

fn run(arguments: &PreparedArguments, step: Step, global: &GlobalArguments, terminal: &mut Terminal) -> Exit {
    terminal.output_is_data = true;
    let (global, packages) = go_packages(&arguments.kinds.packages, global);
    let prepared = session(&global, &arguments.preparing.given, &packages, arguments.kinds.fetching, terminal);
    let kinds = prepared.and_then(|mut session| Ok((arguments.kinds.read(&mut session, terminal)?, session)));
    let (mut kinds, mut session) = match kinds {
        Ok(prepared) => prepared,
        Err(exit) => return exit,
    };
    let mut exit = kinds.reading().map_or(Exit::Clean, |reading| exit_of(&reading.diagnostics));
    let exclusions: Vec<Exclusion> =
        session.settings.objects.exclude.iter().map(|pattern| Exclusion::new(pattern)).collect();
    let texts = read_object_files(&arguments.files, &exclusions, &mut session.sources, &mut exit, terminal);
    kinds.take_definitions_of(&texts.files, &session);
    let type_name = arguments.kinds.type_name();
    let severities = session.settings.severities.clone();
    let options = ObjectOptions { type_name, severities, ..ObjectOptions::default() };
    let catalog = kinds.catalog(&session);
    let validator = match ObjectValidator::new(&catalog, options) {
        Ok(validator) => validator,
        Err(error) => {
            terminal.fatal(&error.to_string());
            return Exit::Environment;
        }
    };
    let mut shown = kinds.reading().map_or_else(Vec::new, Reading::diagnostics_for_objects);
    let mut text = String::new();
    let mut all = 0;
    for file in &texts.files {
        let (objects, said) = validator.prepare(file, step);
        all += objects.len();
        for object in &objects {
            if arguments.changes {
                changes(object, &mut text);
            } else {
                written(object, arguments.output, &mut text);
            }
        }
        add_findings(&mut shown, said);
    }
    terminal.data(&text);
    terminal.findings(&shown, &session.sources);
    let has_errors = shown.iter().any(|finding| finding.severity == Severity::Error);
    if all == 0 && exit == Exit::Clean && !has_errors && !arguments.allow_empty {
        terminal.fatal("no objects found, so nothing was printed (--allow-empty allows this)");
        return Exit::Findings;
    }
    if arguments.changes && text.is_empty() && all > 0 && !has_errors {
        terminal.status(&format!("no changes in {}", count(all, "object")));
    }
    exit.max(if has_errors { Exit::Findings } else { Exit::Clean })
}

fn written(object: &Prepared, form: OutputFormat, text: &mut String) {
    match form {
        OutputFormat::Yaml => {
            if !text.is_empty() {
                text.push_str("---\n");
            }
            text.push_str(&idlgen_yaml::to_string(&object.object));
        }
        OutputFormat::Json => {
            text.push_str(&idlgen_runtime::go::to_json(&object.object));
            text.push('\n');
        }
    }
}

/// Formats changes, one per line: `Widget a: + spec.color: "red"`.
fn changes(object: &Prepared, text: &mut String) {
    for Change { path, before, after, .. } in &object.changes {
        let json = idlgen_runtime::go::to_json;
        let _ = match (before, after) {
            (Some(before), Some(after)) => {
                writeln!(text, "{}: ~ {path}: {} is now {}", object.shown, json(before), json(after))
            }
            (Some(before), None) => writeln!(text, "{}: - {path}: {}", object.shown, json(before)),
            (None, Some(after)) => writeln!(text, "{}: + {path}: {}", object.shown, json(after)),
            (None, None) => Ok(()),
        };
    }
}
