//! Downloads Go modules over the module proxy protocol (<https://go.dev/ref/mod#goproxy-protocol>) to the module cache,
//! with the same result as `go mod download`. Nothing else in idlgen uses the network.
//!
//! Downloads are verified with go.sum: every zip and every go.mod must have its `h1:` hash. The checksum database is
//! not queried, so a module that is not in go.sum is rejected, unless the user has disabled the database for it
//! (`GOSUMDB=off`, `GONOSUMDB`, `GOPRIVATE`).

mod address;
mod credentials;
mod environment;
mod file_path;
mod proxy;
mod store;
mod transport;
mod zip;

use std::{
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicU64, AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};

use thiserror::Error;

pub use environment::{CERTIFICATE_FILES, FetchEnvironment, ModulePatterns};

use crate::modules::{Checksums, ModuleVersion, checksums};
use credentials::Credentials;
use proxy::{Proxies, Sort};
use store::Store;
use transport::Transport;

/// Maximum number of parallel downloads.
const WORKERS: usize = 6;

/// The required part of a module.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(clippy::exhaustive_enums, reason = "the protocol has no more")]
pub enum Part {
    /// The go.mod, with its requirements.
    GoMod,
    /// The entire module.
    Whole,
}

/// A failed download.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}@{}: {reason}", module.path, module.version)]
#[non_exhaustive]
pub struct FetchError {
    pub module: ModuleVersion,
    /// The reason, without a period.
    pub reason: String,
}

/// The progress of a download.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Progress {
    /// Number of completed modules.
    pub modules: usize,
    /// Number of received bytes.
    pub bytes: u64,
}

/// Downloads the required parts of modules to the module cache. Continues after a failed module. Returns the downloaded
/// amount, and an error for each module that could not be downloaded, in the order of the modules. Calls `told` with
/// the progress, from several threads.
pub fn fetch(
    wanted: &[(ModuleVersion, Part)],
    environment: &FetchEnvironment,
    checksums: &Checksums,
    told: &(dyn Fn(Progress) + Sync),
) -> (Progress, Vec<FetchError>) {
    let deadline = Instant::now() + environment.timeout;
    let run = match Run::new(environment, checksums, deadline, told) {
        Ok(run) => run,
        Err(reason) => {
            let failed =
                |(module, _): &(ModuleVersion, Part)| FetchError { module: module.clone(), reason: reason.clone() };
            return (Progress::default(), wanted.iter().map(failed).collect());
        }
    };
    let next = AtomicUsize::new(0);
    let errors: Mutex<Vec<(usize, FetchError)>> = Mutex::default();
    let work = || {
        while let Some((position, (module, part))) = {
            let position = next.fetch_add(1, Ordering::Relaxed);
            wanted.get(position).map(|wanted| (position, wanted))
        } {
            if let Err(reason) = run.module(module, *part) {
                let error = FetchError { module: module.clone(), reason };
                errors.lock().unwrap_or_else(PoisonError::into_inner).push((position, error));
            }
            run.modules.fetch_add(1, Ordering::Relaxed);
            run.tell();
        }
    };
    std::thread::scope(|scope| {
        let workers = 0..WORKERS.min(wanted.len());
        let started = workers.filter(|_| std::thread::Builder::new().spawn_scoped(scope, work).is_ok()).count();
        // Do not download in this thread: the HTTP client needs a thread to resolve addresses, too.
        if started == 0 {
            let reason = "the system cannot start a thread for downloads";
            let refused =
                |(module, _): &(ModuleVersion, Part)| FetchError { module: module.clone(), reason: reason.to_owned() };
            let mut errors = errors.lock().unwrap_or_else(PoisonError::into_inner);
            errors.extend(wanted.iter().map(refused).enumerate());
        }
    });
    let mut errors = errors.into_inner().unwrap_or_else(PoisonError::into_inner);
    errors.sort_by_key(|(position, _)| *position);
    (run.progress(), errors.into_iter().map(|(_, error)| error).collect())
}

/// Returns the released versions of a module that a proxy lists, in no particular order. Empty if the path is not a
/// module.
///
/// # Errors
/// Returns an error message if no proxy responds.
pub fn versions(module: &str, environment: &FetchEnvironment) -> Result<Vec<String>, String> {
    if environment.no_proxy.covers(module) {
        return Err("GONOPROXY or GOPRIVATE requires the repository, but idlgen reads only proxies".to_owned());
    }
    let deadline = Instant::now() + environment.timeout;
    let nothing = Checksums::default();
    let ignored = |_| ();
    let run = Run::new(environment, &nothing, deadline, &ignored)?;
    let path = store::escaped(module)?;
    let mut bytes = Vec::new();
    let mut is_unknown = false;
    let asked = run.proxies.ask(&mut |base| {
        bytes.clear();
        let url = format!("{}/{path}/@v/list", base.trim_end_matches('/'));
        let got = run.transport.get(&url, MAX_GO_MOD, run.deadline, &mut bytes, &mut |_| ());
        is_unknown = got.as_ref().is_err_and(|failure| failure.sort == Sort::NotFound);
        got
    });
    match asked {
        Err(_) if is_unknown => Ok(Vec::new()),
        Err(reason) => Err(reason),
        Ok(()) => Ok(String::from_utf8_lossy(&bytes).split_whitespace().map(str::to_owned).collect()),
    }
}

struct Run<'a> {
    environment: &'a FetchEnvironment,
    checksums: &'a Checksums,
    proxies: Proxies,
    transport: Transport,
    store: Store,
    deadline: Instant,
    modules: AtomicUsize,
    bytes: AtomicU64,
    told: &'a (dyn Fn(Progress) + Sync),
}

/// Maximum size in bytes of a zip, and of its content (`golang.org/x/mod/zip.MaxZipFile`).
const MAX_ZIP: u64 = 500 << 20;
/// Maximum size in bytes of a go.mod (`MaxGoMod`).
const MAX_GO_MOD: u64 = 16 << 20;

impl<'a> Run<'a> {
    fn new(
        environment: &'a FetchEnvironment,
        checksums: &'a Checksums,
        deadline: Instant,
        told: &'a (dyn Fn(Progress) + Sync),
    ) -> Result<Self, String> {
        let credentials = Credentials::new(&environment.go_auth, &environment.netrc)?;
        Ok(Run {
            environment,
            checksums,
            proxies: Proxies::parse(&environment.proxies)?,
            transport: Transport::new(&environment.certificates, credentials),
            store: Store::new(&environment.module_cache, environment.is_writable),
            deadline,
            modules: AtomicUsize::new(0),
            bytes: AtomicU64::new(0),
            told,
        })
    }
}

impl Run<'_> {
    fn progress(&self) -> Progress {
        Progress { modules: self.modules.load(Ordering::Relaxed), bytes: self.bytes.load(Ordering::Relaxed) }
    }

    fn tell(&self) {
        (self.told)(self.progress());
    }

    fn module(&self, module: &ModuleVersion, part: Part) -> Result<(), String> {
        if self.environment.no_proxy.covers(&module.path) {
            return Err(
                "GONOPROXY or GOPRIVATE requires the repository, but idlgen reads only proxies; download it with the \
                 go command"
                    .to_owned(),
            );
        }
        let paths = self.store.module_paths(&module.path, &module.version)?;
        let _lock = paths.lock()?;
        if let Some(go_mod) = paths.go_mod()? {
            self.check(module, "/go.mod", &checksums::of_go_mod(&go_mod))?;
        } else {
            let go_mod = self.get(module, "mod", MAX_GO_MOD)?;
            self.check(module, "/go.mod", &checksums::of_go_mod(&go_mod))?;
            paths.write("mod", &go_mod)?;
        }
        if part == Part::GoMod || paths.is_extracted() {
            return Ok(());
        }
        let prefix = format!("{}@{}/", module.path, module.version);
        if let Some(mut zip) = paths.zip()? {
            return self.extract(module, &paths, &mut zip, &prefix).map(drop);
        }
        let info = self.get(module, "info", MAX_GO_MOD)?;
        paths.write("info", info_of(&info, &module.version)?.as_bytes())?;
        let mut file = paths.new_zip()?;
        self.download(module, "zip", MAX_ZIP, file.file())?;
        let extracted = self.extract(module, &paths, file.file(), &prefix)?;
        file.keep(&extracted)
    }

    /// Extracts the files of a zip if their hash is in go.sum, and returns the hash.
    fn extract(
        &self,
        module: &ModuleVersion,
        paths: &store::ModulePaths,
        zip: &mut std::fs::File,
        prefix: &str,
    ) -> Result<String, String> {
        let archive = zip::Archive::open(zip, prefix, MAX_ZIP)?;
        let folder = paths.new_directory()?;
        let hash = archive.extract(zip, folder.path(), prefix)?;
        self.check(module, "", &hash)?;
        folder.keep()?;
        Ok(hash)
    }

    /// Checks that go.sum contains this hash.
    fn check(&self, module: &ModuleVersion, suffix: &str, hash: &str) -> Result<(), String> {
        let known = self.checksums.of(&module.path, &format!("{}{suffix}", module.version));
        let what = if suffix.is_empty() { "the module" } else { "its go.mod" };
        if known.iter().any(|known| known.hash != hash) {
            let known: Vec<&str> = known.iter().map(|known| known.hash).collect();
            return Err(format!(
                "{what} does not match go.sum: go.sum has {}, the download has {hash}; it may have been changed",
                known.join(", ")
            ));
        }
        if known.is_empty() && !self.environment.no_checksums.covers(&module.path) {
            return Err(format!(
                "go.sum has no hash of {what}; add it with `go mod tidy` or `go mod download`, or disable the check \
                 with GONOSUMDB or GOSUMDB=off"
            ));
        }
        Ok(())
    }

    fn get(&self, module: &ModuleVersion, suffix: &str, limit: u64) -> Result<Vec<u8>, String> {
        let mut bytes = Vec::new();
        self.ask_proxies(module, suffix, &mut |url| {
            bytes.clear();
            self.transport.get(url, limit, self.deadline, &mut bytes, &mut |count| self.count(count))
        })?;
        Ok(bytes)
    }

    fn download(
        &self,
        module: &ModuleVersion,
        suffix: &str,
        limit: u64,
        file: &mut std::fs::File,
    ) -> Result<(), String> {
        self.ask_proxies(module, suffix, &mut |url| {
            store::empty(file).map_err(|reason| Sort::Other.with(reason))?;
            self.transport.get(url, limit, self.deadline, file, &mut |count| self.count(count))
        })
    }

    fn count(&self, bytes: u64) {
        self.bytes.fetch_add(bytes, Ordering::Relaxed);
        self.tell();
    }

    /// Queries the proxies in order.
    fn ask_proxies(
        &self,
        module: &ModuleVersion,
        suffix: &str,
        ask: &mut dyn FnMut(&str) -> Result<(), proxy::Failure>,
    ) -> Result<(), String> {
        let path = store::escaped(&module.path)?;
        let version = store::escaped(&module.version)?;
        self.proxies.ask(&mut |base| {
            let url = format!("{}/{path}/@v/{version}.{suffix}", base.trim_end_matches('/'));
            let mut attempt = 0;
            loop {
                let failure = match ask(&url) {
                    Ok(()) => return Ok(()),
                    Err(failure) => failure,
                };
                attempt += 1;
                let pause = Duration::from_millis(300 << attempt);
                if failure.sort != Sort::Passing || attempt == 4 || Instant::now() + pause >= self.deadline {
                    return Err(failure);
                }
                std::thread::sleep(pause);
            }
        })
    }
}

/// Returns the content of a `.info` in the format of the Go command (`cmd/go/internal/modfetch.RevInfo`).
fn info_of(info: &[u8], version: &str) -> Result<String, String> {
    const ORIGIN: [&str; 8] = ["VCS", "URL", "Subdir", "Hash", "TagPrefix", "TagSum", "Ref", "RepoSum"];
    let json: serde_json::Value = serde_json::from_slice(info)
        .map_err(|_| "the response of the proxy about the version is not JSON".to_owned())?;
    if json.get("Version").and_then(serde_json::Value::as_str) != Some(version) {
        return Err("the response of the proxy is for another version".to_owned());
    }
    let fields = |of: &serde_json::Value, names: &[&str]| -> Vec<String> {
        let there = names.iter().filter_map(|name| Some((name, of.get(name).filter(|value| value.is_string())?)));
        there.map(|(name, value)| format!("\"{name}\":{value}")).collect()
    };
    let mut parts = fields(&json, &["Version", "Time"]);
    if let Some(origin) = json.get("Origin") {
        parts.push(format!("\"Origin\":{{{}}}", fields(origin, &ORIGIN).join(",")));
    }
    Ok(format!("{{{}}}", parts.join(",")))
}

#[cfg(test)]
mod tests;
