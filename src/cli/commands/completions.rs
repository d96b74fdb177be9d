//! `idlgen completions`

use clap::CommandFactory;

use crate::cli::{
    Exit,
    arguments::{Arguments, CompletionsArguments},
    terminal::Terminal,
};

/// Prints a completion script.
pub(crate) fn run(arguments: &CompletionsArguments, terminal: &mut Terminal) -> Exit {
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut Arguments::command(), "idlgen", &mut script);
    terminal.out(&String::from_utf8_lossy(&script));
    Exit::Clean
}
