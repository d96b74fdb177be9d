//! The commands: one file each, with its arguments, its help and what it does. Back ends bring theirs along.

mod back_end;
mod cel;
mod comparison;
mod completions;
mod dump;
mod exclusion;
mod explain;
mod fetch;
#[cfg(feature = "fetch")]
mod fetching;
mod generate;
mod go_packages;
mod init;
mod jsonschema;
mod kinds;
mod kubevirt;
mod lint;
mod man;
mod mending;
mod object_files;
mod object_texts;
mod old_objects;
mod output;
mod paths;
mod preparation;
mod prepared;
mod print;
mod schemapatch;
mod test;
mod unmatched;
mod validate;
mod version;
mod watch;

use std::marker::PhantomData;

use clap::{ArgMatches, Parser};

use super::{Exit, arguments::GlobalArguments, terminal::Terminal};
use crate::emit::BACKENDS;

/// All commands, in the order of the help.
pub(super) fn all() -> Vec<Box<dyn Command>> {
    let mut all = vec![of::<generate::Generate>()];
    all.extend(BACKENDS.iter().map(|backend| back_end::command(*backend)));
    all.extend([
        of::<schemapatch::SchemaPatch>(),
        of::<jsonschema::JsonSchema>(),
        of::<validate::Validate>(),
        of::<prepared::Default>(),
        of::<prepared::Prune>(),
        of::<print::Print>(),
        of::<test::Test>(),
        of::<lint::Lint>(),
        of::<kubevirt::Kubevirt>(),
        of::<dump::Dump>(),
        of::<cel::Cel>(),
        of::<explain::Explain>(),
        of::<fetch::Fetch>(),
        of::<init::Init>(),
        of::<completions::Completions>(),
        of::<man::Man>(),
        of::<version::Version>(),
    ]);
    all
}

/// A command of the command line.
pub(super) trait Command {
    /// Its name, arguments and help.
    fn definition(&self) -> clap::Command;

    /// Carries it out.
    ///
    /// # Errors
    /// Arguments that do not fit its definition.
    fn run(&self, matches: &ArgMatches, global: &GlobalArguments, terminal: &mut Terminal)
    -> Result<Exit, clap::Error>;
}

/// A command by its arguments.
trait Run: Parser {
    /// Carries it out.
    fn run(self, global: &GlobalArguments, terminal: &mut Terminal) -> Exit;
}

struct Parsed<A>(PhantomData<fn() -> A>);

fn of<A: Run + 'static>() -> Box<dyn Command> {
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
