//! Comparisons with a real library: the cases, the location of its program, counting and storing of results, and the
//! end of the task.

mod cases;
mod compare;

use std::path::PathBuf;

use serde_json::Value as Json;

pub(crate) use self::{
    cases::{CaseArguments, Cases},
    compare::{Comparison, Counts, Differential, Library, compare},
};
use crate::{
    acceptance::server::Server,
    oracle::{self, Oracle},
};

impl Library for Oracle {
    fn ask(&self, requests: Vec<Json>) -> Result<Vec<Json>, String> {
        Oracle::ask(self, requests)
    }
}

/// The location of the program of a real library.
#[derive(clap::Args)]
pub(crate) struct OracleArguments {
    /// The program that queries the real library [default: Go builds it]
    #[arg(long, value_name = "PROGRAM")]
    oracle: Option<PathBuf>,
    /// Directory with the sources of the oracles
    #[arg(long, value_name = "FOLDER", default_value = "../shared/oracle")]
    sources: PathBuf,
}

impl OracleArguments {
    pub(crate) fn program(&self, name: &str) -> Result<PathBuf, String> {
        oracle::find(name, self.oracle.as_deref(), &self.sources)
    }

    /// Starts the program, which processes one case per line.
    pub(crate) fn oracle(&self, name: &str) -> Result<Oracle, String> {
        self.program(name).map(Oracle::at)
    }
}

/// The location of the real programs.
#[derive(clap::Args)]
pub(crate) struct ToolArguments {
    /// Directory of the programs (apiserver, kubectl and others); Go builds the missing ones
    #[arg(long, default_value = "target/oracle")]
    tools: PathBuf,
    /// Directory with the sources of the oracles
    #[arg(long, value_name = "FOLDER", default_value = "../shared/oracle")]
    sources: PathBuf,
}

impl ToolArguments {
    /// Returns the path of a program, which Go builds if it is missing.
    pub(crate) fn program(&self, name: &str) -> Result<PathBuf, String> {
        let path = self.path(name);
        oracle::find(name, path.is_file().then_some(path.as_path()), &self.sources)
    }

    /// Returns the path of a program that may not exist.
    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.tools.join(name)
    }

    /// Returns a real API server.
    pub(crate) fn server(&self) -> Result<Server, String> {
        Server::start(&self.program("apiserver")?, &self.program("kubectl")?)
    }
}

/// Runs a comparison, which returns whether all results are equal. Without an oracle it reports that nothing was
/// compared, which is not a failure.
pub(crate) fn run<O>(
    task: &str,
    oracle: Result<O, String>,
    compare: impl FnOnce(&O) -> Result<bool, String>,
) -> Result<bool, String> {
    match oracle {
        Ok(oracle) => compare(&oracle),
        Err(reason) => {
            println!("{task}: skipped, not one case compared: {reason}");
            Ok(true)
        }
    }
}
