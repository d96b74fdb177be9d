//! A command: its definition, and its run with parsed arguments.

use std::marker::PhantomData;

use clap::{ArgMatches, Parser};

use crate::cli::{Exit, arguments::GlobalArguments, terminal::Terminal};

pub(in crate::cli) trait Command {
    /// Returns the name of its definition, without building it.
    fn name(&self) -> &'static str;

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

pub(super) struct Parsed<A> {
    name: &'static str,
    arguments: PhantomData<fn() -> A>,
}

pub(super) fn of<A: Run + 'static>(name: &'static str) -> Box<dyn Command> {
    Box::new(Parsed::<A> { name, arguments: PhantomData })
}

impl<A: Run> Command for Parsed<A> {
    fn name(&self) -> &'static str {
        self.name
    }

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
