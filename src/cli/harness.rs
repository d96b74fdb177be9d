//! The test harness of `idlgen test --rust`: writes a crate with generated Rust, compiles it with Cargo, and sends
//! requests to the program.

use std::{
    cell::RefCell,
    env, fs,
    io::{BufRead, BufReader, Write},
    path::{Path, PathBuf},
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
};

use idlgen_runtime::field::MessageStyle;
use idlgen_validate::{ValidatorOptions, crd::harness::PROTOCOL};
use serde_json::{Value as Json, json};
use sha2::{Digest, Sha256};

use crate::{
    diag::Diagnostic,
    objects::codes::BROKEN_HARNESS,
    out::{Files, GENERATED_MARK},
    suite,
};

/// The name of the crate and its program.
const NAME: &str = "idlgen-test-harness";
/// The file with the output of Cargo.
const LOG: &str = "build.log";
/// Maximum number of reported compilation errors.
const MAX_ERRORS: usize = 5;

/// A crate with generated Rust.
pub(super) struct HarnessCrate {
    directory: PathBuf,
    /// The directory with the crates of idlgen. `None` for those of crates.io.
    crates: Option<PathBuf>,
    /// `true` if Cargo may download crates.
    may_download: bool,
}

/// The reason why a crate has no program.
pub(super) enum NotBuilt {
    /// Cargo, a crate or the directory is missing.
    Environment(String),
    /// The generated code does not compile.
    Broken(Box<Diagnostic>),
}

impl HarnessCrate {
    pub(super) fn new(directory: PathBuf, crates: Option<PathBuf>, may_download: bool) -> Self {
        HarnessCrate { directory, crates, may_download }
    }

    /// Writes the crate. `sources` are the files below `src`.
    pub(super) fn write(&self, sources: Files, inputs: &[PathBuf]) -> Result<(), NotBuilt> {
        let failed = |reason: String| NotBuilt::Environment(format!("--rust: {reason}"));
        let manifest = self.directory.join("Cargo.toml");
        let is_other = source_text(&manifest).is_some_and(|text| !text.contains(GENERATED_MARK));
        if is_other {
            let directory = self.directory.display();
            return Err(failed(format!("{directory} has another Cargo.toml; choose another --rust-directory")));
        }
        let mut files = sources;
        // The crate of an earlier run may be that of other Go packages.
        files.take_over();
        files.insert("Cargo.toml", self.manifest().map_err(failed)?);
        files.write(&self.directory, inputs).map_err(|error| failed(error.to_string()))?;
        let lock = self.directory.join("Cargo.lock");
        // The lock file of a checkout selects versions of crates that are probably downloaded.
        if let Some(known) = self.crates.as_ref().map(|crates| crates.join("../Cargo.lock"))
            && !lock.exists()
            && known.is_file()
        {
            // Without it, Cargo selects versions itself.
            let _ = fs::copy(known, lock);
        }
        Ok(())
    }

    fn manifest(&self) -> Result<String, String> {
        let version = env!("CARGO_PKG_VERSION");
        let mut text = format!(
            "# {GENERATED_MARK}. DO NOT EDIT.\n[package]\nname = \"{NAME}\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\
             publish = false\n\n[workspace]\n\n[dependencies]\nserde = {{ version = \"1\", default-features = false, \
             features = [\"std\"] }}\n"
        );
        for name in ["idlgen-runtime", "idlgen-validate"] {
            let path = match &self.crates {
                None => String::new(),
                Some(crates) => {
                    let path = crates.join(name);
                    if !path.join("Cargo.toml").is_file() {
                        return Err(format!("{} has no crate {name}", crates.display()));
                    }
                    format!(", path = {}", Json::from(path.to_string_lossy()))
                }
            };
            text = format!("{text}{name} = {{ version = \"={version}\"{path} }}\n");
        }
        text.push_str("\n[profile.dev]\ndebug = false\nincremental = false\n");
        Ok(text)
    }

    /// Compiles the crate and returns the path of the program.
    #[expect(clippy::disallowed_methods, reason = "the environment names Cargo")]
    pub(super) fn build(&self) -> Result<PathBuf, NotBuilt> {
        let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let target = self.directory.join("target");
        let mut command = Command::new(cargo);
        command.args(["build", "--quiet", "--color", "never", "--manifest-path"]);
        command.arg(self.directory.join("Cargo.toml")).arg("--target-dir").arg(&target);
        if !self.may_download {
            command.arg("--offline");
        }
        // Another target platform would have another output directory.
        command.env_remove("CARGO_BUILD_TARGET").stdin(Stdio::null());
        let output = command.output().map_err(|error| {
            NotBuilt::Environment(match error.kind() {
                std::io::ErrorKind::NotFound => "--rust: Cargo is not installed, or not in PATH".to_owned(),
                _ => format!("--rust: Cargo cannot be run: {error}"),
            })
        })?;
        if output.status.success() {
            return Ok(target.join("debug").join(format!("{NAME}{}", env::consts::EXE_SUFFIX)));
        }
        Err(self.failure(&String::from_utf8_lossy(&output.stderr)))
    }

    /// Describes a failed compilation, and writes the log.
    fn failure(&self, log: &str) -> NotBuilt {
        let mut files = Files::default();
        files.insert(LOG, log);
        let path = self.directory.join(LOG);
        let log_note = match files.write(&self.directory, &[]) {
            Ok(_) => format!("the output of Cargo is in {}", path.display()),
            Err(error) => format!("the output of Cargo cannot be written: {error}"),
        };
        let errors: Vec<&str> = log.lines().filter(|line| line.starts_with("error")).collect();
        if !log.contains("could not compile") {
            let mut message = format!("--rust: {}", errors.first().unwrap_or(&"error: Cargo failed"));
            if !self.may_download {
                message.push_str("; --fetch allows Cargo to download crates");
            }
            return NotBuilt::Environment(format!("{message}; {log_note}"));
        }
        let mut diagnostic = Diagnostic::new(BROKEN_HARNESS, "the generated Rust does not compile");
        for error in errors.iter().filter(|line| !line.contains("could not compile")).take(MAX_ERRORS) {
            diagnostic = diagnostic.note((*error).to_owned());
        }
        NotBuilt::Broken(Box::new(diagnostic.note(log_note)))
    }
}

/// Returns the text of a file of the crate.
#[expect(clippy::disallowed_methods, reason = "a file of the crate is not an input of the run")]
fn source_text(path: &Path) -> Option<String> {
    fs::read_to_string(path).ok()
}

/// Returns the default directory of the crate for Go packages in `packages`, or `None` if there is no cache directory.
#[expect(clippy::disallowed_methods, reason = "the environment determines the cache directory")]
pub(super) fn default_directory(packages: &Path) -> Option<PathBuf> {
    if packages.join("Cargo.toml").is_file() {
        return Some(packages.join("target/idlgen-test"));
    }
    let variable = |name: &str| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let cache = match env::consts::OS {
        "windows" => variable("LOCALAPPDATA"),
        "macos" => variable("HOME").map(|home| home.join("Library/Caches")),
        _ => variable("XDG_CACHE_HOME").or_else(|| variable("HOME").map(|home| home.join(".cache"))),
    };
    let hash = Sha256::digest(packages.to_string_lossy().as_bytes());
    let hash = hash.iter().take(8).fold(0_u64, |number, byte| number << 8 | u64::from(*byte));
    Some(cache?.join("idlgen").join(format!("test-{hash:016x}")))
}

/// A running test harness. It stops when this is dropped.
pub(super) struct Harness {
    process: Child,
    streams: RefCell<(ChildStdin, BufReader<ChildStdout>)>,
}

impl Harness {
    /// Starts the program of a crate.
    pub(super) fn start(program: &Path, options: &ValidatorOptions, style: MessageStyle) -> Result<Self, String> {
        let failed = |error: std::io::Error| format!("--rust: {}: {error}", program.display());
        let mut process = Command::new(program).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().map_err(failed)?;
        let (Some(input), Some(output)) = (process.stdin.take(), process.stdout.take()) else {
            return Err("--rust: the test harness has no streams".to_owned());
        };
        let harness = Harness { process, streams: RefCell::new((input, BufReader::new(output))) };
        let style = if style == MessageStyle::GoOpenApi { "go-openapi" } else { "kubernetes" };
        let settings = json!({
            "protocol": PROTOCOL, "kubernetesMinor": options.kubernetes_minor,
            "kep4153Functions": options.kep4153_functions, "messageStyle": style
        });
        writeln!(harness.streams.borrow_mut().0, "{settings}").map_err(failed)?;
        Ok(harness)
    }
}

impl suite::Harness for Harness {
    fn send(&self, request: &Json) -> Result<Json, String> {
        let failed = |error: std::io::Error| format!("the test harness does not respond: {error}");
        let mut streams = self.streams.borrow_mut();
        writeln!(streams.0, "{request}").and_then(|()| streams.0.flush()).map_err(failed)?;
        let mut line = String::new();
        if streams.1.read_line(&mut line).map_err(failed)? == 0 {
            return Err("the test harness has stopped".to_owned());
        }
        serde_json::from_str(&line).map_err(|error| format!("the response of the test harness is invalid: {error}"))
    }
}

impl Drop for Harness {
    fn drop(&mut self) {
        // It may have stopped already.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
