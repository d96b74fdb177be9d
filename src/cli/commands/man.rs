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
    /// The command, such as `validate` or `cel check` [default: the main page].
    #[arg(value_name = "COMMAND")]
    command: Vec<String>,

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
    // There are no pages for `help`.
    let mut command = without_help(definition());
    command.build();
    let Some(folder) = &arguments.output else {
        return match find(&command, &arguments.command) {
            Ok(found) => {
                terminal.data(&page(found));
                Exit::Clean
            }
            Err(message) => {
                terminal.fatal(&message);
                Exit::Environment
            }
        };
    };
    let mut files = Files::default();
    add(&command, "idlgen", &mut files);
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

/// Returns the command with these names, outermost first.
fn find<'c>(command: &'c Command, names: &[String]) -> Result<&'c Command, String> {
    let mut found = command;
    for (index, name) in names.iter().enumerate() {
        found = found.get_subcommands().find(|command| command.get_name() == name).ok_or_else(|| {
            let (above, shown) = (names.get(..index).unwrap_or_default(), names.get(..=index).unwrap_or_default());
            let advice = match nearest(name, found.get_subcommands().map(Command::get_name)) {
                Some(close) => format!("did you mean `{}`?", [above, &[close.to_owned()]].concat().join(" ")),
                None => format!("`{} --help` lists the commands", [&["idlgen".to_owned()], above].concat().join(" ")),
            };
            format!("unknown command `{}`; {advice}", shown.join(" "))
        })?;
    }
    Ok(found)
}

/// Adds the pages of a command and of its subcommands.
fn add(command: &Command, name: &str, files: &mut Files) {
    files.insert(format!("{name}.1"), page(command));
    for subcommand in command.get_subcommands() {
        add(subcommand, &format!("{name}-{}", subcommand.get_name()), files);
    }
}

fn without_help(command: Command) -> Command {
    command.disable_help_subcommand(true).mut_subcommands(without_help)
}

fn page(command: &Command) -> String {
    let man = clap_mangen::Man::new(command.clone()).source(concat!("idlgen ", env!("CARGO_PKG_VERSION")));
    let mut page = Vec::new();
    // Writing to memory cannot fail.
    let _ = man.render(&mut page);
    String::from_utf8_lossy(&page).into_owned()
}
