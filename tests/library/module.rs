//! Go modules in memory and their diagnostics.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    sync::LazyLock,
};

use idlgen::{
    diag::Diagnostic,
    modules::GoEnvironment,
    session::Session,
    settings::Settings,
    source::{MemoryFileSystem, SourceMap},
};

/// The files of a Go module: the contents by path.
pub(crate) type Files = BTreeMap<PathBuf, Vec<u8>>;

/// The directory of the modules.
pub(crate) static FOLDER: LazyLock<PathBuf> = LazyLock::new(|| PathBuf::from("/module"));

/// The diagnostics of a run, and the sources that they refer to.
pub(crate) struct Found {
    pub(crate) diagnostics: Vec<Diagnostic>,
    pub(crate) sources: SourceMap,
}

/// Returns a module with one package of one file.
pub(crate) fn one_file(types: &str) -> Files {
    BTreeMap::from([
        (FOLDER.join("go.mod"), b"module example.com/m\n\ngo 1.25\n".to_vec()),
        (FOLDER.join("v1/types.go"), types.as_bytes().to_vec()),
    ])
}

/// Runs the lints over packages of a module.
pub(crate) fn lint(files: &Files, patterns: &[&str]) -> Found {
    let mut tree = MemoryFileSystem::default();
    for (path, bytes) in files {
        tree.insert(path.clone(), bytes.clone());
    }
    let mut settings = Settings::default();
    settings.directory.clone_from(&FOLDER);
    settings.packages = patterns.iter().map(|pattern| (*pattern).to_owned()).collect();
    let mut session = Session::new(settings, GoEnvironment::default(), &tree, SourceMap::default());
    let mut diagnostics = session.lint(None).diagnostics;
    // It suggests another notation for a rule that has no mistake.
    diagnostics.retain(|one| one.code.info().slug != "replaceable-rule");
    Found { diagnostics, sources: session.sources }
}

/// Returns the name and the files of every module in testdata. Each file of `mistakes` is returned as a separate
/// module.
pub(crate) fn all_of_testdata() -> Vec<(String, Files)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata");
    let mut modules = Vec::new();
    for entry in entries(&root) {
        if entry.join("go.mod").is_file() {
            let mut files = Files::new();
            collect(&entry, &entry, &mut files);
            modules.push((entry.display().to_string(), files));
        }
    }
    for dialect in entries(&root.join("mistakes")) {
        for file in entries(&dialect) {
            let text = fs::read_to_string(&file).expect("a text");
            modules.push((file.display().to_string(), one_file(&text)));
        }
    }
    modules
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    let mut paths: Vec<PathBuf> =
        fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path()).collect();
    paths.sort();
    paths
}

fn collect(folder: &Path, root: &Path, files: &mut Files) {
    for path in entries(folder) {
        if path.is_dir() {
            collect(&path, root, files);
        } else if path.extension().is_some_and(|extension| ["go", "mod"].iter().any(|known| extension == *known)) {
            let below = path.strip_prefix(root).expect("below");
            files.insert(FOLDER.join(below), fs::read(&path).expect("bytes"));
        }
    }
}
