//! The built-in declarations of `k8s.io/apimachinery`, made from the module: its packages are read with idlgen's own
//! reader, and what API types need of them is printed as Go again.

mod comments;
mod constants;
mod package;
mod print;
mod selection;

use std::{
    path::{Path, PathBuf},
    process::ExitCode,
};

use idlgen::{
    modules::{
        GoEnvironment, Modules,
        builtin::{ARCHIVE_PATH, Archive, apimachinery},
    },
    source::{DiskFileSystem, FileSystem, SourceMap},
};

use self::package::Package;

/// The module that is built in.
pub(crate) const MODULE: &str = "k8s.io/apimachinery";

/// The packages that API packages use, below the module's root.
const PACKAGES: [&str; 8] = [
    "pkg/api/resource",
    "pkg/apis/meta/v1",
    "pkg/runtime",
    "pkg/runtime/schema",
    "pkg/types",
    "pkg/util/intstr",
    "pkg/version",
    "pkg/watch",
];

/// Arguments of the task.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Folder of the module (default: the one in the module cache at the version built in now)
    #[arg(long, value_name = "DIR")]
    module: Option<PathBuf>,
    /// Version of the module (default: what stands behind the at sign in the folder's name)
    #[arg(long)]
    version: Option<String>,
    /// Write nothing; fail if the archive is not what the module gives
    #[arg(long)]
    check: bool,
    /// Print the declarations instead of packing them
    #[arg(long)]
    print: bool,
}

/// Runs the task.
pub(crate) fn run(arguments: &Arguments) -> ExitCode {
    match make(arguments) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::from(2)
        }
    }
}

fn make(arguments: &Arguments) -> Result<bool, String> {
    let module = arguments.module.clone().or_else(module_of_cache).ok_or("name the module's folder with --module")?;
    let version = arguments.version.clone().or_else(|| version_in_name(&module));
    let version = version.ok_or("name the module's version with --version")?;
    if arguments.check {
        let is_current = is_current(&module, &version)?;
        println!("{ARCHIVE_PATH} is {}", if is_current { "current" } else { "stale: run `cargo xtask builtin`" });
        return Ok(is_current);
    }
    let files = declarations(&module)?;
    if arguments.print {
        for (path, text) in &files {
            println!("-- {path} --\n{text}");
        }
        return Ok(true);
    }
    let bytes = pack(&version, &files);
    let path = archive_path();
    std::fs::write(&path, &bytes).map_err(|error| format!("{}: {error}", path.display()))?;
    let unpacked: usize = files.iter().map(|(_, text)| text.len()).sum();
    println!("{MODULE} {version}: {} files, {unpacked} bytes, packed {} bytes", files.len(), bytes.len());
    Ok(true)
}

/// Whether the archive is what the module in that folder gives.
pub(crate) fn is_current(module: &Path, version: &str) -> Result<bool, String> {
    let bytes = pack(version, &declarations(module)?);
    Ok(std::fs::read(archive_path()).is_ok_and(|current| current == bytes))
}

fn archive_path() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(ARCHIVE_PATH)
}

fn pack(version: &str, files: &[(String, String)]) -> Vec<u8> {
    Archive::pack(MODULE, version, files.iter().map(|(path, text)| (path.as_str(), text.as_str())))
}

/// The module at the version that is built in, if it is on this machine.
fn module_of_cache() -> Option<PathBuf> {
    let cache = GoEnvironment::from_variables(|name| std::env::var(name).ok()).module_cache?;
    let module = cache.join(format!("{MODULE}@{}", apimachinery().version));
    DiskFileSystem.is_directory(&module).then_some(module)
}

fn version_in_name(module: &Path) -> Option<String> {
    Some(module.file_name()?.to_str()?.split_once('@')?.1.to_owned())
}

/// The files to pack, by path below the module's root.
fn declarations(module: &Path) -> Result<Vec<(String, String)>, String> {
    let mut sources = SourceMap::default();
    let environment = GoEnvironment::default();
    let (modules, diagnostics) = Modules::load(&DiskFileSystem, module, &environment, &mut sources);
    let mut messages: Vec<String> = diagnostics.into_iter().map(|diagnostic| diagnostic.message).collect();
    let mut packages = Vec::new();
    for path in PACKAGES {
        match Package::read(&modules, &format!("{MODULE}/{path}"), &mut sources) {
            Ok(package) => packages.push(package),
            Err(said) => messages.extend(said),
        }
    }
    if !messages.is_empty() {
        return Err(messages.join("\n"));
    }
    let mut selection = selection::select(&packages);
    constants::keep_constants(&packages, &mut selection);
    let mut files = Vec::new();
    for (package, path) in packages.iter().zip(PACKAGES) {
        for file in &package.files {
            let text = print::file(package, file, &selection)?;
            files.extend(text.map(|text| (format!("{path}/{}", file.name), text)));
        }
    }
    Ok(files)
}
