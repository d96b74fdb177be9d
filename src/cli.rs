//! The command line: one file a command. The only place, with build, that reads the environment and prints.

mod arguments;
mod commands;
mod flags;
mod terminal;

use std::ffi::OsString;

use clap::{ArgMatches, CommandFactory, FromArgMatches};

use arguments::Arguments;
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

/// Runs the program with these arguments, the first of which is the program's name. An output that does not take
/// everything (a full disk) is an error; a pipe that is closed at its other end is none.
pub fn run(arguments: impl IntoIterator<Item = impl Into<OsString> + Clone>) -> Exit {
    definition().try_get_matches_from(arguments).and_then(|matches| dispatch(&matches)).unwrap_or_else(|error| {
        let terminal = Terminal::unasked();
        terminal.usage(&error);
        // Help and version are not errors.
        terminal.end(if error.use_stderr() { Exit::Environment } else { Exit::Clean })
    })
}

/// The command line as clap sees it: the one definition behind parsing, help, completions and man pages.
fn definition() -> clap::Command {
    Arguments::command().subcommands(commands::all().iter().map(|command| command.definition()))
}

fn dispatch(matches: &ArgMatches) -> Result<Exit, clap::Error> {
    let Arguments { global } = Arguments::from_arg_matches(matches)?;
    let Some((name, matches)) = matches.subcommand() else { return Ok(Exit::Environment) };
    let mut terminal = Terminal::new(&global);
    let command = commands::all().into_iter().find(|command| command.definition().get_name() == name);
    let exit = command.map_or(Ok(Exit::Environment), |command| command.run(matches, &global, &mut terminal))?;
    Ok(terminal.end(exit))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_definitions_are_consistent() {
        definition().debug_assert();
    }
}
