//! The programs: kubectl, and one that converts OpenAPI v2 to the format that kubectl reads. Both are built with Go
//! from the oracle directory, once.

use std::{
    fs,
    io::Write,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

/// The oracle directory, relative to the directory of the suites.
const ORACLES: &str = "../oracle";

/// The directory in which the programs are built, relative to that of this crate.
const TARGET: &str = "../target/oracle";

const PROTOBUF_SOURCE: &str = include_str!("openapi_v2_protobuf.go.txt");

/// The built programs.
pub(super) struct Programs {
    kubectl: PathBuf,
    protobuf: PathBuf,
    /// The path of a real API server.
    pub(super) api_server: PathBuf,
    /// A separate home directory for kubectl's caches.
    home: PathBuf,
}

impl Programs {
    /// Builds the programs, or reports what is missing.
    pub(super) fn build(suites: &Path) -> Result<Self, String> {
        let oracles = oracles(suites)?;
        let target = Path::new(env!("CARGO_MANIFEST_DIR")).join(TARGET);
        let target = std::path::absolute(target).map_err(|error| error.to_string())?;
        let failed = |error: std::io::Error| format!("{}: {error}", target.display());
        fs::create_dir_all(target.join("home")).map_err(failed)?;
        let programs = Programs {
            kubectl: target.join("kubectl"),
            protobuf: target.join("openapi-v2-protobuf"),
            api_server: target.join("apiserver"),
            home: target.join("home"),
        };
        go_build(&oracles, &programs.kubectl, &["./kubectl"])?;
        go_build(&oracles, &programs.api_server, &["./apiserver"])?;
        // A separate module with the versions of the oracles.
        let module = target.join("protobuf-source");
        fs::create_dir_all(&module).map_err(failed)?;
        for name in ["go.mod", "go.sum"] {
            fs::write(module.join(name), fs::read(oracles.join(name)).map_err(failed)?).map_err(failed)?;
        }
        fs::write(module.join("main.go"), PROTOBUF_SOURCE).map_err(failed)?;
        go_build(&module, &programs.protobuf, &["-mod=mod", "."])?;
        Ok(programs)
    }

    /// Returns the output or error of `kubectl explain` for a resource of the server at `address`.
    pub(super) fn explain(&self, address: &str, resource: &str, output: &str) -> Result<String, String> {
        let cache = self.home.join(address.replace(':', "-"));
        let server = format!("--server=http://{address}");
        let cache_dir = format!("--cache-dir={}", cache.display());
        let text = self.kubectl(&["explain", resource, "--recursive", "--output", output, &server, &cache_dir]);
        // Each server is queried without a cache.
        let _ = fs::remove_dir_all(&cache);
        text
    }

    /// Returns the output or error of kubectl.
    pub(super) fn kubectl(&self, arguments: &[&str]) -> Result<String, String> {
        let result = Command::new(&self.kubectl)
            .args(arguments)
            .env("HOME", &self.home)
            .env("KUBECONFIG", "")
            .stdin(Stdio::null())
            .output()
            .map_err(|error| format!("kubectl: {error}"))?;
        if result.status.success() {
            Ok(String::from_utf8_lossy(&result.stdout).into_owned())
        } else {
            Err(String::from_utf8_lossy(&result.stderr).into_owned())
        }
    }

    /// Returns an OpenAPI v2 document in the form that kubectl reads.
    pub(super) fn protobuf(&self, json: &str) -> Result<Vec<u8>, String> {
        let failed = |error: std::io::Error| format!("{}: {error}", self.protobuf.display());
        let mut child = Command::new(&self.protobuf)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(failed)?;
        let mut stdin = child.stdin.take().ok_or("no standard input")?;
        let text = json.to_owned();
        let writer = std::thread::spawn(move || stdin.write_all(text.as_bytes()));
        let result = child.wait_with_output().map_err(failed)?;
        let _ = writer.join();
        if result.status.success() {
            Ok(result.stdout)
        } else {
            Err(String::from_utf8_lossy(&result.stderr).into_owned())
        }
    }
}

/// Returns the oracle directory.
fn oracles(suites: &Path) -> Result<PathBuf, String> {
    let oracles = std::env::var_os("IDLGEN_ORACLE").map_or_else(|| suites.join(ORACLES), PathBuf::from);
    if oracles.join("kubectl").is_dir() { Ok(oracles) } else { Err(format!("no kubectl in {}", oracles.display())) }
}

/// Returns the content of the files that the programs are built from, except for the modules that they require.
pub(super) fn sources(suites: &Path) -> Result<Vec<String>, String> {
    let oracles = oracles(suites)?;
    let mut files = vec![oracles.join("go.mod"), oracles.join("go.sum")];
    for name in ["kubectl", "apiserver"] {
        let folder = oracles.join(name);
        let entries = fs::read_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        let mut found: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
        found.retain(|path| path.extension().is_some_and(|extension| extension == "go"));
        found.sort();
        files.append(&mut found);
    }
    let read = |path: &PathBuf| fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()));
    let mut sources = files.iter().map(read).collect::<Result<Vec<String>, String>>()?;
    sources.push(PROTOBUF_SOURCE.to_owned());
    Ok(sources)
}

fn go_build(folder: &Path, target: &Path, arguments: &[&str]) -> Result<(), String> {
    let mut command = Command::new("go");
    command.arg("build").arg("-o").arg(target).args(arguments).current_dir(folder);
    let result = command.output().map_err(|error| format!("go: {error}"))?;
    if result.status.success() { Ok(()) } else { Err(String::from_utf8_lossy(&result.stderr).into_owned()) }
}
