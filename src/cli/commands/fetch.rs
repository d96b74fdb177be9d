//! The command `idlgen fetch`.

use clap::Parser;

use super::command::Run;
use crate::cli::{
    Exit,
    arguments::{GlobalArguments, package},
    flags::{Flags, Reading},
    terminal::Terminal,
};

/// Download Go modules to the module cache, without Go.
///
/// Without packages, all modules of go.mod are downloaded; with packages, only those that the packages
/// require. Modules come from the proxies of GOPROXY and are verified with go.sum. GOMODCACHE then contains the same
/// files as after `go mod download`. With a vendor directory, no module is missing. Other commands download modules
/// with --fetch.
#[derive(Debug, Parser)]
#[command(name = "fetch", hide = cfg!(not(feature = "fetch")))]
pub(super) struct Fetch {
    /// Go packages [default: all modules of go.mod].
    ///
    /// A package is a directory (./api/v1), an import path (k8s.io/api/apps/v1) or a pattern (./..., k8s.io/api/...).
    #[arg(value_name = "PACKAGE", value_parser = package())]
    packages: Vec<String>,

    #[command(flatten)]
    reading: Flags<Reading>,

    /// Stop after this many seconds.
    #[arg(long, value_name = "SECONDS", default_value_t = 600)]
    timeout: u64,
}

#[cfg(not(feature = "fetch"))]
impl Run for Fetch {
    fn run(self, _: &GlobalArguments, terminal: &mut Terminal) -> Exit {
        terminal.fatal(super::preparation::NO_NETWORK);
        Exit::Environment
    }
}

#[cfg(feature = "fetch")]
impl Run for Fetch {
    fn run(self, global: &GlobalArguments, terminal: &mut Terminal) -> Exit {
        use super::{
            fetching::Downloader,
            preparation::{exit_of, session},
        };
        use crate::{
            cli::arguments::FetchArguments,
            diag::{Severity, sort_by_position},
        };

        let none = FetchArguments::default();
        let mut session = match session(global, &self.reading.given, &self.packages, none, terminal) {
            Ok(session) => session,
            Err(exit) => return exit,
        };
        // A vendored repository needs no module cache.
        let created = (!session.is_vendored()).then(|| Downloader::alone(&session, self.timeout, terminal));
        let downloader = match created.transpose() {
            Ok(downloader) => downloader,
            Err(reason) => {
                terminal.fatal(reason);
                return Exit::Environment;
            }
        };
        if let Some(downloader) = &downloader {
            session.supply_with(downloader.clone());
        }
        let supplied = if self.packages.is_empty() { session.supply_go_mod() } else { session.supply_packages() };
        let said = match supplied {
            Ok(said) => said,
            Err(reason) => {
                terminal.fatal(reason);
                return Exit::Environment;
            }
        };
        let is_about_modules = |number: u16| (100..=199).contains(&number);
        let errors = said.into_iter().filter(|one| one.severity == Severity::Error);
        let mut errors: Vec<_> = errors.filter(|one| is_about_modules(one.code.number())).collect();
        sort_by_position(&mut errors);
        terminal.diagnostics(&errors, &session.sources);
        match downloader {
            Some(downloader) if errors.is_empty() && !downloader.has_downloaded() => {
                terminal.status("nothing to download: all required modules are in the module cache");
            }
            Some(downloader) => downloader.summarize(),
            None => terminal.status("nothing to download: dependencies come from the vendor directory"),
        }
        exit_of(&errors)
    }
}
