//! The command `idlgen completions`.

use clap::Parser;

use super::command::Run;
use crate::cli::{Exit, arguments::GlobalArguments, definition, terminal::Terminal};

/// Print a completion script for a shell.
#[derive(Debug, Parser)]
#[command(name = "completions")]
pub(super) struct Completions {
    /// The shell to complete for.
    #[arg(value_name = "SHELL")]
    shell: clap_complete::Shell,
}

impl Run for Completions {
    fn run(self, _global: &GlobalArguments, terminal: &mut Terminal) -> Exit {
        run(&self, terminal)
    }
}

/// Prints a completion script.
fn run(arguments: &Completions, terminal: &mut Terminal) -> Exit {
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut definition(), "idlgen", &mut script);
    terminal.data(&String::from_utf8_lossy(&script));
    Exit::Clean
}
