//! Reads the object files of a command line.

use std::path::{Path, PathBuf};

use super::{
    exclusion::Exclusion,
    file_roles::FileRoles,
    kinds::object_file,
    object_files::{FoundFile, object_files},
    preparation::{read_found, read_text, standard_input},
};
use crate::{
    cli::{Exit, terminal::Terminal},
    objects::ObjectFile,
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
pub(super) struct ObjectInputs<'a> {
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
pub(super) fn read_object_files<'a>(
    arguments: &'a [PathBuf],
    exclusions: &[Exclusion],
    session: &mut Session<'_>,
    exit: &mut Exit,
    terminal: &Terminal,
) -> ObjectInputs<'a> {
    let mut texts = ObjectInputs::default();
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
    let roles = FileRoles::read(&DiskFileSystem, &texts.folders);
    for file in &mut texts.files {
        let path = session.sources.path(file.file()).to_owned();
        roles.mark(file, &path);
    }
    texts
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
pub(super) fn files_of(
    tree: &dyn FileSystem,
    path: &Path,
    prefix: &str,
    exclusions: &[Exclusion],
    session: &mut Session<'_>,
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
                let file = session.sources.add(&shown, text);
                let mut file = object_file(file, session, &found.path);
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
