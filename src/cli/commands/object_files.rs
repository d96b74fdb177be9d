//! Finds the object files of an argument.

use std::{
    collections::BTreeSet,
    path::{Path, PathBuf},
};

use super::{
    exclusion::Exclusion,
    preparation::{read_found, read_text, standard_input},
};
use crate::{
    cli::{Exit, terminal::Terminal},
    source::FileSystem,
};

/// Maximum depth of searched directories.
const MAX_DEPTH: usize = 64;

pub(super) struct FoundFile {
    /// The path. `-` is standard input if the user specified it.
    pub(super) path: PathBuf,
    /// `true` if the user specified it, `false` if it was found in a directory.
    pub(super) is_named: bool,
}

impl FoundFile {
    /// Returns `true` for standard input.
    pub(super) fn is_input(&self) -> bool {
        self.is_named && is_input(&self.path)
    }

    /// Returns the path for diagnostics.
    pub(super) fn shown(&self) -> &Path {
        if self.is_input() { Path::new("<stdin>") } else { &self.path }
    }

    /// Reads the file. Returns an error message if that fails.
    pub(super) fn read(&self) -> Result<String, String> {
        match self.is_named {
            true if is_input(&self.path) => standard_input(),
            true => read_text(&self.path),
            false => read_found(&self.path),
        }
    }
}

/// Returns `true` if a path of the command line represents standard input.
pub(super) fn is_input(path: &Path) -> bool {
    path == Path::new("-")
}

/// The result of an argument.
pub(super) struct ObjectFiles {
    /// The files, sorted by name.
    pub(super) found: Vec<FoundFile>,
    /// Number of excluded files and directories.
    pub(super) skipped: usize,
    /// The searched directories.
    pub(super) folders: Vec<PathBuf>,
}

/// Returns the file of an argument, or the files in its directory except excluded ones. Reports errors, and sets `exit`
/// accordingly.
pub(super) fn object_files(
    files: &dyn FileSystem,
    argument: &Path,
    exclusions: &[Exclusion],
    exit: &mut Exit,
    terminal: &Terminal,
) -> ObjectFiles {
    let mut search = Search {
        files,
        seen: BTreeSet::new(),
        top: argument,
        exclusions,
        found: Vec::new(),
        skipped: 0,
        folders: Vec::new(),
        exit,
        terminal,
    };
    if files.is_directory(argument) {
        search.folder(argument, 0);
    } else if is_input(argument) || !search.is_excluded(argument, false) {
        search.found.push(FoundFile { path: argument.to_owned(), is_named: true });
    }
    ObjectFiles { found: search.found, skipped: search.skipped, folders: search.folders }
}

struct Search<'s> {
    files: &'s dyn FileSystem,
    /// The entered directories with links resolved: a link to one of them is a cycle.
    seen: BTreeSet<PathBuf>,
    /// The directory that path patterns are relative to.
    top: &'s Path,
    exclusions: &'s [Exclusion],
    found: Vec<FoundFile>,
    skipped: usize,
    folders: Vec<PathBuf>,
    exit: &'s mut Exit,
    terminal: &'s Terminal,
}

impl Search<'_> {
    fn folder(&mut self, folder: &Path, depth: usize) {
        self.folders.push(folder.to_owned());
        let entries = self
            .files
            .real_path(folder)
            .and_then(|real| if self.seen.insert(real) { self.files.list(folder) } else { Ok(Vec::new()) });
        let entries = match entries {
            Ok(entries) => entries,
            Err(error) => return self.say(folder, &error.to_string()),
        };
        for entry in entries {
            let path = entry.path(folder);
            if entry.is_directory {
                if entry.name.starts_with('.') || self.is_excluded(&path, true) {
                    continue;
                }
                if depth < MAX_DEPTH {
                    self.folder(&path, depth + 1);
                } else {
                    self.say(&path, &format!("this directory is deeper than {MAX_DEPTH} levels and is not searched"));
                }
            } else if is_objects(&path) && !self.is_excluded(&path, false) {
                self.found.push(FoundFile { path, is_named: false });
            }
        }
    }

    /// Returns `true` for an excluded path, and counts it as skipped.
    fn is_excluded(&mut self, path: &Path, is_folder: bool) -> bool {
        // If the user specified the file itself, match its path as specified.
        let path = path.strip_prefix(self.top).ok().filter(|below| !below.as_os_str().is_empty()).unwrap_or(path);
        let mut is_excluded = false;
        for exclusion in self.exclusions {
            is_excluded |= exclusion.leaves_out(path, is_folder);
        }
        self.skipped += usize::from(is_excluded);
        is_excluded
    }

    fn say(&mut self, path: &Path, what: &str) {
        self.terminal.fatal(&format!("{}: {what}", path.display()));
        *self.exit = Exit::Environment;
    }
}

fn is_objects(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "yaml" || extension == "yml" || extension == "json")
}
