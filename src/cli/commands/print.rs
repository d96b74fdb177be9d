//! The command `idlgen print`.

use std::{
    path::{Path, PathBuf},
    time::{SystemTime, UNIX_EPOCH},
};

use clap::{Parser, ValueHint};
use idlgen_runtime::go::{Instant, Layout, parse_time};
use idlgen_yaml::{Limits, load};
use serde_json::Value as Json;

use super::{
    command::Run,
    counted::count,
    file_roles::FileRoles,
    go_packages::go_packages,
    object_files::object_files,
    preparation::{exit_of, read_found, read_text, session, standard_input},
};
use crate::{
    cli::{
        Exit,
        arguments::{FetchArguments, GlobalArguments, package},
        flags::{Flags, Reading},
        terminal::Terminal,
    },
    listing::{KnownColumns, Output, TableOptions, UnusableOutput, print},
    objects::{BuiltInKinds, Source},
    session::Purpose,
    settings::Settings,
    source::DiskFileSystem,
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
    let mut columns = KnownColumns::default();
    for path in &arguments.crd {
        let mut count = 0;
        for document in documents(path, &mut exit, terminal) {
            count += usize::from(columns.add_definition(&document));
        }
        if count == 0 && exit == Exit::Clean {
            terminal.fatal(&format!("--crd {}: no CustomResourceDefinition found", path.display()));
            return Exit::Environment;
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
    let mut objects = Vec::new();
    for path in &arguments.files {
        objects.extend(documents(path, &mut exit, terminal));
    }
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

/// Returns the objects of an argument, including the items of lists. Reports errors.
fn documents(argument: &Path, exit: &mut Exit, terminal: &Terminal) -> Vec<Json> {
    let mut objects = Vec::new();
    let files = object_files(&DiskFileSystem, argument, &[], exit, terminal);
    let roles = FileRoles::read(&DiskFileSystem, &files.folders);
    for file in files.found {
        let text = match file.is_named {
            true if file.path == Path::new("-") => standard_input(),
            true => read_text(&file.path),
            false => read_found(&file.path),
        };
        let text = match text {
            Ok(text) => text,
            Err(reason) => {
                terminal.fatal(&reason);
                *exit = Exit::Environment;
                continue;
            }
        };
        let read = roles.file(&file, text);
        if read.chart().is_some() {
            continue;
        }
        let text = read.text();
        let line_ends: Vec<usize> = text.match_indices('\n').map(|(at, _)| at).collect();
        for document in load(text, &Limits::of_this_thread()) {
            if read.skip_reason(document.root.as_ref()).is_some() {
                continue;
            }
            for problem in &document.problems {
                let line = line_ends.partition_point(|end| *end < problem.span.start) + 1;
                terminal.fatal(&format!("{}:{line}: {}", file.path.display(), problem.message));
                *exit = (*exit).max(Exit::Findings);
            }
            let Some(mut object) = document.root.map(|root| root.to_json()) else { continue };
            let is_list = object.get("kind").and_then(Json::as_str).is_some_and(|kind| kind.ends_with("List"));
            match object.get_mut("items").filter(|_| is_list).map(Json::take) {
                Some(Json::Array(items)) => objects.extend(items),
                _ => objects.push(object),
            }
        }
    }
    objects
}
