//! The files of objects that an argument names.

use std::{
    collections::BTreeSet,
    path::{Path, PathBuf},
};

use crate::{
    cli::{Exit, terminal::Terminal},
    source::{DiskFileSystem, FileSystem},
};

/// Folders are searched this deep.
const MAX_DEPTH: usize = 64;

/// A file of objects.
pub(super) struct FoundFile {
    /// Its path; `-` is standard input if that was named.
    pub(super) path: PathBuf,
    /// Whether it was named, rather than found in a folder.
    pub(super) is_named: bool,
}

/// The file that an argument names, or those in the folder that it names, in order of name. What cannot be searched is
/// said, and raises `exit`.
pub(super) fn object_files(argument: &Path, exit: &mut Exit, terminal: &Terminal) -> Vec<FoundFile> {
    if !DiskFileSystem.is_directory(argument) {
        return vec![FoundFile { path: argument.to_owned(), is_named: true }];
    }
    let mut search = Search { seen: BTreeSet::new(), found: Vec::new(), exit, terminal };
    search.folder(argument, 0);
    search.found
}

struct Search<'s> {
    /// The folders that were entered, without links: a link that leads back to one leads in circles.
    seen: BTreeSet<PathBuf>,
    found: Vec<FoundFile>,
    exit: &'s mut Exit,
    terminal: &'s Terminal,
}

impl Search<'_> {
    fn folder(&mut self, folder: &Path, depth: usize) {
        let entries = DiskFileSystem
            .real_path(folder)
            .and_then(|real| if self.seen.insert(real) { DiskFileSystem.list(folder) } else { Ok(Vec::new()) });
        let entries = match entries {
            Ok(entries) => entries,
            Err(error) => return self.say(folder, &error.to_string()),
        };
        for entry in entries {
            let path = folder.join(&entry.name);
            if entry.is_directory {
                if entry.name.starts_with('.') {
                    continue;
                }
                if depth < MAX_DEPTH {
                    self.folder(&path, depth + 1);
                } else {
                    self.say(&path, &format!("folders are searched {MAX_DEPTH} deep, and this one lies deeper"));
                }
            } else if is_objects(&path) {
                self.found.push(FoundFile { path, is_named: false });
            }
        }
    }

    fn say(&mut self, path: &Path, what: &str) {
        self.terminal.fatal(&format!("{}: {what}", path.display()));
        *self.exit = Exit::Environment;
    }
}

fn is_objects(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "yaml" || extension == "yml" || extension == "json")
}
