//! Reads the object files of a command line.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::{Path, PathBuf},
};

use super::{
    exclusion::Exclusion,
    kinds::object_file,
    object_files::{FoundFile, object_files},
    paths::normal,
    preparation::{read_found, read_text, standard_input},
};
use crate::{
    cli::{Exit, terminal::Terminal},
    objects::{ObjectFile, SkipReason, named_files},
    session::Session,
    source::{self, DiskFileSystem, FileSystem},
};

/// An argument with its files.
#[derive(Debug)]
pub(super) struct Argument<'a> {
    pub(super) path: &'a Path,
    pub(super) files: std::ops::Range<usize>,
    /// Number of excluded files and directories.
    pub(super) skipped: usize,
    /// `true` if a part was unreadable.
    pub(super) has_failed: bool,
}

/// All object files.
#[derive(Debug, Default)]
pub(super) struct ObjectTexts<'a> {
    /// The files in the order of the arguments.
    pub(super) files: Vec<ObjectFile>,
    pub(super) arguments: Vec<Argument<'a>>,
    /// The searched directories.
    pub(super) folders: Vec<PathBuf>,
}

/// Returns `true` if a path represents standard input.
pub(super) fn is_input(path: &Path) -> bool {
    path == Path::new("-")
}

/// Reads the files of the arguments. Reports errors, and sets `exit` accordingly.
pub(super) fn object_texts<'a>(
    arguments: &'a [PathBuf],
    exclusions: &[Exclusion],
    session: &mut Session<'_>,
    exit: &mut Exit,
    terminal: &Terminal,
) -> ObjectTexts<'a> {
    let mut texts = ObjectTexts::default();
    for path in arguments {
        let mut own_exit = Exit::Clean;
        let named = object_files(&DiskFileSystem, path, exclusions, &mut own_exit, terminal);
        let first = texts.files.len();
        for found in &named.found {
            texts.files.extend(open(found, session, &mut own_exit, terminal));
        }
        texts.folders.extend(named.folders);
        let has_failed = own_exit != Exit::Clean;
        texts.arguments.push(Argument { path, files: first..texts.files.len(), skipped: named.skipped, has_failed });
        *exit = (*exit).max(own_exit);
    }
    set_roles(&mut texts, session);
    texts
}

/// Marks the files that kustomizations reference, and those that are chart templates.
fn set_roles(texts: &mut ObjectTexts<'_>, session: &Session<'_>) {
    let folders: BTreeSet<&Path> = texts.folders.iter().map(PathBuf::as_path).collect();
    let mut roles: BTreeMap<PathBuf, Option<SkipReason>> = BTreeMap::new();
    let mut kustomized: BTreeSet<PathBuf> = BTreeSet::new();
    for folder in folders {
        let texts = KUSTOMIZATIONS.iter().filter_map(|name| {
            let path = folder.join(name);
            DiskFileSystem.is_file(&path).then(|| read_found(&path).ok()).flatten()
        });
        for text in texts {
            kustomized.insert(normal(folder));
            roles.extend(named_files(&text).into_iter().map(|(path, role)| (normal(&folder.join(path)), role)));
        }
    }
    for file in &mut texts.files {
        let path = normal(session.sources.path(file.file()));
        let role = match roles.get(&path) {
            Some(role) => *role,
            None => is_unnamed_patch(&path, &kustomized).then_some(SkipReason::KustomizePatch),
        };
        if let Some(role) = role.filter(|_| file.is_found()) {
            file.set_role(role);
        }
        let above = path.ancestors().skip(1);
        let templates = above.filter(|folder| folder.file_name().is_some_and(|name| name == "templates"));
        let mut charts = templates.filter_map(Path::parent);
        if let Some(chart) = charts.find(|chart| DiskFileSystem.is_file(&chart.join("Chart.yaml"))) {
            file.set_chart(if chart.as_os_str().is_empty() { ".".to_owned() } else { chart.display().to_string() });
        }
    }
}

/// The file names of kustomizations.
const KUSTOMIZATIONS: [&str; 3] = ["kustomization.yaml", "kustomization.yml", "Kustomization"];

/// Returns `true` for a file named like a patch that no kustomization references. It must be next to a kustomization,
/// or in a directory `patches` below one: kubebuilder generates such patches for users to enable.
fn is_unnamed_patch(path: &Path, kustomized: &BTreeSet<PathBuf>) -> bool {
    let Some(folder) = path.parent() else { return false };
    let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let is_in_patches = folder.file_name().is_some_and(|name| name == "patches");
    is_in_patches && folder.parent().is_some_and(|above| kustomized.contains(above))
        || (stem.ends_with("_patch") || stem.ends_with("-patch")) && kustomized.contains(folder)
}

fn open(found: &FoundFile, session: &mut Session<'_>, exit: &mut Exit, terminal: &Terminal) -> Option<ObjectFile> {
    let path = found.path.as_path();
    let text = match found.is_named {
        true if is_input(path) => standard_input(),
        true => read_text(path),
        false => read_found(path),
    };
    match text {
        Ok(text) => {
            let shown = if found.is_named && is_input(path) { Path::new("<stdin>") } else { path };
            let file = session.sources.add(shown, text);
            let mut file = object_file(file, session, shown);
            if !found.is_named {
                file.set_found();
            }
            Some(file)
        }
        Err(reason) => {
            terminal.fatal(&reason);
            *exit = Exit::Environment;
            None
        }
    }
}

/// Reads the files of a path in another tree, such as a revision. Reports errors, and sets `exit` accordingly.
pub(super) fn texts_of(
    tree: &dyn FileSystem,
    path: &Path,
    prefix: &str,
    exclusions: &[Exclusion],
    session: &mut Session<'_>,
    exit: &mut Exit,
    terminal: &Terminal,
) -> Vec<ObjectFile> {
    let mut texts = Vec::new();
    for found in object_files(tree, path, exclusions, exit, terminal).found {
        // A new file has no old version.
        if found.is_named && !tree.is_file(&found.path) {
            continue;
        }
        let shown = PathBuf::from(format!("{prefix}{}", found.path.display()));
        match source::text(shown.display(), tree.read(&found.path)) {
            Ok(text) => {
                let file = session.sources.add(&shown, text);
                texts.push(object_file(file, session, &found.path));
            }
            Err(reason) => {
                terminal.fatal(&reason);
                *exit = Exit::Environment;
            }
        }
    }
    texts
}
