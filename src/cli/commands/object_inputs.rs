//! Reads the object files of a command line.

use std::path::{Path, PathBuf};

use idlgen_validate::crd::CustomResourceDefinition;
use serde_json::Value as Json;

use super::{
    exclusion::Exclusion,
    file_roles::FileRoles,
    object_files::{FoundFile, object_files},
};
use crate::{
    cli::{Exit, terminal::Terminal},
    diag::Diagnostic,
    objects::{ObjectFile, codes::HELM_TEMPLATE},
    source::{self, DiskFileSystem, FileSystem, SourceMap, Span},
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
pub(super) struct ObjectInputs<'a> {
    /// The files in the order of the arguments.
    pub(super) files: Vec<ObjectFile>,
    pub(super) arguments: Vec<Argument<'a>>,
    /// The searched directories.
    pub(super) folders: Vec<PathBuf>,
}

/// Reads the files of the arguments. Reports errors, and sets `exit` accordingly.
pub(super) fn read_object_files<'a>(
    arguments: &'a [PathBuf],
    exclusions: &[Exclusion],
    sources: &mut SourceMap,
    exit: &mut Exit,
    terminal: &Terminal,
) -> ObjectInputs<'a> {
    let mut texts = ObjectInputs::default();
    for path in arguments {
        let mut own_exit = Exit::Clean;
        let named = object_files(&DiskFileSystem, path, exclusions, &mut own_exit, terminal);
        let first = texts.files.len();
        for found in &named.found {
            texts.files.extend(open(found, sources, &mut own_exit, terminal));
        }
        texts.folders.extend(named.folders);
        let has_failed = own_exit != Exit::Clean;
        texts.arguments.push(Argument { path, files: first..texts.files.len(), skipped: named.skipped, has_failed });
        *exit = (*exit).max(own_exit);
    }
    let roles = FileRoles::read(&DiskFileSystem, &texts.folders);
    for file in &mut texts.files {
        let path = sources.path(file.file()).to_owned();
        roles.mark(file, &path);
    }
    texts
}

fn open(found: &FoundFile, sources: &mut SourceMap, exit: &mut Exit, terminal: &Terminal) -> Option<ObjectFile> {
    match found.read() {
        Ok(text) => {
            let mut file = object_file(sources, found.shown(), &found.path, text);
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

/// Calls `add` with the CRDs in a file or directory, their locations and the displayed name of their file. It returns
/// `false` for other objects. Reports unreadable files, and that there is no CRD in the value of `flag`. Returns the
/// searched directories.
pub(super) fn read_crds(
    flag: &str,
    argument: &Path,
    sources: &mut SourceMap,
    terminal: &Terminal,
    mut add: impl FnMut(Json, Span, &str) -> bool,
) -> Result<Vec<PathBuf>, Exit> {
    let mut exit = Exit::Clean;
    let files = object_files(&DiskFileSystem, argument, &[], &mut exit, terminal);
    let roles = FileRoles::read(&DiskFileSystem, &files.folders);
    let (mut count, mut problems) = (0, Vec::new());
    for found in &files.found {
        let text = match found.read() {
            Ok(text) if text.contains(CustomResourceDefinition::KIND) => text,
            Ok(_) => continue,
            Err(reason) => {
                terminal.fatal(&reason);
                exit = Exit::Environment;
                continue;
            }
        };
        let mut file = object_file(sources, found.shown(), &found.path, text);
        roles.mark_found(&mut file, found);
        let shown = found.shown().to_string_lossy();
        for (json, span) in file.definitions(|problem| problems.push(problem)) {
            count += usize::from(add(json, span, &shown));
        }
    }
    if !problems.is_empty() {
        terminal.findings(&problems, sources);
        exit = Exit::Environment;
    } else if count == 0 && exit == Exit::Clean {
        terminal.fatal(&format!("{flag} {}: no CustomResourceDefinition found", argument.display()));
        exit = Exit::Environment;
    }
    if exit == Exit::Clean { Ok(files.folders) } else { Err(exit) }
}

/// Adds the findings of a file. The templates of a chart are reported once.
pub(super) fn add_findings(all: &mut Vec<Diagnostic>, found: Vec<Diagnostic>) {
    for one in found {
        if one.code != HELM_TEMPLATE || all.iter().all(|known| known.message != one.message) {
            all.push(one);
        }
    }
}

/// Adds a file to the sources. `path` is its path without the revision that `shown` may contain.
pub(super) fn object_file(sources: &mut SourceMap, shown: &Path, path: &Path, text: String) -> ObjectFile {
    let file = sources.add(shown, text);
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    ObjectFile::new(file, sources.shared_text(file), &name)
}

/// Reads the files of a path in another tree, such as a revision. Reports errors, and sets `exit` accordingly.
pub(super) fn files_of(
    tree: &dyn FileSystem,
    path: &Path,
    prefix: &str,
    exclusions: &[Exclusion],
    sources: &mut SourceMap,
    exit: &mut Exit,
    terminal: &Terminal,
) -> Vec<ObjectFile> {
    let mut texts = Vec::new();
    let files = object_files(tree, path, exclusions, exit, terminal);
    let roles = FileRoles::read(tree, &files.folders);
    for found in files.found {
        // A new file has no old version.
        if found.is_named && !tree.is_file(&found.path) {
            continue;
        }
        let shown = PathBuf::from(format!("{prefix}{}", found.path.display()));
        match source::text(shown.display(), tree.read(&found.path)) {
            Ok(text) => {
                let mut file = object_file(sources, &shown, &found.path, text);
                roles.mark_found(&mut file, &found);
                texts.push(file);
            }
            Err(reason) => {
                terminal.fatal(&reason);
                *exit = Exit::Environment;
            }
        }
    }
    texts
}
