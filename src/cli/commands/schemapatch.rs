//! The command `idlgen schemapatch`.

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
    time::Instant,
};

use clap::{Parser, ValueHint};
use idlgen_yaml::{Limits, load};
use serde_json::Value as Json;

use super::{
    command::Run,
    output::{Writing, write},
    preparation::{apply, exit_of, has_errors, output_path, prepared},
};
use crate::{
    cli::{
        Exit,
        arguments::{CheckArguments, GlobalArguments, PackageArguments},
        flags::{Definitions, Flags},
        terminal::Terminal,
    },
    emit::crd::{
        Crd,
        patch::{NewSchema, patch},
    },
    out::Files,
    session::{Outputs, Session},
    source::{DiskFileSystem, FileSystem},
};

/// Update the schemas in existing CustomResourceDefinitions.
///
/// The rest of each file stays unchanged: names, columns, comments and layout. idlgen skips kinds and versions that no
/// file defines.
#[derive(Debug, Parser)]
#[command(name = "schemapatch")]
pub(super) struct SchemaPatch {
    #[command(flatten)]
    packages: PackageArguments,

    /// Read CRDs from the *.yaml and *.yml files in this directory.
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    manifests: PathBuf,

    /// Write to this directory [default: --manifests]; `-` is standard output.
    #[arg(short, long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    output: Option<PathBuf>,

    #[command(flatten)]
    check: CheckArguments,

    #[command(flatten)]
    settings: Flags<Definitions>,
}

impl Run for SchemaPatch {
    fn run(self, global: &GlobalArguments, terminal: &mut Terminal) -> Exit {
        let start = Instant::now();
        let output = self.output.as_deref().unwrap_or(&self.manifests);
        let to_stdout = output == Path::new("-");
        terminal.output_is_data = to_stdout;
        if self.check.check && to_stdout {
            terminal.fatal("--check compares with files and cannot be used with `-o -`");
            return Exit::Environment;
        }
        let mut session = match prepared(global, &self.packages, terminal) {
            Ok(session) => session,
            Err(exit) => return exit,
        };
        if let Err(exit) = apply(&self.settings.given, &mut session.settings, terminal) {
            return exit;
        }
        let (schemas, writing) = match schemas(&mut session, self.check.check, terminal) {
            Ok(found) => found,
            Err(exit) => return exit,
        };
        let patched = match patched(&self.manifests, &schemas, terminal) {
            Ok(files) => files,
            Err(reason) => {
                terminal.fatal(&reason);
                return Exit::Environment;
            }
        };
        if to_stdout {
            for (_, text) in patched.iter() {
                terminal.data(text);
            }
            return Exit::Clean;
        }
        match output_path(output, Path::new("."), terminal) {
            Ok(output) => {
                let mut files = Files::default();
                files.mount(&output.to_string_lossy(), patched);
                write(&files, Path::new(""), writing, start, terminal)
            }
            Err(exit) => exit,
        }
    }
}

/// Schemas by group and kind, then by version.
type Schemas = BTreeMap<(String, String), BTreeMap<String, Json>>;

/// Returns the schemas of all kinds in the packages, and the mode of writing them.
fn schemas(session: &mut Session<'_>, is_check: bool, terminal: &Terminal) -> Result<(Schemas, Writing), Exit> {
    session.settings.all_or_nothing = true;
    let generated = session.generate(&Outputs { as_one_file: true, ..Outputs::of(&Crd) });
    terminal.diagnostics(&generated.diagnostics, &session.sources);
    if has_errors(&generated.diagnostics) {
        terminal.status("nothing was written");
        return Err(exit_of(&generated.diagnostics));
    }
    let mut schemas = Schemas::new();
    for (_, text) in generated.files.iter() {
        for document in load(text, &Limits::of_this_thread()) {
            let Some(json) = document.root.map(|root| root.to_json()) else { continue };
            let text = |pointer: &str| json.pointer(pointer).and_then(Json::as_str).unwrap_or_default().to_owned();
            let kind = schemas.entry((text("/spec/group"), text("/spec/names/kind"))).or_default();
            for version in json.pointer("/spec/versions").and_then(Json::as_array).into_iter().flatten() {
                if let (Some(name), Some(schema)) =
                    (version["name"].as_str(), version.pointer("/schema/openAPIV3Schema"))
                {
                    kind.insert(name.to_owned(), schema.clone());
                }
            }
        }
    }
    Ok((schemas, Writing::new(is_check, &generated.diagnostics)))
}

/// Returns the CRD files with their new schemas.
fn patched(folder: &Path, schemas: &Schemas, terminal: &Terminal) -> Result<Files, String> {
    let schema_of = |group: &str, kind: &str, version: &str| match schemas
        .get(&(group.to_owned(), kind.to_owned()))
        .map(|kind| kind.get(version))
    {
        Some(Some(schema)) => NewSchema::Schema(schema.clone()),
        Some(None) => NewSchema::UnknownVersion,
        None => NewSchema::UnknownKind,
    };
    let entries = DiskFileSystem.list(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut files = Files::default();
    for entry in entries.iter().filter(|entry| !entry.is_directory) {
        let is_yaml = [".yaml", ".yml"].iter().any(|end| entry.name.ends_with(end));
        if !is_yaml {
            continue;
        }
        let path = folder.join(&entry.name);
        // Patched files are written to where they were read.
        let bytes = DiskFileSystem.read(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        let text = String::from_utf8(bytes).map_err(|_| format!("{}: the file is not UTF-8", path.display()))?;
        let patched = patch(&text, &schema_of).map_err(|reason| format!("{}: {reason}", path.display()))?;
        for version in &patched.unknown {
            terminal.status(&format!("{}: the packages do not have {version}; it is unchanged", path.display()));
        }
        if !patched.versions.is_empty() {
            files.insert(entry.name.clone(), patched.text);
        }
    }
    if files.is_empty() {
        return Err(format!("{}: no CRD defines a kind of the packages", folder.display()));
    }
    Ok(files)
}
