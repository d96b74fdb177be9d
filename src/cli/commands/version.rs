//! The command `idlgen version`.

use clap::Parser;

use super::command::Run;
use crate::cli::{Exit, arguments::GlobalArguments, definition, terminal::Terminal};

/// Print the version.
#[derive(Debug, Parser)]
#[command(name = "version")]
pub(super) struct Version {}

impl Run for Version {
    fn run(self, _global: &GlobalArguments, terminal: &mut Terminal) -> Exit {
        terminal.data(&definition().render_version());
        Exit::Clean
    }
}
