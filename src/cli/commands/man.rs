//! `idlgen man`

use clap::{Command, CommandFactory};

use crate::{
    cli::{
        Exit,
        arguments::{Arguments, ManArguments},
        terminal::Terminal,
    },
    out::Files,
};

/// Prints the man page, or writes the page of every command.
pub(crate) fn run(arguments: &ManArguments, terminal: &mut Terminal) -> Exit {
    let mut command = Arguments::command();
    command.build();
    let Some(folder) = &arguments.output else {
        terminal.out(&page(&command));
        return Exit::Clean;
    };
    let mut files = Files::default();
    files.insert("idlgen.1", page(&command));
    for subcommand in command.get_subcommands().filter(|subcommand| subcommand.get_name() != "help") {
        files.insert(format!("idlgen-{}.1", subcommand.get_name()), page(subcommand));
    }
    match files.write(folder) {
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
