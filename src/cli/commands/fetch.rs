//! `idlgen fetch`

use clap::Parser;

use super::Run;
use crate::cli::{
    Exit,
    arguments::{GlobalArguments, PackageArguments},
    terminal::Terminal,
};

/// Download the Go modules that go.mod names, without Go.
///
/// Without packages, all modules of go.mod are downloaded; with packages, those that reading these takes. They come
/// from the proxies of GOPROXY, are checked by go.sum, and lie in the module cache (GOMODCACHE) as `go mod download`
/// leaves them there. No other command touches the network.
#[derive(Debug, Parser)]
#[command(name = "fetch")]
pub(super) struct Fetch {
    #[command(flatten)]
    packages: PackageArguments,

    /// How many seconds everything may take.
    #[arg(long, value_name = "SECONDS", default_value_t = 600)]
    timeout: u64,
}

#[cfg(not(feature = "fetch"))]
impl Run for Fetch {
    fn run(self, _: &GlobalArguments, terminal: &mut Terminal) -> Exit {
        terminal.fatal(
            "this idlgen was built without its only part that touches the network; build it with `cargo install \
             idlgen --features fetch`, or let `go mod download` get the modules",
        );
        Exit::Environment
    }
}

#[cfg(feature = "fetch")]
mod download {
    use std::{
        path::PathBuf,
        sync::mpsc,
        time::{Duration, Instant},
    };

    use super::{Exit, Fetch, GlobalArguments, Run, Terminal};
    use crate::{
        cli::commands::{
            output::count,
            preparation::{read_bytes, session, variable},
        },
        diag::{Diagnostic, Severity},
        fetch::{CERTIFICATE_FILES, Checksums, FetchEnvironment, FetchError, Part, fetch},
        modules::{ModuleVersion, Modules, codes::UNKNOWN_MODULE},
        session::{Session, load},
        source::SourceMap,
    };

    /// How often what is still lacking is looked for. Each time more of what was downloaded is read.
    const ROUNDS: usize = 32;

    impl Run for Fetch {
        fn run(self, global: &GlobalArguments, terminal: &mut Terminal) -> Exit {
            let start = Instant::now();
            let session = match session(global, &self.packages.reading.given, &self.packages.packages, terminal) {
                Ok(session) => session,
                Err(exit) => return exit,
            };
            let Some(cache) = session.environment.module_cache.clone() else {
                terminal.fatal("no module cache is known: neither GOMODCACHE nor GOPATH nor HOME is set");
                return Exit::Environment;
            };
            let left = Duration::from_secs(self.timeout);
            let mut environment = FetchEnvironment::from_variables(variable, cache, left);
            environment.certificates = certificates();
            let (mut modules, mut bytes) = (0, 0);
            for _ in 0..ROUNDS {
                let lacking = Lacking::of(&session, !self.packages.packages.is_empty());
                if let Some(reason) = lacking.reason {
                    terminal.fatal(&reason);
                    return Exit::Environment;
                }
                if lacking.wanted.is_empty() {
                    break;
                }
                environment.timeout = left.saturating_sub(start.elapsed());
                match followed(&lacking.wanted, &environment, &lacking.checksums, start, terminal) {
                    Ok(more) => bytes += more,
                    Err(errors) => {
                        for error in errors {
                            terminal.fatal(&error.to_string());
                        }
                        return Exit::Environment;
                    }
                }
                modules += lacking.wanted.iter().filter(|(_, part)| *part == Part::Whole).count();
            }
            terminal.status(&format!(
                "{} downloaded ({:.1} MB) in {:.1} s",
                count(modules, "module"),
                bytes as f64 / 1e6,
                start.elapsed().as_secs_f64()
            ));
            Exit::Clean
        }
    }

    /// What is not in the module cache.
    struct Lacking {
        wanted: Vec<(ModuleVersion, Part)>,
        checksums: Checksums,
        /// Why nothing can be downloaded.
        reason: Option<String>,
    }

    impl Lacking {
        /// Of what packages need, or of all that go.mod names.
        fn of(session: &Session<'_>, of_packages: bool) -> Self {
            let mut sources = SourceMap::default();
            let settings = &session.settings;
            let mut environment = session.environment.clone();
            environment.overrides.extend(settings.modules.clone());
            let (modules, _) = Modules::load(session.files, &settings.directory, &environment, &mut sources);
            let mut checksums = Checksums::default();
            for text in modules.checksum_files().iter().filter_map(|path| session.files.read(path).ok()) {
                checksums.read(&String::from_utf8_lossy(&text));
            }
            let mut lacking = Lacking { wanted: Vec::new(), checksums, reason: None };
            if modules.is_vendored() {
                lacking.reason =
                    Some("dependencies come from the vendor folder, so there is nothing to fetch".to_owned());
                return lacking;
            }
            if modules.main_path().is_none() {
                lacking.reason = Some("there is no go.mod here that names modules".to_owned());
                return lacking;
            }
            let (whole, is_more_needed): (Vec<ModuleVersion>, bool) = if of_packages {
                let loaded = load(&modules, &settings.packages, &mut sources);
                let is_unknown = |found: &Diagnostic| found.code == UNKNOWN_MODULE && found.severity == Severity::Error;
                (modules.not_in_cache().modules.into_iter().collect(), loaded.diagnostics.iter().any(is_unknown))
            } else {
                (modules.not_downloaded(), false)
            };
            let go_mods = modules.not_in_cache().go_mods;
            // Where go.mod lists all, others are read only if a package is still missing then.
            let is_graph_first = modules.is_graph_needed() || (whole.is_empty() && is_more_needed);
            lacking.wanted = if is_graph_first && !go_mods.is_empty() {
                go_mods.into_iter().map(|module| (module, Part::GoMod)).collect()
            } else {
                whole.into_iter().map(|module| (module, Part::Whole)).collect()
            };
            lacking
        }
    }

    /// Downloads, and shows how far it is. The number of bytes that came.
    fn followed(
        wanted: &[(ModuleVersion, Part)],
        environment: &FetchEnvironment,
        checksums: &Checksums,
        start: Instant,
        terminal: &Terminal,
    ) -> Result<u64, Vec<FetchError>> {
        let (told, heard) = mpsc::channel();
        std::thread::scope(|scope| {
            let run = scope.spawn(move || {
                fetch(wanted, environment, checksums, &|progress| {
                    let _ = told.send(progress);
                })
            });
            for progress in heard {
                let megabytes = progress.bytes as f64 / 1e6;
                let what = count(wanted.len(), "module");
                terminal.progress(start, &format!("{} of {what}, {megabytes:.1} MB", progress.modules));
            }
            let broken = || Err(Vec::new());
            run.join().map_or_else(|_| broken(), |done| done.map(|progress| progress.bytes))
        })
    }

    /// The certificates of authorities that the machine trusts, as Go finds them.
    fn certificates() -> Vec<u8> {
        let chosen = variable("SSL_CERT_FILE").map(PathBuf::from);
        let usual = CERTIFICATE_FILES.iter().map(PathBuf::from);
        chosen.into_iter().chain(usual).find_map(|path| read_bytes(&path)).unwrap_or_default()
    }
}
