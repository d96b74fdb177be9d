//! The files of objects that a command line names, with their texts.

use std::path::{Path, PathBuf};

use super::{
    exclusion::Exclusion,
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

/// The files that an argument names.
#[derive(Debug)]
pub(super) struct Argument<'a> {
    /// The argument.
    pub(super) path: &'a Path,
    /// Which of the files are its.
    pub(super) files: std::ops::Range<usize>,
    /// How many files and folders were left out.
    pub(super) left_out: usize,
    /// Whether something of it could not be read.
    pub(super) has_failed: bool,
}

/// All files of objects.
#[derive(Debug, Default)]
pub(super) struct ObjectTexts<'a> {
    /// The files, in the order of the arguments.
    pub(super) files: Vec<ObjectFile>,
    /// What named them.
    pub(super) arguments: Vec<Argument<'a>>,
    /// The folders that were searched.
    pub(super) folders: Vec<PathBuf>,
}

/// Whether a path stands for standard input.
pub(super) fn is_input(path: &Path) -> bool {
    path == Path::new("-")
}

/// Reads the files that arguments name. What cannot be read is said, and raises `exit`.
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
        texts.arguments.push(Argument { path, files: first..texts.files.len(), left_out: named.left_out, has_failed });
        *exit = (*exit).max(own_exit);
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
            Some(object_file(file, session, shown))
        }
        Err(reason) => {
            terminal.fatal(&reason);
            *exit = Exit::Environment;
            None
        }
    }
}

/// Reads the files of another tree, such as a revision, that a path names there. What cannot be read is said, and
/// raises `exit`.
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
        // What is new was not there before.
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
