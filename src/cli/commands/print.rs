//! The command `idlgen print`.

use std::{
    path::PathBuf,
    time::{SystemTime, UNIX_EPOCH},
};

use clap::{Parser, ValueHint};
use idlgen_runtime::go::{Instant, Layout, parse_time};
use idlgen_yaml::Node;
use serde_json::Value as Json;

use super::{
    command::Run,
    counted::count,
    go_packages::go_packages,
    object_inputs::{add_findings, read_crds, read_object_files},
    preparation::{exit_of, session},
};
use crate::{
    cli::{
        Exit,
        arguments::{FetchArguments, GlobalArguments, package},
        flags::{Flags, Reading},
        terminal::Terminal,
    },
    listing::{KnownColumns, Output, TableOptions, UnusableOutput, print},
    objects::{BuiltInKinds, Source, list_items},
    session::Purpose,
    settings::Settings,
    source::SourceMap,
};

/// Print objects as `kubectl get` prints them.
///
/// Columns are the printer columns of CustomResourceDefinitions or Go types (+kubebuilder:printcolumn). Other kinds get
/// the columns NAME and AGE, because API servers define the columns of built-in kinds in code.
#[derive(Debug, Parser)]
#[command(name = "print")]
pub(super) struct Print {
    /// Files or directories with objects; `-` is standard input.
    ///
    /// A file can contain several YAML documents. In a directory, *.yaml, *.yml and *.json files are read.
    #[arg(value_name = "FILE", required = true, value_hint = ValueHint::AnyPath)]
    files: Vec<PathBuf>,

    /// Read CustomResourceDefinitions from a file or directory.
    ///
    /// CustomResourceDefinitions among the objects apply too. May be repeated.
    #[arg(long, value_name = "PATH", value_hint = ValueHint::AnyPath)]
    crd: Vec<PathBuf>,

    /// Read Go types from a package, by directory, import path or pattern.
    ///
    /// May be repeated.
    #[arg(long = "go", value_name = "PACKAGE", value_parser = package())]
    packages: Vec<String>,

    /// Select the output format [default: a table].
    ///
    /// wide, json, yaml, name, jsonpath=TEMPLATE, jsonpath-as-json=TEMPLATE or custom-columns=NAME:PATH,…
    #[arg(short, long, value_name = "FORMAT")]
    output: Option<String>,

    /// Compute ages at this time [default: now].
    ///
    /// For example 2024-05-01T12:00:00Z.
    #[arg(long, value_name = "TIME")]
    now: Option<String>,

    /// Omit the column headers.
    #[arg(long)]
    no_headers: bool,

    /// Add the namespace as the first column.
    #[arg(short = 'A', long)]
    all_namespaces: bool,

    /// Add all labels as the last column.
    #[arg(long)]
    show_labels: bool,

    /// Add a column for this label. May be repeated.
    #[arg(short = 'L', long, value_name = "LABEL", value_delimiter = ',')]
    label_columns: Vec<String>,

    /// Succeed if an input contains no objects.
    #[arg(long)]
    allow_empty: bool,

    #[command(flatten)]
    fetching: FetchArguments,

    #[command(flatten)]
    reading: Flags<Reading>,
}

/// Returns the output format and the time for ages, or an error message.
fn wishes(arguments: &Print) -> Result<(Output, Instant), String> {
    let output = match &arguments.output {
        Some(form) => form.parse().map_err(|error: UnusableOutput| format!("--output: {error}"))?,
        None => Output::Table { wide: false },
    };
    let now = match &arguments.now {
        Some(time) => parse_time(Layout::Rfc3339, time)
            .map_err(|_| format!("--now {time}: not a valid time such as 2024-05-01T12:00:00Z"))?,
        None => clock(),
    };
    Ok((output, now))
}

impl Run for Print {
    fn run(self, global: &GlobalArguments, terminal: &mut Terminal) -> Exit {
        terminal.output_is_data = true;
        run(&self, global, terminal)
    }
}

/// Prints objects.
fn run(arguments: &Print, global: &GlobalArguments, terminal: &Terminal) -> Exit {
    let (output, now) = match wishes(arguments) {
        Ok(wishes) => wishes,
        Err(message) => {
            terminal.fatal(&message);
            return Exit::Environment;
        }
    };
    let mut exit = Exit::Clean;
    let mut sources = SourceMap::default();
    let mut columns = KnownColumns::default();
    for path in &arguments.crd {
        let add = |document, _, _: &str| columns.add_definition(&document);
        if let Err(exit) = read_crds("--crd", path, &mut sources, terminal, add) {
            return exit;
        }
    }
    if !arguments.packages.is_empty() {
        let (global, packages) = go_packages(&arguments.packages, global);
        let mut session = match session(&global, &arguments.reading.given, &packages, arguments.fetching, terminal) {
            Ok(session) => session,
            Err(exit) => return exit,
        };
        let (reading, _) = session.read_for(Purpose::Objects);
        columns.add_go_types(&reading.model);
        terminal.diagnostics(&reading.diagnostics_for_objects(), &session.sources);
        exit = exit.max(exit_of(&reading.diagnostics));
    }
    let objects = objects(&arguments.files, &mut sources, &mut exit, terminal);
    for object in &objects {
        columns.add_definition(object);
    }
    for (kind, column) in columns.unrecognized() {
        terminal.line(&format!("{kind}: {column}; this column and the ones after it are not shown"));
    }
    if objects.is_empty() {
        if exit == Exit::Clean && !arguments.allow_empty {
            terminal.fatal("no objects found, so nothing was printed (--allow-empty allows this)");
            return Exit::Findings;
        }
        return exit;
    }
    if let Output::Table { .. } = output {
        say_unknown(&columns, &objects, terminal);
    }
    let table = TableOptions {
        no_headers: arguments.no_headers,
        with_namespace: arguments.all_namespaces,
        show_labels: arguments.show_labels,
        label_columns: arguments.label_columns.clone(),
    };
    match print(&objects, &columns, &output, &table, now) {
        Ok(text) if output.is_human_readable() => terminal.out(&text),
        Ok(text) if output.is_json() => terminal.json(text),
        Ok(text) => terminal.data(&text),
        Err(error) => {
            let what = count(objects.len(), "object");
            terminal.fatal(&format!("the template cannot be applied to {what}: {error}"));
            return Exit::Environment;
        }
    }
    exit
}

/// Reports the kinds without known columns.
fn say_unknown(columns: &KnownColumns, objects: &[Json], terminal: &Terminal) {
    let built_in = BuiltInKinds::new(Settings::default().kubernetes_minor);
    for (api_version, kind) in columns.unknown(objects) {
        let why = if kind.is_empty() {
            continue;
        } else if built_in.find(api_version, kind).is_some() {
            "API servers generate its columns in code"
        } else {
            "its columns are unknown (pass --crd or --go)"
        };
        terminal.status(&format!("{api_version} {kind}: {why}, so name and age are shown"));
    }
}

/// Returns the current time.
fn clock() -> Instant {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    Instant { seconds: i64::try_from(since.as_secs()).unwrap_or(i64::MAX), nanoseconds: since.subsec_nanos() }
}

/// Returns the objects of arguments, including the items of lists. Reports the problems of their files.
fn objects(arguments: &[PathBuf], sources: &mut SourceMap, exit: &mut Exit, terminal: &Terminal) -> Vec<Json> {
    let mut objects = Vec::new();
    let mut problems = Vec::new();
    for file in read_object_files(arguments, &[], sources, exit, terminal).files {
        let found = file.read_documents("print", |_, root| {
            let items = list_items(root).unwrap_or(std::slice::from_ref(root));
            objects.extend(items.iter().map(Node::to_json));
        });
        add_findings(&mut problems, found);
    }
    terminal.findings(&problems, sources);
    *exit = (*exit).max(exit_of(&problems));
    objects
}
