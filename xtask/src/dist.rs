//! `cargo xtask dist`: the archive of a release for one target.
//!
//! The archive contains the program, man pages, completions, the license, third-party notices and a bill of materials.
//! Two runs on one machine produce the same bytes: entries are sorted, times are zero and owners are root.

mod archive;
mod components;
mod notices;
mod sbom;

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use sha2::{Digest, Sha256};

use self::archive::Entry;
use crate::tidy;

/// Arguments of the task.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The target triple, such as x86_64-unknown-linux-musl
    #[arg(long)]
    target: String,
    /// The directory for the archive and its checksum
    #[arg(short, long, default_value = "target/dist")]
    output: PathBuf,
}

/// The shells with a completion script, and the name of the script in the archive.
const COMPLETIONS: &[(&str, &str)] = &[
    ("bash", "idlgen.bash"),
    ("elvish", "idlgen.elv"),
    ("fish", "idlgen.fish"),
    ("powershell", "_idlgen.ps1"),
    ("zsh", "_idlgen"),
];

pub(crate) fn run(arguments: &Arguments) -> Result<bool, String> {
    println!("{}", dist(arguments)?.display());
    Ok(true)
}

fn dist(arguments: &Arguments) -> Result<PathBuf, String> {
    let root = tidy::root();
    let Arguments { target, output } = arguments;
    let program = build(root, target)?;
    let components = components::of(root, target)?;
    let version = of_workspace(root, "version")?;
    let name = format!("idlgen-{version}-{target}");
    let mut entries = vec![Entry::program(if is_windows(target) { "idlgen.exe" } else { "idlgen" }, read(&program)?)];
    for file in ["LICENSE", "README.md", "CHANGELOG.md"] {
        entries.push(Entry::file(file, read(&root.join(file))?));
    }
    entries.push(Entry::file("THIRD-PARTY.md", notices::markdown(&components)?.into_bytes()));
    entries.push(Entry::file("sbom.cdx.json", sbom::cyclone_dx(&version, &components).into_bytes()));
    let runnable = Runnable::find(root, &program);
    for (shell, file) in COMPLETIONS {
        entries.push(Entry::file(&format!("completions/{file}"), runnable.output(&["completions", shell])?));
    }
    entries.extend(man_pages(&runnable)?);
    let bytes = archive::tar_gz(&name, entries)?;
    let archive = output.join(format!("{name}.tar.gz"));
    let digest: Vec<String> = Sha256::digest(&bytes).iter().map(|byte| format!("{byte:02x}")).collect();
    let digest = digest.concat();
    fs::create_dir_all(output).map_err(|error| format!("{}: {error}", output.display()))?;
    write(&archive, &bytes)?;
    write(&output.join(format!("{name}.tar.gz.sha256")), format!("{digest}  {name}.tar.gz\n").as_bytes())?;
    Ok(archive)
}

/// Returns the value of a key that all packages of the workspace share.
pub(crate) fn of_workspace(root: &Path, key: &str) -> Result<String, String> {
    let text = String::from_utf8_lossy(&read(&root.join("Cargo.toml"))?).into_owned();
    let manifest: toml::Table = text.parse().map_err(|error| format!("Cargo.toml: {error}"))?;
    let value = manifest.get("workspace").and_then(|workspace| workspace.get("package")?.get(key)?.as_str());
    value.map(str::to_owned).ok_or_else(|| format!("Cargo.toml: no workspace.package.{key}"))
}

fn is_windows(target: &str) -> bool {
    target.contains("-windows-")
}

/// Builds the program, statically on Linux with musl. The program contains neither the path of Cargo's home directory
/// nor the time of the build, which the allocator, written in C, takes from `__DATE__` and `__TIME__`.
fn build(root: &Path, target: &str) -> Result<PathBuf, String> {
    let given = |name: &str| std::env::var(name).unwrap_or_default();
    let mut flags: Vec<String> = given("RUSTFLAGS").split_whitespace().map(str::to_owned).collect();
    let mut c_flags = given("CFLAGS");
    if let Some(home) = cargo_home() {
        flags.push(format!("--remap-path-prefix={}=cargo", home.display()));
        // Microsoft's compiler has another flag.
        if !target.contains("-msvc") {
            c_flags = format!("{c_flags} -ffile-prefix-map={}=cargo", home.display());
        }
    }
    let build = Command::new(env!("CARGO"))
        .args(["build", "--release", "--locked", "--package", "idlgen", "--bin", "idlgen", "--target", target])
        .env("CARGO_INCREMENTAL", "0")
        .env("CARGO_ENCODED_RUSTFLAGS", flags.join("\u{1f}"))
        .env("CFLAGS", c_flags.trim_start())
        .env("SOURCE_DATE_EPOCH", "0")
        .current_dir(root)
        .status()
        .map_err(|error| format!("cargo does not start: {error}"))?;
    if !build.success() {
        return Err(format!("cargo build --target {target} failed; `rustup target add {target}` installs the target"));
    }
    let folder = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
    let name = if is_windows(target) { "idlgen.exe" } else { "idlgen" };
    Ok(folder.join(target).join("release").join(name))
}

fn cargo_home() -> Option<PathBuf> {
    let home = || std::env::home_dir().map(|home| home.join(".cargo"));
    std::env::var_os("CARGO_HOME").map(PathBuf::from).or_else(home)
}

/// A build of the program that runs on this machine.
struct Runnable {
    program: PathBuf,
    before: Vec<&'static str>,
    root: PathBuf,
}

impl Runnable {
    /// Returns the program itself, or a build for this machine if the target differs.
    fn find(root: &Path, program: &Path) -> Runnable {
        let runs = Command::new(program).arg("--version").output().is_ok_and(|output| output.status.success());
        let (program, before) = if runs {
            (program.to_owned(), Vec::new())
        } else {
            (env!("CARGO").into(), vec!["run", "--quiet", "--locked", "--bin", "idlgen", "--"])
        };
        Runnable { program, before, root: root.to_owned() }
    }

    fn output(&self, arguments: &[&str]) -> Result<Vec<u8>, String> {
        let ran = Command::new(&self.program)
            .args(&self.before)
            .args(arguments)
            .current_dir(&self.root)
            .output()
            .map_err(|error| format!("{} does not start: {error}", self.program.display()))?;
        if !ran.status.success() {
            return Err(format!("idlgen {}: {}", arguments.join(" "), String::from_utf8_lossy(&ran.stderr)));
        }
        Ok(ran.stdout)
    }
}

fn man_pages(runnable: &Runnable) -> Result<Vec<Entry>, String> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let path = folder.path().to_str().ok_or("the temporary directory is not UTF-8")?;
    runnable.output(&["man", "-o", path])?;
    let mut pages = Vec::new();
    for entry in fs::read_dir(folder.path()).map_err(|error| error.to_string())? {
        let path = entry.map_err(|error| error.to_string())?.path();
        let name = path.file_name().and_then(|name| name.to_str()).ok_or("a man page without a name")?.to_owned();
        pages.push(Entry::file(&format!("man/{name}"), read(&path)?));
    }
    Ok(pages)
}

fn read(path: &Path) -> Result<Vec<u8>, String> {
    fs::read(path).map_err(|error| format!("{}: {error}", path.display()))
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), String> {
    fs::write(path, bytes).map_err(|error| format!("{}: {error}", path.display()))
}
