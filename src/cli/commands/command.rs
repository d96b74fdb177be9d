//! A command: its definition, and its run with parsed arguments.

use std::marker::PhantomData;

use clap::{ArgMatches, Parser};

use crate::cli::{Exit, arguments::GlobalArguments, terminal::Terminal};

pub(in crate::cli) trait Command {
    /// Returns its name, arguments and help.
    fn definition(&self) -> clap::Command;

    /// Runs the command.
    ///
    /// # Errors
    /// Returns an error for arguments that do not match its definition.
    fn run(&self, matches: &ArgMatches, global: &GlobalArguments, terminal: &mut Terminal)
    -> Result<Exit, clap::Error>;
}

/// A command with parsed arguments.
pub(super) trait Run: Parser {
    /// Runs the command.
    fn run(self, global: &GlobalArguments, terminal: &mut Terminal) -> Exit;
}

pub(super) struct Parsed<A>(PhantomData<fn() -> A>);

pub(super) fn of<A: Run + 'static>() -> Box<dyn Command> {
    Box::new(Parsed::<A>(PhantomData))
}

impl<A: Run> Command for Parsed<A> {
    fn definition(&self) -> clap::Command {
        A::command()
    }

    fn run(
        &self,
        matches: &ArgMatches,
        global: &GlobalArguments,
        terminal: &mut Terminal,
    ) -> Result<Exit, clap::Error> {
        A::from_arg_matches(matches).map(|arguments| arguments.run(global, terminal))
    }
}
