//! The command line: one file a command. The only place, with build, that reads the environment and prints.

mod arguments;
mod commands;
mod terminal;

use std::ffi::OsString;

use clap::Parser;

use arguments::{Arguments, Command};
use terminal::Terminal;

/// How a command ended; the process's exit status.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Exit {
    /// Nothing to say.
    Clean = 0,
    /// There are findings, or an output is stale.
    Findings = 1,
    /// The command line or the environment is not right: a wrong flag, a missing file or module.
    Environment = 2,
}

/// Runs the program with these arguments, the first of which is the program's name.
pub fn run(arguments: impl IntoIterator<Item = impl Into<OsString> + Clone>) -> Exit {
    let arguments = match Arguments::try_parse_from(arguments) {
        Ok(arguments) => arguments,
        Err(error) => {
            // Help and version are not errors. A closed pipe is nobody's fault.
            let _ = error.print();
            return if error.use_stderr() { Exit::Environment } else { Exit::Clean };
        }
    };
    let Arguments { command, global } = arguments;
    let mut terminal = Terminal::new(&global);
    match command {
        Command::Generate(arguments) => commands::generate::generate(&arguments, &global, &mut terminal),
        Command::Openapi(arguments) => commands::generate::openapi(&arguments, &global, &mut terminal),
        Command::Rust(arguments) => commands::generate::rust(&arguments, &global, &mut terminal),
        Command::Validate(arguments) => commands::validate::run(&arguments, &global, &mut terminal),
        Command::Lint(arguments) => commands::lint::run(&arguments, &global, &mut terminal),
        Command::Dump(arguments) => commands::dump::run(&arguments, &global, &mut terminal),
        Command::Cel(command) => commands::cel::run(&command, &global, &mut terminal),
        Command::Explain(arguments) => commands::explain::run(&arguments, &mut terminal),
        Command::Init(arguments) => commands::init::run(&arguments, &global, &mut terminal),
        Command::Completions(arguments) => commands::completions::run(&arguments, &mut terminal),
        Command::Man(arguments) => commands::man::run(&arguments, &mut terminal),
    }
}
