//! The command `idlgen man`.

use std::path::PathBuf;

use clap::{Command, Parser, ValueHint};

use super::command::Run;
use crate::{
    cli::{Exit, arguments::GlobalArguments, definition, terminal::Terminal},
    diag::nearest,
    out::Files,
};

/// Print a man page, or write all man pages to a directory.
#[derive(Debug, Parser)]
#[command(name = "man")]
pub(super) struct Man {
    /// The command [default: the main page].
    #[arg(value_name = "COMMAND")]
    command: Option<String>,

    /// Write the pages of all commands to this directory.
    #[arg(short, long, value_name = "DIR", value_hint = ValueHint::DirPath, conflicts_with = "command")]
    output: Option<PathBuf>,
}

impl Run for Man {
    fn run(self, _global: &GlobalArguments, terminal: &mut Terminal) -> Exit {
        run(&self, terminal)
    }
}

/// Prints the man page, or writes the page of every command.
fn run(arguments: &Man, terminal: &mut Terminal) -> Exit {
    let mut command = definition();
    command.build();
    let Some(folder) = &arguments.output else {
        let found = match &arguments.command {
            None => Some(&command),
            Some(name) => command.find_subcommand(name).filter(|command| command.get_name() != "help"),
        };
        let Some(found) = found else {
            let name = arguments.command.as_deref().unwrap_or_default();
            let names = command.get_subcommands().map(clap::Command::get_name);
            let advice = nearest(name, names).map_or_else(
                || "`idlgen --help` lists the commands".to_owned(),
                |close| format!("did you mean `{close}`?"),
            );
            terminal.fatal(&format!("unknown command `{name}`; {advice}"));
            return Exit::Environment;
        };
        terminal.data(&page(found));
        return Exit::Clean;
    };
    let mut files = Files::default();
    files.insert("idlgen.1", page(&command));
    for subcommand in command.get_subcommands().filter(|subcommand| subcommand.get_name() != "help") {
        files.insert(format!("idlgen-{}.1", subcommand.get_name()), page(subcommand));
    }
    match files.write(folder, &[]) {
        Ok(written) => {
            terminal.status(&format!("wrote {} man pages to {}", written.written.len(), folder.display()));
            Exit::Clean
        }
        Err(error) => {
            terminal.fatal(&error.to_string());
            Exit::Environment
        }
    }
}

fn page(command: &Command) -> String {
    let mut page = Vec::new();
    // Writing to memory cannot fail.
    let _ = clap_mangen::Man::new(command.clone()).render(&mut page);
    String::from_utf8_lossy(&page).into_owned()
}
