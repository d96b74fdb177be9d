//! Downloads modules during a command (`--fetch`).

use std::{
    cell::{Cell, RefCell},
    collections::BTreeSet,
    fmt,
    path::PathBuf,
    rc::Rc,
    sync::mpsc,
    time::{Duration, Instant},
};

use super::{
    counted::count,
    environment::{go_variable, read_bytes, variable},
};
use crate::{
    cli::terminal::Terminal,
    fetch::{CERTIFICATE_FILES, FetchEnvironment, FetchError, ModulePatterns, Part, Progress, fetch, versions},
    modules::{Checksums, Downloads, ModuleVersion},
    session::{Session, Supplier},
};

/// Default time limit for all downloads of a run, in seconds.
const USUAL_TIMEOUT: u64 = 600;

/// Downloads modules and shows the progress.
pub(super) struct Downloader<'t> {
    environment: RefCell<FetchEnvironment>,
    terminal: &'t Terminal,
    start: Instant,
    timeout: Duration,
    modules: Cell<usize>,
    bytes: Cell<u64>,
    /// `true` to report the downloads at the end of a run.
    is_reported: bool,
}

impl fmt::Debug for Downloader<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Downloader").field("environment", &self.environment).finish_non_exhaustive()
    }
}

impl<'t> Downloader<'t> {
    /// Creates a downloader for a command that reads the modules.
    ///
    /// # Errors
    /// Returns an error message if the session has no module cache.
    pub(super) fn for_reading(session: &Session<'_>, terminal: &'t Terminal) -> Result<Rc<Self>, &'static str> {
        Self::new(session, USUAL_TIMEOUT, true, terminal)
    }

    /// Creates a downloader for a command that only downloads modules.
    ///
    /// # Errors
    /// Returns an error message if the session has no module cache.
    pub(super) fn alone(session: &Session<'_>, timeout: u64, terminal: &'t Terminal) -> Result<Rc<Self>, &'static str> {
        Self::new(session, timeout, false, terminal)
    }

    fn new(
        session: &Session<'_>,
        timeout: u64,
        is_reported: bool,
        terminal: &'t Terminal,
    ) -> Result<Rc<Self>, &'static str> {
        let cache = session.environment.module_cache.clone();
        let cache = cache.ok_or("the module cache is unknown: GOMODCACHE, GOPATH and HOME are not set")?;
        let timeout = Duration::from_secs(timeout);
        let mut environment = FetchEnvironment::from_variables(go_variable, cache, timeout);
        let netrc = FetchEnvironment::netrc_paths(variable).iter().find_map(|path| read_bytes(path));
        environment.netrc = netrc.map(|text| String::from_utf8_lossy(&text).into_owned()).unwrap_or_default();
        environment.certificates = certificates();
        Ok(Rc::new(Downloader {
            environment: RefCell::new(environment),
            terminal,
            start: Instant::now(),
            timeout,
            modules: Cell::new(0),
            bytes: Cell::new(0),
            is_reported,
        }))
    }

    /// Returns the released versions of a module that a proxy lists. Empty if the path is not a module.
    pub(super) fn versions(&self, module: &str) -> Result<Vec<String>, String> {
        self.environment.borrow_mut().timeout = self.timeout.saturating_sub(self.start.elapsed());
        versions(module, &self.environment.borrow())
    }

    /// Downloads versions of a module. go.sum does not contain their hashes, because no module depends on them.
    ///
    /// # Errors
    /// Returns an error message about the first version that cannot be downloaded.
    pub(super) fn download(&self, wanted: BTreeSet<ModuleVersion>) -> Result<(), String> {
        let usual = self.environment.borrow().no_checksums.clone();
        self.environment.borrow_mut().no_checksums = ModulePatterns::all();
        let failed = self.supply(&Downloads { modules: wanted, ..Downloads::default() }, &Checksums::default());
        self.environment.borrow_mut().no_checksums = usual;
        self.finish();
        match failed.into_iter().next() {
            Some((module, reason)) => Err(format!("{}@{}: {reason}", module.path, module.version)),
            None => Ok(()),
        }
    }

    /// Returns `true` if a part of a module was downloaded.
    pub(super) fn has_downloaded(&self) -> bool {
        self.bytes.get() > 0
    }

    /// Reports the downloads.
    pub(super) fn summarize(&self) {
        self.terminal.status(&format!(
            "{} downloaded ({:.1} MB) in {:.1} s",
            count(self.modules.get(), "module"),
            self.bytes.get() as f64 / 1e6,
            self.start.elapsed().as_secs_f64()
        ));
    }
}

impl Supplier for Downloader<'_> {
    fn supply(&self, wanted: &Downloads, checksums: &Checksums) -> Vec<(ModuleVersion, String)> {
        let go_mods = wanted.go_mods.iter().map(|module| (module.clone(), Part::GoMod));
        let modules = wanted.modules.iter().map(|module| (module.clone(), Part::Whole));
        let parts: Vec<(ModuleVersion, Part)> = go_mods.chain(modules).collect();
        self.environment.borrow_mut().timeout = self.timeout.saturating_sub(self.start.elapsed());
        let environment = self.environment.borrow();
        let (told, heard) = mpsc::channel();
        let (progress, errors) = std::thread::scope(|scope| {
            let environment = &*environment;
            let parts = parts.as_slice();
            let run = std::thread::Builder::new().spawn_scoped(scope, move || {
                fetch(parts, environment, checksums, &|progress| {
                    let _ = told.send(progress);
                })
            });
            // If no thread can be started, download in this one without reporting progress.
            let Ok(run) = run else { return fetch(parts, environment, checksums, &|_| ()) };
            for progress in heard {
                let megabytes = progress.bytes as f64 / 1e6;
                let what = count(parts.len(), "module");
                self.terminal.progress(self.start, &format!("{} of {what}, {megabytes:.1} MB", progress.modules));
            }
            run.join().unwrap_or_else(|_| {
                let stopped = |(module, _): &(ModuleVersion, Part)| FetchError {
                    module: module.clone(),
                    reason: "its download was stopped".to_owned(),
                };
                (Progress::default(), parts.iter().map(stopped).collect())
            })
        });
        self.bytes.set(self.bytes.get() + progress.bytes);
        let failed: Vec<(ModuleVersion, String)> =
            errors.into_iter().map(|FetchError { module, reason, .. }| (module, reason)).collect();
        self.modules.set(self.modules.get() + wanted.modules.len().saturating_sub(failed.len()));
        failed
    }

    fn finish(&self) {
        if self.is_reported && self.bytes.get() > 0 {
            self.summarize();
            self.bytes.set(0);
            self.modules.set(0);
        }
    }
}

/// Returns the trusted root certificates of the machine, found as in Go.
fn certificates() -> Vec<u8> {
    let chosen = variable("SSL_CERT_FILE").map(PathBuf::from);
    let usual = CERTIFICATE_FILES.iter().map(PathBuf::from);
    chosen.into_iter().chain(usual).find_map(|path| read_bytes(&path)).unwrap_or_default()
}
