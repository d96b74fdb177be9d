//! The command `idlgen dump`.

use clap::{Parser, ValueEnum};

use super::{
    command::Run,
    preparation::{exit_of, prepared},
};
use crate::{
    cli::{
        Exit,
        arguments::{GlobalArguments, PackageArguments},
        terminal::Terminal,
    },
    lower, model, syntax, tags,
};

/// Print an internal representation of Go packages, for debugging.
#[derive(Debug, Parser)]
#[command(name = "dump")]
pub(super) struct Dump {
    /// Select the representation.
    #[arg(value_name = "STAGE")]
    stage: Stage,

    #[command(flatten)]
    packages: PackageArguments,
}

/// A stage that can be printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Stage {
    /// The parsed Go declarations.
    Syntax,
    /// The tags, as idlgen understands them.
    Tags,
    /// The types, with resolved names.
    Model,
    /// The schemas.
    Schema,
}

impl Run for Dump {
    fn run(self, global: &GlobalArguments, terminal: &mut Terminal) -> Exit {
        run(&self, global, terminal)
    }
}

/// Prints the result of a stage for Go packages, as far as possible even if there are errors.
fn run(arguments: &Dump, global: &GlobalArguments, terminal: &mut Terminal) -> Exit {
    terminal.output_is_data = true;
    let mut session = match prepared(global, &arguments.packages, terminal) {
        Ok(session) => session,
        Err(exit) => return exit,
    };
    let mut reading = session.read();
    let text = match arguments.stage {
        Stage::Syntax => reading
            .packages
            .iter()
            .filter(|package| package.requested)
            .flat_map(|package| &package.files)
            .map(|file| syntax::dump(&file.declarations, &session.sources))
            .collect(),
        Stage::Tags => tags_of(&reading.model, &session.sources),
        Stage::Model => model::dump(&reading.model),
        Stage::Schema => {
            let lowered = session.lower(&mut reading);
            lower::dump(&lowered)
        }
    };
    session.settle(&mut reading);
    terminal.out(&text);
    terminal.diagnostics(&reading.diagnostics, &session.sources);
    exit_of(&reading.diagnostics)
}

/// Formats the tags of requested packages below their declarations.
fn tags_of(model: &model::Model, sources: &crate::source::SourceMap) -> String {
    let mut text = String::new();
    let mut section = |name: String, tags: &[tags::Tag]| {
        if !tags.is_empty() {
            text.push_str(&name);
            text.push('\n');
            text.push_str(&tags::dump(tags, sources));
        }
    };
    for package in model.packages.iter().filter(|package| package.requested) {
        section(format!("package {}", package.import_path), &package.tags);
        for definition in package.types.iter().map(|id| model.type_definition(*id)) {
            section(format!("type {}", definition.name), &definition.tags);
            for field in definition.fields() {
                section(format!("field {}.{}", definition.name, field.name), &field.tags);
            }
            for constant in &definition.constants {
                section(format!("const {}", constant.name), &constant.tags);
            }
        }
    }
    text
}
