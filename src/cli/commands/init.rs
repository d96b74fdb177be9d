//! `idlgen init`

use std::path::{Component, Path};

use clap::Parser;

use super::{
    Run,
    output::count,
    preparation::{absolute, files_read, session},
};
use crate::{
    cli::{Exit, arguments::GlobalArguments, terminal::Terminal},
    config::{self, FILE_NAME},
    model::{Model, Package},
    out::Files,
    source::{DiskFileSystem, SourceMap},
};

/// Write a commented idlgen.toml for the packages found.
#[derive(Debug, Parser)]
#[command(name = "init")]
pub(super) struct Init {
    /// Print the file instead of writing it.
    #[arg(long)]
    stdout: bool,
}

impl Run for Init {
    fn run(self, global: &GlobalArguments, terminal: &mut Terminal) -> Exit {
        run(&self, global, terminal)
    }
}

/// Writes a commented idlgen.toml for the packages below -C that declare API types. Never over a file that is there.
fn run(arguments: &Init, global: &GlobalArguments, terminal: &mut Terminal) -> Exit {
    terminal.output_is_data = arguments.stdout;
    let target = global.directory.join(FILE_NAME);
    if !arguments.stdout && DiskFileSystem.is_taken(&target) {
        terminal.fatal(&format!("{} exists already; --stdout prints a new one", target.display()));
        return Exit::Environment;
    }
    let mut session = match session(global, &[], &["./...".to_owned()], terminal) {
        Ok(session) => session,
        Err(exit) => return exit,
    };
    let reading = session.read();
    let packages = api_packages(&reading.model, &session.sources, &global.directory);
    if packages.is_empty() {
        terminal.fatal(&format!("no Go package with API types below {}", global.directory.display()));
        return Exit::Environment;
    }
    let text = match config::commented_file(&packages) {
        Ok(text) => text,
        Err(error) => {
            terminal.fatal(&error.to_string());
            return Exit::Environment;
        }
    };
    if arguments.stdout {
        terminal.data(&text);
        return Exit::Clean;
    }
    let mut files = Files::default();
    files.insert(FILE_NAME, text);
    match files.write(&global.directory, &files_read()) {
        Ok(_) => {
            terminal.status(&format!("wrote {} for {}", target.display(), count(packages.len(), "package")));
            Exit::Clean
        }
        Err(error) => {
            terminal.fatal(&error.to_string());
            Exit::Environment
        }
    }
}

/// Patterns of the packages that declare API types: structs that embed TypeMeta, or that are registered as kinds.
fn api_packages(model: &Model, sources: &SourceMap, directory: &Path) -> Vec<String> {
    let is_api = |package: &&Package| {
        package.requested
            && (package.group_version.as_ref().is_some_and(|group_version| !group_version.kinds.is_empty())
                || package.types.iter().any(|id| model.embeds_type_meta(*id)))
    };
    let pattern = |package: &Package| {
        relative_pattern(model, package, sources, directory).unwrap_or_else(|| package.import_path.clone())
    };
    model.packages.iter().filter(is_api).map(pattern).collect()
}

/// `./api/v1`, which holds whatever the checkout's folder is called. Without a go.mod, an import path would begin with
/// that name.
fn relative_pattern(model: &Model, package: &Package, sources: &SourceMap, directory: &Path) -> Option<String> {
    let definition = model.type_definition(*package.types.first()?);
    let file = absolute(sources.path(definition.span.file));
    let folder = file.parent()?.strip_prefix(absolute(directory)).ok()?;
    let mut pattern = ".".to_owned();
    for part in folder.components() {
        let Component::Normal(name) = part else { return None };
        pattern.push('/');
        pattern.push_str(name.to_str()?);
    }
    Some(pattern)
}
