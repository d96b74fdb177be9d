//! The built-in declarations of Kubernetes' own modules, generated from these modules: idlgen's own reader reads the
//! packages, and the parts that API types need are printed as Go.

mod comments;
mod constants;
mod package;
mod print;
mod selection;

use std::{collections::BTreeMap, path::Path};

use idlgen::{
    modules::{
        GoEnvironment, Modules,
        builtin::{ARCHIVE_PATH, Declarations, MODULES, PackageData},
    },
    source::{DiskFileSystem, FileSystem, SourceMap},
};

use self::package::Package;
use crate::{
    builtin_kinds::minors::{MINORS, Minor},
    go_modules,
};

/// The packages that API packages may import.
const PATTERNS: [&str; 4] = [
    "k8s.io/api/...",
    "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1",
    "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1beta1",
    "k8s.io/apimachinery/pkg/...",
];

/// Arguments of the task.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Write nothing; fail if the data differs from the modules
    #[arg(long)]
    check: bool,
    /// Print the declarations of this minor version of Kubernetes instead of packing all
    #[arg(long, value_name = "MINOR")]
    print: Option<u16>,
}

/// The pieces of the files of a module, by import path and file: the head of the file, then each declaration.
pub(crate) type Files = BTreeMap<(String, String), Vec<String>>;

pub(crate) fn run(arguments: &Arguments) -> Result<bool, String> {
    let environment = GoEnvironment::from_variables(|name| std::env::var(name).ok());
    if let Some(minor) = arguments.print {
        let minor = MINORS.iter().find(|known| known.minor == minor).ok_or("no such minor version is built in")?;
        for ((package, file), pieces) in declarations(minor, &environment)? {
            println!("-- {package}/{file} --\n{}", pieces.concat());
        }
        return Ok(true);
    }
    let wanted = MINORS.iter().flat_map(|minor| MODULES.map(|path| format!("{path}@{}", minor.version)));
    let wanted: Vec<String> = wanted.collect();
    let missing = go_modules::missing(&wanted, &environment);
    if !missing.is_empty() {
        return Err(format!("these Go modules are missing: {}", missing.join(", ")));
    }
    let mut packages: BTreeMap<String, Files> = BTreeMap::new();
    let mut folders: BTreeMap<(String, String), BTreeMap<String, Vec<String>>> = BTreeMap::new();
    for minor in MINORS {
        let files = declarations(minor, &environment)?;
        println!("1.{}: {} files, {} bytes", minor.minor, files.len(), bytes(&files));
        for ((package, file), pieces) in files {
            let (module, folder) = in_module(&package)?;
            let version = minor.version.to_owned();
            let of_version = folders.entry((module.to_owned(), version.clone())).or_default();
            of_version.entry(folder.to_owned()).or_default().push(file.clone());
            packages.entry(package).or_default().insert((version, file), pieces);
        }
    }
    let packages = packages.iter().map(|(path, files)| (path.clone(), PackageData::new(files))).collect();
    let packed = Declarations::pack(&packages, &folders);
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(ARCHIVE_PATH);
    if arguments.check {
        let is_current = std::fs::read(&path).is_ok_and(|current| current == packed);
        println!("{ARCHIVE_PATH} is {}", if is_current { "current" } else { "stale: run `cargo xtask builtin`" });
        return Ok(is_current);
    }
    std::fs::write(&path, &packed).map_err(|error| format!("{}: {error}", path.display()))?;
    println!("packed {} bytes", packed.len());
    Ok(true)
}

/// Returns the files of a minor version whose built-in declarations differ from the modules.
pub(crate) fn differing(minor: &Minor, environment: &GoEnvironment) -> Result<Vec<String>, String> {
    let mut differing = Vec::new();
    for ((package, file), pieces) in declarations(minor, environment)? {
        let (module, folder) = in_module(&package)?;
        let built_in = idlgen::modules::builtin::declarations();
        let path = built_in.root(module, minor.version).join(folder).join(&file);
        if built_in.read(&path).ok() != Some(pieces.concat().into_bytes()) {
            differing.push(format!("{package}/{file}"));
        }
    }
    Ok(differing)
}

fn bytes(files: &Files) -> usize {
    files.values().flatten().map(String::len).sum()
}

/// Returns the module of a package, and the path below its root.
fn in_module(package: &str) -> Result<(&'static str, &str), String> {
    let found = MODULES.into_iter().find_map(|module| {
        let below = package.strip_prefix(module)?.strip_prefix('/')?;
        Some((module, below))
    });
    found.ok_or_else(|| format!("{package} is of no module that is built in"))
}

/// Returns the kept declarations of the modules of a minor version.
fn declarations(minor: &Minor, environment: &GoEnvironment) -> Result<Files, String> {
    let mut sources = SourceMap::default();
    let versions = MODULES.map(|path| (path, minor.version));
    let modules = Modules::from_versions(&DiskFileSystem, &versions, environment);
    let (locations, diagnostics) = modules.expand(&PATTERNS.map(str::to_owned));
    let mut messages: Vec<String> = diagnostics.into_iter().map(|diagnostic| diagnostic.message).collect();
    let mut packages = Vec::new();
    for location in locations {
        match Package::read(&modules, &location.import_path, &mut sources) {
            Ok(package) => packages.push(package),
            Err(said) => messages.extend(said),
        }
    }
    if !messages.is_empty() {
        return Err(messages.join("\n"));
    }
    let mut selection = selection::select(&packages);
    constants::keep_constants(&packages, &mut selection);
    let mut files = Files::new();
    for package in &packages {
        for file in &package.files {
            let pieces = print::file(package, file, &selection)?;
            if !pieces.is_empty() {
                files.insert((package.import_path.clone(), file.name.clone()), pieces);
            }
        }
    }
    Ok(files)
}
